#include "talus/grains/clumps/shape_choice.h"

#include <algorithm>

namespace talus::grains {

const ShapeChoice::Chosen* drawShape(const Random& random, const ShapeChoice& choice, std::uint64_t k) {
    if (choice.chosen.empty()) return nullptr;
    constexpr std::uint32_t shape_channel = 4;  // before it: radii and positions
    const auto share = [&](std::size_t s) {
        return choice.shape_shares.empty() ? 1 : choice.shape_shares[s];
    };
    double sum = 0;
    for (std::size_t s = 0; s < choice.chosen.size(); ++s) sum += share(s);
    double left = sum * random.uniform(k, shape_channel);
    for (std::size_t s = 0; s + 1 < choice.chosen.size(); ++s) {
        left -= share(s);
        if (left < 0) return &choice.chosen[s];
    }
    return &choice.chosen.back();
}

double largestReach(const ShapeChoice& choice) {
    double reach = choice.chosen.empty() ? 1 : 0;
    for (const ShapeChoice::Chosen& each : choice.chosen) reach = std::max(reach, each.shape->reach);
    return reach;
}

}  // namespace talus::grains
