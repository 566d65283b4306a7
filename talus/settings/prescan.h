#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/diagnostics.h"

namespace talus::settings {

/// Makes a TOML text safe for toml++ 3.3, or refuses it.
///
/// The parser recurses on brackets and dotted keys, so deep nesting is refused. Where it expects blanks, some
/// non-ASCII characters (such as U+00B5 and U+FEC0) cause undefined behaviour, and malformed text can have
/// them anywhere. So it gets only ASCII: other characters become '?' in comments and \u escapes in one-line
/// texts, and are refused elsewhere, where no scene needs them.
class Prescan {
  public:
    explicit Prescan(std::string_view text, int deepest);

    const std::optional<Diagnostic>& refusal() const { return refusal_; }
    /// @pre no refusal
    const std::string& ascii() const { return ascii_; }
    /// The column in the original text of a column in ascii().
    int originalColumn(int line, int column) const;

  private:
    /// From `column` on, the columns of a line are `by` further right in ascii().
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
