#pragma once
#include <array>
#include <cmath>

#include "talus/math/rotation.h"
#include "talus/math/tensor.h"

namespace talus {

/// The principal axes of a symmetric tensor and its values along them.
struct PrincipalAxes {
    Rotation axes;  ///< right-handed
    Vec3d values;
};

/// Jacobi's method: each rotation makes one element off the diagonal zero (Golub, Van Loan, Matrix
/// Computations, 8.5). It converges quadratically; a diagonal tensor keeps its axes.
TALUS_HD inline PrincipalAxes principalAxes(const Tensor& t) {
    std::array<std::array<double, 3>, 3> a{
        {{t.x.x, t.x.y, t.x.z}, {t.y.x, t.y.y, t.y.z}, {t.z.x, t.z.y, t.z.z}}};
    std::array<Vec3d, 3> axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    constexpr int max_sweeps = 30;
    for (int sweep = 0; sweep < max_sweeps; ++sweep)
        for (std::size_t p = 0; p < 2; ++p)
            for (std::size_t q = p + 1; q < 3; ++q) {
                const double off = a[p][q], size = std::abs(a[p][p]) + std::abs(a[q][q]);
                if (!(std::abs(off) > 1e-16 * size)) continue;
                const double theta = (a[q][q] - a[p][p]) / (2 * off);
                const double tan = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(theta, 1.0));
                const double c = 1 / std::hypot(tan, 1.0), s = tan * c;
                for (std::size_t k = 0; k < 3; ++k) {
                    const double kp = a[k][p], kq = a[k][q];
                    a[k][p] = c * kp - s * kq;
                    a[k][q] = s * kp + c * kq;
                }
                for (std::size_t k = 0; k < 3; ++k) {
                    const double pk = a[p][k], qk = a[q][k];
                    a[p][k] = c * pk - s * qk;
                    a[q][k] = s * pk + c * qk;
                }
                const Vec3d x = axes[p], y = axes[q];
                axes[p] = x * c - y * s;
                axes[q] = x * s + y * c;
            }
    // Rotations by Jacobi keep the axes right-handed; the last one is computed to keep them orthogonal.
    return {{axes[0], axes[1], cross(axes[0], axes[1])}, {a[0][0], a[1][1], a[2][2]}};
}

}  // namespace talus
