#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "talus/geometry/mesh/mesh.h"
#include "talus/io/file.h"
#include "talus/math/rotation.h"

/// Writes rigid things that move as USD (Universal Scene Description, openusd.org) in its text form, usda.
namespace talus::io {

/// Where a thing is in one frame.
struct UsdPose {
    Vec3d position;     ///< of the origin of its mesh [m]
    Rotation rotation;  ///< of its mesh about that origin
};

struct UsdObject {
    std::string name;
    Vec3d colour;                               ///< linear, each 0 to 1
    geometry::Mesh mesh;                        ///< in its own frame [m]; without slivers
    std::vector<std::optional<UsdPose>> poses;  ///< in each frame; nothing: it is not there
};

/// The frames of a file: their numbers are its time codes.
struct UsdFrames {
    std::vector<std::uint64_t> numbers;
    double frames_per_second = 24;
};

/// One Xform for each object, named after it, with a Mesh in it. Its translation and its rotation (a
/// quaternion) have a sample for each frame, or are constant where it does not move. Metres, z up. An object
/// that is not there in a frame is invisible.
Status writeUsda(const ConfinedPath& path, std::span<const UsdObject> objects, const UsdFrames& frames);

/// Names that USD allows, in the order of these: letters, digits and '_', with no digit first, and each
/// different from those before.
std::vector<std::string> usdNames(std::span<const UsdObject> objects);

}  // namespace talus::io
