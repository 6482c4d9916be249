// Whole-file reading and atomic writing with POSIX calls, so that the errors are the system's.
#include "support/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace pycu {

/// The system's words for the last error; never empty.
static std::string last_error() {
    return std::strerror(errno);
}

/// Reads a descriptor to its end.
static ReadResult read_all(int descriptor) {
    ReadResult result;
    char buffer[1 << 16];
    while (true) {
        const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
        if (got > 0) {
            result.text.append(buffer, static_cast<std::size_t>(got));
        } else if (got == 0) {
            return result;
        } else if (errno != EINTR) {
            return {{}, last_error()};
        }
    }
}

bool is_folder(const std::filesystem::path& path) {
    std::error_code unseen;
    return std::filesystem::is_directory(path, unseen);
}

ReadResult read_file(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return {{}, last_error()};
    }
    ReadResult result = read_all(descriptor);
    ::close(descriptor);
    return result;
}

/// Writes all bytes and brings them to the disk; false with errno set when that fails.
static bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(descriptor, text.data(), text.size());
        if (put < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

/// Writes a new file; the system's words when that fails, and then there is no file.
static std::string write_new(const std::filesystem::path& path, std::string_view text) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return last_error();
    }
    std::string error = write_all(descriptor, text) ? "" : last_error();
    if (::close(descriptor) != 0 && error.empty()) {
        error = last_error();
    }
    if (!error.empty()) {
        ::unlink(path.c_str());
    }
    return error;
}

/// Whether a path is neither a file nor a folder: a device or a pipe is written to, not replaced.
static bool is_special(const std::filesystem::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
           !S_ISDIR(status.st_mode);
}

namespace {

/// The texts that stand beside their files; removed again unless they are renamed into place.
class Pending {
  public:
    Pending() = default;
    Pending(const Pending&) = delete;
    Pending& operator=(const Pending&) = delete;
    ~Pending() {
        for (const auto& [beside, path] : files_) {
            ::unlink(beside.c_str());
        }
    }

    std::string write(const FileText& file) {
        if (is_special(file.path)) {
            const int descriptor = ::open(file.path.c_str(), O_WRONLY | O_CLOEXEC);
            std::string error =
                descriptor >= 0 && write_all(descriptor, file.text) ? "" : last_error();
            ::close(descriptor);
            return error;
        }
        const std::filesystem::path beside =
            file.path.string() + ".tmp" + std::to_string(::getpid());
        std::string error = write_new(beside, file.text);
        if (error.empty()) {
            files_.emplace_back(beside, file.path);
        }
        return error;
    }

    void rename_all(WriteResult& result) {
        while (!files_.empty()) {
            const auto& [beside, path] = files_.front();
            if (::rename(beside.c_str(), path.c_str()) != 0) {
                result.error = last_error();
                result.failed = path;
                return;
            }
            result.changed.push_back(path);
            files_.erase(files_.begin());
        }
    }

  private:
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> files_;
};

}  // namespace

WriteResult write_if_changed(const std::vector<FileText>& files) {
    WriteResult result;
    Pending pending;
    for (const FileText& file : files) {
        if (!is_special(file.path)) {
            const ReadResult old = read_file(file.path);
            if (old.ok() && old.text == file.text) {
                continue;
            }
        }
        result.error = pending.write(file);
        if (!result.ok()) {
            result.failed = file.path;
            return result;
        }
    }
    pending.rename_all(result);
    return result;
}

WriteResult write_if_changed(const std::filesystem::path& path, std::string_view text) {
    return write_if_changed({{path, std::string(text)}});
}

}  // namespace pycu
