#include "talus/cloth/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "talus/cloth/fields.h"
#include "talus/exec/reduce.h"

namespace talus::cloth {
namespace {

/// The share of the bound that a step takes: the bound itself is where the fastest mode no longer decays.
constexpr double safe_share = 0.9;

}  // namespace

Measures measure(const exec::Exec& exec, const state::World& world) {
    const state::Table &points = world.table(points_table), &springs = world.table(springs_table),
                       &hinges = world.table(hinges_table);
    const auto position = points.read(fields::position);
    const auto velocity = points.read(fields::velocity);
    const auto mass = points.read(fields::mass);
    const auto ends = springs.read(fields::ends);
    const auto rest = springs.read(fields::length);
    const auto stiffness = springs.read(fields::stiffness);
    const auto edge = hinges.read(fields::edge);
    const auto wings = hinges.read(fields::wings);
    const auto weight = hinges.read(fields::weight);
    const auto bend = hinges.read(fields::bend);
    const auto curl = hinges.read(fields::curl);
    const auto larger = [](double a, double b) { return std::max(a, b); };
    Measures all;
    all.kinetic = exec::sum(exec, position.size(), 0.0,
                            [&](std::size_t p) { return 0.5 * mass[p] * squaredLength(velocity[p]); });
    all.fastest = std::sqrt(exec::reduce(
        exec, position.size(), 0.0, [&](std::size_t p) { return squaredLength(velocity[p]); }, larger));
    all.lowest = -exec::reduce(
        exec, position.size(), -std::numeric_limits<double>::infinity(),
        [&](std::size_t p) { return -position[p].z; }, larger);
    const auto stretch = [&](std::size_t s) {
        return length(position[ends[s][0]] - position[ends[s][1]]) / rest[s];
    };
    all.elastic = exec::sum(exec, ends.size(), 0.0, [&](std::size_t s) {
        const double more = (stretch(s) - 1) * rest[s];
        return 0.5 * stiffness[s] * more * more;
    });
    all.elastic += exec::sum(exec, edge.size(), 0.0, [&](std::size_t q) {
        const Vec3d x0 = position[edge[q][0]], e1 = position[edge[q][1]] - x0,
                    e2 = position[wings[q][0]] - x0, e3 = position[wings[q][1]] - x0;
        Vec3d s = e1 * weight[q].x + e2 * weight[q].y + e3 * weight[q].z;
        const Vec3d normal = cross(e1, e2) - cross(e1, e3);
        if (const double size = length(normal); curl[q] != 0 && size > 0) s -= normal * (curl[q] / size);
        return 0.5 * bend[q] * squaredLength(s);
    });
    // Of springs that are not torn.
    const auto whole = [&](std::size_t s) { return stiffness[s] > 0 ? stretch(s) : 0.0; };
    const double count =
        exec::sum(exec, ends.size(), 0.0, [&](std::size_t s) { return stiffness[s] > 0 ? 1.0 : 0.0; });
    if (count > 0) all.mean_stretch = exec::sum(exec, ends.size(), 0.0, whole) / count;
    all.max_stretch = exec::reduce(exec, ends.size(), 0.0, whole, larger);
    return all;
}

double stableStep(const state::World& world) {
    const state::Table &points = world.table(points_table), &springs = world.table(springs_table),
                       &hinges = world.table(hinges_table);
    const auto mass = points.read(fields::mass);
    const auto ends = springs.read(fields::ends);
    const auto stiffness = springs.read(fields::stiffness);
    const auto damping = springs.read(fields::damping);
    std::vector<double> k(mass.size(), 0), z(mass.size(), 0);
    for (std::size_t s = 0; s < ends.size(); ++s)
        for (const std::uint32_t p : ends[s]) {
            k[p] += 2 * stiffness[s];
            z[p] += 2 * damping[s];
        }
    const auto edge = hinges.read(fields::edge);
    const auto wings = hinges.read(fields::wings);
    const auto weight = hinges.read(fields::weight);
    const auto bend = hinges.read(fields::bend);
    for (std::size_t q = 0; q < edge.size(); ++q) {
        const Vec3d& c = weight[q];
        const double c0 = std::abs(c.x + c.y + c.z), c1 = std::abs(c.x), c2 = std::abs(c.y),
                     c3 = std::abs(c.z), sum = bend[q] * (c0 + c1 + c2 + c3);
        k[edge[q][0]] += c0 * sum;
        k[edge[q][1]] += c1 * sum;
        k[wings[q][0]] += c2 * sum;
        k[wings[q][1]] += c3 * sum;
    }
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < mass.size(); ++p)
        if (k[p] > 0)
            step = std::min(step, (std::sqrt(z[p] * z[p] + 4 * mass[p] * k[p]) - z[p]) / k[p]);
        else if (z[p] > 0)
            step = std::min(step, 2 * mass[p] / z[p]);
    return safe_share * step;
}

double longestStepOf(const Solver& solver, const state::World& world) {
    if (solver.method == Method::Implicit) return solver.longestStep();
    const double stable = stableStep(world);
    return solver.dt ? std::min(*solver.dt, stable) : stable;
}

}  // namespace talus::cloth
