#include "talus/water/boundary/sheet_points.h"

#include <algorithm>

#include "talus/environment/deforming/point_impulses.h"
#include "talus/environment/deforming/point_normals.h"
#include "talus/environment/wall_state.h"
#include "talus/water/boundary/particle_loads.h"

namespace talus::water {

using environment::point_impulses_table;
namespace points = environment::fields;

std::vector<step::FieldRef> SheetPoints::reads(const Solids& solids) {
    using namespace fields;
    if (solids.walls->points() == nullptr) return {};
    std::vector<step::FieldRef> refs{{water_table, &position},
                                     {work_table, &position_pressure},
                                     {work_table, &flow},
                                     {work_table, &carried},
                                     {work_table, &first_contact},
                                     {contact_table, &contact_wall},
                                     {contact_table, &contact_face},
                                     {contact_table, &contact_gradient},
                                     {contact_table, &contact_velocity},
                                     {contact_table, &contact_point},
                                     {contact_table, &contact_friction}};
    for (const step::FieldRef& field : environment::pointImpulseFields()) refs.push_back(field);
    for (const step::FieldRef& field : environment::wallStateFields(*solids.walls)) refs.push_back(field);
    return refs;
}

SheetPoints::SheetPoints(const step::Step& step, const Solids& solids, double mass)
    : step_(step),
      solids_(solids),
      at_(*solids.walls, step.time(), environment::wallState(step, *solids.walls)),
      mass_(mass),
      mobility_(step.read(point_impulses_table, points::point_mobility)),
      motion_(mobility_.size()) {
    const auto position = step.read(water_table, fields::position);
    const auto first = step.read(work_table, fields::first_contact);
    const auto wall = step.read(contact_table, fields::contact_wall);
    const auto face = step.read(contact_table, fields::contact_face);
    const auto point = step.read(contact_table, fields::contact_point);
    const auto gradient = step.read(contact_table, fields::contact_gradient);
    for (std::size_t i = 0; i < position.size(); ++i)
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) {
            if (wall[k] >= solids.count() || !at_.deforms(wall[k])) continue;
            const auto [corners, shares] = at_.pointOn(face[k], position[i] + wide(point[k]));
            contacts_.push_back({static_cast<std::uint32_t>(i), corners, shares, wide(gradient[k])});
        }
}

void SheetPoints::moveByOtherForces() {
    const auto pushed = step_.read(point_impulses_table, points::point_spread_impulse);
    const auto other = step_.read(point_impulses_table, points::point_other_acceleration);
    const auto since = step_.read(point_impulses_table, points::point_spread_time);
    const std::vector<Vec3d> normals =
        environment::pointNormals(at_, environment::wallState(step_, *solids_.walls).points);
    for (std::size_t p = 0; p < motion_.size(); ++p) {
        if (!(mobility_[p] > 0)) continue;
        const Vec3d across = normals[p] * dot(normals[p], other[p]);
        motion_[p] = pushed[p] * mobility_[p] + across * (since[p] + step_.dt);
    }
    // The weight of the water that the sheets carry.
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
    const auto face = step_.read(contact_table, fields::contact_face);
    for (std::size_t t = 0; t < contacts_.size(); ++t) {
        // Once per particle, which may be in contact with several faces.
        if (t > 0 && contacts_[t].particle == contacts_[t - 1].particle) continue;
        weights.forEach(contacts_[t].particle,
                        [&](std::uint32_t k, const Vec3d& impulse, const Vec3d& where) {
                            if (wall[k] >= solids_.count() || !at_.deforms(wall[k])) return;
                            const auto [corners, shares] = at_.pointOn(face[k], where);
                            for (std::size_t c = 0; c < 3; ++c)
                                motion_[corners[c]] += impulse * (shares[c] * mobility_[corners[c]]);
                        });
    }
}

void SheetPoints::applyPressures(exec::View<const Quad<float>> position_pressure) {
    std::fill(motion_.begin(), motion_.end(), Vec3d{});
    for (const Contact& contact : contacts_) {
        const Vec3d force = contact.gradient * (2 * mass_ * double{position_pressure[contact.particle].w});
        for (std::size_t c = 0; c < 3; ++c) motion_[contact.points[c]] += force * contact.shares[c];
    }
    for (std::size_t p = 0; p < motion_.size(); ++p) motion_[p] *= mobility_[p];
}

void SheetPoints::addRates(std::size_t begin, std::size_t end, float* rate) const {
    auto contact = std::lower_bound(contacts_.begin(), contacts_.end(), begin,
                                    [](const Contact& t, std::size_t row) { return t.particle < row; });
    for (; contact != contacts_.end() && contact->particle < end; ++contact) {
        Vec3d velocity;
        for (std::size_t c = 0; c < 3; ++c) velocity += motion_[contact->points[c]] * contact->shares[c];
        rate[contact->particle] -= static_cast<float>(2 * dot(velocity, contact->gradient));
    }
}

std::vector<float> SheetPoints::responses(exec::View<const float> without) const {
    std::vector<double> on_point(mobility_.size(), 0.0), of_row(without.size(), 0.0);
    for (const Contact& contact : contacts_)
        for (std::size_t c = 0; c < 3; ++c)
            on_point[contact.points[c]] += contact.shares[c] * 2 * length(contact.gradient);
    for (const Contact& contact : contacts_)
        for (std::size_t c = 0; c < 3; ++c)
            of_row[contact.particle] += contact.shares[c] * 2 * length(contact.gradient) * mass_ *
                                        mobility_[contact.points[c]] * on_point[contact.points[c]];
    std::vector<float> with(without.begin(), without.end());
    for (std::size_t i = 0; i < with.size(); ++i)
        if (of_row[i] > 0 && with[i] > 0) with[i] = static_cast<float>(1 / (1 / double{with[i]} + of_row[i]));
    return with;
}

}  // namespace talus::water
