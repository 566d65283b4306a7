#include "talus/water/motion/follow.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/water/boundary/loads.h"

namespace talus::water {
namespace {

constexpr std::size_t part_rows = 256;

/// The maximum displacement of any wall in this step [m].
double driftOf(const environment::WallsAt& begin, const environment::WallsAt& end) {
    const environment::Walls& walls = begin.walls();
    double largest = 0;
    for (std::size_t w = 0; w < walls.bodies().size(); ++w)
        if (walls.moves(w)) largest = std::max(largest, walls.drift(w, begin.pose(w), end.pose(w)));
    return largest;
}

}  // namespace

double marginOf(const environment::WallsAt& begin, const environment::WallsAt& end) {
    // A micrometre more than contacts need.
    return driftOf(begin, end) + 2 * environment::Obstacles::smallest_reach;
}

environment::Loads follow(const exec::Exec& exec, const environment::Obstacles& obstacles, std::size_t walls,
                          double mass, double dt, exec::View<const Vec3d> displacement,
                          exec::View<Vec3d> position, exec::View<Vec3f> velocity) {
    const environment::Loads none{std::vector<environment::Load>(walls), {}};
    std::vector<environment::Loads> parts((position.size() + part_rows - 1) / part_rows, none);
    exec::for_each(
        exec, parts.size(),
        [&](std::size_t part) {
            environment::Obstacles::Scratch scratch;
            const std::size_t end = std::min(position.size(), (part + 1) * part_rows);
            for (std::size_t i = part * part_rows; i < end; ++i) {
                const Vec3d v = wide(velocity[i]);
                environment::Traveller t{position[i], position[i] + displacement[i], v, 0, mass};
                obstacles.travel(t, dt, scratch, parts[part]);
                position[i] = t.position;
                velocity[i] = narrow(t.velocity);
            }
        },
        1);
    environment::Loads sum = none;
    for (const environment::Loads& part : parts) addTo(sum, part);
    return sum;
}

}  // namespace talus::water
