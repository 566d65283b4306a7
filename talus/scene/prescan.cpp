#include "talus/scene/prescan.h"

namespace talus::scene {
namespace {

/// Walks a text and counts lines and columns in characters.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : rest_(text) {}

    bool atEnd() const { return rest_.empty(); }
    char peek() const { return rest_.front(); }
    bool startsWith(std::string_view text) const { return rest_.starts_with(text); }
    std::string_view rest() const { return rest_; }
    SourceSpan here() const { return {.line = line_, .column = column_}; }

    void advance(std::size_t bytes = 1) {
        for (; bytes > 0 && !rest_.empty(); --bytes) {
            const auto byte = static_cast<unsigned char>(rest_.front());
            if (byte == '\n') {
                ++line_;
                column_ = 1;
            } else if ((byte & 0xc0) != 0x80) {
                ++column_;
            }
            rest_.remove_prefix(1);
        }
    }

  private:
    std::string_view rest_;
    int line_ = 1;
    int column_ = 1;
};

bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

Diagnostic refusal(SourceSpan span, std::string message, std::string hint) {
    return {.span = span, .message = std::move(message), .hint = std::move(hint)};
}

Diagnostic notAscii(const Cursor& cursor) {
    return refusal(cursor.here(), "only ASCII characters can stand here",
                   "others may stand in comments and in one-line texts in quotes");
}

/// Steps over a TOML text in quotes; one that is not closed ends at the end of its line or of the file.
std::optional<Diagnostic> skipQuoted(Cursor& cursor) {
    const char quote = cursor.peek();
    const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
    const bool multiline = cursor.startsWith(triple);
    cursor.advance(multiline ? 3 : 1);
    while (!cursor.atEnd()) {
        if (multiline && cursor.startsWith(triple)) {
            cursor.advance(3);
            // Up to two quotes may stand right before the closing three.
            for (int extra = 0; extra < 2 && !cursor.atEnd() && cursor.peek() == quote; ++extra)
                cursor.advance();
            return std::nullopt;
        }
        const char c = cursor.peek();
        if (multiline && !isAscii(c)) return notAscii(cursor);
        cursor.advance();
        if (!multiline && (c == '\n' || c == quote)) return std::nullopt;
        // The character behind a backslash closes nothing, but a line's end still ends a one-line text.
        if (c == '\\' && quote == '"' && !cursor.atEnd() && isAscii(cursor.peek()) && cursor.peek() != '\n')
            cursor.advance();
    }
    return std::nullopt;
}

/// Bytes of the UTF-8 sequence at the front of a text; 0 when it is not valid (Unicode 15, table 3-7).
std::size_t utf8Length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
    };
    const auto within = [&](std::size_t i, int low, int high) { return byte(i) >= low && byte(i) <= high; };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return within(1, 0x80, 0xbf) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        const int low = lead == 0xe0 ? 0xa0 : 0x80, high = lead == 0xed ? 0x9f : 0xbf;
        return within(1, low, high) && within(2, 0x80, 0xbf) ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        const int low = lead == 0xf0 ? 0x90 : 0x80, high = lead == 0xf4 ? 0x8f : 0xbf;
        return within(1, low, high) && within(2, 0x80, 0xbf) && within(3, 0x80, 0xbf) ? 4 : 0;
    }
    return 0;
}

std::optional<SourceSpan> notUtf8(std::string_view text) {
    Cursor cursor(text);
    while (!cursor.atEnd()) {
        const std::size_t length = utf8Length(cursor.rest());
        if (length == 0) return cursor.here();
        cursor.advance(length);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> prescan(std::string_view text, int deepest) {
    if (const auto place = notUtf8(text))
        return refusal(*place, "this is not UTF-8 text", "save the file as UTF-8");
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    int brackets = 0, dots = 0;
    Cursor cursor(text);
    while (!cursor.atEnd()) {
        const char c = cursor.peek();
        if (c == '"' || c == '\'') {
            if (const auto found = skipQuoted(cursor)) return found;
            continue;
        }
        if (c == '#') {
            while (!cursor.atEnd() && cursor.peek() != '\n') cursor.advance();
            continue;
        }
        if (!isAscii(c)) return notAscii(cursor);
        if (c == '=' || c == ',' || c == '\n' || c == '{' || c == '[') dots = 0;
        if (c == '.') ++dots;
        if (c == '[' || c == '{') ++brackets;
        if (dots > deepest || brackets > deepest)
            return refusal(cursor.here(), "nested too deeply", "a scene never needs more than a few levels");
        if ((c == ']' || c == '}') && brackets > 0) --brackets;
        cursor.advance();
    }
    return std::nullopt;
}

}  // namespace talus::scene
