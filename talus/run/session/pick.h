#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/scene/simulation.h"

namespace talus::run {

/// A half-line, such as the line of sight through a pixel.
struct Ray {
    Vec3d origin;     ///< [m]
    Vec3d direction;  ///< unit
};

/// A row of a set of a frame: a grain, a particle, a triangle, a column of ground.
struct Pick {
    std::string set;      ///< "grains"
    std::size_t row = 0;  ///< of the set
    Vec3d position;       ///< where the ray meets it [m]
    double distance = 0;  ///< from the ray's origin [m]
};
/// The first thing that a ray meets: balls of points (Method::point_radius), triangles of meshes, the surface
/// of columns of ground. Lines and volumes are not met. Error (Input) where frames cannot be made.
Result<std::optional<Pick>> pick(const scene::Simulation& simulation, const Ray& ray);

/// A value of a row.
struct PickedValue {
    std::string name;
    std::string unit;     ///< "" for a pure number, or where it is not known
    std::string meaning;  ///< one line; "" where it is not known
    std::vector<double> components;
};
/// All values of a row: of points and columns every field that frames may have, of a mesh those of the
/// triangle. Error (Input) where there is no such set or row.
Result<std::vector<PickedValue>> valuesOf(const scene::Simulation& simulation, const std::string& set,
                                          std::size_t row);

}  // namespace talus::run
