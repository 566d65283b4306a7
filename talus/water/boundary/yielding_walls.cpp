#include "talus/water/boundary/yielding_walls.h"

#include <algorithm>

#include "talus/environment/followed_poses.h"
#include "talus/environment/wall_pushes.h"
#include "talus/water/boundary/press_on_walls.h"

namespace talus::water {

using environment::wall_pushes_table;
namespace bodies = environment::fields;

std::vector<step::FieldRef> YieldingWalls::reads(const Solids& solids) {
    using namespace fields;
    if (!solids.walls->anyGivesWay()) return {};
    std::vector<step::FieldRef> refs{{water_table, &position},
                                     {work_table, &place},
                                     {work_table, &flow},
                                     {work_table, &carried},
                                     {work_table, &first_contact},
                                     {contact_table, &contact_wall},
                                     {contact_table, &contact_gradient},
                                     {contact_table, &contact_velocity},
                                     {contact_table, &contact_point},
                                     {contact_table, &contact_rub}};
    for (const step::FieldRef& field : environment::wallPushFields()) refs.push_back(field);
    for (const step::FieldRef& field : environment::followedPoseFields()) refs.push_back(field);
    return refs;
}

YieldingWalls::YieldingWalls(const step::Step& step, const Solids& solids, double mass)
    : step_(step),
      solids_(solids),
      at_(*solids.walls, step.time(), environment::followedPoses(step, *solids.walls)),
      mass_(mass),
      motion_(solids.count()) {
    const auto position = step.read(water_table, fields::position);
    const auto first = step.read(work_table, fields::first_contact);
    const auto wall = step.read(contact_table, fields::contact_wall);
    const auto point = step.read(contact_table, fields::contact_point);
    const auto gradient = step.read(contact_table, fields::contact_gradient);
    for (std::size_t i = 0; i < position.size(); ++i)
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k)
            if (wall[k] < solids.count() && solids.walls->givesWay(wall[k]))
                touches_.push_back({static_cast<std::uint32_t>(i), wall[k], wide(gradient[k]),
                                    position[i] + wide(point[k]) - at_.pose(wall[k]).shift});
}

YieldingWalls::Motion YieldingWalls::response(std::size_t wall, const Motion& push) const {
    const environment::WallMobility& gives = solids_.walls->bodies()[wall].mobility;
    const Rotation& turn = at_.pose(wall).turn;
    return {push.along * gives.inverse_mass,
            turned(turn, times(gives.inverse_inertia, turnedBack(turn, push.around)))};
}

void YieldingWalls::moveByAllElse() {
    const auto pushed = step_.read(wall_pushes_table, bodies::pushed);
    const auto twisted = step_.read(wall_pushes_table, bodies::twisted);
    const auto other = step_.read(wall_pushes_table, bodies::other);
    const auto other_spin = step_.read(wall_pushes_table, bodies::other_spin);
    const auto since = step_.read(wall_pushes_table, bodies::since);
    std::vector<Motion> push(solids_.count());
    for (std::size_t w = 0; w < push.size(); ++w) push[w] = {pushed[w], twisted[w]};
    addWeights(push);
    for (std::size_t w = 0; w < push.size(); ++w) {
        if (!solids_.walls->givesWay(w)) continue;
        const double time = since[w] + step_.dt;
        motion_[w] = response(w, push[w]);
        motion_[w].along += other[w] * time;
        motion_[w].around += other_spin[w] * time;
    }
}

void YieldingWalls::addWeights(std::vector<Motion>& push) const {
    const auto first = step_.read(work_table, fields::first_contact);
    const auto position = step_.read(water_table, fields::position);
    const PressOnWalls weigh{.presses = false,
                             .rubs = false,
                             .weighs = true,
                             .mass_dt = mass_ * step_.dt,
                             .nu = FrictionAt<double>(Friction{}),
                             .position = position,
                             .place = step_.read(work_table, fields::place),
                             .flow = step_.read(work_table, fields::flow),
                             .carried = step_.read(work_table, fields::carried),
                             .first = first,
                             .end = first.sub(1, position.size()),
                             .gradient = step_.read(contact_table, fields::contact_gradient),
                             .velocity = step_.read(contact_table, fields::contact_velocity),
                             .point = step_.read(contact_table, fields::contact_point),
                             .rub = step_.read(contact_table, fields::contact_rub)};
    const auto wall = step_.read(contact_table, fields::contact_wall);
    for (std::size_t t = 0; t < touches_.size(); ++t) {
        // Once a particle: it may touch several bodies.
        if (t > 0 && touches_[t].particle == touches_[t - 1].particle) continue;
        weigh.forEach(touches_[t].particle, [&](std::uint32_t k, const Vec3d& impulse, const Vec3d& where) {
            const std::uint32_t w = wall[k];
            if (w >= solids_.count() || !solids_.walls->givesWay(w)) return;
            push[w].along += impulse;
            push[w].around += cross(where - at_.pose(w).shift, impulse);
        });
    }
}

void YieldingWalls::yieldTo(exec::View<const Quad<float>> place) {
    std::vector<Motion> push(solids_.count());
    for (const Touch& touch : touches_) {
        const Vec3d force = touch.gradient * (2 * mass_ * double{place[touch.particle].w});
        push[touch.wall].along += force;
        push[touch.wall].around += cross(touch.arm, force);
    }
    for (std::size_t w = 0; w < push.size(); ++w)
        if (solids_.walls->givesWay(w)) motion_[w] = response(w, push[w]);
}

void YieldingWalls::addRates(std::size_t begin, std::size_t end, float* rate) const {
    auto touch = std::lower_bound(touches_.begin(), touches_.end(), begin,
                                  [](const Touch& t, std::size_t row) { return t.particle < row; });
    for (; touch != touches_.end() && touch->particle < end; ++touch) {
        const Motion& m = motion_[touch->wall];
        const Vec3d velocity = m.along + cross(m.around, touch->arm);
        rate[touch->particle] -= static_cast<float>(2 * dot(velocity, touch->gradient));
    }
}

}  // namespace talus::water
