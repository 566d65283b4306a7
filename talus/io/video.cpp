#include "talus/io/video.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace talus::io {
namespace {

/// ffmpeg's image reader takes '%' for the start of a number, so a '%' in a name is doubled.
std::string picturePattern(const Film& film) {
    std::string pattern;
    for (const char c : (std::filesystem::absolute(film.folder) / film.name).string())
        pattern += c == '%' ? std::string("%%") : std::string(1, c);
    return pattern + ".%04d.png";
}

std::vector<std::string> arguments(const Film& film, const std::filesystem::path& output) {
    return {"ffmpeg",
            "-nostdin",
            "-hide_banner",
            "-loglevel",
            "error",
            "-y",
            "-framerate",
            fmt::format("{}", film.pictures_per_second),
            "-start_number",
            fmt::format("{}", film.first),
            "-i",
            picturePattern(film),
            "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
            "-c:v",
            "libx264",
            "-preset",
            "medium",
            "-crf",
            fmt::format("{}", film.quality),
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
            "-movflags",
            "+faststart",
            "-fflags",
            "+bitexact",
            "-flags:v",
            "+bitexact",
            "-f",
            "mp4",
            std::filesystem::absolute(output).string()};
}

std::string shellQuoted(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_+-./:=,@%") == std::string::npos;
    if (plain) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

struct Outcome {
    int spawn_error = 0;  ///< errno of the start, 0 when the program ran
    int status = 0;       ///< as from waitpid
    std::string said;     ///< the end of what it wrote to standard error
};

/// Runs a program from the PATH without a shell, standard input and output closed off.
Outcome runProgram(std::vector<std::string> words) {
    constexpr std::size_t longest_message = 4000;
    int channel[2];
    if (::pipe2(channel, O_CLOEXEC) != 0) return {errno, 0, ""};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, channel[1], STDERR_FILENO);

    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    Outcome outcome;
    pid_t child = 0;
    outcome.spawn_error = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(channel[1]);
    if (outcome.spawn_error == 0) {
        char buffer[1024];
        ssize_t count = 0;
        while ((count = ::read(channel[0], buffer, sizeof buffer)) > 0 || (count < 0 && errno == EINTR)) {
            if (count < 0) continue;
            outcome.said.append(buffer, std::size_t(count));
            if (outcome.said.size() > 2 * longest_message)
                outcome.said.erase(0, outcome.said.size() - longest_message);
        }
        while (::waitpid(child, &outcome.status, 0) < 0 && errno == EINTR) {
        }
    }
    ::close(channel[0]);
    return outcome;
}

Status checkFilm(const Film& film) {
    const auto input = [](std::string message) { return Error{ErrorKind::Input, std::move(message)}; };
    if (!(film.pictures_per_second > 0 && film.pictures_per_second <= 1000))
        return input(fmt::format("a film needs more than 0 and at most 1000 pictures a second, not {}",
                                 film.pictures_per_second));
    if (film.quality < 0 || film.quality > 51)
        return input(fmt::format("the quality of a film is 0 (lossless) to 51, not {}", film.quality));
    if (film.first < 0)
        return input(fmt::format("pictures are counted from 0 or 1, not from {}", film.first));
    const auto first = film.folder / (film.name + fmt::format(".{:04}.png", film.first));
    std::error_code ignored;
    if (!std::filesystem::exists(first, ignored))
        return input(
            fmt::format("there is no picture {}; render the frames before making a film", first.string()));
    return success();
}

}  // namespace

std::vector<std::string> videoArguments(const Film& film) { return arguments(film, film.output); }

std::string videoCommand(const Film& film) {
    std::string line;
    for (const std::string& word : videoArguments(film)) {
        if (!line.empty()) line += ' ';
        line += shellQuoted(word);
    }
    return line;
}

Result<std::filesystem::path> encodeVideo(const Film& film) {
    if (const Status checked = checkFilm(film); !checked.ok()) return checked.error();
    const auto fail = [&](const std::string& why) {
        return Error{ErrorKind::Runtime,
                     fmt::format("the film {} was not made: {}\nThe pictures are kept. To encode "
                                 "them by hand:\n  {}",
                                 film.output.string(), why, videoCommand(film))};
    };

    const std::filesystem::path partial = film.output.string() + fmt::format(".{}.partial", ::getpid());
    const Outcome outcome = runProgram(arguments(film, partial));
    std::error_code ignored;
    if (outcome.spawn_error == ENOENT)
        return fail("ffmpeg was not found on the PATH (on Debian: apt-get install ffmpeg)");
    if (outcome.spawn_error != 0)
        return fail(fmt::format("ffmpeg did not start: {}", std::strerror(outcome.spawn_error)));
    if (!WIFEXITED(outcome.status) || WEXITSTATUS(outcome.status) != 0) {
        std::filesystem::remove(partial, ignored);
        const std::string how = WIFEXITED(outcome.status)
                                    ? fmt::format("exit code {}", WEXITSTATUS(outcome.status))
                                    : fmt::format("signal {}", WTERMSIG(outcome.status));
        return fail(fmt::format("ffmpeg ended with {}: {}", how, outcome.said));
    }
    std::error_code renamed;
    std::filesystem::rename(partial, film.output, renamed);
    if (renamed) {
        std::filesystem::remove(partial, ignored);
        return fail(renamed.message());
    }
    return film.output;
}

}  // namespace talus::io
