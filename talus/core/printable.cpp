#include "talus/core/printable.h"

#include <algorithm>

namespace talus {
namespace {

/// Length of the first character in UTF-8 [bytes]; 1 where the bytes are not valid UTF-8.
std::size_t characterBytes(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 1;
    if (bytes > text.size()) return 1;
    for (std::size_t i = 1; i < bytes; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 1;
    return bytes;
}

/// Whether a character, given as its bytes, is a control character or is not UTF-8. U+0080 to U+009F (two
/// bytes in UTF-8) are control characters. U+2028 and U+2029 end lines. U+202A to U+202E and U+2066 to U+2069
/// change the direction of the text after them (Unicode Standard Annex 9), so it could be read as another
/// text.
bool isControl(std::string_view character) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(character[k]); };
    if (character.size() == 1) return at(0) < 0x20 || at(0) >= 0x7f;
    if (character.size() == 2) return at(0) < 0xc2 || (at(0) == 0xc2 && at(1) < 0xa0);
    if (character.size() == 3 && at(0) == 0xe2)
        return (at(1) == 0x80 && at(2) >= 0xa8 && at(2) <= 0xae) ||
               (at(1) == 0x81 && at(2) >= 0xa6 && at(2) <= 0xa9);
    return false;
}

}  // namespace

PrintableStart printableStart(std::string_view line, std::size_t max_characters) {
    PrintableStart out;
    for (; !line.empty() && out.characters < max_characters; ++out.characters) {
        if (line == "\r") break;
        const std::string_view character = line.substr(0, characterBytes(line));
        if (isControl(character))
            out.text += character == "\t" ? ' ' : '?';
        else
            out.text += character;
        line.remove_prefix(character.size());
    }
    return out;
}

std::string printableLine(std::string_view text) { return printableStart(text, text.size()).text; }

std::string printableText(std::string_view text) {
    std::string out;
    while (true) {
        const std::size_t end = text.find('\n');
        out += printableLine(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        out += '\n';
        text.remove_prefix(end + 1);
    }
}

bool isPlainName(std::string_view name, std::size_t max_characters) {
    return !name.empty() && name.size() <= max_characters &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_';
           });
}

}  // namespace talus
