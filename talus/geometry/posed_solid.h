#pragma once
#include <memory>
#include <optional>
#include <variant>

#include "talus/geometry/mesh/triangle_tree.h"
#include "talus/math/rotation.h"

namespace talus::geometry {

/// A solid cylinder with flat ends. Its axis is the z axis, its middle the origin.
struct Rod {
    double length = 0;  ///< [m], > 0
    double radius = 0;  ///< [m], > 0
};

/// A solid bounded by a closed mesh.
struct MeshSolid {
    std::shared_ptr<const Mesh> mesh;  ///< has points
    std::shared_ptr<const TriangleTree> tree;
    Box bounds;
};
MeshSolid meshSolid(std::shared_ptr<const Mesh> mesh);

/// The shape of a body in its own frame.
using Solid = std::variant<Sphere, Box, Capsule, Rod, MeshSolid>;

/// A body with its pose: a point p of its own frame is at rotated(rotation, p) + shift.
struct PosedSolid {
    const Solid* solid = nullptr;
    Rotation rotation;  ///< orientation of the body
    Vec3d shift;        ///< position of the origin of its frame [m]

    Box bounds() const;
    /// Height of its lower side at (x, y) [m]; nothing where the body is not at (x, y). Found by a vertical
    /// ray from below.
    std::optional<double> underside(double x, double y) const;
};

}  // namespace talus::geometry
