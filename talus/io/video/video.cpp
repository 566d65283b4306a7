#include "talus/io/video/video.h"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstring>

#include <unistd.h>

#include <fmt/format.h>

#include "talus/io/video/child_process.h"
#include "talus/io/video/mp4.h"

namespace talus::io {
namespace {

/// ffmpeg's pattern for the pictures. A '%' in a name is doubled, since in a pattern it begins a number.
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

std::filesystem::path picture(const Film& film, std::uint64_t number) {
    return film.folder / (film.name + fmt::format(".{:04}.png", number));
}

/// The number of pictures that ffmpeg reads: up to the first number that is missing.
std::uint64_t countPictures(const Film& film) {
    std::error_code ignored;
    std::uint64_t count = 0;
    while (std::filesystem::exists(picture(film, static_cast<std::uint64_t>(film.first) + count), ignored))
        ++count;
    return count;
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
    if (countPictures(film) == 0)
        return input(fmt::format("there is no picture {}; render the frames before making a film",
                                 picture(film, static_cast<std::uint64_t>(film.first)).string()));
    return success();
}

/// Whether a message of ffmpeg is about a full disk or a limit of file sizes; ffmpeg does not always fail
/// then.
bool isAboutTheDisk(const std::string& text) {
    for (const char* cause : {std::strerror(ENOSPC), std::strerror(EDQUOT), std::strerror(EFBIG)})
        if (text.find(cause) != std::string::npos) return true;
    return text.find(::strsignal(SIGXFSZ)) != std::string::npos;
}

Error diskError(const std::string& why) {
    return {ErrorKind::Storage, why + "; free some space on that disk, or choose another one"};
}

/// Runs ffmpeg until it ends.
Status encode(const Film& film, const std::filesystem::path& ffmpeg, const std::filesystem::path& partial) {
    constexpr std::size_t longest_message = 4000;
    std::vector<std::string> words = arguments(film, partial);
    words.front() = ffmpeg.string();
    auto child = ChildProcess::start(std::move(words), ".");
    if (!child) return child.error();
    std::string output;
    while (child->open()) {
        for (const std::string& line : child->lines(100)) output += line + "\n";
        if (output.size() > 2 * longest_message) output.erase(0, output.size() - longest_message);
        if (film.stop == nullptr || !film.stop->load(std::memory_order_relaxed)) continue;
        child->stop();
        return Error{ErrorKind::Interrupted, "it was stopped"};
    }
    const std::string outcome = child->outcome();
    if (isAboutTheDisk(outcome + output)) return diskError(output.empty() ? outcome : output);
    if (outcome.empty()) return success();
    return Error{ErrorKind::Runtime, fmt::format("ffmpeg ended with {}: {}", outcome, output)};
}

/// Checks that ffmpeg wrote all pictures: it may report success although the disk was full.
Status checkResult(const Film& film, const std::filesystem::path& partial) {
    const auto facts = inspectMp4(partial);
    if (!facts)
        return diskError(
            fmt::format("the file that ffmpeg wrote is not complete: {}", facts.error().message));
    const std::uint64_t pictures = countPictures(film);
    const double seconds = static_cast<double>(pictures) / film.pictures_per_second;
    if (facts->pictures != pictures || std::abs(facts->seconds - seconds) > 0.5 / film.pictures_per_second)
        return diskError(
            fmt::format("the film that ffmpeg wrote has {} pictures and {:.6g} s, instead of {} and "
                        "{:.6g} s",
                        facts->pictures, facts->seconds, pictures, seconds));
    return syncToDisk(partial);
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
    const auto fail = [&](ErrorKind kind, const std::string& why) {
        return Error{kind, fmt::format("the film {} was not made: {}\nThe pictures are kept. To encode "
                                       "them by hand:\n  {}",
                                       film.output.string(), why, videoCommand(film))};
    };
    const auto ffmpeg = findProgram("ffmpeg");
    if (!ffmpeg)
        return fail(ErrorKind::Runtime,
                    "ffmpeg was not found on the PATH (on Debian: apt-get install ffmpeg)");
    removeUnfinishedFilms(film.output);
    const std::filesystem::path partial = film.output.string() + fmt::format(".{}.partial", ::getpid());
    std::error_code code;
    std::filesystem::remove(partial, code);  // removed, since ffmpeg would follow a link of that name
    Status status = encode(film, *ffmpeg, partial);
    if (status) status = checkResult(film, partial);
    code.clear();
    if (status) std::filesystem::rename(partial, film.output, code);
    if (code) status = storageError("write", film.output, code.value());
    if (status) return film.output;
    std::filesystem::remove(partial, code);
    return fail(status.error().kind, status.error().message);
}

void removeUnfinishedFilms(const std::filesystem::path& output) {
    const std::string before = output.filename().string() + ".", after = ".partial";
    std::error_code code;
    std::vector<std::filesystem::path> left;
    const auto folder = output.has_parent_path() ? output.parent_path() : std::filesystem::path(".");
    for (std::filesystem::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        if (name.size() <= before.size() + after.size() || name.compare(0, before.size(), before) != 0 ||
            name.compare(name.size() - after.size(), after.size(), after) != 0)
            continue;
        pid_t writer = 0;
        const char* last = name.data() + name.size() - after.size();
        const auto [end_of_number, wrong] = std::from_chars(name.data() + before.size(), last, writer);
        if (wrong != std::errc() || end_of_number != last || writer <= 0) continue;
        if (::kill(writer, 0) != 0 && errno == ESRCH) left.push_back(entry->path());
    }
    for (const auto& path : left) std::filesystem::remove(path, code);
}

}  // namespace talus::io
