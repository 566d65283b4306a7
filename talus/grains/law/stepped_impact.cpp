#include "talus/grains/law/stepped_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/grains/law/law_row.h"

namespace talus::grains {

double durationOf(const HeadOn& impact) {
    LawConstants normal = impact.law;
    normal.shear_stiffness = normal.rolling_stiffness = 0;
    return contactTime(normal, impact.effective_mass, impact.effective_radius, impact.speed);
}

double restitutionInSteps(const HeadOn& impact, double dt, double phase) {
    return impact.law.row->restitutionInSteps(impact, dt, phase);
}

RestitutionRange restitutionRange(const HeadOn& impact, double dt, int phases) {
    const double step = std::max(dt, durationOf(impact) / 5000);
    RestitutionRange range{std::numeric_limits<double>::infinity(), 0};
    for (int k = 0; k < phases; ++k) {
        const double e = restitutionInSteps(impact, step, (k + 0.5) / phases);
        range.least = std::min(range.least, e);
        range.most = std::max(range.most, std::isfinite(e) ? e : std::numeric_limits<double>::infinity());
    }
    return range;
}

}  // namespace talus::grains
