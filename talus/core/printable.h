#pragma once
#include <cstddef>
#include <string>
#include <string_view>

/// Text made safe to show: a terminal, a log or a heading must not obey what a hostile file holds. Characters
/// that control something, and bytes that are not UTF-8, become '?', a tab becomes a blank.
namespace talus {

/// The beginning of a text, and how many characters that is.
struct PrintableStart {
    std::string text;
    std::size_t characters = 0;
};
/// At most so many characters.
PrintableStart printableStart(std::string_view line, std::size_t longest);

/// The whole as one line.
std::string printableLine(std::string_view text);
/// The same with its line ends, of which only a plain '\n' counts.
std::string printableText(std::string_view text);

/// Whether a name that was read from a file may stand in a heading, a file's name or a command as it is: 1 to
/// `longest` letters of ASCII, digits, '-' and '_', as scenes name their parts.
bool isPlainName(std::string_view name, std::size_t longest);

}  // namespace talus
