#pragma once
#include <string>
#include <vector>

#include <fmt/format.h>

namespace talus::test {

struct HeadTime {
    double duration = 1, frame_interval = 0.01;  ///< [s]
    double dt = 0;                               ///< 0: chosen by the program [s]
};
struct HeadMaterial {
    const char* name;
    double density = 2500;  ///< [kg/m^3]
};

/// The first tables of a scene: its name, [time] and its materials. The tables that a test is about follow.
inline std::string sceneHead(const char* name, const HeadTime& time,
                             const std::vector<HeadMaterial>& materials) {
    std::string text = fmt::format("format = 1\nname = \"{}\"\n[time]\nduration = {}\nframe_interval = {}\n",
                                   name, time.duration, time.frame_interval);
    if (time.dt > 0) text += fmt::format("dt = {}\n", time.dt);
    for (const HeadMaterial& material : materials)
        text += fmt::format("[[material]]\nname = \"{}\"\ndensity = {}\n", material.name, material.density);
    return text;
}

}  // namespace talus::test
