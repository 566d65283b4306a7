#include "talus/core/diagnostics.h"

#include <algorithm>

#include <fmt/format.h>

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

std::string_view lineOf(std::string_view source, int line) {
    for (int i = 1; i < line; ++i) {
        const auto end = source.find('\n');
        if (end == std::string_view::npos) return {};
        source.remove_prefix(end + 1);
    }
    return source.substr(0, source.find('\n'));
}

/// The source line made safe to print: a terminal must not obey what a hostile file holds.
std::string printable(std::string_view text) {
    constexpr std::size_t longest = 160;
    std::string out;
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        out += (byte < 0x20 && c != '\t') || byte == 0x7f ? '?' : c == '\t' ? ' ' : c;
    }
    return out;
}

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

void Diagnostics::sortByPlace() {
    std::stable_sort(items_.begin(), items_.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return a.span.line != b.span.line ? a.span.line < b.span.line : a.span.column < b.span.column;
    });
}

std::string Diagnostics::format(std::string_view file_name, std::string_view source) const {
    std::string out;
    for (const Diagnostic& d : items_) {
        if (d.span.line == 0) {
            out += fmt::format("{}: {}: {}\n", file_name, word(d.severity), d.message);
            if (!d.hint.empty()) out += fmt::format("      {}\n", d.hint);
            continue;
        }
        out += fmt::format("{}:{}:{}: {}: {}\n", file_name, d.span.line, d.span.column, word(d.severity),
                           d.message);
        const std::string text = printable(lineOf(source, d.span.line));
        const auto indent = static_cast<std::size_t>(std::max(0, d.span.column - 1));
        if (text.empty() || indent > text.size()) {
            if (!d.hint.empty()) out += fmt::format("      {}\n", d.hint);
            continue;
        }
        const auto length = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, d.span.length)), 1,
                                                    std::max<std::size_t>(1, text.size() - indent));
        out += fmt::format("{:5} | {}\n      | {}^{}{}{}\n", d.span.line, text, std::string(indent, ' '),
                           std::string(length - 1, '~'), d.hint.empty() ? "" : " ", d.hint);
    }
    return out;
}

}  // namespace talus
