#include "talus/water/boundary/free_bodies.h"

#include <algorithm>

#include "talus/environment/wall_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/water/boundary/particle_loads.h"

namespace talus::water {

using environment::wall_impulses_table;
namespace bodies = environment::fields;

std::vector<step::FieldRef> FreeBodies::reads(const Solids& solids) {
    using namespace fields;
    if (!solids.walls->anyFreeBody()) return {};
    std::vector<step::FieldRef> refs{{water_table, &position},
                                     {work_table, &position_pressure},
                                     {work_table, &flow},
                                     {work_table, &carried},
                                     {work_table, &first_contact},
                                     {contact_table, &contact_wall},
                                     {contact_table, &contact_gradient},
                                     {contact_table, &contact_velocity},
                                     {contact_table, &contact_point},
                                     {contact_table, &contact_friction}};
    for (const step::FieldRef& field : environment::wallSpreadImpulseFields()) refs.push_back(field);
    for (const step::FieldRef& field : environment::wallStateFields(*solids.walls)) refs.push_back(field);
    return refs;
}

FreeBodies::FreeBodies(const step::Step& step, const Solids& solids, double mass)
    : step_(step),
      solids_(solids),
      at_(*solids.walls, step.time(), environment::wallState(step, *solids.walls)),
      mass_(mass),
      motion_(solids.count()) {
    const auto position = step.read(water_table, fields::position);
    const auto first = step.read(work_table, fields::first_contact);
    const auto wall = step.read(contact_table, fields::contact_wall);
    const auto point = step.read(contact_table, fields::contact_point);
    const auto gradient = step.read(contact_table, fields::contact_gradient);
    for (std::size_t i = 0; i < position.size(); ++i)
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k)
            if (wall[k] < solids.count() && solids.walls->isFreeBody(wall[k]))
                contacts_.push_back({static_cast<std::uint32_t>(i), wall[k], wide(gradient[k]),
                                     position[i] + wide(point[k]) - at_.pose(wall[k]).shift});
}

FreeBodies::Motion FreeBodies::response(std::size_t wall, const Motion& load) const {
    const environment::WallMobility& gives = solids_.walls->bodies()[wall].mobility;
    const Rotation& rotation = at_.pose(wall).rotation;
    return {load.linear * gives.inverse_mass,
            rotated(rotation, times(gives.inverse_inertia, rotatedBack(rotation, load.angular)))};
}

void FreeBodies::moveByOtherForces() {
    const auto pushed = step_.read(wall_impulses_table, bodies::wall_spread_impulse);
    const auto twisted = step_.read(wall_impulses_table, bodies::wall_spread_angular_impulse);
    const auto other = step_.read(wall_impulses_table, bodies::wall_other_acceleration);
    const auto other_spin = step_.read(wall_impulses_table, bodies::wall_other_angular_acceleration);
    const auto since = step_.read(wall_impulses_table, bodies::wall_spread_time);
    std::vector<Motion> load(solids_.count());
    for (std::size_t w = 0; w < load.size(); ++w) load[w] = {pushed[w], twisted[w]};
    addWeights(load);
    for (std::size_t w = 0; w < load.size(); ++w) {
        if (!solids_.walls->isFreeBody(w)) continue;
        const double time = since[w] + step_.dt;
        motion_[w] = response(w, load[w]);
        motion_[w].linear += other[w] * time;
        motion_[w].angular += other_spin[w] * time;
    }
}

void FreeBodies::addWeights(std::vector<Motion>& load) const {
    const auto first = step_.read(work_table, fields::first_contact);
    const auto position = step_.read(water_table, fields::position);
    const ParticleLoads weights{.with_pressure = false,
                                .with_friction = false,
                                .with_weight = true,
                                .mass_dt = mass_ * step_.dt,
                                .nu = FrictionAt<double>(Friction{}),
                                .position = position,
                                .position_pressure = step_.read(work_table, fields::position_pressure),
                                .flow = step_.read(work_table, fields::flow),
                                .carried = step_.read(work_table, fields::carried),
                                .first = first,
                                .end = first.sub(1, position.size()),
                                .gradient = step_.read(contact_table, fields::contact_gradient),
                                .velocity = step_.read(contact_table, fields::contact_velocity),
                                .point = step_.read(contact_table, fields::contact_point),
                                .friction = step_.read(contact_table, fields::contact_friction)};
    const auto wall = step_.read(contact_table, fields::contact_wall);
    for (std::size_t t = 0; t < contacts_.size(); ++t) {
        // Once per particle, which may be in contact with several bodies.
        if (t > 0 && contacts_[t].particle == contacts_[t - 1].particle) continue;
        weights.forEach(contacts_[t].particle,
                        [&](std::uint32_t k, const Vec3d& impulse, const Vec3d& where) {
                            const std::uint32_t w = wall[k];
                            if (w >= solids_.count() || !solids_.walls->isFreeBody(w)) return;
                            load[w].linear += impulse;
                            load[w].angular += cross(where - at_.pose(w).shift, impulse);
                        });
    }
}

void FreeBodies::applyPressures(exec::View<const Quad<float>> position_pressure) {
    std::vector<Motion> load(solids_.count());
    for (const BodyContact& contact : contacts_) {
        const Vec3d force = contact.gradient * (2 * mass_ * double{position_pressure[contact.particle].w});
        load[contact.wall].linear += force;
        load[contact.wall].angular += cross(contact.arm, force);
    }
    for (std::size_t w = 0; w < load.size(); ++w)
        if (solids_.walls->isFreeBody(w)) motion_[w] = response(w, load[w]);
}

void FreeBodies::addRates(std::size_t begin, std::size_t end, float* rate) const {
    auto contact = std::lower_bound(contacts_.begin(), contacts_.end(), begin,
                                    [](const BodyContact& t, std::size_t row) { return t.particle < row; });
    for (; contact != contacts_.end() && contact->particle < end; ++contact) {
        const Motion& m = motion_[contact->wall];
        const Vec3d velocity = m.linear + cross(m.angular, contact->arm);
        rate[contact->particle] -= static_cast<float>(2 * dot(velocity, contact->gradient));
    }
}

}  // namespace talus::water
