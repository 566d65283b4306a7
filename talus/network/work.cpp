#include "talus/network/work.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace talus::network {
namespace {

/// Length, area or volume within a distance of 1.
double unitBall(int dimensions) {
    return dimensions == 1 ? 2 : dimensions == 2 ? std::numbers::pi : 4 * std::numbers::pi / 3;
}

/// A number of the cell of side 1 that holds a position. Different cells have different numbers, but for one
/// in 2^64.
std::uint64_t numberOf(const Vec3d& position) {
    std::uint64_t number = 0;
    for (const double along : {position.x, position.y, position.z}) {
        // Adding 0 makes one zero of two.
        number = (number ^ std::bit_cast<std::uint64_t>(std::floor(along) + 0.0)) * 0x9e3779b97f4a7c15;
        number ^= number >> 29;
    }
    return number;
}

/// The sum of the squares of the numbers of masses in the cells: each mass counts as many as its cell has.
double cellmates(const Setup& setup) {
    std::vector<std::uint64_t> cells;
    for (std::size_t g = 0; g < setup.groups.size(); ++g) {
        if (setup.is_few[g]) continue;
        const std::vector<Vec3d> one{{}},
            &points = setup.groups[g].points.empty() ? one : setup.groups[g].points;
        for (const Vec3d& at : setup.layouts[g].positions)
            for (const Vec3d& point : points) {
                const Vec3d scaled = setup.project(at + point) / setup.reach;
                cells.push_back(numberOf(scaled));
            }
    }
    std::sort(cells.begin(), cells.end());
    double sum = 0;
    for (auto first = cells.begin(); first != cells.end();) {
        const auto last = std::upper_bound(first, cells.end(), *first);
        const auto count = static_cast<double>(last - first);
        sum += count * count;
        first = last;
    }
    return sum;
}

}  // namespace

double pairsInReach(const Setup& setup, const std::vector<double>& made) {
    double all = static_cast<double>(setup.start_rows);
    for (const double count : made) all += count;
    // All masses look at each of a group of a few.
    double pairs = setup.any_near ? all * static_cast<double>(setup.few_rows.size()) : 0;
    if (!(setup.reach > 0)) return pairs;
    const double ball = unitBall(setup.network.dimensions);
    pairs += 0.5 * ball * cellmates(setup);
    for (std::size_t s = 0; s < made.size(); ++s) {
        const std::size_t g = setup.source_group[s];
        const double contact = setup.free_distance[g * setup.groups.size() + g];
        const double apart = contact > 0 ? contact : 2 * setup.groups[g].radius;
        const double around = ball * std::pow(setup.reach / apart, setup.network.dimensions);
        pairs += 0.5 * made[s] * std::min(all, around);
    }
    return pairs;
}

}  // namespace talus::network
