#pragma once
#include "talus/grains/contact_forces.h"
#include "talus/grains/contact_list.h"
#include "talus/grains/emit.h"
#include "talus/grains/params.h"
#include "talus/step/pipeline.h"

namespace talus::grains {

/// What the stages need, with every name of the scene resolved.
struct Setup {
    Params params;
    LawTable laws;
    std::vector<std::uint16_t> grain_materials;
    std::shared_ptr<const Walls> walls;
    std::vector<Sink> sinks;
    std::vector<Spout> spouts;
    ContactSearch search;
    std::vector<std::uint8_t> fixed;  ///< by material: 1 where grains never move; empty: nowhere
    bool settles = false;             ///< grains may become ground (couple/)
    ContactForces::Kernel kernel = ContactForces::Kernel::Vector;
};

/// Stages of other methods that take part in a step of the grains.
struct Guests {
    std::vector<step::Stage> trade;   ///< behind emit: may add grains and take them away
    std::vector<step::Stage> push;    ///< behind the walls: add to the grains' forces
    std::vector<step::Stage> follow;  ///< behind all else: act on what the step came to
};

/// One step of the grains.
Result<step::Pipeline> pipeline(const Setup& setup, Guests guests = {});

/// Finds the first contacts and forces, without moving anything: what velocity Verlet's first half needs.
/// Run it once, with dt = 0, on a new world. @param push as in Guests
Result<step::Pipeline> firstForces(const Setup& setup, std::vector<step::Stage> push = {});

/// Takes the velocities to half a step before the positions, where leap-frog and position Verlet keep them.
/// Run it once after firstForces, with the step's dt.
Result<step::Pipeline> halfStepBack(const Setup& setup);

/// Whether the integrator keeps velocities half a step before the positions.
inline bool isStaggered(Integrator integrator) {
    return integrator == Integrator::LeapFrog || integrator == Integrator::PositionVerlet;
}

}  // namespace talus::grains
