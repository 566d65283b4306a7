#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/environment/sink.h"
#include "talus/environment/walls.h"
#include "talus/particles/contact/collide.h"
#include "talus/particles/emit/emit.h"
#include "talus/particles/fields.h"
#include "talus/particles/params.h"
#include "talus/step/pipeline.h"

namespace talus::particles {

/// A system and what of its scene it meets: all that its stages are made of. Settings.
struct Setup {
    System system;
    Names tables;
    std::uint32_t seed = 0;
    Vec3d gravity;  ///< of the scene [m/s^2]
    environment::Periodic domain{};
    std::vector<environment::Sink> sinks{};
    std::shared_ptr<const environment::Walls> walls = std::make_shared<const environment::Walls>();
    environment::Surfaces surfaces{};
    std::optional<environment::GroundSurface> ground{};
    std::vector<std::pair<std::string, Carrier>> carriers{};  ///< walls that emitters name
};

/// The names that a scene may list, in the usual order.
std::vector<std::string> stageNames();

/// The list that a system's settings call for, in the usual order: what `stages` is where a scene leaves it
/// out.
std::vector<std::string> defaultStages(const Setup& setup);

/// What is wrong with a system's list of stages: a name that is none, one that is missing, one out of order,
/// two that exclude each other. Error (Input) that names it.
Status checkStages(const Setup& setup);

/// The stages of a step. Error as checkStages.
Result<std::vector<step::Stage>> stages(const Setup& setup);

/// The stage that makes particles, for what makes some besides.
Emit emitOf(const Setup& setup);

/// The stages as a pipeline of its own.
Result<step::Pipeline> pipeline(const Setup& setup);

/// Adds the tables of a system to a world, empty but for one row an emitter, the ledger's and one a wall.
void addTables(state::World& world, const Setup& setup);

/// A system's random streams are told apart by its name and by what they are for.
Random streamOf(const Setup& setup, std::string_view purpose);

}  // namespace talus::particles
