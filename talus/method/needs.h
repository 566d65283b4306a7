#pragma once
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace talus::method {

/// What a method needs for a run: steps, memory, disk. Known before the run starts.
struct Needs {
    double longest_step = std::numeric_limits<double>::infinity();  ///< [s]; infinite: any
    std::string why{};     ///< what limits it: "a particle crosses half its radius"
    std::string advice{};  ///< what to change for a longer step
    /// The longest steps that it allows other methods, which it couples to its own.
    struct Limit {
        std::string_view method;
        double longest_step;  ///< [s]
    };
    std::vector<Limit> limits{};

    std::string what{};           ///< what is counted: "particles"
    double count = 0;             ///< the largest number of them in the run
    double memory_bytes = 0;      ///< beside process_bytes
    double frame_bytes = 0;       ///< of one frame's files
    double checkpoint_bytes = 0;  ///< of one checkpoint
    double work = 0;              ///< estimated time on one thread for the whole run [s]; 0: not known
    bool at_most = false;         ///< whether `count` is an upper bound that may not be reached
    /// The key that asks for the largest part of it; errors about too many or too much memory point at it.
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
