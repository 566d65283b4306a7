#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace talus {

/// A part of one line of a text: line and column count from 1, the length is in characters. line == 0: none.
struct SourceSpan {
    int line = 0;
    int column = 0;
    int length = 1;
    int source = 0;  ///< the text: 0 for the file, else a number from Diagnostics::addSource
};

enum class Severity { Note, Warning, Error };

/// One error, warning or note about the user's input.
struct Diagnostic {
    Severity severity = Severity::Error;
    SourceSpan span;
    std::string message;  ///< one line: what is wrong
    std::string hint;     ///< one line: what to do ("did you mean 'stiffness'? ...")
};

/// Diagnostics in the order in which they were found. The library returns them and prints nothing.
class Diagnostics {
  public:
    void error(SourceSpan span, std::string message, std::string hint = "");
    void warning(SourceSpan span, std::string message, std::string hint = "");
    void note(SourceSpan span, std::string message, std::string hint = "");
    void add(Diagnostic diagnostic) { items_.push_back(std::move(diagnostic)); }
    /// Adds those of `other`. @pre its spans refer to the same texts
    void append(const Diagnostics& other);

    /// Registers a one-line text other than the file (a command-line option) for spans to refer to. Returns
    /// its number, for SourceSpan::source.
    int addSource(std::string name, std::string text);

    bool hasErrors() const { return errorCount() > 0; }
    int errorCount() const;
    int warningCount() const;
    const std::vector<Diagnostic>& items() const { return items_; }

    /// Sorts by text, line and column. Those at the same position keep their order.
    void sortByPosition();

    /// All of them in the form that compilers use: "file:line:col: error: message", then the source line,
    /// then a caret with the hint. `source` is the whole text of the file (may be empty).
    std::string format(std::string_view file_name, std::string_view source) const;
    /// "2 errors, 1 warning"; "" when there are none.
    std::string counts() const;

  private:
    struct Source {
        std::string name;
        std::string text;
    };
    std::vector<Diagnostic> items_;
    std::vector<Source> sources_;
};

}  // namespace talus
