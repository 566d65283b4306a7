#include "talus/engines/liggghts/liggghts_model.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/couple/granular/setup.h"
#include "talus/engines/liggghts/liggghts_laws.h"
#include "talus/engines/liggghts/liggghts_walls.h"
#include "talus/grains/fields.h"

namespace talus::engines {
namespace {

/// Adds an atom type for each material, of grains and walls alike.
void addTypes(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model) {
    const auto& materials = simulation.scene().environment.materials;
    for (std::size_t m = 0; m < materials.size(); ++m) {
        LammpsType type{.material = static_cast<std::uint16_t>(m), .density = materials[m].density};
        type.fixed = !setup.fixed.empty() && setup.fixed[m] != 0;
        model.types.push_back(type);
    }
    for (const std::uint16_t material :
         simulation.world().table(grains::grains_table).read(grains::fields::material)) {
        model.type.push_back(material + 1u);
        model.density.push_back(materials[material].density);
        if (model.types[material].fixed)
            model.refused.push_back(fmt::format(
                "grains of the fixed material '{}', which LIGGGHTS would let move; make a wall of them",
                materials[material].name));
    }
    std::sort(model.refused.begin(), model.refused.end());
    model.refused.erase(std::unique(model.refused.begin(), model.refused.end()), model.refused.end());
}

/// Reports emitters and sinks as missing: Talus handles them with LAMMPS, but not with LIGGGHTS.
void addMissingSources(const scene::Scene& scene, LammpsModel& model) {
    model.driven.clear();
    if (model.pours)
        model.missing.emplace_back(
            "emitters that still pour: let them finish with Talus first, then go on with talus resume "
            "--engine liggghts");
    for (const environment::Sink& sink : scene.environment.sinks)
        model.missing.push_back(fmt::format("sink '{}': LIGGGHTS removes no grains", sink.name));
}

}  // namespace

LiggghtsModel liggghtsModel(const scene::Simulation& simulation, std::uint64_t frames) {
    const scene::Scene& scene = simulation.scene();
    LiggghtsModel model;
    model.grains.program = "LIGGGHTS";
    model.grains.scene = scene.name;
    if (simulation.world().find(grains::grains_table) == nullptr) {
        model.grains.refused.emplace_back(
            "the scene has no grains, and LIGGGHTS moves only grains; run it without --engine liggghts");
        return model;
    }
    const grains::Setup setup = couple::granular::grainSetup(scene);
    addCommon(simulation, setup, model.grains);
    addTypes(simulation, setup, model.grains);
    addMissingSources(scene, model.grains);
    addLiggghtsLaws(scene, setup, model);
    addLiggghtsWalls(simulation, setup, frames, model);
    model.grains.notes.emplace_back(
        "the springs of contacts are not read from LIGGGHTS: its checkpoints have none, and a run that goes "
        "on from one begins with springs at zero");
    return model;
}

}  // namespace talus::engines
