#include "talus/run/picture/film_of.h"

#include <filesystem>

#include "talus/io/video/video.h"

namespace talus::run {

Result<Path> filmOf(const ConfinedPath& folder, const std::string& name,
                    const std::vector<std::uint64_t>& frames, const Path& output, double frame_rate,
                    const std::atomic<bool>* stop) {
    // The encoder needs consecutive numbers, so the pictures get links with such numbers.
    const ConfinedPath hidden = folder / ".film";
    const Path links = hidden.path();
    std::error_code code;
    std::filesystem::remove_all(links, code);
    if (Status status = io::createFolder(hidden); !status) return status.error();
    std::uint64_t number = 0;
    for (const std::uint64_t frame : frames) {
        const ConfinedPath picture = folder / (numbered(name, frame) + ".png");
        std::filesystem::create_hard_link(picture.path(), links / (numbered(name, number++) + ".png"), code);
        if (code) return io::storageError("link", picture, code.value());
    }
    io::Film film{links, name, output, 0, frame_rate};
    film.stop = stop;
    auto made = io::encodeVideo(film);
    // When ffmpeg is missing, its error explains how to make the video from these links by hand.
    if (made) std::filesystem::remove_all(links, code);
    return made;
}

}  // namespace talus::run
