#include "talus/water/solver/pressure_solve.h"

#include "talus/exec/for_each.h"

namespace talus::water {

Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits, YieldingWalls* yielding) {
    const std::size_t count = all.count;
    if (count == 0) return {};
    rows.push[count] = {0, 0, 0, 0};  // of padding
    const auto look = [&](bool first) {
        inParts(exec, all, [&](std::size_t begin, std::size_t end) {
            sumPush(all, rows.correct, rows.wall.data(), begin, end, rows.push.data());
        });
        if (yielding != nullptr) yielding->yieldTo(rows.place);
        const LookAtTurn sums{first, rows.source, rows.residual, rows.response, rows.best, rows.place};
        return sumInParts<TurnSums>(exec, all, [&](std::size_t begin, std::size_t end) {
            sumRate(all, rows.correct, rows.push.data(), rows.wall.data(), nullptr, begin, end,
                    rows.residual.data());
            if (yielding != nullptr) yielding->addRates(begin, end, rows.residual.data());
            TurnSums sum;
            for (std::size_t i = begin; i < end; ++i) sum = sum + sums(i);
            return sum;
        });
    };
    const auto next = [&](bool first, const TurnFit& fit) {
        exec::for_each(exec, count,
                       TryTurn{first, fit, limits.relaxation, rows.source, rows.residual, rows.response,
                               rows.best, rows.place});
    };
    return takeTurns(limits, dt * dt / static_cast<double>(count), look, next);
}

}  // namespace talus::water
