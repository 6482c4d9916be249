// Whole-file reading and atomic writing with POSIX calls, so that the errors are the system's.
#include "support/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

WriteResult write_if_changed(const std::filesystem::path& path, std::string_view text) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
        !S_ISDIR(status.st_mode)) {  // a device or a pipe is written as it is, never replaced
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        const bool written = descriptor >= 0 && write_all(descriptor, text);
        WriteResult result{written, written ? "" : last_error()};
        ::close(descriptor);
        return result;
    }
    if (const ReadResult old = read_file(path); old.ok() && old.text == text) {
        return {false, {}};
    }
    const std::filesystem::path beside = path.string() + ".tmp" + std::to_string(::getpid());
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return {false, last_error()};
    }
    bool written = write_all(descriptor, text);
    WriteResult result{true, written ? "" : last_error()};
    if (::close(descriptor) != 0 && written) {
        written = false;
        result.error = last_error();
    }
    if (written && ::rename(beside.c_str(), path.c_str()) != 0) {
        written = false;
        result.error = last_error();
    }
    if (!written) {
        result.changed = false;
        ::unlink(beside.c_str());
    }
    return result;
}

}  // namespace pycu
