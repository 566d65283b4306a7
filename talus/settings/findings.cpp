#include "talus/settings/findings.h"

#include <cmath>

namespace talus::settings {

std::string quoted(std::string_view word) {
    constexpr std::size_t max_bytes = 64;
    std::string out = "'";
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto byte = static_cast<unsigned char>(word[i]);
        if (i >= max_bytes && (byte & 0xc0) != 0x80) return out + "...'";
        out += byte < 0x20 || byte == 0x7f ? '?' : word[i];
    }
    return out + "'";
}

double roundedDown(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::floor(value / unit) * unit;
}

SourceSpan spanOf(const Entries& root, std::string_view section, std::size_t index, std::string_view key) {
    const Entries* entries = &root;
    SourceSpan span;
    if (!section.empty()) {
        const Entry* entry = find(root, section);
        if (!entry) return {};
        const Node* node = &entry->node;
        if (const List* list = std::get_if<List>(&node->value)) {
            if (index >= list->size()) return entry->span;
            node = &(*list)[index];
        }
        entries = std::get_if<Entries>(&node->value);
        span = node->span;
    }
    const Entry* given = entries ? find(*entries, key) : nullptr;
    return given ? given->node.span : span;
}

}  // namespace talus::settings
