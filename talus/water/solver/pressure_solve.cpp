#include "talus/water/solver/pressure_solve.h"

#include "talus/exec/for_each.h"

namespace talus::water {

Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits) {
    const std::size_t count = all.count;
    rows.push[count] = {0, 0, 0, 0};  // of padding
    const auto error = [&] {
        inParts(exec, all, [&](std::size_t begin, std::size_t end) {
            sumPush(all, rows.correct, rows.wall.data(), begin, end, rows.push.data());
        });
        const double wrong = sumInParts(exec, all, [&](std::size_t begin, std::size_t end) {
            sumRate(all, rows.correct, rows.push.data(), rows.wall.data(), nullptr, begin, end,
                    rows.residual.data());
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i)
                sum += double{wrongAt(rows.source[i] + rows.residual[i], rows.place[i].w, rows.response[i])};
            return sum;
        });
        return count > 0 ? dt * dt * wrong / static_cast<double>(count) : 0;
    };
    return takeTurns(limits, error, [&](float share, bool first, float beyond) {
        exec::for_each(exec, count,
                       TurnPressure{share, first, beyond, rows.source, rows.residual, rows.response,
                                    rows.before, rows.place});
    });
}

}  // namespace talus::water
