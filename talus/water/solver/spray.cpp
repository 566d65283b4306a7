#include "talus/water/solver/spray.h"

#include <cmath>

#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

/// The sum of kernel values over one octant of a cubic lattice, its corner included.
template <class K>
double octant(const K& kernel, double support) {
    const int last = static_cast<int>(std::ceil(support));
    double sum = 0;
    for (int i = 0; i <= last; ++i)
        for (int j = 0; j <= last; ++j)
            for (int k = 0; k <= last; ++k)
                sum += kernel.template value<double>(std::sqrt(double(i * i + j * j + k * k)));
    return sum;
}

}  // namespace

double cornerShare(Kernel kernel, double support) {
    if (kernel == Kernel::CubicSpline) return octant(CubicSpline<double>(support), support);
    return octant(WendlandC2<double>(support), support);
}

}  // namespace talus::water
