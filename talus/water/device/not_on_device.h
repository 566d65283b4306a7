#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "talus/method/scene.h"

namespace talus::water {

struct Setup;

namespace device {
/// The maximum number of faces of all walls: each particle tests every face.
inline constexpr std::size_t max_faces = 16;
}  // namespace device

/// The properties of the water and its walls that a device does not support, as the scene file names them.
std::vector<std::string> notOnDevice(const method::Scene& scene);
std::vector<std::string> refusedOnDevice(const Setup& setup);

}  // namespace talus::water
