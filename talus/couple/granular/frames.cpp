#include "talus/couple/granular/instance.h"

#include "talus/couple/ground_contact/acting_ground_contacts.h"
#include "talus/grains/acting_contacts.h"
#include "talus/grains/clumps/fields.h"
#include "talus/grains/fields.h"
#include "talus/grains/report/frames.h"
#include "talus/ground/report/frames.h"
#include "talus/method/shown/extra_sets.h"

/// The frames of grains and ground.
namespace talus::couple::granular {

/// The contacts of the grains.
method::FrameSource Granular::contacts() const {
    return {
        method::contacts_set,
        [this](const exec::Exec& exec, const state::World& world, double time) -> Result<state::FrameSet> {
            auto acting = grains::actingContacts(world, setup_);
            if (!acting) return acting.error();
            if (ground_) {
                const auto on_ground = actingGroundContacts(exec, world, groundStage());
                acting->insert(acting->end(), on_ground.begin(), on_ground.end());
            }
            return state::FrameSet(method::contactLines(*acting, time));
        }};
}

std::vector<method::FrameSource> Granular::frames(std::span<const std::string> wanted) const {
    std::vector<method::FrameSource> sets;
    if (hasGrains(scene_)) {
        std::vector<std::string> fields(wanted.begin(), wanted.end());
        const auto isWanted = [&](const char* word) { return std::erase(fields, word) > 0; };
        if (isWanted(method::contact_force)) sets.push_back(contacts());
        if (isWanted(method::search_cells)) sets.push_back(grains::cellsOf(setup_));
        // Tells which spheres are one grain: id - part.
        if (!setup_.shapes.empty()) fields.emplace_back(grains::fields::part.name);
        sets.push_back(method::pointSet("grains", grains::grains_table, std::move(fields)));
    }
    if (ground_) sets.push_back(ground::columnsOf(*ground_, scene_.environment.materials));
    return sets;
}

}  // namespace talus::couple::granular
