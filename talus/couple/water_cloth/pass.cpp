#include "talus/couple/water_cloth/pass.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/closest_point.h"

namespace talus::couple {
namespace {

/// Round-off of shares of corners: two triangles with an edge in common must not leave a gap.
constexpr double rim = 1e-7;

Corners at(const Corners& from, const Corners& to, double share) {
    Corners now;
    for (std::size_t k = 0; k < 3; ++k) now[k] = from[k] + (to[k] - from[k]) * share;
    return now;
}

/// The volume of a tetrahedron with straight ways is a cubic of the share of the step: c[0] + c[1] t + ...
class Volume {
  public:
    Volume(const Corners& from, const Corners& to, const Vec3d& p, const Vec3d& q) {
        const Vec3d a = from[1] - from[0], b = from[2] - from[0], r = p - from[0];
        const Vec3d da = (to[1] - to[0]) - a, db = (to[2] - to[0]) - b, dr = (q - to[0]) - r;
        const Vec3d n0 = cross(a, b), n1 = cross(da, b) + cross(a, db), n2 = cross(da, db);
        c_ = {dot(n0, r), dot(n1, r) + dot(n0, dr), dot(n2, r) + dot(n1, dr), dot(n2, dr)};
    }
    double operator()(double t) const { return c_[0] + t * (c_[1] + t * (c_[2] + t * c_[3])); }
    /// Shares between which it is monotone: the ends, and the roots of its derivative between them.
    std::array<double, 4> pieces() const {
        std::array<double, 4> ends{0, 1, 1, 1};
        const double a = 3 * c_[3], b = c_[2], c = c_[1], square = b * b - a * c;
        if (square < 0) return ends;
        const double root = std::sqrt(square), sum = -(b + (b < 0 ? -root : root));
        double first = a != 0 ? sum / a : 2, second = sum != 0 ? c / sum : 2;
        if (second < first) std::swap(first, second);
        const auto inside = [](double t) { return t > 0 && t < 1; };
        if (inside(first))
            ends = {0, first, inside(second) ? second : 1, 1};
        else if (inside(second))
            ends = {0, second, 1, 1};
        return ends;
    }

  private:
    std::array<double, 4> c_{};
};

/// The root between two shares of different signs, on the side of the first: the sign there is kept.
double rootOf(const Volume& volume, double begin, double end) {
    const bool positive = volume(begin) > 0;
    for (int k = 0; k < 60 && end - begin > 1e-15; ++k) {
        const double middle = 0.5 * (begin + end);
        ((volume(middle) > 0) == positive ? begin : end) = middle;
    }
    return begin;
}

}  // namespace

std::optional<Pass> firstPass(const Corners& from, const Corners& to, const Vec3d& p, const Vec3d& q,
                              double after) {
    const Volume volume(from, to, p, q);
    const std::array<double, 4> ends = volume.pieces();
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        const double begin = std::max(ends[k], after), end = ends[k + 1];
        if (!(end > begin) || (volume(begin) > 0) == (volume(end) > 0)) continue;
        const double share = rootOf(volume, begin, end);
        const Corners now = at(from, to, share);
        if (!(squaredLength(cross(now[1] - now[0], now[2] - now[0])) > 0)) continue;
        const std::array<double, 3> shares =
            geometry::sharesOfCorners(now[0], now[1], now[2], p + (q - p) * share);
        if (std::any_of(shares.begin(), shares.end(), [](double s) { return s < -rim; })) continue;
        return Pass{share, shares, volume(begin) > 0 ? 1.0 : -1.0};
    }
    return std::nullopt;
}

}  // namespace talus::couple
