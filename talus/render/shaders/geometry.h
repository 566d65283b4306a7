#pragma once

namespace talus::render::shaders {

/// A ball is one triangle that faces the eye and holds the ball's silhouette; the fragment casts a ray.
inline constexpr const char* ball_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };   // centre, radius (< 0: seen from inside)
layout(std430, binding = 1) readonly buffer Looks { uvec2 look[]; };  // colour and grain, seed
flat out vec4 v_ball;
flat out vec4 v_albedo;
flat out vec2 v_seed;
out vec3 v_ray;
void main() {
    int index = gl_VertexID / 3;
    int corner = gl_VertexID - 3 * index;
    vec4 b = ball[index];
    uvec2 l = look[index];
    vec3 centre = b.xyz - eye.xyz;
    float d2 = dot(centre, centre);
    float r2 = b.w * b.w;
    v_ball = vec4(centre, b.w);

    // Fine detail only where a grain is large enough to show it; below that it would just flicker.
    float pixels = abs(b.w) / (picture.w * max(dot(centre, forward.xyz), 1e-6));
    float grain = float(l.x >> 24) / 255.0 * smoothstep(0.7, 5.0, pixels);
    v_albedo = vec4(unpackUnorm4x8(l.x).rgb, (3.0 + 252.0 * grain) / 255.0);
    v_seed = vec2(l.y & 0xffffu, l.y >> 16) / 65535.0;

    if (d2 <= r2 * 1.0001) {  // the eye is inside the ball
        v_ray = vec3(0.0);
        gl_Position = vec4(0.0, 0.0, 0.0, -1.0);
        return;
    }
    vec3 sight = centre * inversesqrt(d2);
    vec3 side = normalize(cross(sight, abs(sight.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 top = cross(side, sight);
    float silhouette = abs(b.w) * sqrt(d2 / (d2 - r2));  // radius of the tangent cone where the centre is
    vec2 offset = corner == 0 ? vec2(-1.7320508, -1.0) : corner == 1 ? vec2(1.7320508, -1.0) : vec2(0.0, 2.0);
    v_ray = centre + (side * offset.x + top * offset.y) * (silhouette * 1.01);
    gl_Position = clip_from_world * vec4(v_ray + eye.xyz, 1.0);
}
)";

inline constexpr const char* ball_fragment = R"(
flat in vec4 v_ball;
flat in vec4 v_albedo;
flat in vec2 v_seed;
in vec3 v_ray;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 shape;
void main() {
    // From the point of the ray nearest to the centre, which stays exact for balls that are small and far.
    float length2 = dot(v_ray, v_ray);
    vec3 nearest = v_ray * (dot(v_ball.xyz, v_ray) / length2);
    vec3 miss = nearest - v_ball.xyz;
    float inside = v_ball.w * v_ball.w - dot(miss, miss);
    if (inside < 0.0) discard;
    float half_chord = sqrt(inside / length2) * sign(v_ball.w);
    vec3 hit = nearest - v_ray * half_chord;
    float ahead = dot(hit, forward.xyz);
    if (ahead < eye.w) discard;
    gl_FragDepth = depthAt(ahead);
    albedo = v_albedo;
    shape = vec4(octahedral((hit - v_ball.xyz) / v_ball.w), v_seed);
}
)";

inline constexpr const char* mesh_vertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 colour;
out vec3 v_position;
out vec3 v_normal;
out vec3 v_colour;
void main() {
    v_position = position;
    v_normal = normal;
    v_colour = colour;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
)";

inline constexpr const char* mesh_fragment = R"(
in vec3 v_position;
in vec3 v_normal;
in vec3 v_colour;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 shape;
void main() {
    vec3 n = normalize(v_normal);
    if (dot(n, v_position - eye.xyz) > 0.0) n = -n;
    albedo = vec4(v_colour, mesh_kind);
    shape = vec4(octahedral(n), 0.0, 0.0);
}
)";

inline constexpr const char* plane_fragment = R"(
in vec2 at;
layout(location = 0) uniform vec4 plane;  // unit normal, distance along it
layout(location = 1) uniform vec4 colour;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 shape;
void main() {
    vec3 ray = rayThrough(at);
    float slope = dot(plane.xyz, ray);
    float ahead = (plane.w - dot(plane.xyz, eye.xyz)) / slope;
    if (slope >= 0.0 || ahead < eye.w) discard;  // seen from its free side alone
    vec3 hit = eye.xyz + ray * ahead;
    if (length(hit) > reach.z) discard;
    gl_FragDepth = depthAt(ahead);
    albedo = vec4(colour.rgb, plane_kind);
    shape = vec4(octahedral(plane.xyz), 0.0, 0.0);
}
)";

/// Seen from the sun a ball is a disc at the height of its centre. For every point outside the ball that
/// casts the same shadow as the ball, needs no depth of its own, and never shades the ball's own lit side.
inline constexpr const char* ball_shadow_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };
layout(location = 0) uniform vec4 side;
layout(location = 1) uniform vec4 top;
out vec2 v_disc;
void main() {
    int index = gl_VertexID / 3;
    int corner = gl_VertexID - 3 * index;
    vec4 b = ball[index];
    v_disc = corner == 0 ? vec2(-1.7320508, -1.0) : corner == 1 ? vec2(1.7320508, -1.0) : vec2(0.0, 2.0);
    vec3 position = b.xyz + (side.xyz * v_disc.x + top.xyz * v_disc.y) * b.w;
    vec3 map = (light_from_world * vec4(position, 1.0)).xyz;
    gl_Position = b.w < 0.0 ? vec4(0.0, 0.0, 0.0, -1.0) : vec4(map.xy * 2.0 - 1.0, map.z, 1.0);
}
)";
inline constexpr const char* ball_shadow_fragment = R"(
in vec2 v_disc;
void main() { if (dot(v_disc, v_disc) > 1.0) discard; }
)";

inline constexpr const char* mesh_shadow_vertex = R"(
layout(location = 0) in vec3 position;
void main() {
    vec3 map = (light_from_world * vec4(position, 1.0)).xyz;
    gl_Position = vec4(map.xy * 2.0 - 1.0, map.z, 1.0);
}
)";
inline constexpr const char* mesh_shadow_fragment = R"(
void main() {}
)";

}  // namespace talus::render::shaders
