#pragma once
#include "talus/environment/sink.h"
#include "talus/grains/clumps/clump_columns.h"
#include "talus/grains/forces/contact_forces.h"
#include "talus/grains/params.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/sources/emit.h"
#include "talus/step/phase.h"
#include "talus/step/pipeline.h"

namespace talus::grains {

/// What the stages need. Materials and other names of the scene are resolved to indices.
struct Setup {
    Params params;
    Vec3d gravity{0, 0, -9.81};  ///< [m/s^2]
    LawTable laws;
    std::vector<std::uint16_t> grain_materials;
    std::shared_ptr<const environment::Walls> walls;
    std::vector<environment::Sink> sinks;
    std::vector<Spout> spouts;
    ContactSearch search;
    std::vector<std::uint8_t> fixed;  ///< by material: 1 where grains never move; empty: no material is fixed
    bool settles = false;             ///< grains may become ground (couple/)
    ClumpShapes shapes;               ///< of clumps; empty in scenes without clumps
    ContactForces::Kernel kernel = ContactForces::Kernel::Vector;
};

/// One step of the grains.
/// @param others stages of couplings in the same step. Those in Phase::Add may add and remove grains, those
/// in Phase::Force add to the grains' forces.
Result<step::Pipeline> pipeline(const Setup& setup, step::PhasedStages others = {});

/// Finds the first contacts and forces without moving anything: the first half step of velocity Verlet needs
/// them. Run it once, with dt = 0, on a new world. @param others as for pipeline()
Result<step::Pipeline> firstForces(const Setup& setup, step::PhasedStages others = {});

/// Moves the velocities back by half a step: leap-frog and position Verlet keep them half a step before the
/// positions. Run it once after firstForces(), with the step's dt.
Result<step::Pipeline> halfStepBack(const Setup& setup);

/// Whether the integrator keeps velocities half a step before the positions.
inline bool isStaggered(Integrator integrator) {
    return integrator == Integrator::LeapFrog || integrator == Integrator::PositionVerlet;
}

}  // namespace talus::grains
