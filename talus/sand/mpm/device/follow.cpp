#include "talus/sand/mpm/device/follow.h"

#include <algorithm>
#include <vector>

#include "talus/exec/for_each.h"
#include "talus/sand/boundary/loads.h"

namespace talus::sand::mpm::device {

environment::Loads follow(const exec::Exec& exec, const environment::Obstacles& obstacles, std::size_t walls,
                          double mass, double dt, std::span<const std::uint32_t> ends,
                          exec::View<const std::uint32_t> row, exec::View<const Vec3f> residual,
                          exec::View<Vec3d> position, exec::View<Vec3f> velocity) {
    // The particles of each tile that has any.
    std::vector<std::size_t> end;
    for (std::size_t k = 0, tile = 0; k < row.size(); ++k) {
        if (k > 0 && row[k] < ends[tile]) {
            end.back() = k + 1;
            continue;
        }
        while (row[k] >= ends[tile]) ++tile;
        end.push_back(k + 1);
    }
    const environment::Loads none{std::vector<environment::Load>(walls), {}};
    std::vector<environment::Loads> parts(end.size(), none);
    exec::for_each(
        exec, parts.size(),
        [&](std::size_t part) {
            environment::Obstacles::Scratch scratch;
            for (std::size_t k = part == 0 ? 0 : end[part - 1]; k < end[part]; ++k) {
                const Vec3d v = wide(velocity[k]);
                environment::Traveller t{position[k], position[k] + v * dt, v, 0, mass, wide(residual[k])};
                obstacles.travel(t, dt, scratch, parts[part]);
                position[k] = t.position;
                velocity[k] = narrow(t.velocity) + narrow(t.residual);
            }
        },
        1);
    environment::Loads sum = none;
    for (const environment::Loads& part : parts) addTo(sum, part);
    return sum;
}

}  // namespace talus::sand::mpm::device
