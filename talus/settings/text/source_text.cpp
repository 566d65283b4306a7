#include "talus/settings/text/source_text.h"

#include <algorithm>

namespace talus::settings {

SourceText::SourceText(std::string_view text) : text_(text), lines_{0} {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        lines_.push_back(at + 1);
}

std::size_t SourceText::offset(const SourceSpan& span) const {
    const auto line = static_cast<std::size_t>(std::max(1, span.line)) - 1;
    if (line >= lines_.size()) return text_.size();
    const auto continues = [&](std::size_t at) {  // bytes of a character after its first
        return at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xc0) == 0x80;
    };
    std::size_t at = lines_[line];
    for (int column = 1; column < span.column && at < text_.size(); ++column) do
            ++at;
        while (continues(at));
    return at;
}

std::size_t SourceText::endOfValue(std::size_t start) const {
    if (start >= text_.size()) return text_.size();
    const char first = text_[start];
    if (first == '"' || first == '\'') return endOfQuoted(start);
    if (first == '[' || first == '{') return endOfBracket(start);
    std::size_t end = std::min(text_.find_first_of(",]}#\r\n", start), text_.size());
    while (end > start && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
    return end;
}

std::size_t SourceText::endOfQuoted(std::size_t start) const {
    const char quote = text_[start];
    const std::string_view rest = text_.substr(start);
    const bool multiline = rest.starts_with("\"\"\"") || rest.starts_with("'''");
    std::size_t at = start + (multiline ? 3 : 1);
    while (at < text_.size()) {
        if (quote == '"' && text_[at] == '\\') {
            at += 2;
            continue;
        }
        if (text_[at++] != quote) continue;
        if (!multiline) return at;
        // Up to two quotes may come directly before the closing three.
        std::size_t quotes = 1;
        for (; quotes < 5 && at < text_.size() && text_[at] == quote; ++quotes) ++at;
        if (quotes >= 3) return at;
    }
    return text_.size();
}

std::size_t SourceText::endOfBracket(std::size_t start) const {
    int open = 0;
    for (std::size_t at = start; at < text_.size();) {
        const char c = text_[at];
        if (c == '"' || c == '\'') {
            at = endOfQuoted(at);
            continue;
        }
        if (c == '#') {
            at = endOfLine(at);
            continue;
        }
        ++at;
        if (c == '[' || c == '{') ++open;
        if ((c == ']' || c == '}') && --open == 0) return at;
    }
    return text_.size();
}

std::size_t SourceText::startOfLine(std::size_t at) const {
    return *std::prev(std::upper_bound(lines_.begin(), lines_.end(), at));
}

std::size_t SourceText::endOfLine(std::size_t at) const {
    const auto next = std::upper_bound(lines_.begin(), lines_.end(), at);
    return next == lines_.end() ? text_.size() : *next;
}

std::string_view SourceText::indentation(std::size_t at) const {
    const std::string_view line = text_.substr(startOfLine(at));
    return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

std::string_view SourceText::newline() const {
    return text_.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

}  // namespace talus::settings
