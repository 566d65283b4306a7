#include "talus/water/solver/pressure_solve.h"

#include "talus/exec/for_each.h"

namespace talus::water {

Solved solvePressure(const exec::Exec& exec, const Neighbours& all, const SolveRows& rows, double dt,
                     const SolveLimits& limits, FreeBodies* bodies, SheetPoints* sheets) {
    const std::size_t count = all.count;
    if (count == 0) return {};
    rows.pressure_acceleration[count] = {0, 0, 0, 0};  // the row that pads the lists
    const auto evaluate = [&](bool first) {
        inParts(exec, all, [&](std::size_t begin, std::size_t end) {
            sumPressureAcceleration(all, rows.correct, rows.wall.data(), begin, end,
                                    rows.pressure_acceleration.data());
        });
        if (bodies != nullptr) bodies->applyPressures(rows.position_pressure);
        if (sheets != nullptr) sheets->applyPressures(rows.position_pressure);
        const IterationTerms terms{first,         rows.source, rows.residual,
                                   rows.response, rows.best,   rows.position_pressure};
        return sumInParts<IterationSums>(exec, all, [&](std::size_t begin, std::size_t end) {
            sumRate(all, rows.correct, rows.pressure_acceleration.data(), rows.wall.data(), nullptr, begin,
                    end, rows.residual.data());
            if (bodies != nullptr) bodies->addRates(begin, end, rows.residual.data());
            if (sheets != nullptr) sheets->addRates(begin, end, rows.residual.data());
            IterationSums sum;
            for (std::size_t i = begin; i < end; ++i) sum = sum + terms(i);
            return sum;
        });
    };
    const auto advance = [&](bool first, const StepCoefficients& step) {
        exec::for_each(exec, count,
                       NextTrial{first, step, limits.relaxation, rows.source, rows.residual, rows.response,
                                 rows.best, rows.position_pressure});
    };
    return iteratePressures(limits, dt * dt / static_cast<double>(count), evaluate, advance);
}

}  // namespace talus::water
