#include "talus/core/diagnostics.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/printable.h"

namespace talus {
namespace {

const char* word(Severity severity) {
    switch (severity) {
        case Severity::Note: return "note";
        case Severity::Warning: return "warning";
        case Severity::Error: return "error";
    }
    return "error";
}

/// Gives the lines of a text by number; their beginnings are found once.
class Lines {
  public:
    explicit Lines(std::string_view text) : text_(text), starts_{0} {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') starts_.push_back(i + 1);
    }
    std::string_view line(int number) const {
        const auto index = static_cast<std::size_t>(number - 1);
        if (number < 1 || index >= starts_.size()) return {};
        const auto rest = text_.substr(starts_[index]);
        return rest.substr(0, rest.find('\n'));
    }

  private:
    std::string_view text_;
    std::vector<std::size_t> starts_;
};

}  // namespace

void Diagnostics::error(SourceSpan span, std::string message, std::string hint) {
    add({Severity::Error, span, std::move(message), std::move(hint)});
}
void Diagnostics::warning(SourceSpan span, std::string message, std::string hint) {
    add({Severity::Warning, span, std::move(message), std::move(hint)});
}
void Diagnostics::note(SourceSpan span, std::string message, std::string hint) {
    add({Severity::Note, span, std::move(message), std::move(hint)});
}

void Diagnostics::append(const Diagnostics& other) {
    items_.insert(items_.end(), other.items_.begin(), other.items_.end());
}

int Diagnostics::errorCount() const {
    return static_cast<int>(std::count_if(items_.begin(), items_.end(),
                                          [](const Diagnostic& d) { return d.severity == Severity::Error; }));
}

int Diagnostics::warningCount() const {
    return static_cast<int>(std::count_if(
        items_.begin(), items_.end(), [](const Diagnostic& d) { return d.severity == Severity::Warning; }));
}

void Diagnostics::sortByPosition() {
    std::stable_sort(items_.begin(), items_.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return a.span.source != b.span.source ? a.span.source < b.span.source
               : a.span.line != b.span.line   ? a.span.line < b.span.line
                                              : a.span.column < b.span.column;
    });
}

int Diagnostics::addSource(std::string name, std::string text) {
    sources_.push_back({std::move(name), std::move(text)});
    return static_cast<int>(sources_.size());
}

std::string Diagnostics::counts() const {
    const auto count = [](int n, const char* what) {
        return n == 0 ? std::string() : fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
    };
    const std::string errors = count(errorCount(), "error"), warnings = count(warningCount(), "warning");
    return errors + (errors.empty() || warnings.empty() ? "" : ", ") + warnings;
}

std::string Diagnostics::format(std::string_view file_name, std::string_view source) const {
    std::string out;
    const Lines lines(source);
    constexpr std::size_t longest_line = 160, longest_text = 2000;
    for (const Diagnostic& d : items_) {
        const bool in_file = d.span.source == 0;
        const Source* other = in_file ? nullptr : &sources_[static_cast<std::size_t>(d.span.source - 1)];
        const std::string name = printableStart(in_file ? file_name : other->name, longest_text).text;
        const std::string message = printableStart(d.message, longest_text).text;
        const std::string hint = printableStart(d.hint, longest_text).text;
        const auto hintLine = [&] { return hint.empty() ? "" : fmt::format("      {}\n", hint); };
        if (d.span.line == 0) {
            out += fmt::format("{}: {}: {}\n{}", name, word(d.severity), message, hintLine());
            continue;
        }
        out += fmt::format("{}:{}:{}: {}: {}\n", name, d.span.line, d.span.column, word(d.severity), message);
        const auto [text, width] =
            printableStart(in_file ? lines.line(d.span.line) : other->text, longest_line);
        const auto indent = static_cast<std::size_t>(std::max(0, d.span.column - 1));
        if (text.empty() || indent > width) {
            out += hintLine();
            continue;
        }
        const auto length = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, d.span.length)), 1,
                                                    std::max<std::size_t>(1, width - indent));
        out += fmt::format("{:5} | {}\n      | {}^{}{}{}\n", d.span.line, text, std::string(indent, ' '),
                           std::string(length - 1, '~'), hint.empty() ? "" : " ", hint);
    }
    return out;
}

}  // namespace talus
