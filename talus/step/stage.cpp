#include "talus/step/stage.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::step {

void Step::require([[maybe_unused]] const char* table, [[maybe_unused]] const state::FieldInfo& field,
                   [[maybe_unused]] bool writes) const {
#ifdef TALUS_VALIDATE
    const FieldRef wanted{table, &field};
    const auto holds = [&](const std::vector<FieldRef>& list) {
        return std::find(list.begin(), list.end(), wanted) != list.end();
    };
    const bool resizes = std::any_of(access_->resizes.begin(), access_->resizes.end(),
                                     [&](const char* t) { return std::string_view(t) == table; });
    TALUS_ASSERT(
        resizes || (writes ? holds(access_->writes) : holds(access_->reads) || holds(access_->writes)),
        fmt::format("stage '{}' touches {}.{} without declaring it", stage_, table, field.name).c_str());
#endif
}

void Step::requireRoom([[maybe_unused]] const char* room, [[maybe_unused]] bool fills) const {
    const std::vector<const char*>& rooms = fills ? access_->fills : access_->uses;
    TALUS_ASSERT(
        std::any_of(rooms.begin(), rooms.end(), [&](const char* r) { return std::string_view(r) == room; }),
        "a stage works in a room without declaring it");
}

state::Table& Step::resizable(const char* table) {
    TALUS_ASSERT(std::any_of(access_->resizes.begin(), access_->resizes.end(),
                             [&](const char* t) { return std::string_view(t) == table; }),
                 "a stage resizes a table without declaring it");
    return world_.table(table);
}

}  // namespace talus::step
