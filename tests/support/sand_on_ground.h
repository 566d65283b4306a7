#pragma once
#include <string>

namespace talus::test {

/// The beginning of a scene of sand on ground, with one more material; what a test is about follows it.
/// Values are lines of the scene format.
struct SandOnGround {
    std::string name = "sand";
    std::string time = "duration = 1\nframe_interval = 0.04";
    std::string other = "floor";                                 ///< the second material
    std::string other_density = "2500";                          ///< [kg/m^3]
    std::string contact = "stiffness = 200\nrestitution = 0.3";  ///< of sand with both
    std::string on_sand = "friction = 0.5";
    std::string on_other = "friction = 0.8";
    std::string ground = "floor";  ///< its material
    std::string corner = "[-0.1, -0.1, 0]";
    std::string size = "[0.2, 0.2]";

    std::string text() const {
        const auto table = [&](const std::string& second, const std::string& more) {
            return "[[contact]]\nbetween = [\"sand\", \"" + second + "\"]\nlaw = \"linear\"\n" + contact +
                   "\n" + more + "\n";
        };
        return "format = 1\nname = \"" + name + "\"\n[time]\n" + time +
               "\n[[material]]\nname = \"sand\"\ndensity = 2500\n[[material]]\nname = \"" + other +
               "\"\ndensity = " + other_density + "\n" + table("sand", on_sand) + table(other, on_other) +
               "[ground]\nmaterial = \"" + ground + "\"\ncorner = " + corner + "\nsize = " + size +
               "\nspacing = 0.005\n";
    }
};

}  // namespace talus::test
