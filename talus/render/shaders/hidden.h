#pragma once

namespace talus::render::shaders {

/// What surely hides others: in each ball, grain or not, there is room for a disc through its centre that
/// faces the eye. It is drawn smaller by a bit more than the distance from a pixel's middle to any of its
/// samples, so that a pixel whose middle it covers is covered whole.
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
    float radius = 0.74 * b.w - 0.75 * picture.w * ahead;  // no plane cuts a grain deeper than 0.74
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

/// The farthest depth (the smallest, as depth is reversed) in each block of texels.
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
