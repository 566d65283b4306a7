#pragma once
#include <string>

/// The first tables of scenes with grains of several spheres.
namespace talus::test::clump_scenes {

inline const std::string head = R"(format = 1
name = "clumps"
[time]
duration = 1
frame_interval = "5 ms"
dt = "5 us"
[[material]]
name = "sand"
density = 2500
)";
inline const std::string contact = R"([[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 2000
shear_stiffness = 570
restitution = 1
shear_dashpot = false
friction = 0.4
)";
inline const std::string shapes = R"([[grain_shape]]
name = "rod"
centres = [[-1, 0, 0], [0, 0, 0], [1, 0, 0]]
radii = [1, 1, 1]
[[grain_shape]]
name = "hook"
centres = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [2, 2, 1]]
radii = [1, 1, 0.8, 0.7]
[[grain_shape]]
name = "ball"
centres = [[5, 6, 7]]
radii = [3]
)";

}  // namespace talus::test::clump_scenes
