#pragma once
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

/// Checks of options whose values CLI11 would misread: "-1" as the largest integer, "nan" as a length.
namespace talus::cli {

/// The number of a frame. A scene has at most a million frames (scene/check_feasibility.cpp), but a resume
/// may go beyond.
inline CLI::Validator frameNumber() {
    return {[](const std::string& text) -> std::string {
                constexpr std::size_t most_digits = 9;
                const bool whole = !text.empty() && text.size() <= most_digits &&
                                   text.find_first_not_of("0123456789") == std::string::npos;
                return whole ? std::string()
                             : fmt::format("'{}' is not the number of a frame; give 0 to 999999999", text);
            },
            "", "frame number"};
}

inline CLI::Validator finiteNumber() {
    return {[](const std::string& text) -> std::string {
                double number = 0;
                if (CLI::detail::lexical_cast(text, number) && std::isfinite(number)) return {};
                return fmt::format("'{}' is not a finite number", text);
            },
            "", "finite number"};
}

}  // namespace talus::cli
