#include "talus/couple/granular/instance.h"
#include "talus/grains/fields.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/report/notes.h"
#include "talus/grains/report/probed.h"
#include "talus/ground/report/probed.h"

/// What probes can measure, notes to the user, and what stops a run.
namespace talus::couple::granular {

std::vector<method::Probed> Granular::probed() const {
    std::vector<method::Probed> all;
    if (grains::meanRadius(scene_) > 0) all.push_back(grains::probed(scene_, setup_));
    if (ground_) all.push_back(ground::probed(ground_->grid()));
    return all;
}

std::string Granular::startTrouble(const exec::Exec& exec, const state::World& world) const {
    return grains::startTrouble(exec, world, setup_.search.domain);
}

std::vector<method::Note> Granular::notes(const exec::Exec& exec, const state::World& world,
                                          method::Moment moment) const {
    std::vector<method::Note> notes;
    if (moment == method::Moment::Start) {
        if (std::string trouble = startTrouble(exec, world); !trouble.empty())
            notes.push_back({"start", std::move(trouble)});
        return notes;
    }
    if (moment == method::Moment::Frame) grains::noteFallen(fallen(world), notes);
    grains::noteBlockedEmitters(scene_, world, notes);
    return notes;
}

std::optional<step::Trouble> Granular::trouble(const exec::Exec& exec, const state::World& world) const {
    if (world.table(grains::grains_table).size() == 0) return std::nullopt;
    return grains::trouble(world, measure(exec, world), longest_, contact_time_);
}

}  // namespace talus::couple::granular
