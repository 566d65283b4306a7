#pragma once

namespace talus::render::shaders {

/// Smooths the depth of a liquid along rows or columns: the narrow-range filter of Truong and Yuksel 2018, "A
/// Narrow-Range Filter for Screen-Space Fluid Rendering". Samples are taken in pairs on both sides of the
/// texel. If a sample is nearer than the range, its pair is left out. A sample beyond the range counts as one
/// radius behind the texel. The range follows the surface as the filter proceeds outwards. Depth is 1 /
/// distance: in it planes are linear over the picture, so the filter keeps planes. Texels without liquid take
/// the depth of the nearest texel with liquid, which fills gaps between balls at outlines.
inline constexpr const char* surface_filter_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D surface_map;  // depth, radius of the ball, share of liquid, code (< 0: on a side)
layout(location = 0) uniform ivec2 along;
layout(location = 1) uniform vec4 filter_size;  // half width in radii of a ball, its maximum in pixels,
                                                // > 0: smooth the share too, pixels to fill
layout(location = 0) out vec4 surface;
const int max_taps = 12;  // on each side
const float range = 12.0;  // radii, by eye: less breaks up surfaces at grazing angles
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy), last = ivec2(picture.xy) - 1;
    vec4 own = texelFetch(surface_map, pixel, 0);
    if (own.x == 0.0) {
        int fill = int(filter_size.w);
        for (int i = 1; i <= fill && own.x == 0.0; ++i) {
            vec4 a = texelFetch(surface_map, clamp(pixel + i * along, ivec2(0), last), 0);
            vec4 b = texelFetch(surface_map, clamp(pixel - i * along, ivec2(0), last), 0);
            own = a.x > b.x ? a : b;
        }
        if (own.x == 0.0) { surface = vec4(0.0); return; }
        own.z = 0.0;
    }
    float per_length = own.x * own.x / eye.w;  // change of depth with distance
    float reach_px = clamp(filter_size.x * own.y * own.x / (eye.w * picture.w), 1.0, filter_size.y);
    int taps = int(min(ceil(reach_px), float(max_taps)));
    float stride = reach_px / float(taps);
    float wide = 2.2 / float(taps);
    float share_wide = stride / max(0.65 * own.y * own.x / (eye.w * picture.w), 0.35);
    float narrow = range * own.y * per_length;
    float behind = own.x - own.y * per_length;
    float near_end = own.x + narrow, far_end = own.x - narrow;
    float sum = own.x, weights = 1.0, share = own.z, share_weights = 1.0;
    for (int i = 1; i <= taps; ++i) {
        ivec2 step_px = along * int(round(float(i) * stride));
        vec4 a = texelFetch(surface_map, clamp(pixel + step_px, ivec2(0), last), 0);
        vec4 b = texelFetch(surface_map, clamp(pixel - step_px, ivec2(0), last), 0);
        float share_off = float(i) * share_wide;
        float share_weight = exp(-0.5 * share_off * share_off);
        share += share_weight * (a.z + b.z);
        share_weights += 2.0 * share_weight;
        if (a.x > near_end || b.x > near_end || min(a.w, b.w) < 0.0 || own.w < 0.0) continue;
        float off = float(i) * wide;
        float weight = exp(-0.5 * off * off);
        float low = min(a.x, b.x), high = max(a.x, b.x);
        if (low >= far_end) { near_end = max(near_end, high + narrow); far_end = min(far_end, low - narrow); }
        else if (high >= far_end) { near_end = max(near_end, high + narrow); far_end = min(far_end, high - narrow); }
        sum += weight * ((a.x < far_end ? behind : a.x) + (b.x < far_end ? behind : b.x));
        weights += 2.0 * weight;
    }
    surface = vec4(sum / weights, own.y, filter_size.z > 0.0 ? share / share_weights : own.z, own.w);
}
)";

/// How much of a pixel the liquid covers. The outline is where the smoothed share of liquid is 0.5; across a
/// pixel's width the cover changes from 0 to 1.
inline constexpr const char* outline_functions = R"(
float outlineSlope(vec4 surface) { return max(1.0, 1.2 * surface.y * surface.x / (eye.w * picture.w)); }
float coverOf(vec4 surface) {
    return surface.x > 0.0 ? clamp((surface.z - 0.5) * outlineSlope(surface) + 0.5, 0.0, 1.0) : 0.0;
}
float shareOfCover(vec4 surface, float cover) { return cover < 1.0 ? 0.5 + (cover - 0.5) / outlineSlope(surface) : 1.0; }
)";

/// How later passes read the smoothed surface. Needs tank_functions and outline_functions.
inline constexpr const char* surface_functions = R"(
layout(binding = 2) uniform sampler2D surface_map;
layout(binding = 11) uniform sampler2D uncut_map;
vec3 positionAt(vec2 pixel, float depth) {
    return eye.xyz + rayThrough((pixel + 0.5) / picture.xy) * distanceAhead(depth);
}
// The depth of the surface before it is cut at the sides of tanks; 0: none.
float freeDepth(ivec2 pixel) {
    vec4 surface = texelFetch(uncut_map, pixel, 0);
    return surface.w >= 0.0 ? surface.x : 0.0;
}
// The normal: on the side of a tank that of the side; otherwise from differences to neighbours on the same surface.
vec3 normalAt(ivec2 pixel, vec4 surface, vec3 position) {
    int face = faceOf(surface.w);
    if (face > 0) return outOfFace(tankOf(surface.w), face);
    float depth = surface.x;
    ivec2 last = ivec2(picture.xy) - 1;
    vec3 tangent[2];
    for (int axis = 0; axis < 2; ++axis) {
        ivec2 one = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
        float before = freeDepth(clamp(pixel - one, ivec2(0), last));
        float after = freeDepth(clamp(pixel + one, ivec2(0), last));
        float off_before = before > 0.0 ? abs(before - depth) : 1e9, off_after = after > 0.0 ? abs(after - depth) : 1e9;
        vec3 from = position, to = position;
        bool both = max(off_before, off_after) < 2.0 * min(off_before, off_after) + 1e-5 * depth;
        if (both || off_before < off_after) from = positionAt(vec2(pixel - one), before > 0.0 ? before : depth);
        if (both || off_after <= off_before) to = positionAt(vec2(pixel + one), after > 0.0 ? after : depth);
        tangent[axis] = to - from;
    }
    vec3 normal = cross(tangent[0], tangent[1]);
    float size = length(normal);
    return size > 0.0 ? normal / size : -forward.xyz;
}
)";

/// The normal and the depth of the surface; 0: it covers less than half of the pixel. Needs
/// surface_functions.
inline constexpr const char* surface_shape_fragment = R"(
in vec2 at;
layout(location = 0) out vec4 shape;  // normal towards the eye, depth
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 surface = texelFetch(surface_map, pixel, 0);
    shape = vec4(0.0);
    if (coverOf(surface) < 0.5) return;
    vec3 position = positionAt(vec2(pixel), surface.x), normal = normalAt(pixel, surface, position);
    shape = vec4(dot(normal, position - eye.xyz) > 0.0 ? -normal : normal, surface.x);
}
)";

/// Adds the surface of a liquid to a depth texture.
inline constexpr const char* surface_depth_fragment = R"(
in vec2 at;
void main() {
    vec4 surface = texelFetch(surface_map, ivec2(gl_FragCoord.xy / picture.z), 0);
    if (coverOf(surface) < 0.5) discard;
    gl_FragDepth = surface.x;
}
)";

}  // namespace talus::render::shaders
