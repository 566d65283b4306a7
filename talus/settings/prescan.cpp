#include "talus/settings/prescan.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::settings {
namespace {

/// A position in a text, with its line and column in characters.
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

/// Length of the UTF-8 sequence at the front of a text [bytes]; 0 where it is not valid (Unicode 15, table
/// 3-7).
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

/// The TOML escape of one character beyond ASCII. @pre valid UTF-8
std::string escaped(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character[0]);
    std::uint32_t code = character.size() == 2   ? lead & 0x1fu
                         : character.size() == 3 ? lead & 0x0fu
                                                 : lead & 0x07u;
    for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3fu);
    return code <= 0xffff ? fmt::format("\\u{:04X}", code) : fmt::format("\\U{:08X}", code);
}

}  // namespace

/// Copies the text to `ascii_` in one pass, token by token.
class Prescan::Scanner {
  public:
    Scanner(Prescan& result, std::string_view text) : result_(result), cursor_(text) {}

    void scan(int deepest) {
        int brackets = 0, dots = 0;
        while (!cursor_.atEnd() && !result_.refusal_) {
            const char c = cursor_.peek();
            if (c == '"' || c == '\'') {
                copyQuoted();
                continue;
            }
            if (c == '#') {
                copyComment();
                continue;
            }
            if (c == '=' || c == ',' || c == '\n' || c == '{' || c == '[') dots = 0;
            if (c == '.') ++dots;
            if (c == '[' || c == '{') ++brackets;
            if (dots > deepest || brackets > deepest)
                return refuse("tables or lists are nested too deeply", "a scene needs only a few levels");
            if ((c == ']' || c == '}') && brackets > 0) --brackets;
            copyPlain();
        }
    }

  private:
    void refuse(std::string message, std::string hint) {
        result_.refusal_ = {.span = cursor_.here(), .message = std::move(message), .hint = std::move(hint)};
    }

    /// Copies one character; refuses it where it is not ASCII.
    void copyPlain() {
        if (!isAscii(cursor_.peek()))
            return refuse("only ASCII characters are allowed here",
                          "others are allowed in comments and in one-line texts in double quotes");
        result_.ascii_ += cursor_.peek();
        cursor_.advance();
    }

    void copyComment() {
        while (!cursor_.atEnd() && cursor_.peek() != '\n') {
            result_.ascii_ += isAscii(cursor_.peek()) ? cursor_.peek() : '?';
            cursor_.advance(utf8Length(cursor_.rest()));
        }
    }

    void copyEscaped() {
        const SourceSpan here = cursor_.here();
        const std::size_t bytes = utf8Length(cursor_.rest());
        const std::string escape = escaped(cursor_.rest().substr(0, bytes));
        const bool first = result_.shifts_.empty() || result_.shifts_.back().line != here.line;
        const int before = first ? 0 : result_.shifts_.back().by;
        const int by = before + static_cast<int>(escape.size()) - 1;
        result_.shifts_.push_back({here.line, here.column + 1 + by, by});
        result_.ascii_ += escape;
        cursor_.advance(bytes);
    }

    /// Copies a text in quotes. One that is not closed ends at the end of its line or of the file.
    void copyQuoted() {
        const char quote = cursor_.peek();
        const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
        const bool multiline = cursor_.startsWith(triple);
        for (int i = 0; i < (multiline ? 3 : 1); ++i) copyPlain();
        while (!cursor_.atEnd() && !result_.refusal_) {
            if (multiline && cursor_.startsWith(triple)) {
                // Up to two quotes may come directly before the closing three.
                for (int i = 0; i < 5 && !cursor_.atEnd() && cursor_.peek() == quote; ++i) copyPlain();
                return;
            }
            const char c = cursor_.peek();
            if (!multiline && quote == '"' && !isAscii(c)) {
                copyEscaped();
                continue;
            }
            copyPlain();
            if (!multiline && (c == '\n' || c == quote)) return;
            // A character after a backslash does not close the text; the end of a line still ends a one-line
            // text.
            if (c == '\\' && quote == '"' && !cursor_.atEnd() && cursor_.peek() != '\n') copyPlain();
        }
    }

    Prescan& result_;
    Cursor cursor_;
};

Prescan::Prescan(std::string_view text, int deepest) {
    if (const auto position = notUtf8(text)) {
        refusal_ = {.span = *position, .message = "this is not UTF-8 text", .hint = "save the file as UTF-8"};
        return;
    }
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    ascii_.reserve(text.size());
    Scanner(*this, text).scan(deepest);
}

int Prescan::originalColumn(int line, int column) const {
    // The last shift that is not after this position.
    const auto next = std::upper_bound(shifts_.begin(), shifts_.end(), std::pair(line, column),
                                       [](const std::pair<int, int>& position, const Shift& s) {
                                           return position.first != s.line ? position.first < s.line
                                                                           : position.second < s.column;
                                       });
    if (next == shifts_.begin() || std::prev(next)->line != line) return column;
    return column - std::prev(next)->by;
}

}  // namespace talus::settings
