#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/boundary/particle_loads.h"
#include "talus/water/device/water_state.h"

namespace talus::water::device {
namespace {

/// The impulse of each contact of a particle on its wall.
struct LoadsOfParticle {
    ParticleLoads loads;
    View<const std::uint32_t> wall;
    View<const Vec3d> reference;  ///< of each wall [m]
    View<Vec3d> impulse, angular_impulse;

    TALUS_HD void operator()(std::size_t i) const {
        loads.forEach(i, [&](std::uint32_t k, const Vec3d& given, const Vec3d& where) {
            impulse[k] = given;
            angular_impulse[k] = cross(where - reference[wall[k]], given);
        });
    }
};

/// The load of a row of the table of contacts on one wall; 0 if the row is of another wall.
struct LoadOfRow {
    std::uint32_t of_wall;
    View<const std::uint32_t> wall;
    View<const Vec3d> impulse, angular_impulse;
    TALUS_HD environment::Load operator()(std::size_t row) const {
        if (wall[row] != of_wall) return {};
        return {impulse[row], angular_impulse[row]};
    }
};
/// Adds in the order of the device: sums differ from the processor's in their last bits in any case.
struct BothLoads {
    static constexpr bool in_any_order = true;
    TALUS_HD environment::Load operator()(const environment::Load& a, const environment::Load& b) const {
        return {a.impulse + b.impulse, a.angular_impulse + b.angular_impulse};
    }
};

}  // namespace

environment::Loads loadWalls(const exec::Exec& exec, const Setup& setup, LoadWalls::Parts parts,
                             const environment::WallView& walls, double dt, WaterState& state) {
    using Parts = LoadWalls::Parts;
    const bool with_pressure = parts != Parts::Friction,
               with_friction = parts == Parts::Friction || parts == Parts::All;
    const Work& work = state.work;
    Contacts& contacts = state.contacts;
    const Contacts& now = contacts;
    const ParticleLoads loads{with_pressure,
                              with_friction,
                              with_pressure,
                              setup.mass * dt,
                              FrictionAt<double>(setup.wallFriction()),
                              std::as_const(state.water).read(fields::position),
                              work.position_pressure.view(),
                              work.flow.view(),
                              work.carried.view(),
                              now.first.view(),
                              now.end.view(),
                              now.gradient.view(),
                              now.velocity.view(),
                              now.point.view(),
                              now.friction.view()};
    exec::for_each(exec, state.water.size(),
                   LoadsOfParticle{loads, now.wall.view(), walls.reference, contacts.impulse.view(),
                                   contacts.angular_impulse.view()});
    environment::Loads given{std::vector<environment::Load>(setup.solids.count()), {}};
    for (std::uint32_t w = 0; w < given.walls.size(); ++w)
        given.walls[w] = exec::reduce(
            exec, now.wall.size(), environment::Load{},
            LoadOfRow{w, now.wall.view(), now.impulse.view(), now.angular_impulse.view()}, BothLoads{});
    return given;
}

}  // namespace talus::water::device
