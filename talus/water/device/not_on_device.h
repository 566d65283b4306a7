#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "talus/method/scene.h"

namespace talus::water {

struct Setup;

namespace device {
/// Of all walls together: each particle looks at every one of them, and remembers those that are near.
inline constexpr std::size_t most_faces = 16;
}  // namespace device

/// What of its water a scene cannot have on a device, as the scene file names it.
std::vector<std::string> notOnDevice(const method::Scene& scene);
std::vector<std::string> refusedOnDevice(const Setup& setup);

}  // namespace talus::water
