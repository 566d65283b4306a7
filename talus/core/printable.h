#pragma once
#include <cstddef>
#include <string>
#include <string_view>

/// Makes text from files safe to print: control characters in a hostile file must not act on a terminal, a
/// log or a heading. Control characters and bytes that are not UTF-8 become '?'; a tab becomes a blank.
namespace talus {

/// The beginning of a text, made printable, and its number of characters.
struct PrintableStart {
    std::string text;
    std::size_t characters = 0;
};
/// The first `max_characters` characters of a line.
PrintableStart printableStart(std::string_view line, std::size_t max_characters);

/// The whole text as one line.
std::string printableLine(std::string_view text);
/// The whole text line by line. A line ends at '\n' only.
std::string printableText(std::string_view text);

/// Whether a name from a file can be used unchanged in a heading, a file name or a command: 1 to
/// `max_characters` ASCII letters, digits, '-' and '_', the characters of names in scenes.
bool isPlainName(std::string_view name, std::size_t max_characters);

}  // namespace talus
