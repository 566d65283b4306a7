#include "talus/cloth/sheet/shown_stretch.h"

#include <cmath>

namespace talus::cloth {

ShownStretch shownStretch(const Built& built, std::size_t sheet, const Solver& solver) {
    constexpr double fitted = 0.4, wanted = 0.9;
    if (solver.method != Method::Implicit) return {};
    const double h = solver.longestStep() / solver.substeps;
    double sum = 0, weights = 0;
    for (const BuiltSpring& spring : built.springs) {
        if (built.sheet[spring.ends[0]] != sheet) continue;
        const double w = 1 / built.mass[spring.ends[0]] + 1 / built.mass[spring.ends[1]];
        sum += spring.stiffness * spring.stiffness * w;
        weights += spring.stiffness;
    }
    if (!(weights > 0)) return {};
    const double excess = fitted * sum / weights * h * h / solver.iterations;
    ShownStretch shown;
    shown.share = 1 / (1 + excess);
    shown.substeps =
        static_cast<std::size_t>(std::ceil(solver.substeps * std::sqrt(excess * wanted / (1 - wanted))));
    return shown;
}

}  // namespace talus::cloth
