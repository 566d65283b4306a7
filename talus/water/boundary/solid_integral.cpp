#include "talus/water/boundary/solid_integral.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "talus/water/kernel/spline.h"

namespace talus::water {
namespace {

constexpr std::size_t steps = 4096;
constexpr double whole = 1 / (4 * std::numbers::pi);  ///< int_0^h W s^2 ds

/// Gauss-Legendre points on -1 to 1, and their weights.
constexpr std::array<std::array<double, 2>, 3> points{
    {{-0.7745966692414834, 5.0 / 9}, {0, 8.0 / 9}, {0.7745966692414834, 5.0 / 9}}};

/// A triangle is far if its centroid is this many times farther away than its corners are from the centroid.
/// Chosen: with 2.5 the share jumps by some 1e-4 where triangles become far, and the error of its gradient is
/// up to 4% of the largest gradient; with 3 it is less than 3%.
constexpr double far = 3;

/// Tabulates all integrals by Simpson's rule.
template <class Kernel, class Integrals, class Weights>
void integrate(const Kernel& kernel, double support, std::vector<Integrals>& all,
               std::vector<Weights>& weights) {
    all.assign(steps + 1, {0, 0, 0, 0});
    weights.assign(steps + 1, {0, 0});
    const auto radius = [&](std::size_t k) {
        return support * std::sqrt(static_cast<double>(k) / static_cast<double>(steps));
    };
    const auto w = [&](double r) { return kernel.template value<double>(r); };
    const auto simpson = [](double a, double b, auto f) {
        return (b - a) / 6 * (f(a) + 4 * f(0.5 * (a + b)) + f(b));
    };
    for (std::size_t k = steps; k-- > 0;) {
        const auto onwards = [&](double behind, auto power) {
            return behind + simpson(radius(k), radius(k + 1), [&](double s) { return w(s) * power(s); });
        };
        all[k].ring = onwards(all[k + 1].ring, [](double s) { return s; });
        all[k].square = onwards(all[k + 1].square, [](double s) { return s * s; });
        all[k].cube = onwards(all[k + 1].cube, [](double s) { return s * s * s; });
    }
    double q = 0;
    for (std::size_t k = 0; k < steps; ++k) {
        const double a = radius(k), b = radius(k + 1);
        const auto until = [&](double s) {
            return q + simpson(a, s, [&](double x) { return w(x) * x * x; });
        };
        all[k + 1].lift =
            all[k].lift + simpson(a, b, [&](double s) { return s > 0 ? until(s) / (s * s) : 0; });
        q = until(b);
        weights[k + 1] = {w(b), (whole - q) / (b * b * b)};
    }
    weights[0] = weights[1];  // not used: far triangles are not at distance 0
}

/// Linear interpolation. @param fraction 0 to 1, from the first value to the last
double between(const std::vector<double>& values, double fraction) {
    const double at = std::min(fraction, 1.0) * static_cast<double>(steps);
    const auto k = std::min(static_cast<std::size_t>(at), steps - 1);
    return values[k] + (values[k + 1] - values[k]) * (at - static_cast<double>(k));
}

/// The solid angle of a triangle over 4 pi, positive from behind (van Oosterom and Strackee 1983,
/// "The solid angle of a plane triangle", IEEE Trans. Biomed. Eng. 30, 125).
double solidAngle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const double x = length(a), y = length(b), z = length(c);
    return 2 * whole *
           std::atan2(dot(a, cross(b, c)), x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y);
}

}  // namespace

SolidIntegral::SolidIntegral(Kernel kernel, double support, const WallIntegral& layers) : support_(support) {
    if (kernel == Kernel::CubicSpline)
        integrate(CubicSpline<double>(support), support, integrals_, weights_);
    else
        integrate(WendlandC2<double>(support), support, integrals_, weights_);
    // The share of a half space is int_d^h 2 pi ring(s) ds.
    const auto section = [&](double d) { return 2 * std::numbers::pi * at(d * d).ring; };
    layered_.assign(steps + 1, 0);
    per_share_.assign(steps + 1, 0);
    double share = 0;
    std::size_t next = 0;
    constexpr std::size_t planes = 8 * steps;
    const double step = 2 * support / planes;
    for (std::size_t k = 0; k < planes; ++k) {
        const double d = support - static_cast<double>(k) * step, area = section(d - 0.5 * step);
        for (; next <= steps && static_cast<double>(next) / steps <= share + area * step; ++next) {
            const double there = d - (area > 0 ? (static_cast<double>(next) / steps - share) / area : 0);
            layered_[next] = layers.share(there);
            const double slope = section(there);
            per_share_[next] = slope > 0 ? layers.slope(there) / slope : 0;
        }
        share += area * step;
    }
    for (; next <= steps; ++next) layered_[next] = layers.share(-support);
}

SolidIntegral::Integrals SolidIntegral::at(double square) const {
    const double h2 = support_ * support_;
    // Beyond the support W is 0, and q is constant.
    if (!(square < h2))
        return {0, integrals_.back().lift + whole * (1 / support_ - 1 / std::sqrt(square)), 0, 0};
    const double row = square / h2 * static_cast<double>(steps);
    const auto k = static_cast<std::size_t>(row);
    const double rest = row - static_cast<double>(k);
    const Integrals &a = integrals_[k], &b = integrals_[k + 1];
    return {a.ring + (b.ring - a.ring) * rest, a.lift + (b.lift - a.lift) * rest,
            a.square + (b.square - a.square) * rest, a.cube + (b.cube - a.cube) * rest};
}

SolidIntegral::Weights SolidIntegral::weightsAt(double square) const {
    const double row = square / (support_ * support_) * static_cast<double>(steps);
    if (!(row < static_cast<double>(steps))) return {0, 0};
    const auto k = static_cast<std::size_t>(row);
    const double rest = row - static_cast<double>(k);
    const Weights &a = weights_[k], &b = weights_[k + 1];
    return {a.gradient + (b.gradient - a.gradient) * rest, a.share + (b.share - a.share) * rest};
}

void SolidIntegral::add(const Vec3d& position, const Vec3d& a, const Vec3d& b, const Vec3d& c,
                        Sum& sum) const {
    const std::array<Vec3d, 3> corner{a - position, b - position, c - position};
    const Vec3d middle = (corner[0] + corner[1] + corner[2]) * (1.0 / 3);
    double extent = 0;
    for (const Vec3d& p : corner) extent = std::max(extent, squaredLength(p - middle));
    const Vec3d twice_area = cross(b - a, c - a);
    if (squaredLength(middle) > far * far * extent)
        addFar(corner, twice_area, sum);
    else
        addNear(corner, twice_area, sum);
}

/// By the midpoints of the sides: exact for quadratic integrands.
void SolidIntegral::addFar(const std::array<Vec3d, 3>& corner, const Vec3d& twice_area, Sum& sum) const {
    Weights mean{0, 0};
    for (std::size_t e = 0; e < 3; ++e) {
        const Weights at = weightsAt(squaredLength(corner[e] + corner[(e + 1) % 3]) / 4);
        mean.gradient += at.gradient / 6;
        mean.share += at.share / 6;
    }
    sum.gradient -= twice_area * mean.gradient;
    sum.share -= dot(corner[0], twice_area) * mean.share;
}

void SolidIntegral::addNear(const std::array<Vec3d, 3>& corner, const Vec3d& twice_area, Sum& sum) const {
    const double size = length(twice_area);
    if (!(size > 0)) return;
    const Vec3d normal = twice_area / size;
    const double d = dot(corner[0], normal), square = d * d, h2 = support_ * support_;
    if (square >= h2) return;
    const Integrals here = at(square);
    constexpr double near = 1e-3;  // nearer positions differ by less than the error of the table
    double ring = 0, rest = 0;
    for (std::size_t e = 0; e < 3; ++e) {
        const Vec3d &p = corner[e], side = corner[(e + 1) % 3] - p;
        const double along = length(side);
        if (!(along > 0)) continue;
        const Vec3d t = side / along, out = cross(t, normal);
        const double off = dot(p, out), first = dot(p, t);
        for (const auto& [x, weight] : points) {
            const double s = first + 0.5 * along * (1 + x), over = std::max(off * off + s * s, near * h2),
                         w = 0.5 * along * weight * off;
            const Integrals there = at(square + over);
            ring += w / over * (here.ring - there.ring);
            rest += w / over * (there.lift - here.lift);
        }
    }
    sum.gradient -= normal * ring;
    sum.share += d * rest - solidAngle(corner[0], corner[1], corner[2]);
}

SolidIntegral::Slope SolidIntegral::ball(double distance, double radius) const {
    const double middle = distance + radius;  // distance of the centres
    if (!(distance < support_) || !(middle > 0)) return {};
    // Spheres that reach from the near to the far surface of the ball are partly in it. Smaller ones are
    // completely in it (inside the ball) or not at all.
    const Integrals near = at(distance * distance), far_side = at((middle + radius) * (middle + radius));
    const double ring = near.ring - far_side.ring, square = near.square - far_side.square,
                 cube = near.cube - far_side.cube,
                 all = distance < 0 ? 1 - 4 * std::numbers::pi * near.square : 0;
    const double m2 = middle * middle, r2 = radius * radius;
    return {all + 2 * std::numbers::pi * (square - ((m2 - r2) * ring + cube) / (2 * middle)),
            2 * std::numbers::pi * ((m2 + r2) * ring - cube) / (2 * m2)};
}

SolidIntegral::Sum SolidIntegral::inLayers(const Sum& solid) const {
    const double share = std::clamp(solid.share, 0.0, 1.0);
    return {between(layered_, share), solid.gradient * between(per_share_, share)};
}

}  // namespace talus::water
