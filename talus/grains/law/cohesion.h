#pragma once
#include "talus/grains/law/law.h"

namespace talus::grains {

/// Johnson, Kendall, Roberts (1971): with a the radius of the contact and gamma the surface energy,
///   d = a^2/R_e - 2 sqrt(pi gamma a / E*),   F = 4/3 E* a^3/R_e - 4 sqrt(pi gamma E*) a^(3/2);
/// the pull-off force is 3 pi gamma R_e, and a neck holds down to the overlap of jkrTear(). The first
/// equation is solved for s = sqrt(a) by Newton's method on the convex function s^4/R_e - 2 k s - d, k =
/// sqrt(pi gamma / E*). It starts above the root, so it stays on the stable branch. 24 iterations reach
/// round-off even at the tear, where the root is double.
template <class V>
TALUS_HD V jkrContactRadius(const V& k, const V& r_e, const V& overlap) {
    using std::cbrt;
    using std::sqrt;
    const V zero(0), pushed = select<V>(overlap > zero, overlap, zero);
    const V by_overlap = sqrt(sqrt(V(2) * pushed * r_e)), by_pull = cbrt(V(4) * k * r_e);
    V s = select<V>(by_overlap > by_pull, by_overlap, by_pull);
    for (int i = 0; i < 24; ++i) {
        const V s3 = s * s * s / r_e;
        const V slope = V(4) * s3 - V(2) * k;
        const V value = s * s3 - V(2) * k * s - overlap;
        // Past the tear there is no root. The pair has separated there, and s is not used.
        s = select<V>(slope > zero, s - value / slope, s);
    }
    return s * s;
}

/// The overlap (negative: a gap) at which a JKR neck tears: -3/2 k (k R_e / 2)^(1/3).
template <class V>
TALUS_HD V jkrTear(const V& k, const V& r_e) {
    using std::cbrt;
    return number<V>(-1.5) * k * cbrt(number<V>(0.5) * k * r_e);
}

/// Attraction of a pair that acts [N]; zero for jkr, whose attraction is part of the normal force.
/// constant: a given force across a given range. dmt (Derjaguin, Muller, Toporov 1975): 4 pi gamma R_e while
/// the two touch. capillary (Willett and others 2000, their closed form): with R = 2 R_e, gap s and volume V
/// of the bridge, 2 pi R sigma cos(theta) / (1 + 2.1 S + 10 S^2), S = s/2 sqrt(R/V).
template <class V>
TALUS_HD V pullOf(Cohesion kind, const Constants<V>& c, const Touch<V>& t) {
    using std::sqrt;
    const V zero(0);
    switch (kind) {
        case Cohesion::None:
        case Cohesion::Jkr: return zero;
        case Cohesion::Constant: return c.pull;
        case Cohesion::Dmt: return select<V>(t.overlap > zero, c.pull * t.effective_radius, zero);
        case Cohesion::Capillary: break;
    }
    const V gap = select<V>(t.overlap > zero, zero, -t.overlap);
    const V s = number<V>(0.5) * gap * sqrt(V(4) * c.adhesion * t.effective_radius);
    return c.pull * t.effective_radius / (V(1) + number<V>(2.1) * s + V(10) * s * s);
}

}  // namespace talus::grains
