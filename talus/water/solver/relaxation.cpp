#include "talus/water/solver/relaxation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

struct Neighbour {
    Vec3d position;  ///< on the lattice, in spacings
    Vec3d gradient;  ///< of the kernel
};

std::vector<Neighbour> latticeNeighbours(Kernel kernel, double support) {
    std::vector<Neighbour> all;
    const int last = static_cast<int>(std::ceil(support));
    const CubicSpline<double> spline(support);
    const WendlandC2<double> wendland(support);
    for (int i = -last; i <= last; ++i)
        for (int j = -last; j <= last; ++j)
            for (int k = -last; k <= last; ++k) {
                const Vec3d position{double(i), double(j), double(k)};
                const double r = length(position);
                if (r == 0 || r >= support) continue;
                const double slope =
                    kernel == Kernel::CubicSpline ? spline.gradient(r, 1 / r) : wendland.gradient(r, 1 / r);
                all.push_back({position, position * slope});
            }
    return all;
}

}  // namespace

double spectralRadius(Kernel kernel, double support) {
    const std::vector<Neighbour> neighbours = latticeNeighbours(kernel, support);
    double own = 0;
    for (const Neighbour& n : neighbours) own += squaredLength(n.gradient);
    constexpr int steps = 24;
    double largest = 0;
    // The lattice is the same along each axis, so wave vectors with ordered components suffice.
    for (int a = 0; a <= steps; ++a)
        for (int b = 0; b <= a; ++b)
            for (int c = 0; c <= b; ++c) {
                const Vec3d q = Vec3d{double(a), double(b), double(c)} * (std::numbers::pi / steps);
                Vec3d sum;
                for (const Neighbour& n : neighbours) sum += n.gradient * std::sin(dot(q, n.position));
                largest = std::max(largest, squaredLength(sum) / own);
            }
    return largest;
}

float relaxationFor(Kernel kernel, double support) {
    if (kernel == Kernel::CubicSpline && support == 2) return 0.5f;
    static const double usual = spectralRadius(Kernel::CubicSpline, 2);
    return static_cast<float>(0.5 * std::min(1.0, usual / spectralRadius(kernel, support)));
}

}  // namespace talus::water
