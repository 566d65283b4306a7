#pragma once
#include <string_view>

#include "talus/settings/document.h"

/// What a scene file itself contains, without the defaults.
namespace talus::settings {

/// Table i of [[section]], or [section] itself; null where the file does not have it.
inline const Entries* givenTable(const Entries& root, std::string_view section, std::size_t i) {
    const Entry* entry = find(root, section);
    if (entry && i == 0)
        if (const auto* single = std::get_if<Entries>(&entry->node.value)) return single;
    const auto* list = entry ? std::get_if<List>(&entry->node.value) : nullptr;
    return list && i < list->size() ? std::get_if<Entries>(&(*list)[i].value) : nullptr;
}

/// Whether that table has the key.
inline bool isGiven(const Entries& root, std::string_view section, std::size_t i, std::string_view key) {
    const Entries* table = givenTable(root, section, i);
    return table && find(*table, key);
}

}  // namespace talus::settings
