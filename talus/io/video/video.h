#pragma once
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "talus/core/result.h"

namespace talus::io {

/// A film to make from numbered pictures FOLDER/NAME.0001.png, FOLDER/NAME.0002.png, ...
struct Film {
    std::filesystem::path folder;     ///< where the pictures are
    std::string name;                 ///< their name before the number
    std::filesystem::path output;     ///< the .mp4 to write
    int first = 1;                    ///< number of the first picture, >= 0
    double pictures_per_second = 30;  ///< > 0, at most 1000
    int quality = 18;                 ///< x264 constant rate factor, 0 (lossless) to 51; 18 looks lossless
    const std::atomic<bool>* stop = nullptr;  ///< encoding stops when it becomes true
};

/// The arguments of the ffmpeg command that encodes a film: H.264, yuv420p, even size, index at the
/// beginning, no dates in the file. Paths are absolute, so that no name is read as an option or a protocol.
std::vector<std::string> videoArguments(const Film& film);

/// The same command as a line to paste into a shell.
std::string videoCommand(const Film& film);

/// Encodes a film with the ffmpeg on the PATH and returns the path of the result. The film gets its name only
/// when it is complete on the disk with every picture; until then an earlier film of that name remains. If
/// this program is killed its ffmpeg ends too; the next call removes the unfinished file. Errors: Input for
/// an invalid setting or where there is no picture, Runtime where ffmpeg is missing or fails, Storage where
/// the disk is full, Interrupted. Their messages have the command to run by hand.
Result<std::filesystem::path> encodeVideo(const Film& film);

/// Removes unfinished films in the folder of `output` whose programs have ended.
void removeUnfinishedFilms(const std::filesystem::path& output);

}  // namespace talus::io
