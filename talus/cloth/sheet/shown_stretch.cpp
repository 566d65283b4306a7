#include "talus/cloth/sheet/shown_stretch.h"

#include <cmath>

namespace talus::cloth {

namespace {

/// @param of whether a spring counts
template <class Of>
double meanRate(const Built& built, Of of) {
    double sum = 0, weights = 0;
    for (const BuiltSpring& spring : built.springs) {
        if (!of(spring)) continue;
        const double w = 1 / built.mass[spring.ends[0]] + 1 / built.mass[spring.ends[1]];
        sum += spring.stiffness * spring.stiffness * w;
        weights += spring.stiffness;
    }
    return weights > 0 ? sum / weights : 0;
}

}  // namespace

double meanSpringRate(const Built& built) {
    return meanRate(built, [](const BuiltSpring&) { return true; });
}

bool solvedAtOnce(double rate, const Solver& solver, double h) {
    constexpr double stiff = 0.25;  // of k w h^2: 1 / (1 + 0.4 * 0.25) is nine tenths
    return solver.method == Method::Implicit && solver.iterations == 1 && rate * h * h > stiff;
}

ShownStretch shownStretch(const Built& built, std::size_t sheet, const Solver& solver) {
    constexpr double fitted = 0.4, wanted = 0.9;
    if (solver.method != Method::Implicit) return {};
    const double h = solver.longestStep() / solver.substeps;
    if (solvedAtOnce(meanSpringRate(built), solver, h)) return {};
    const double rate =
        meanRate(built, [&](const BuiltSpring& spring) { return built.sheet[spring.ends[0]] == sheet; });
    if (!(rate > 0)) return {};
    const double excess = fitted * rate * h * h / solver.iterations;
    ShownStretch shown;
    shown.share = 1 / (1 + excess);
    shown.substeps =
        static_cast<std::size_t>(std::ceil(solver.substeps * std::sqrt(excess * wanted / (1 - wanted))));
    return shown;
}

}  // namespace talus::cloth
