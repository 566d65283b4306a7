#include "talus/cloth/solve/springs.h"

namespace talus::cloth {
namespace {

/// Springs are many and cheap: tasks of twice as many as usual.
constexpr std::size_t springs_a_task = 4096;

template <bool damped, bool summed>
void solveColour(const exec::Exec& exec, const SpringRows& springs, const SolvedPoints& points,
                 View<double> multiplier, double h, std::size_t begin, std::size_t end) {
    const double per_h2 = 1 / (h * h);
    const auto kernel = [=](std::size_t first, std::size_t last) {
        for (std::size_t s = begin + first; s < begin + last; ++s) {
            const auto [i, j] = springs.ends[s];
            const double wi = points.mobility[i], wj = points.mobility[j], w = wi + wj;
            const double k = springs.stiffness[s];
            if (!(w > 0) || !(k > 0)) continue;
            const Vec3d r = points.position[i] - points.position[j];
            const double now = length(r);
            if (!(now > 0)) continue;  // no direction
            const double a = per_h2 / k;
            double c = now - springs.length[s], below = w + a;
            if constexpr (summed) c += a * multiplier[s];
            if constexpr (damped) {
                const double g = springs.damping[s] / (k * h);
                c += g * dot(r, r - (points.start[i] - points.start[j])) / now;
                below += g * w;
            }
            const double p = -c / below;
            if constexpr (summed) multiplier[s] += p;
            const Vec3d push = r * (p / now);
            points.position[i] += push * wi;
            points.position[j] -= push * wj;
            if (wi == 0) points.reaction[i] += push;
            if (wj == 0) points.reaction[j] -= push;
        }
    };
    exec::for_each_range(exec, end - begin, kernel, springs_a_task);
}

}  // namespace

void solveSprings(const exec::Exec& exec, const SpringRows& springs, const SolvedPoints& points,
                  View<double> multiplier, double h) {
    bool damped = false;
    for (const double z : springs.damping) damped |= z > 0;
    std::size_t begin = 0;
    for (const std::size_t end : springs.colour_ends) {
        const auto solve = damped
                               ? (multiplier.empty() ? solveColour<true, false> : solveColour<true, true>)
                               : (multiplier.empty() ? solveColour<false, false> : solveColour<false, true>);
        solve(exec, springs, points, multiplier, h, begin, end);
        begin = end;
    }
}

void solveHinges(const exec::Exec& exec, const HingeRows& hinges, const SolvedPoints& points,
                 View<Vec3d> multiplier, double h) {
    const double per_h2 = 1 / (h * h);
    std::size_t begin = 0;
    for (const std::size_t end : hinges.colour_ends) {
        exec::for_each(exec, end - begin, [=](std::size_t k) {
            const std::size_t q = begin + k;
            if (!(hinges.bend[q] > 0)) return;
            const auto [i0, i1] = hinges.edge[q];
            const auto [i2, i3] = hinges.wings[q];
            const Vec3d& c = hinges.weight[q];
            const double c0 = -(c.x + c.y + c.z);
            const double w0 = points.mobility[i0], w1 = points.mobility[i1], w2 = points.mobility[i2],
                         w3 = points.mobility[i3];
            const double w = w0 * c0 * c0 + w1 * c.x * c.x + w2 * c.y * c.y + w3 * c.z * c.z;
            if (!(w > 0)) return;
            const Vec3d x0 = points.position[i0], e1 = points.position[i1] - x0,
                        e2 = points.position[i2] - x0, e3 = points.position[i3] - x0;
            Vec3d s = e1 * c.x + e2 * c.y + e3 * c.z;
            if (hinges.curl[q] != 0) {
                const Vec3d normal = cross(e1, e2) - cross(e1, e3);
                const double size = length(normal);
                if (size > 0) s -= normal * (hinges.curl[q] / size);
            }
            const double a = per_h2 / hinges.bend[q];
            if (!multiplier.empty()) s += multiplier[q] * a;
            const Vec3d p = s * (-1 / (w + a));
            if (!multiplier.empty()) multiplier[q] += p;
            points.position[i0] += p * (w0 * c0);
            points.position[i1] += p * (w1 * c.x);
            points.position[i2] += p * (w2 * c.y);
            points.position[i3] += p * (w3 * c.z);
            if (w0 == 0) points.reaction[i0] += p * c0;
            if (w1 == 0) points.reaction[i1] += p * c.x;
            if (w2 == 0) points.reaction[i2] += p * c.y;
            if (w3 == 0) points.reaction[i3] += p * c.z;
        });
        begin = end;
    }
}

}  // namespace talus::cloth
