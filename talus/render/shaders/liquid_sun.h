#pragma once

namespace talus::render::shaders {

/// Liquid as seen from the sun, in the coordinates of the shadow map: the sums of absorption and scattering
/// along each ray (optical_depth), and the depths at which liquid begins (front) and ends (back).
inline constexpr const char* liquid_sun_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };
layout(std430, binding = 1) readonly buffer Matter { vec4 matter[]; };
layout(location = 0) uniform vec4 side;
layout(location = 1) uniform vec4 top;
layout(location = 2) uniform float min_radius;  // of a disc
flat out vec4 v_ball;  // depth in the map, radius in units of that depth, chord
flat out vec4 v_matter;
out vec2 v_disc;
void main() {
    int index = gl_VertexID / 3;
    vec4 b = ball[index];
    int corner = gl_VertexID - 3 * index;
    v_disc = corner == 0 ? vec2(-1.7320508, -1.0) : corner == 1 ? vec2(1.7320508, -1.0) : vec2(0.0, 2.0);
    float drawn = max(b.w, min_radius);
    vec3 map = (light_from_world * vec4(b.xyz + (side.xyz * v_disc.x + top.xyz * v_disc.y) * drawn, 1.0)).xyz;
    v_ball = vec4(map.z, b.w / shadow.y, 2.0 * b.w * (b.w * b.w) / (drawn * drawn), 0.0);
    v_matter = matter[index];
    gl_Position = vec4(map.xy * 2.0 - 1.0, clamp(map.z, 0.0, 1.0), 1.0);
}
)";
inline constexpr const char* liquid_sun_fragment = R"(
flat in vec4 v_ball;
flat in vec4 v_matter;
in vec2 v_disc;
layout(location = 0) out vec4 optical_depth;
layout(location = 1) out vec4 front;
layout(location = 2) out vec4 back;
void main() {
    float d2 = dot(v_disc, v_disc);
    if (d2 > 1.0) discard;
    float half_share = sqrt(1.0 - d2);
    optical_depth = v_matter * (v_ball.z * half_share);
    front = vec4(v_ball.x - v_ball.y * half_share);
    back = vec4(v_ball.x + v_ball.y * half_share);
}
)";

/// Transmission and reflection of a layer.
inline constexpr const char* liquid_layer = R"(
// The shares of light that a layer transmits (passes) and reflects (returns). Absorption and scattering are those of the
// whole thickness (Kubelka and Munk 1931; in the form with sinh and cosh of Kubelka 1948, eqs. 25 and 26). Without
// scattering, passes = exp(-absorption) (Beer-Lambert).
struct Layer { vec3 passes, returns; };
Layer layerOf(vec3 absorption, float scattering) {
    vec3 m = max(sqrt(absorption * (absorption + 2.0 * scattering)), vec3(1e-3));
    vec3 e = exp(-m), e2 = e * e;
    vec3 under = (absorption + scattering) * (1.0 - e2) + m * (1.0 + e2);
    return Layer(2.0 * m * e / under, scattering * (1.0 - e2) / under);
}
)";

/// The share of sunlight that reaches a position through liquid. Needs liquid_layer.
inline constexpr const char* liquid_sun_functions = R"(
layout(binding = 8) uniform sampler2D sun_optical_depth_map;
layout(binding = 9) uniform sampler2D sun_front_map;
layout(binding = 10) uniform sampler2D sun_back_map;
// Share of sunlight that the surfaces of a liquid refract aside or reflect; by eye.
const float surface_loss = 0.14;
vec3 throughLiquid(vec3 position) {
    vec3 map = (light_from_world * vec4(position, 1.0)).xyz;
    if (any(lessThan(map.xy, vec2(0.0))) || any(greaterThan(map.xy, vec2(1.0)))) return vec3(1.0);
    vec2 texel = 1.0 / vec2(textureSize(sun_optical_depth_map, 0));
    vec3 sum = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        vec2 at_map = map.xy + texel * (vec2(k & 1, k >> 1) * 2.0 - 1.0) * 0.9;
        vec4 optical_depth = textureLod(sun_optical_depth_map, at_map, 0.0);
        float front = textureLod(sun_front_map, at_map, 0.0).r, back = textureLod(sun_back_map, at_map, 0.0).r;
        float share = back > front ? clamp((map.z - front) / (back - front), 0.0, 1.0) : 0.0;
        float some = clamp(share * 20.0, 0.0, 1.0);
        sum += layerOf(optical_depth.rgb * share, optical_depth.a * share).passes * (1.0 - surface_loss * some);
    }
    return sum / 4.0;
}
)";

}  // namespace talus::render::shaders
