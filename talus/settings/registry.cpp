#include "talus/settings/registry.h"

#include <limits>

namespace talus::settings {

void Registry::add(std::size_t owner, std::vector<Section> sections) {
    for (Section& section : sections) {
        TALUS_ASSERT(find(section.name) == nullptr, "two sections of a scene file have the same name");
        section.owner = owner;
        // A list of whole numbers is a std::vector<int> (kindOf), so its items have the range of int.
        for (Parameter& row : section.parameters)
            if (row.kind == Kind::IntegerList)
                row.limits = between(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
        sections_.push_back(std::move(section));
    }
}

const Section* Registry::find(std::string_view name) const {
    for (const Section& section : sections_)
        if (section.name == name) return &section;
    return nullptr;
}

std::vector<std::string> Registry::names() const {
    std::vector<std::string> names;
    for (const Section& section : sections_)
        if (!section.name.empty()) names.emplace_back(section.name);
    return names;
}

}  // namespace talus::settings
