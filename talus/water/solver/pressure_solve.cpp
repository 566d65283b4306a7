#include "talus/water/solver/pressure_solve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::water {
namespace {

/// Where the error grows more often than this, the rest of the turns are plain ones: slower, and sure.
constexpr int most_anew = 2;

}  // namespace

Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits) {
    const std::size_t count = all.count;
    Solved solved;
    rows.push[count] = {0, 0, 0, 0};  // of padding
    const auto pushAll = [&] {
        inParts(exec, all, [&](std::size_t begin, std::size_t end) {
            sumPush(all, rows.correct, rows.wall.data(), begin, end, rows.push.data());
        });
    };
    const double square = dt * dt;
    double last = std::numeric_limits<double>::infinity();
    int turn = 0, begun_anew = 0;
    for (;; ++turn) {
        pushAll();
        // Compression that is left; where there is pressure also what it has overdone, or a first guess that
        // is too large would stand, and make energy.
        const double left = sumInParts(exec, all, [&](std::size_t begin, std::size_t end) {
            sumRate(all, rows.correct, rows.push.data(), rows.wall.data(), nullptr, begin, end,
                    rows.residual.data());
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const float residual = rows.source[i] + rows.residual[i];
                const float wrong = rows.place[i].w > 0 ? std::abs(residual) : std::max(0.0f, residual);
                sum += rows.response[i] > 0 ? double{wrong} : 0.0;
            }
            return sum;
        });
        solved.error = count > 0 ? square * left / static_cast<double>(count) : 0;
        if (solved.iterations >= limits.most ||
            (solved.iterations >= limits.least && solved.error <= limits.error))
            return solved;
        ++solved.iterations;
        if (solved.error > last) {
            turn = 0;
            ++begun_anew;
        }
        last = solved.error;
        const float beyond =
            begun_anew > most_anew ? 0.0f : static_cast<float>(turn) / static_cast<float>(turn + 3);
        exec::for_each(exec, count, [&, first = turn == 0](std::size_t i) {
            const float residual = rows.source[i] + rows.residual[i];
            const float next =
                std::max(0.0f, rows.place[i].w + limits.relaxation * rows.response[i] * residual);
            const float way = first ? 0.0f : next - rows.before[i];
            rows.before[i] = next;
            rows.place[i].w = std::max(0.0f, next + beyond * way);
        });
    }
}

}  // namespace talus::water
