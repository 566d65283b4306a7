#pragma once
#include <string>

namespace talus::test {

/// A lump of sand on a floor, and more tables.
inline std::string lumpScene(const std::string& more) {
    return R"(
format = 1
name = "lump"

[time]
duration = "1 s"
frame_interval = "10 ms"

[[material]]
name = "sand"
density = 2500

[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 2000
restitution = 0.5
friction = 0.5

[[wall]]
name = "floor"
material = "sand"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]

[[fill]]
name = "lump"
material = "sand"
packing = "lattice"
min = ["-30 mm", "-30 mm", "1 mm"]
max = ["30 mm", "30 mm", "40 mm"]
grain_radius = "5 mm"
)" + more;
}

}  // namespace talus::test
