#pragma once
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "talus/core/result.h"

namespace talus::io {

/// Numbered pictures FOLDER/NAME.0001.png, FOLDER/NAME.0002.png, ... and the film made of them.
struct Film {
    std::filesystem::path folder;     ///< where the pictures are
    std::string name;                 ///< their name before the number
    std::filesystem::path output;     ///< the .mp4 to write
    int first = 1;                    ///< number of the first picture, >= 0
    double pictures_per_second = 30;  ///< > 0, at most 1000
    int quality = 18;                 ///< x264 constant rate factor, 0 (lossless) to 51; 18 looks lossless
    const std::atomic<bool>* stop = nullptr;  ///< when it becomes true the encoding ends
};

/// The words of the ffmpeg command that encodes a film: H.264, yuv420p, even size, index at the front,
/// no dates inside. Paths are absolute, so that no name can be taken for an option or a protocol.
std::vector<std::string> videoArguments(const Film& film);

/// The same command as a line to paste into a shell.
std::string videoCommand(const Film& film);

/// Encodes the film with the ffmpeg on the PATH and returns the path of the result. The film appears under
/// its name only when it is complete on the disk, with every picture; until then the one that was there
/// stays. A killed program takes its ffmpeg along; what that leaves is removed at the next call. Errors:
/// Input for a bad setting or when there is no picture, Runtime when ffmpeg is missing or fails, Storage when
/// the disk is full, Interrupted; the message then holds the command to run by hand.
Result<std::filesystem::path> encodeVideo(const Film& film);

/// Removes the unfinished films beside `output` whose programs are no more.
void removeUnfinishedFilms(const std::filesystem::path& output);

}  // namespace talus::io
