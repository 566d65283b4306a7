#pragma once
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "talus/core/result.h"

namespace talus::cli {

/// The options of `talus engrave` as they were typed.
struct EngraveArguments {
    std::string folder;
    std::string frames = ":";
    std::string where;
    std::string out, video;
    int threads = 0;
    std::map<std::string, std::string> keys;  ///< values of keys of [screen]
};

/// Each key of [screen] becomes an option of the same name.
void addEngraveOptions(CLI::App& command, EngraveArguments& arguments);

/// Values of `--set`, "screen.preset=\"mud\"", and of each the option that gave it, "--preset".
struct ScreenOverrides {
    std::vector<std::string> texts, options;
};

/// Error (Input) where --where cannot be read.
Result<ScreenOverrides> screenOverrides(const EngraveArguments& arguments);

/// Error (Input) where no film can be written there. @param video empty: none is wanted
Status checkFilm(const std::string& video);

}  // namespace talus::cli
