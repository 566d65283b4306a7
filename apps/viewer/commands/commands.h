#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/result.h"

namespace talus::viewer {

class Viewer;

using Words = std::vector<std::string>;

/// As Command::max_arguments: any number.
inline constexpr std::size_t any_number = 1000;

/// Something that the viewer can do. Keys, menus, panels, scripts and tests use nothing else; the help, the
/// menus and docs/viewer.md are made from this list.
struct Command {
    std::string_view name;       ///< "step"
    std::string_view arguments;  ///< "[N]"; "" without arguments
    std::string_view key;        ///< "Space", "Ctrl+S"; "" without a key
    std::string_view menu;       ///< the menu that shows it; "" for none
    std::string_view help;       ///< one line
    std::size_t min_arguments;
    std::size_t max_arguments;
    std::function<Status(Viewer& viewer, const Words& arguments)> act;
};

std::span<const Command> commands();

/// The words of a line. "..." holds several words; \" is a quotation mark in it. Error (Input) for a
/// quotation mark without its partner.
Result<Words> wordsOf(std::string_view line);

/// A word in quotation marks, so that wordsOf() reads it as one.
std::string quotedWord(std::string_view word);

/// Executes a line. Errors: Input where the command is unknown (with the nearest name) or its arguments do
/// not fit (with its usage); those of the command.
Status executeCommand(Viewer& viewer, std::string_view line);

/// docs/viewer.md's table of commands.
std::string commandsAsMarkdown();

}  // namespace talus::viewer
