#pragma once
#include <string_view>

/// Encodings of text files. The readers accept ASCII and UTF-8.
namespace talus {

/// The text without the byte order mark that some programs write before UTF-8.
inline std::string_view withoutByteOrderMark(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

/// Whether a text is UTF-16, as some spreadsheets and editors write it: by its byte order mark, or because
/// one byte of each of its first four pairs is 0.
inline bool isUtf16(std::string_view text) {
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
    if (text.size() < 8) return false;
    const auto zeroAt = [&](std::size_t parity) {
        for (std::size_t k = 0; k < 8; ++k)
            if ((text[k] == '\0') != (k % 2 == parity)) return false;
        return true;
    };
    return zeroAt(0) || zeroAt(1);
}

inline constexpr const char* utf16_advice =
    "it is text in UTF-16; save it as UTF-8, for example by iconv -f UTF-16 -t UTF-8";

}  // namespace talus
