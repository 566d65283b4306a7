#pragma once
#include <algorithm>
#include <cmath>

#include "talus/environment/wall_faces.h"
#include "talus/geometry/closest_point.h"

/// Paths through thin faces. All in the frame of the face's wall.
namespace talus::sand {

/// A point relative to a thin face.
struct OnFace {
    double side = 0;      ///< distance from its plane or cone, positive in front of it [m]
    double u = 0, v = 0;  ///< along its edges: 0 to 1 on the face; of tubes and cones only u, along them
};

/// A thin face, prepared for many points. A plate and a triangle span u and v; a tube, a cone or a disc is a
/// line in the plane of axis and distance from the axis.
class ThinFace {
  public:
    explicit ThinFace(const environment::WallFace& face)
        : swept_(face.kind == environment::WallFace::Kind::Swept),
          triangle_(face.kind == environment::WallFace::Kind::Triangle),
          start_(face.a) {
        if (swept_) {
            axis_ = face.b;
            length_ = face.c.x;
            radius_ = face.c.y;
            widening_ = face.c.z - face.c.y;
            slant_ = std::hypot(length_, widening_);
            return;
        }
        const Vec3d u = triangle_ ? face.b - face.a : face.b, v = triangle_ ? face.c - face.a : face.c;
        axis_ = normalized(cross(u, v));
        // The dual basis: a point a u + b v has the coordinates a and b.
        const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
        dual_u_ = (u * vv - v * uv) / det;
        dual_v_ = (v * uu - u * uv) / det;
    }

    OnFace at(const Vec3d& x) const {
        const Vec3d from = x - start_;
        if (!swept_) return {dot(from, axis_), dot(from, dual_u_), dot(from, dual_v_)};
        const double z = dot(from, axis_), r = length(from - axis_ * z) - radius_;
        return {(r * length_ - z * widening_) / slant_, (z * length_ + r * widening_) / (slant_ * slant_), 0};
    }

    /// Whether q is on the face or its continuation, or on the other side of it than p. A point that is less
    /// than `tolerance` in front is on it [m].
    static bool separates(const OnFace& p, const OnFace& q, double tolerance) {
        return (p.side < 0 ? -q.side : q.side) <= tolerance;
    }

    /// The share of the path from p to q up to the face or its continuation.
    static double shareToPlane(const OnFace& p, const OnFace& q) {
        const double whole = p.side - q.side;
        return whole != 0 ? std::clamp(p.side / whole, 0.0, 1.0) : 0;
    }

    /// Whether the straight path from p to q leads to the face or through it. A point q that is less than
    /// `tolerance` in front of the face is on it [m]. For tubes and cones the path is taken as straight in
    /// the plane of the axis, as it is for paths that are short beside the radius.
    bool crosses(const OnFace& p, const OnFace& q, double tolerance) const {
        /// Paths that pass a border by less than this share of the face cross it: where faces meet there is
        /// no gap.
        constexpr double border = 1e-6;
        if (!separates(p, q, tolerance)) return false;
        const double share = shareToPlane(p, q);
        const double u = p.u + (q.u - p.u) * share, v = p.v + (q.v - p.v) * share;
        return u >= -border && u <= 1 + border && v >= -border && v <= 1 + border &&
               (!triangle_ || u + v <= 1 + border);
    }

    /// Its normal near a point: unit, towards its front.
    Vec3d normal(const Vec3d& x) const {
        if (!swept_) return axis_;
        const Vec3d from = x - start_, across = from - axis_ * dot(from, axis_);
        const double r = length(across);
        const Vec3d out = r > 0 ? across / r : geometry::perpendicularTo(axis_);
        return (out * length_ - axis_ * widening_) / slant_;
    }

  private:
    bool swept_, triangle_;
    Vec3d start_, axis_, dual_u_, dual_v_;
    double length_ = 0, radius_ = 0, widening_ = 0, slant_ = 1;
};

}  // namespace talus::sand
