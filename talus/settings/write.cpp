#include <fmt/format.h>

#include "talus/settings/fill.h"

namespace talus::settings {

std::string write(const Registry& registry, Owners owners) {
    std::string out;
    for (const Section& section : registry.sections()) {
        void* owner = owners[section.owner];
        for (std::size_t i = 0; i < section.size(owner); ++i) {
            const void* object = section.object(owner, i);
            if (!section.name.empty()) out += fmt::format("\n{}\n", section.title());
            for (const Parameter& row : section.parameters)
                if (section.applies(row, object))
                    out += fmt::format("{} = {}\n", row.key, toToml(row.get(object), row));
        }
    }
    return out;
}

}  // namespace talus::settings
