#pragma once
#include <memory>
#include <optional>
#include <variant>

#include "talus/geometry/mesh/triangle_tree.h"
#include "talus/math/rotation.h"

namespace talus::geometry {

/// A solid cylinder with flat ends about the z axis, its middle at the origin.
struct Rod {
    double length = 0;  ///< [m], > 0
    double radius = 0;  ///< [m], > 0
};

/// A solid that a closed surface encloses.
struct MeshSolid {
    std::shared_ptr<const Mesh> mesh;  ///< has points
    std::shared_ptr<const TriangleTree> tree;
    Box bounds;
};
MeshSolid meshSolid(std::shared_ptr<const Mesh> mesh);

/// The shape of a body in its own frame.
using Solid = std::variant<Sphere, Box, Capsule, Rod, MeshSolid>;

/// A body where it is: a point p of its own frame is at turned(turn, p) + shift.
struct PosedSolid {
    const Solid* solid = nullptr;
    Rotation turn;
    Vec3d shift;

    Box bounds() const;
    /// Height of its lower side above a place [m]; none where the body is not above it. By casting the
    /// vertical through the place as a ray, from below.
    std::optional<double> underside(double x, double y) const;
};

}  // namespace talus::geometry
