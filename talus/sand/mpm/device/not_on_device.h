#pragma once
#include <string>
#include <vector>

#include "talus/sand/setup.h"

namespace talus::sand::mpm {

namespace device {
/// The maximum number of faces of all walls: nodes near walls test every face.
inline constexpr std::size_t max_faces = 16;
}  // namespace device

/// The properties of the sand and its walls that a device does not support, as the scene file names them.
std::vector<std::string> refusedOnDevice(const Setup& setup);
std::vector<std::string> notOnDevice(const method::Scene& scene);

}  // namespace talus::sand::mpm
