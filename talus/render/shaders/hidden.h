#pragma once

namespace talus::render::shaders {

/// Discs that surely hide what is behind them: every ball, also when cut to a grain, contains a disc through
/// its centre that faces the eye. The radius is reduced by a bit more than the distance from the middle of a
/// pixel to its samples. So if a disc covers the middle of a pixel, it covers the whole pixel.
inline constexpr const char* cover_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };
out vec2 v_disc;
void main() {
    int index = gl_VertexID / 3;
    int corner = gl_VertexID - 3 * index;
    vec4 b = ball[index];
    v_disc = corner == 0 ? vec2(-1.7320508, -1.0) : corner == 1 ? vec2(1.7320508, -1.0) : vec2(0.0, 2.0);
    vec3 centre = b.xyz - eye.xyz;
    float ahead = dot(centre, forward.xyz);
    float radius = 0.74 * b.w - 0.75 * picture.w * ahead;  // planes cut a grain at 0.74 radii or farther out
    if (radius <= 0.0 || ahead - b.w <= eye.w) {
        gl_Position = vec4(0.0, 0.0, 0.0, -1.0);
        return;
    }
    vec3 view = normalize(centre);
    vec3 side = normalize(cross(view, abs(view.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 top = cross(side, view);
    gl_Position = clip_from_world * vec4(b.xyz + (side * v_disc.x + top * v_disc.y) * radius, 1.0);
}
)";

inline constexpr const char* cover_fragment = R"(
in vec2 v_disc;
void main() { if (dot(v_disc, v_disc) > 1.0) discard; }
)";

/// The farthest depth in each block of texels. As depth is reversed, it is the smallest value.
inline constexpr const char* farthest_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D depth_map;
layout(location = 0) uniform int block;
layout(location = 0) out float farthest;
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * block;
    ivec2 last = min(first + block, textureSize(depth_map, 0)) - 1;
    farthest = 1.0;
    for (int y = first.y; y <= last.y; ++y)
        for (int x = first.x; x <= last.x; ++x) farthest = min(farthest, texelFetch(depth_map, ivec2(x, y), 0).r);
}
)";

}  // namespace talus::render::shaders
