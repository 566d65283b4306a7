#include "talus/settings/document.h"

namespace talus::settings {

const Entry* find(const Entries& entries, std::string_view key) {
    for (const Entry& entry : entries)
        if (entry.key == key) return &entry;
    return nullptr;
}

Entry* find(Entries& entries, std::string_view key) {
    return const_cast<Entry*>(find(static_cast<const Entries&>(entries), key));
}

std::string_view kindName(const Node& node) {
    switch (node.value.index()) {
        case 0: return "a date or time";
        case 1: return "true or false";
        case 2: return "a whole number";
        case 3: return "a number";
        case 4: return "text";
        case 5: return "a list";
        default: return "a table";
    }
}

}  // namespace talus::settings
