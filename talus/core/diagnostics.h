#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace talus {

/// A stretch of a text: 1-based line and column, length in characters. line == 0: no place.
struct SourceSpan {
    int line = 0;
    int column = 0;
    int length = 1;
    int source = 0;  ///< which text: 0 the file, else a number from Diagnostics::addSource
};

enum class Severity { Note, Warning, Error };

/// One finding about the user's input.
struct Diagnostic {
    Severity severity = Severity::Error;
    SourceSpan span;
    std::string message;  ///< one line: what is wrong
    std::string hint;     ///< one line: what to do ("did you mean 'stiffness'? ...")
};

/// Findings in the order in which they were made. The library returns these; it never prints.
class Diagnostics {
  public:
    void error(SourceSpan span, std::string message, std::string hint = "");
    void warning(SourceSpan span, std::string message, std::string hint = "");
    void note(SourceSpan span, std::string message, std::string hint = "");
    void add(Diagnostic diagnostic) { items_.push_back(std::move(diagnostic)); }
    /// The findings of `other`, whose spans mean the same texts as here.
    void append(const Diagnostics& other);

    /// A one-line text beside the file that findings can point into (a command-line option); its number.
    int addSource(std::string name, std::string text);

    bool hasErrors() const { return errorCount() > 0; }
    int errorCount() const;
    int warningCount() const;
    const std::vector<Diagnostic>& items() const { return items_; }

    /// Sorts by place, keeping the order of findings at the same place.
    void sortByPlace();

    /// All findings as a compiler prints them: "file:line:col: error: message", the source line, and a
    /// caret with the hint. `source` is the whole text of the file (may be empty).
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
