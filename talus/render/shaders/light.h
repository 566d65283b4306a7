#pragma once

namespace talus::render::shaders {

/// Functions for everything that is lit: shadows and tone mapping. FINE_LIGHT asks for more samples of the
/// sun, SCENE_LINEAR for pictures before tone mapping.
inline constexpr const char* light_functions = R"(
layout(binding = 4) uniform sampler2D shadow_map;

// Point i of `count` in the unit disc, on a spiral with the golden angle: the points have about equal density.
vec2 spiral(int i, int count, float rotation) {
    float angle = rotation + float(i) * 2.3999632;
    return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// The share of sunlight at a point. Percentage-closer soft shadows (Fernando 2005): the penumbra grows with the
// distance between the point and what casts the shadow.
float sunlit(vec3 position, vec3 normal, float noise) {
    float texel = shadow.x / shadow.z;
    vec3 map = (light_from_world * vec4(position + normal * (0.75 * texel), 1.0)).xyz;
    if (any(lessThan(map.xy, vec2(0.0))) || any(greaterThan(map.xy, vec2(1.0)))) return 1.0;
    float rotation = noise * 6.2831853;
#ifdef FINE_LIGHT
    const int searches = 24, samples = 48;
#else
    const int searches = 7, samples = 10;
#endif
    float search = max(to_sun.w * 0.5, 1.5 * texel) / shadow.x;
    float blockers = 0.0, sum = 0.0;
    for (int i = 0; i < searches; ++i) {
        // Denser towards the middle, so that small things nearby are found as surely as large ones far away.
        float share = float(i) / float(searches);
        vec2 offset = search * share * sqrt(share) * spiral(i, searches, rotation);
        float other = textureLod(shadow_map, map.xy + offset, 0.0).r;
        if (other < map.z) { blockers += 1.0; sum += other; }
    }
    if (blockers == 0.0) return 1.0;
    float gap = (map.z - sum / blockers) * shadow.y;
    float penumbra = clamp(to_sun.w * gap, 1.0 * texel, to_sun.w * 0.5) / shadow.x;
    float lit = 0.0;
    for (int i = 0; i < samples; ++i)
        lit += textureLod(shadow_map, map.xy + penumbra * spiral(i, samples, rotation + 1.0), 0.0).r < map.z ? 0.0 : 1.0;
    return lit / float(samples);
}

// Colours up to 0.8 are kept, apart from a small offset, and highlights are compressed (Khronos PBR Neutral tone mapper,
// 2024).
vec3 toneMapped(vec3 c) {
    const float start = 0.8 - 0.04, fade_to_white = 0.15;
    float lowest = min(c.r, min(c.g, c.b));
    c -= lowest < 0.08 ? lowest - 6.25 * lowest * lowest : 0.04;
    float peak = max(c.r, max(c.g, c.b));
    if (peak < start) return c;
    float d = 1.0 - start;
    float new_peak = 1.0 - d * d / (peak + d - start);
    c *= new_peak / peak;
    return mix(c, vec3(new_peak), 1.0 - 1.0 / (fade_to_white * (peak - new_peak) + 1.0));
}

// The inverse of toneMapped, for components up to 0.995.
vec3 inverseToneMapped(vec3 c) {
    const float start = 0.8 - 0.04, fade_to_white = 0.15;
    float shown_peak = min(max(c.r, max(c.g, c.b)), 0.995);
    if (shown_peak > start) {
        float d = 1.0 - start;
        float peak = d * d / (1.0 - shown_peak) - d + start;
        float grey = 1.0 - 1.0 / (fade_to_white * (peak - shown_peak) + 1.0);
        c = max((c - shown_peak * grey) / (1.0 - grey), vec3(0.0)) * (peak / shown_peak);
    }
    float lowest = min(c.r, min(c.g, c.b));
    return c + (lowest < 0.04 ? 0.4 * sqrt(lowest) - lowest : 0.04);
}

// How light is stored between passes, what background colours (square roots of what is shown) are in this form, and what
// a picture holds in the end.
#ifdef SCENE_LINEAR
vec3 stored(vec3 light) { return light; }
vec3 lightOf(vec3 stored_light) { return stored_light; }
vec3 storedBackground(vec3 root) { return inverseToneMapped(root * root); }
vec3 finished(vec3 stored_light, vec2 pixel) { return stored_light; }
#else
vec3 stored(vec3 light) { return sqrt(toneMapped(light)); }
vec3 lightOf(vec3 stored_light) { return inverseToneMapped(stored_light * stored_light); }
vec3 storedBackground(vec3 root) { return root; }
vec3 finished(vec3 stored_light, vec2 pixel) {
    float dither = (interleavedNoise(pixel + 5.0) - 0.5) / 255.0;
    return srgbFromLinear(stored_light * stored_light) + dither;
}
#endif
)";

}  // namespace talus::render::shaders
