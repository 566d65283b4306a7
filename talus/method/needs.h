#pragma once
#include <limits>
#include <string>
#include <vector>

namespace talus::method {

/// What a method will take, known before the run starts.
struct Needs {
    double longest_step = std::numeric_limits<double>::infinity();  ///< [s]; infinite: any
    std::string why{};     ///< what sets it: "a particle crosses half its radius"
    std::string advice{};  ///< what to change for a longer one

    std::string what{};           ///< what it counts: "particles"
    double count = 0;             ///< at the most
    double memory_bytes = 0;      ///< beside what all runs take
    double frame_bytes = 0;       ///< of one frame's files
    double checkpoint_bytes = 0;  ///< of one checkpoint
    double work = 0;              ///< [s] of one thread for the whole run, about; 0: not known
    bool at_most = false;         ///< whether it may well be less
    /// The key that asks for the most of it, for an error's place.
    struct Key {
        std::string section;
        std::size_t index = 0;
        std::string key;
    } most{};
};

/// A line that `talus check` prints: "grains   5000 at the end".
struct Line {
    std::string label;
    std::string text;
};

}  // namespace talus::method
