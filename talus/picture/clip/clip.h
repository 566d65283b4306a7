#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "talus/picture/picture.h"

namespace talus::picture {

/// The part of a scene that a picture shows: all of it, the side of a plane to which the normal points, or
/// the inside of a box.
struct Clip {
    std::variant<std::monostate, geometry::Plane, geometry::Box> part;

    bool any() const { return part.index() != 0; }
    /// The planes between shown and not shown, with normals to the shown side.
    std::vector<geometry::Plane> planes() const;
    bool shows(const Vec3d& p) const;
    bool operator==(const Clip& other) const;
};

/// Removes what a clip does not show. Balls, sprites and particles of liquids go by their centres; meshes,
/// terrains and spheres are cut. Terrain and liquid get flat faces where they are cut, meshes stay
/// open. Infinite planes and boxes that contain the scene stay whole.
/// @param keep owners of the new arrays, which must live as long as the picture
void clip(Picture& picture, const Clip& clip, std::vector<std::shared_ptr<void>>& keep);

/// The part of a mesh on the side of a plane to which its normal points.
Mesh clipped(const Mesh& mesh, const geometry::Plane& plane);

/// A terrain as a mesh: its surface and its sides down to the base, without the look of grains.
Mesh blockMesh(const Terrain& terrain);

}  // namespace talus::picture
