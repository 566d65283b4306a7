#pragma once
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace talus::cli {

/// Adds the option `--set KEY=VALUE`. It takes one value, so that a scene file may follow it, and may be
/// given several times.
inline void addSet(CLI::App& command, std::vector<std::string>& overrides, const std::string& description) {
    command.add_option("--set", overrides, description + "; may be repeated")
        ->type_size(1)
        ->allow_extra_args(false)
        ->option_text("KEY=VALUE");
}

/// What it does in commands that read a scene.
inline constexpr const char* set_in_scene = "Replace a value: key=value, table.name.key=value";

}  // namespace talus::cli
