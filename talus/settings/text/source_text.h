#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "talus/core/diagnostics.h"

namespace talus::settings {

/// Where the lines and the values of a TOML text are [bytes from its start]. Spans of a tree have lines and
/// characters, and end with their line.
/// @pre parseToml() accepts the text; it has no byte order mark
class SourceText {
  public:
    explicit SourceText(std::string_view text);

    /// The first byte of a span.
    std::size_t offset(const SourceSpan& span) const;
    /// Just behind a value: text in quotes, a list, an inline table, or anything else up to a comma, a
    /// bracket, a comment or the end of the line. @param start its first byte
    std::size_t endOfValue(std::size_t start) const;
    std::size_t startOfLine(std::size_t at) const;
    /// Just behind the end of the line; the end of the text where its last line has none.
    std::size_t endOfLine(std::size_t at) const;
    /// The blanks before the first word of a line.
    std::string_view indentation(std::size_t at) const;
    /// "\n", or "\r\n" where the text uses that.
    std::string_view newline() const;

  private:
    std::size_t endOfQuoted(std::size_t start) const;
    std::size_t endOfBracket(std::size_t start) const;

    std::string_view text_;
    std::vector<std::size_t> lines_;  ///< their first bytes
};

}  // namespace talus::settings
