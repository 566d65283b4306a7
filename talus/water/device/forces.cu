#include "talus/exec/for_each.h"
#include "talus/water/device/water_state.h"
#include "talus/water/forces/at_walls.h"
#include "talus/water/solver/leap.h"

// Forces that need no pairs.
namespace talus::water::device {

void applyGravity(const exec::Exec& exec, const Setup& setup, const WallTable& integral, WaterState& state) {
    const Contacts& contacts = state.contacts;
    exec::for_each(exec, state.water.size(),
                   CarryGravity{setup.gravity, integral, std::as_const(state.work.wall).view(),
                                std::as_const(state.water).read(fields::pressure), contacts.first.view(),
                                contacts.end.view(), contacts.gradient.view(), contacts.point.view(),
                                state.work.carried.view(), state.work.force.view()});
}

void predict(const exec::Exec& exec, const Compressible& law, double dt, WaterState& state) {
    const state::device::DeviceOrHostTable& water = state.water;
    exec::for_each(exec, water.size(),
                   PredictParticle{law, water.read(fields::acceleration), water.read(fields::density_rate),
                                   static_cast<float>(0.5 * dt), static_cast<float>(dt),
                                   state.work.position_pressure.view(), state.work.flow.view()});
}

void applyWallFriction(const exec::Exec& exec, const Friction& friction, WaterState& state) {
    const Contacts& contacts = state.contacts;
    exec::for_each(
        exec, state.water.size(),
        AddWallFriction{FrictionAt<float>(friction), std::as_const(state.work.flow).view(),
                        contacts.first.view(), contacts.end.view(), contacts.velocity.view(),
                        contacts.gradient.view(), contacts.friction.view(), state.work.force.view()});
}

void finishStep(const exec::Exec& exec, const Setup& setup, const Compressible& law, double dt,
                WaterState& state) {
    state::device::DeviceOrHostTable& water = state.water;
    const state::device::DeviceOrHostTable& now = water;
    exec::for_each(exec, water.size(),
                   FinishParticle{law, now.read(fields::acceleration), now.read(fields::density_rate),
                                  static_cast<float>(dt), static_cast<float>(setup.water.density),
                                  water.write(fields::velocity), water.write(fields::density),
                                  water.write(fields::pressure)});
}

namespace {
struct KickParticle {
    float dt;  ///< [s]
    View<const Vec3f> force;
    View<Quad<float>> flow;
    TALUS_HD void operator()(std::size_t i) const { flow[i] += force[i] * dt; }
};
}  // namespace

void kick(const exec::Exec& exec, double dt, WaterState& state) {
    exec::for_each(
        exec, state.water.size(),
        KickParticle{static_cast<float>(dt), std::as_const(state.work.force).view(), state.work.flow.view()});
}

void driveInflow(const exec::Exec& exec, const Mouth& mouth, bool moves_by_state, WaterState& state) {
    const std::size_t count = state.water.size();
    const View<const Vec3d> position = std::as_const(state.water).read(fields::position);
    if (moves_by_state)
        exec::for_each(exec, count,
                       DriveParticle<Vec3f>{mouth, position, state.water.write(fields::velocity)});
    else
        exec::for_each(exec, count, DriveParticle<Quad<float>>{mouth, position, state.work.flow.view()});
}

}  // namespace talus::water::device
