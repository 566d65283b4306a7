#include "talus/water/solver/pressure_solve.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/water/solver/sums.h"

namespace talus::water {
namespace {

constexpr std::size_t part_rows = 256;
constexpr float relaxation = 0.5f;

}  // namespace

Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits) {
    const std::size_t count = all.count;
    Solved solved;
    rows.push[count] = {0, 0, 0, 0};  // of padding
    const auto pushAll = [&] {
        exec::for_each_range(
            exec, count,
            [&](std::size_t begin, std::size_t end) {
                sumPush(all, rows.wall.data(), begin, end, rows.push.data());
            },
            part_rows);
    };
    const double square = dt * dt;
    for (;;) {
        pushAll();
        exec::for_each_range(
            exec, count,
            [&](std::size_t begin, std::size_t end) {
                sumRate(all, rows.push.data(), rows.wall.data(), nullptr, begin, end, rows.residual.data());
            },
            part_rows);
        // Compression that is left; where there is pressure also what it has overdone, or a first guess that
        // is too large would stand, and make energy.
        const double left = exec::sum(exec, count, 0.0, [&](std::size_t i) {
            const float residual = rows.source[i] + rows.residual[i];
            if (rows.response[i] == 0) return 0.0;
            return square *
                   (rows.place[i].w > 0 ? std::abs(double{residual}) : std::max(0.0, double{residual}));
        });
        solved.error = count > 0 ? left / static_cast<double>(count) : 0;
        if (solved.iterations >= limits.most ||
            (solved.iterations >= limits.least && solved.error <= limits.error))
            return solved;
        ++solved.iterations;
        exec::for_each(exec, count, [&](std::size_t i) {
            const float residual = rows.source[i] + rows.residual[i];
            rows.place[i].w = std::max(0.0f, rows.place[i].w + relaxation * rows.response[i] * residual);
        });
    }
}

}  // namespace talus::water
