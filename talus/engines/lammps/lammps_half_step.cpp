#include "talus/engines/lammps/lammps_half_step.h"

#include <fmt/format.h>

namespace talus::engines {

std::string halfStepText(double dt, bool spin) {
    std::string text = "compute turning all property/atom omegax omegay omegaz tqx tqy tqz radius\n";
    const auto define = [&](const char* name, char sign) {
        for (const char* axis : {"x", "y", "z"})
            text += fmt::format("variable {0}v{1} atom v{1}{2}{3}*f{1}/mass\n", name, axis, sign, 0.5 * dt);
        for (int k = 0; spin && k < 3; ++k)
            text +=
                fmt::format("variable {}w{} atom c_turning[{}]{}{}*c_turning[{}]/(0.4*mass*c_turning[7]^2)\n",
                            name, "xyz"[k], k + 1, sign, 0.5 * dt, k + 4);
    };
    define("back", '-');
    define("on", '+');
    return text;
}

std::string halfStep(const char* name, bool spin) {
    std::string text = fmt::format("velocity all set v_{0}vx v_{0}vy v_{0}vz units box\n", name);
    if (spin) text += fmt::format("set group all omega v_{0}wx v_{0}wy v_{0}wz\n", name);
    return text;
}

}  // namespace talus::engines
