#include "talus/environment/device/copy_back.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/device/water_state.h"
#include "talus/water/motion/free_fall.h"

namespace talus::water::device {
namespace {

/// The displacements of particles in a step (Move).
struct Displacements {
    double dt;  ///< [s]
    Vec3d gravity;
    View<const Vec3f> state;  ///< velocities
    View<const Quad<float>> flow;
    View<const Vec3f> kick;         ///< acceleration of Move::By::State, else empty
    View<const Quad<float>> shift;  ///< of Move::By::FlowAndShift, else empty
    TALUS_HD Vec3f velocity(std::size_t i) const { return shift.empty() ? state[i] : flow[i].xyz(); }
    /// The displacement of a particle [m]. @pre if there is a `shift`, the state still holds the velocity
    /// before the step
    TALUS_HD Vec3d of(std::size_t i) const {
        const Vec3d after = wide(velocity(i));
        if (shift.empty())
            return displacementInStep(wide(flow[i].xyz()) - wide(kick[i]) * (0.5 * dt), after, gravity, dt);
        return displacementInStep(wide(state[i]), after, gravity, dt) + wide(shift[i].xyz()) * (dt * dt);
    }
};

/// Moves a particle, or marks it as held if it may reach a wall.
struct MoveParticle {
    environment::Periodic domain;
    Displacements displacements;
    bool any_walls;
    double margin;  ///< as in Move [m]
    View<const float> clearance;
    View<Vec3d> position;
    View<Vec3f> velocity;
    View<std::uint32_t> held;
    TALUS_HD void operator()(std::size_t i) const {
        const Vec3d displacement = displacements.of(i);
        const bool may_hit = any_walls && !(length(displacement) + margin < clearance[i]);
        held[i] = may_hit;
        // A held particle keeps its old velocity, which ListHeld needs for its displacement.
        if (may_hit) return;
        velocity[i] = displacements.velocity(i);
        position[i] = environment::wrapped(domain, position[i] + displacement);
    }
};

/// Copies the data of held particles into the arrays of Followed.
struct ListHeld {
    Displacements displacements;
    View<const std::uint32_t> held, index_of;
    View<const Vec3d> position;
    View<std::uint32_t> row;
    View<Vec3d> held_position, held_displacement;
    View<Vec3f> held_velocity;
    TALUS_HD void operator()(std::size_t i) const {
        if (held[i] == 0) return;
        const std::uint32_t k = index_of[i];
        row[k] = static_cast<std::uint32_t>(i);
        held_position[k] = position[i];
        held_displacement[k] = displacements.of(i);
        held_velocity[k] = displacements.velocity(i);
    }
};

}  // namespace

std::size_t moveFreely(const exec::Exec& exec, const Setup& setup, Move::By by, double margin, double dt,
                       WaterState& state) {
    const std::size_t count = state.water.size();
    Followed& f = state.followed;
    f.held.resize(count);
    f.index_of.resize(count);
    const state::device::DeviceOrHostTable& water = state.water;
    const Displacements displacements{
        dt,
        setup.gravity,
        water.read(fields::velocity),
        std::as_const(state.work.flow).view(),
        by == Move::By::State ? water.read(fields::acceleration) : View<const Vec3f>{},
        by == Move::By::FlowAndShift ? std::as_const(state.solve.pressure_acceleration).view()
                                     : View<const Quad<float>>{}};
    const auto position = state.water.write(fields::position);
    const View<const std::uint32_t> held = std::as_const(f.held).view();
    exec::for_each(exec, count,
                   MoveParticle{setup.smoothing.domain, displacements, setup.solids.any(), margin,
                                std::as_const(state.work.clearance).view(), position,
                                state.water.write(fields::velocity), f.held.view()});
    if (!setup.solids.any()) return 0;
    const std::uint32_t found = exec::exclusive_scan<std::uint32_t>(exec, held, f.index_of.view());
    if (found == 0) return 0;
    f.row.resize(found);
    f.position.resize(found);
    f.displacement.resize(found);
    f.velocity.resize(found);
    exec::for_each(exec, count,
                   ListHeld{displacements, held, std::as_const(f.index_of).view(), position, f.row.view(),
                            f.position.view(), f.displacement.view(), f.velocity.view()});
    return found;
}

void putFollowed(const exec::Exec& exec, const Setup& setup, WaterState& state) {
    const Followed& f = state.followed;
    exec::for_each(exec, f.row.size(),
                   environment::device::CopyBack{setup.smoothing.domain, f.row.view(), f.position.view(),
                                                 f.velocity.view(), state.water.write(fields::position),
                                                 state.water.write(fields::velocity)});
}

namespace {
/// Combines in the order of the device.
struct BothInTree : BothExtremes {
    static constexpr bool in_any_order = true;
};
}  // namespace

Extremes extremesOf(const exec::Exec& exec, const WaterState& state) {
    const std::size_t count = state.water.size();
    return extremesFrom(exec::reduce(exec, count, Extremes{},
                                     ExtremesOfParticle{state.water.read(fields::velocity),
                                                        state.water.read(fields::pressure)},
                                     BothInTree{}),
                        count);
}

}  // namespace talus::water::device
