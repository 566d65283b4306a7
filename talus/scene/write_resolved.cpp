#include <fmt/format.h>

#include "talus/scene/reader.h"
#include "talus/scene/registry.h"

namespace talus::scene {

std::string writeResolved(const Scene& scene) {
    std::string out;
    for (const Section& section : registry()) {
        for (std::size_t i = 0; i < section.size(scene); ++i) {
            const void* object = section.objectOf(scene, i);
            if (!section.name.empty()) out += fmt::format("\n{}\n", section.title());
            for (const Parameter& row : section.parameters)
                if (section.applies(row, object))
                    out += fmt::format("{} = {}\n", row.key, toToml(row.get(object), row));
        }
    }
    return out;
}

}  // namespace talus::scene
