#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/diagnostics.h"

namespace talus::settings {

/// A TOML text made ready for toml++ 3.3, or the reason why it must not get there.
///
/// The parser recurses on brackets and dotted keys, so deep ones are refused. It runs into undefined
/// behaviour on some characters beyond ASCII where it looks for blanks (U+00B5 and U+FEC0 among them), which
/// malformed text can place anywhere; so it gets ASCII alone: such characters become '?' in comments and \u
/// escapes in one-line texts, and are refused elsewhere, where no scene needs them.
class Prescan {
  public:
    explicit Prescan(std::string_view text, int deepest);

    const std::optional<Diagnostic>& refusal() const { return refusal_; }
    /// @pre no refusal
    const std::string& ascii() const { return ascii_; }
    /// The column in the original text of one in ascii().
    int originalColumn(int line, int column) const;

  private:
    /// Columns of a line from `column` on stand `by` further right in ascii().
    struct Shift {
        int line;
        int column;
        int by;
    };
    class Scanner;

    std::optional<Diagnostic> refusal_;
    std::string ascii_;
    std::vector<Shift> shifts_;
};

}  // namespace talus::settings
