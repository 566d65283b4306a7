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
        fmt::format("stage '{}' accesses {}.{} without declaring it", stage_, table, field.name).c_str());
#endif
}

void Step::requireScratch([[maybe_unused]] const char* scratch, [[maybe_unused]] bool produces) const {
    [[maybe_unused]] const auto& declared = produces ? access_->produces : access_->reads_scratch;
    TALUS_ASSERT(std::any_of(declared.begin(), declared.end(),
                             [&](const char* d) { return std::string_view(d) == scratch; }),
                 "a stage accesses scratch that it does not declare");
}

state::Table& Step::resizable(const char* table) {
    TALUS_ASSERT(std::any_of(access_->resizes.begin(), access_->resizes.end(),
                             [&](const char* t) { return std::string_view(t) == table; }),
                 "a stage resizes a table without declaring it");
    return world_.table(table);
}

}  // namespace talus::step
