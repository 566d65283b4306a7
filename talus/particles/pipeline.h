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

/// Settings of a system and of the parts of the scene that act on it: all that its stages are made from.
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
    std::vector<std::pair<std::string, Carrier>> carriers{};  ///< by name of the wall
};

/// The stages that a scene may list, in the default order.
std::vector<std::string> stageNames();

/// The stages that a system's settings need, in the default order. They are used where a scene has no
/// `stages`.
std::vector<std::string> defaultStages(const Setup& setup);

/// Checks a system's list of stages. Error (Input) on an unknown name, a missing stage, a stage out of order,
/// or two that exclude each other.
Status checkStages(const Setup& setup);

/// The stages of a step. Errors as of checkStages().
Result<std::vector<step::Stage>> stages(const Setup& setup);

/// The stage that makes particles, for couplings that make some too.
Emit emitOf(const Setup& setup);

/// The stages as a pipeline of its own.
Result<step::Pipeline> pipeline(const Setup& setup);

/// Adds the tables of a system to a world: without particles, one row per emitter, one per wall, and the
/// ledger.
void addTables(state::World& world, const Setup& setup);

/// A random stream of a system. Streams differ by the system's name and the purpose.
Random streamOf(const Setup& setup, std::string_view purpose);

}  // namespace talus::particles
