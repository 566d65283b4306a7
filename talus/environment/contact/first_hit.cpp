#include "talus/environment/contact/first_hit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "talus/environment/contact/limits.h"
#include "talus/environment/wall_distance.h"

namespace talus::environment {
namespace {

using Found = std::optional<FaceHit>;

constexpr int max_iterations = 64;

/// Newton's method on the distance along the path, which is convex.
Found onConvex(const WallFace& face, const Vec3d& from, const Vec3d& path, double reach) {
    const double slack = position_tolerance * reach, slides = -sliding_share * length(path);
    double share = 0;
    WallDistance at = environment::nearest::onFace(face, from);
    for (int k = 0; k < max_iterations; ++k) {
        const double gap = at.distance - reach, slope = dot(path, at.normal);
        if (!(slope < slides)) return std::nullopt;
        if (gap <= slack) return FaceHit{share, at.normal};
        share += gap / -slope;
        if (!(share <= 1)) return std::nullopt;
        at = environment::nearest::onFace(face, from + path * share);
    }
    return FaceHit{share, at.normal};
}

Found insideSphere(const Vec3d& centre, double radius, const Vec3d& from, const Vec3d& path, double reach) {
    const double free = radius - reach;
    if (!(free > 0)) return std::nullopt;
    const Vec3d q = from - centre;
    const double a = squaredLength(path), b = dot(q, path), c = squaredLength(q) - free * free;
    if (!(a > 0)) return std::nullopt;
    const bool touches = length(q) >= free - position_tolerance * reach;
    if (touches && (b > -hollow_sliding_share * std::sqrt(a) * free || b * b <= a * c))
        return FaceHit{0, -normalized(q)};
    const double root = (-b + std::sqrt(std::max(0.0, b * b - a * c))) / a;
    if (!(root <= 1)) return std::nullopt;
    const Vec3d hit = q + path * root;
    return FaceHit{root, -normalized(hit)};
}

/// The first hit of a surface of revolution. In coordinates along its axis (z) and away from it (rho) it is
/// the segment from (0, r) to (length, r + widening), of length `slant`. g is the signed distance from the
/// line through the segment; the foot of the perpendicular lies on the segment where foot() is in [0, 1]. The
/// argument s is the share of the path.
class OnSwept {
  public:
    OnSwept(const WallFace& f, const Vec3d& from, const Vec3d& path, double reach, double before)
        : axis_(f.b),
          length_(f.c.x),
          radius_(f.c.y),
          widening_(f.c.z - f.c.y),
          reach_(reach),
          before_(before) {
        slant_ = std::sqrt(length_ * length_ + widening_ * widening_);
        const Vec3d q = from - f.a;
        z_ = dot(q, axis_);
        dz_ = dot(path, axis_);
        across_ = q - axis_ * z_;
        dacross_ = path - axis_ * dz_;
        path_length_ = length(path);
    }

    Found first() {
        if (!(path_length_ > 0) || isFar()) return std::nullopt;
        const double gap = std::abs(g(0)) - reach_;
        if (gap <= position_tolerance * reach_) consider(0, g(0) < 0 ? -1 : 1);
        if (best_) return best_;  // none is earlier
        for (const double side : {1.0, -1.0}) body(side);
        rim(0, radius_);
        rim(length_, radius_ + widening_);
        return best_;
    }

  private:
    /// Whether the path is too short to come near the face: most are, and this is far cheaper than the roots.
    bool isFar() const {
        // Far above the round-off of the roots, so that no hit is lost.
        const double margin = reach_ + 1e-6 * (radius_ + std::abs(widening_) + length_);
        const double most = path_length_ + reach_ + margin;
        const double r = rho(0) - radius_, square = slant_ * slant_;
        const double at = std::clamp((z_ * length_ + r * widening_) / square, 0.0, 1.0);
        const double dz = z_ - length_ * at, dr = r - widening_ * at;
        return dz * dz + dr * dr > most * most;
    }
    /// Only hits before this share of the path count.
    double latest() const { return best_ ? best_->share : before_; }
    double rho(double s) const { return talus::length(across_ + dacross_ * s); }
    double g(double s) const { return ((rho(s) - radius_) * length_ - (z_ + dz_ * s) * widening_) / slant_; }
    double foot(double s) const {
        return ((z_ + dz_ * s) * length_ + (rho(s) - radius_) * widening_) / (slant_ * slant_);
    }
    Vec3d out(double s) const {
        const Vec3d a = across_ + dacross_ * s;
        const double r = talus::length(a);
        return r > 0 ? a / r : geometry::perpendicularTo(axis_);
    }

    /// Takes s as the hit if it is the first one and the path approaches the surface there.
    /// @param s share of the path at which it is `reach` from the surface
    /// @param side 1 outside, -1 inside, where the surface is hollow
    void consider(double s, double side) {
        if (!(s >= 0 && s <= 1 && s < latest())) return;
        if (const double t = foot(s); t < 0 || t > 1) return;
        const Vec3d normal = (axis_ * -widening_ + out(s) * length_) * (side / slant_);
        const double slope = dot(normal, axis_) * dz_ + dot(normal, dacross_);
        const double slides = side < 0 && length_ > 0 ? hollow_sliding_share : -sliding_share;
        if (slope < slides * path_length_) best_ = FaceHit{s, normal};
    }

    /// Solves g(s) = side * reach, as a quadratic in s after squaring rho.
    void body(double side) {
        if (length_ <= 0) {  // a disc: g = -+ z
            if (dz_ != 0) consider((-side * reach_ * slant_ / widening_ - z_) / dz_, side);
            return;
        }
        // rho = p + q s
        const double p = radius_ + (side * reach_ * slant_ + z_ * widening_) / length_;
        const double q = dz_ * widening_ / length_;
        const double a = squaredLength(dacross_) - q * q, b = dot(across_, dacross_) - p * q,
                     c = squaredLength(across_) - p * p;
        const auto root = [&](double s) {
            if (p + q * s >= 0) consider(s, side);
        };
        if (std::abs(a) < 1e-14 * path_length_ * path_length_) {
            if (b != 0) root(-0.5 * c / b);
            return;
        }
        const double square = b * b - a * c;
        if (square < 0) return;
        const double d = std::sqrt(square);
        root((-b - d) / a);
        root((-b + d) / a);
    }

    /// The circle that bounds the surface at z, by sphere tracing.
    void rim(double z, double radius) {
        double s = 0;
        for (int k = 0; k < max_iterations && s <= 1 && s < latest(); ++k) {
            const Vec3d to_axis = out(s);
            const Vec3d away = to_axis * (rho(s) - radius) + axis_ * (z_ + dz_ * s - z);
            const double distance = talus::length(away), gap = distance - reach_;
            if (gap <= position_tolerance * reach_) {
                if (!(distance > 0)) return;
                const Vec3d normal = away / distance;
                const double slope = dot(normal, axis_) * dz_ + dot(normal, dacross_);
                if (slope < -sliding_share * path_length_) best_ = FaceHit{s, normal};
                return;
            }
            s += gap / path_length_;
        }
    }

    Vec3d axis_;
    double length_, radius_, widening_, reach_, before_, slant_ = 0;
    double z_ = 0, dz_ = 0, path_length_ = 0;
    Vec3d across_, dacross_;
    Found best_;
};

}  // namespace

std::optional<FaceHit> firstHit(const WallFace& face, const Vec3d& from, const Vec3d& to, double reach,
                                double before) {
    const Vec3d path = to - from;
    switch (face.kind) {
        case WallFace::Kind::SphereInside: return insideSphere(face.a, face.b.x, from, path, reach);
        case WallFace::Kind::Swept: return OnSwept(face, from, path, reach, before).first();
        default: return onConvex(face, from, path, reach);
    }
}

FaceBound boundOf(const WallFace& f) {
    constexpr auto ball = FaceBound::Kind::Ball;
    const auto around = [](const auto& corners) {
        Vec3d middle;
        for (const Vec3d& p : corners) middle += p;
        middle = middle / static_cast<double>(corners.size());
        double radius = 0;
        for (const Vec3d& p : corners) radius = std::max(radius, length(p - middle));
        return FaceBound{ball, middle, radius, {}};
    };
    switch (f.kind) {
        case WallFace::Kind::Plane: return {FaceBound::Kind::HalfSpace, f.a, 0, f.b};
        case WallFace::Kind::BoxOutside: return around(std::array{f.a, f.b});
        case WallFace::Kind::SphereOutside: return {ball, f.a, f.b.x, {}};
        case WallFace::Kind::SphereInside: return {FaceBound::Kind::HollowBall, f.a, f.b.x, {}};
        case WallFace::Kind::Rod: {
            const double half = 0.5 * f.c.x;
            return {ball, f.a + f.b * half, std::hypot(half, f.c.y), {}};
        }
        case WallFace::Kind::Capsule: {
            const FaceBound line = around(std::array{f.a, f.b});
            return {ball, line.centre, line.radius + f.c.x, {}};
        }
        case WallFace::Kind::Plate: return around(std::array{f.a, f.a + f.b, f.a + f.c, f.a + f.b + f.c});
        case WallFace::Kind::Swept: {
            const double half = 0.5 * f.c.x;
            return {ball, f.a + f.b * half, std::hypot(half, std::max(f.c.y, f.c.z)), {}};
        }
        case WallFace::Kind::Triangle: return around(std::array{f.a, f.b, f.c});
    }
    return {};
}

}  // namespace talus::environment
