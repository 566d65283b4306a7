#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/device/water_state.h"
#include "talus/water/motion/free_fall.h"

namespace talus::water::device {
namespace {

/// Where particles go in a step (Move).
struct Going {
    double dt;  ///< [s]
    Vec3d gravity;
    View<const Vec3f> state;  ///< velocities
    View<const Quad<float>> flow;
    View<const Vec3f> kick;        ///< acceleration of Move::By::State, else empty
    View<const Quad<float>> push;  ///< of Move::By::FlowAndPush, else empty
    TALUS_HD Vec3f velocity(std::size_t i) const { return push.empty() ? state[i] : flow[i].xyz(); }
    /// @pre the velocity in the state is not yet that after the step where `push` is there
    TALUS_HD Vec3d way(std::size_t i) const {
        const Vec3d after = wide(velocity(i));
        if (push.empty())
            return wayInStep(wide(flow[i].xyz()) - wide(kick[i]) * (0.5 * dt), after, gravity, dt);
        return wayInStep(wide(state[i]), after, gravity, dt) + wide(push[i].xyz()) * (dt * dt);
    }
};

/// Moves a particle, or holds it where a wall may be in its way.
struct MoveParticle {
    environment::Periodic domain;
    Going going;
    bool any_walls;
    double margin;  ///< as in Move [m]
    View<const float> clearance;
    View<Vec3d> position;
    View<Vec3f> velocity;
    View<std::uint32_t> held;
    TALUS_HD void operator()(std::size_t i) const {
        const Vec3d way = going.way(i);
        const bool may_meet = any_walls && !(length(way) + margin < clearance[i]);
        held[i] = may_meet;
        // What is held keeps its velocity of before until TakeHeld has asked for its way.
        if (may_meet) return;
        velocity[i] = going.velocity(i);
        position[i] = environment::wrapped(domain, position[i] + way);
    }
};

struct TakeHeld {
    Going going;
    View<const std::uint32_t> held, place_of;
    View<const Vec3d> position;
    View<std::uint32_t> row;
    View<Vec3d> held_position, held_way;
    View<Vec3f> held_velocity;
    TALUS_HD void operator()(std::size_t i) const {
        if (held[i] == 0) return;
        const std::uint32_t k = place_of[i];
        row[k] = static_cast<std::uint32_t>(i);
        held_position[k] = position[i];
        held_way[k] = going.way(i);
        held_velocity[k] = going.velocity(i);
    }
};

struct PutBack {
    environment::Periodic domain;
    View<const std::uint32_t> row;
    View<const Vec3d> held_position;
    View<const Vec3f> held_velocity;
    View<Vec3d> position;
    View<Vec3f> velocity;
    TALUS_HD void operator()(std::size_t k) const {
        position[row[k]] = environment::wrapped(domain, held_position[k]);
        velocity[row[k]] = held_velocity[k];
    }
};

}  // namespace

std::size_t moveFreely(const exec::Exec& exec, const Setup& setup, Move::By by, double margin, double dt,
                       WaterState& state) {
    const std::size_t count = state.water.size();
    Followed& f = state.followed;
    f.held.resize(count);
    f.place_of.resize(count);
    const state::device::PlacedTable& water = state.water;
    const Going going{
        dt,
        setup.gravity,
        water.read(fields::velocity),
        std::as_const(state.work.flow).view(),
        by == Move::By::State ? water.read(fields::acceleration) : View<const Vec3f>{},
        by == Move::By::FlowAndPush ? std::as_const(state.solve.push).view() : View<const Quad<float>>{}};
    const auto position = state.water.write(fields::position);
    const View<const std::uint32_t> held = std::as_const(f.held).view();
    exec::for_each(exec, count,
                   MoveParticle{setup.smoothing.domain, going, setup.solids.any(), margin,
                                std::as_const(state.work.clearance).view(), position,
                                state.water.write(fields::velocity), f.held.view()});
    if (!setup.solids.any()) return 0;
    const std::uint32_t found = exec::exclusive_scan<std::uint32_t>(exec, held, f.place_of.view());
    if (found == 0) return 0;
    f.row.resize(found);
    f.position.resize(found);
    f.way.resize(found);
    f.velocity.resize(found);
    exec::for_each(exec, count,
                   TakeHeld{going, held, std::as_const(f.place_of).view(), position, f.row.view(),
                            f.position.view(), f.way.view(), f.velocity.view()});
    return found;
}

void putFollowed(const exec::Exec& exec, const Setup& setup, WaterState& state) {
    const Followed& f = state.followed;
    exec::for_each(exec, f.row.size(),
                   PutBack{setup.smoothing.domain, f.row.view(), f.position.view(), f.velocity.view(),
                           state.water.write(fields::position), state.water.write(fields::velocity)});
}

namespace {
/// In the order of the device.
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
