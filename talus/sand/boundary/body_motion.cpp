#include "talus/sand/boundary/body_motion.h"

#include "talus/environment/wall_impulses.h"

namespace talus::sand {

using environment::wall_impulses_table;
namespace impulses = environment::fields;

std::vector<step::FieldRef> gainFields(const Boundaries& boundaries) {
    return boundaries.walls->anyFreeBody() ? environment::wallSpreadImpulseFields()
                                           : std::vector<step::FieldRef>{};
}

FreeBody freeBodyOf(const environment::WallsAt& walls, std::size_t wall) {
    const environment::Pose& pose = walls.pose(wall);
    const environment::WallMobility& mobility = walls.walls().bodies()[wall].mobility;
    FreeBody body{pose.shift, mobility.inverse_mass, {}};
    const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int a = 0; a < 3; ++a)
        body.inverse_inertia[a] =
            rotated(pose.rotation, times(mobility.inverse_inertia, rotatedBack(pose.rotation, axes[a])));
    return body;
}

std::vector<Gain> gainsWithoutSand(const step::Step& step, const Boundaries& boundaries,
                                   const environment::WallsAt& walls) {
    std::vector<Gain> gains(boundaries.count());
    if (!boundaries.walls->anyFreeBody()) return gains;
    const auto pushed = step.read(wall_impulses_table, impulses::wall_spread_impulse);
    const auto twisted = step.read(wall_impulses_table, impulses::wall_spread_angular_impulse);
    const auto other = step.read(wall_impulses_table, impulses::wall_other_acceleration);
    const auto other_spin = step.read(wall_impulses_table, impulses::wall_other_angular_acceleration);
    for (std::size_t w = 0; w < gains.size(); ++w) {
        if (!boundaries.walls->isFreeBody(w)) continue;
        const FreeBody body = freeBodyOf(walls, w);
        const Vec3d* turns = body.inverse_inertia;
        const Vec3d by_twist = turns[0] * twisted[w].x + turns[1] * twisted[w].y + turns[2] * twisted[w].z;
        gains[w] = {other[w] * step.dt + pushed[w] * body.inverse_mass, other_spin[w] * step.dt + by_twist,
                    body.centre};
    }
    return gains;
}

}  // namespace talus::sand
