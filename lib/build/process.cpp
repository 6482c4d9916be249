// POSIX processes.
#include "build/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "support/files.h"

extern char** environ;

namespace pycu::build {

// A signal handler can reach nothing but a variable of static storage.
static volatile std::sig_atomic_t interrupt_seen = 0;

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupt_seen = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second Ctrl-C ends the program
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return interrupt_seen != 0;
}

Process start(const std::vector<std::string>& command, const std::filesystem::path& output) {
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                       0666);
    ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
    Process process;
    const int failed =
        ::posix_spawnp(&process.id, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        process.id = -1;
        process.error = std::strerror(failed);
    }
    return process;
}

int wait(const Process& process) {
    int status = 0;
    bool stopped = false;
    while (true) {
        if (interrupted() && !stopped) {
            ::kill(process.id, SIGTERM);
            stopped = true;
        }
        if (::waitpid(process.id, &status, 0) >= 0) {
            break;
        }
        if (errno != EINTR) {
            return 127;
        }
    }
    if (interrupted()) {
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Ran run(const std::vector<std::string>& command) {
    static int runs = 0;
    std::error_code error;
    const std::string name =
        "pycu.run." + std::to_string(::getpid()) + '.' + std::to_string(++runs);
    const std::filesystem::path output = std::filesystem::temp_directory_path(error) / name;
    Ran ran;
    if (const Process process = start(command, output); process.id >= 0) {
        ran.code = wait(process);
        ran.output = read_file(output).text;
    }
    std::filesystem::remove(output, error);
    return ran;
}

}  // namespace pycu::build
