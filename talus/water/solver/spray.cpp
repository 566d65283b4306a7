#include "talus/water/solver/spray.h"

#include <cmath>

#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

template <class K>
double octant(const K& kernel, double support) {
    const int most = static_cast<int>(std::ceil(support));
    double sum = 0;
    for (int i = 0; i <= most; ++i)
        for (int j = 0; j <= most; ++j)
            for (int k = 0; k <= most; ++k)
                sum += kernel.template value<double>(std::sqrt(double(i * i + j * j + k * k)));
    return sum;
}

}  // namespace

double cornerShare(Kernel kernel, double support) {
    if (kernel == Kernel::CubicSpline) return octant(CubicSpline<double>(support), support);
    return octant(WendlandC2<double>(support), support);
}

}  // namespace talus::water
