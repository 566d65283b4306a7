#include "talus/render/tone_mapping.h"

#include <algorithm>
#include <cmath>

namespace talus::render {
namespace {

constexpr float start = 0.8f - 0.04f, fade_to_white = 0.15f, rest = 1 - start;

float whiteShare(float peak, float shown_peak) { return 1 - 1 / (fade_to_white * (peak - shown_peak) + 1); }

}  // namespace

std::array<float, 3> toneMapped(std::array<float, 3> light) {
    const float lowest = *std::min_element(light.begin(), light.end());
    for (float& c : light) c -= lowest < 0.08f ? lowest - 6.25f * lowest * lowest : 0.04f;
    const float peak = *std::max_element(light.begin(), light.end());
    if (peak < start) return light;
    const float shown = 1 - rest * rest / (peak + rest - start), white = whiteShare(peak, shown);
    for (float& c : light) c = c * shown / peak + white * (shown - c * shown / peak);
    return light;
}

std::array<float, 3> lightShownAs(const picture::Colour& colour) {
    return lightShownAs(std::array{picture::linearFromSrgb(colour.r), picture::linearFromSrgb(colour.g),
                                   picture::linearFromSrgb(colour.b)});
}

std::array<float, 3> lightShownAs(std::array<float, 3> light) {
    const float shown = std::min(*std::max_element(light.begin(), light.end()), 0.995f);
    if (shown > start) {
        const float peak = rest * rest / (1 - shown) - rest + start, white = whiteShare(peak, shown);
        for (float& c : light) c = std::max((c - shown * white) / (1 - white), 0.0f) * (peak / shown);
    }
    const float lowest = *std::min_element(light.begin(), light.end());
    for (float& c : light) c += lowest < 0.04f ? 0.4f * std::sqrt(lowest) - lowest : 0.04f;
    return light;
}

}  // namespace talus::render
