#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "talus/picture/clip/clip.h"
#include "talus/run/frames.h"
#include "talus/run/session/picks/ray.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// A row of a set of a frame: a grain, a particle, a triangle, a column of ground.
struct Pick {
    std::string set;      ///< "grains"; of a wall `picked_wall` (pick_wall.h)
    std::size_t row = 0;  ///< of the set
    Vec3d position;       ///< where the ray meets it [m]
    double distance = 0;  ///< from the ray's origin [m]
};
/// The first thing that a ray meets: balls of points (Method::point_radius), triangles of meshes, the surface
/// of columns of ground. Lines, volumes and walls are not met. Error (Input) where the ground has no heights.
/// @param clip what it does not show is not met (picture::clip)
Result<std::optional<Pick>> pick(const scene::Scene& scene, const Frame& frame, const Ray& ray,
                                 const picture::Clip& clip = {});

/// The radius of the points of a set that have no field of radii [m] (Method::point_radius).
std::optional<double> pointRadius(const scene::Scene& scene, const std::string& set);

/// Descriptions of the fields of a frame's sets, by "grains.velocity".
using FieldInfos = std::map<std::string, const state::FieldInfo*, std::less<>>;
/// Those of a frame of this simulation, as far as they are columns of its tables.
FieldInfos fieldInfosOf(const scene::Simulation& simulation, const Frame& frame);

/// A value of a row.
struct PickedValue {
    std::string name;
    std::string unit;     ///< "" for a pure number, or where it is not known
    std::string meaning;  ///< one line; "" where it is not known
    std::vector<double> components;
};
/// All values of a row in a frame; of a mesh those of the triangle. Error (Input) where there is no such set
/// or row.
/// @param infos unit and meaning of fields; may be empty
Result<std::vector<PickedValue>> valuesOf(const Frame& frame, const std::string& set, std::size_t row,
                                          const FieldInfos& infos = {});

}  // namespace talus::run
