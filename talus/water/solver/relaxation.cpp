#include "talus/water/solver/relaxation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

struct Neighbour {
    Vec3d place;     ///< on the lattice, in spacings
    Vec3d gradient;  ///< of the kernel
};

std::vector<Neighbour> latticeNeighbours(Kernel kernel, double support) {
    std::vector<Neighbour> all;
    const int most = static_cast<int>(std::ceil(support));
    const CubicSpline<double> spline(support);
    const WendlandC2<double> wendland(support);
    for (int i = -most; i <= most; ++i)
        for (int j = -most; j <= most; ++j)
            for (int k = -most; k <= most; ++k) {
                const Vec3d place{double(i), double(j), double(k)};
                const double r = length(place);
                if (r == 0 || r >= support) continue;
                const double slope =
                    kernel == Kernel::CubicSpline ? spline.gradient(r, 1 / r) : wendland.gradient(r, 1 / r);
                all.push_back({place, place * slope});
            }
    return all;
}

}  // namespace

double overdoing(Kernel kernel, double support) {
    const std::vector<Neighbour> neighbours = latticeNeighbours(kernel, support);
    double own = 0;
    for (const Neighbour& n : neighbours) own += squaredLength(n.gradient);
    constexpr int steps = 24;
    double most = 0;
    // The lattice looks the same along each axis, so ordered wave vectors are all there are.
    for (int a = 0; a <= steps; ++a)
        for (int b = 0; b <= a; ++b)
            for (int c = 0; c <= b; ++c) {
                const Vec3d q = Vec3d{double(a), double(b), double(c)} * (std::numbers::pi / steps);
                Vec3d sum;
                for (const Neighbour& n : neighbours) sum += n.gradient * std::sin(dot(q, n.place));
                most = std::max(most, squaredLength(sum) / own);
            }
    return most;
}

float relaxationFor(Kernel kernel, double support) {
    if (kernel == Kernel::CubicSpline && support == 2) return 0.5f;
    static const double usual = overdoing(Kernel::CubicSpline, 2);
    return static_cast<float>(0.5 * std::min(1.0, usual / overdoing(kernel, support)));
}

}  // namespace talus::water
