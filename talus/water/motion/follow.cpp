#include "talus/water/motion/follow.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/water/boundary/loads.h"

namespace talus::water {
namespace {

constexpr std::size_t part_rows = 256;

/// By how much any wall is moved in this step, at the most [m].
double driftOf(const environment::WallsAt& begin, const environment::WallsAt& end) {
    const environment::Walls& walls = begin.walls();
    double most = 0;
    for (std::size_t w = 0; w < walls.bodies().size(); ++w)
        if (walls.moves(w)) most = std::max(most, walls.drift(w, begin.pose(w), end.pose(w)));
    return most;
}

}  // namespace

double marginOf(const environment::WallsAt& begin, const environment::WallsAt& end) {
    // A micrometre more than contact asks for.
    return driftOf(begin, end) + 2 * environment::Obstacles::smallest_reach;
}

environment::Loads follow(const exec::Exec& exec, const environment::Obstacles& obstacles, std::size_t walls,
                          double mass, double dt, exec::View<const Vec3d> way, exec::View<Vec3d> position,
                          exec::View<Vec3f> velocity) {
    const environment::Loads none{std::vector<environment::Load>(walls), {}};
    std::vector<environment::Loads> parts((position.size() + part_rows - 1) / part_rows, none);
    exec::for_each(
        exec, parts.size(),
        [&](std::size_t part) {
            environment::Obstacles::Scratch scratch;
            const std::size_t end = std::min(position.size(), (part + 1) * part_rows);
            for (std::size_t i = part * part_rows; i < end; ++i) {
                const Vec3d v = wide(velocity[i]);
                environment::Traveller t{position[i], position[i] + way[i], v, 0, mass};
                obstacles.travel(t, dt, scratch, parts[part]);
                position[i] = t.place;
                velocity[i] = narrow(t.velocity);
            }
        },
        1);
    environment::Loads sum = none;
    for (const environment::Loads& part : parts) addTo(sum, part);
    return sum;
}

}  // namespace talus::water
