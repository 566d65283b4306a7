#include "talus/grains/device_steps.h"

namespace talus::grains {

std::vector<std::string> notOnDevice(const Setup& setup) {
    std::vector<std::string> refused;
    if (setup.params.rest) refused.emplace_back("grains.rest = true");
    if (setup.settles) refused.emplace_back("[hybrid]");
    if (setup.walls->anyFollows()) refused.emplace_back("[[bodies]]");
    return refused;
}

}  // namespace talus::grains
