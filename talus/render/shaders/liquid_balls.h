#pragma once

namespace talus::render::shaders {

/// Balls of a liquid as discs that face the eye. Each is drawn as a triangle that contains the disc. A disc
/// smaller than `min_radius` is drawn with that radius, and its content is reduced accordingly.
inline constexpr const char* liquid_disc = R"(
vec2 discCorner(int corner) {
    return corner == 0 ? vec2(-1.7320508, -1.0) : corner == 1 ? vec2(1.7320508, -1.0) : vec2(0.0, 2.0);
}
// The position of a corner of the triangle. False if the ball is not in front of the eye.
bool discBeforeEye(vec4 ball, float radius, vec2 corner, out vec3 position) {
    vec3 centre = ball.xyz - eye.xyz;
    vec3 view = normalize(centre);
    vec3 side = normalize(cross(view, abs(view.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 top = cross(side, view);
    position = ball.xyz + (side * corner.x + top * corner.y) * radius;
    return dot(centre, forward.xyz) > eye.w + ball.w;
}
)";

/// The first ball of a liquid at each pixel: depth, radius of the ball, 1 (the share of liquid) and code.
inline constexpr const char* surface_ball_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };
layout(std430, binding = 1) readonly buffer Codes { uint code[]; };
flat out vec4 v_ball;  // distance ahead, radius, code
out vec2 v_disc;
void main() {
    int index = gl_VertexID / 3;
    vec4 b = ball[index];
    v_disc = discCorner(gl_VertexID - 3 * index);
    v_ball = vec4(dot(b.xyz - eye.xyz, forward.xyz), b.w, float(code[index]), 0.0);
    vec3 position;
    bool seen = discBeforeEye(b, b.w, v_disc, position);
    gl_Position = seen ? clip_from_world * vec4(position, 1.0) : vec4(0.0, 0.0, 0.0, -1.0);
}
)";
inline constexpr const char* surface_ball_fragment = R"(
flat in vec4 v_ball;
in vec2 v_disc;
layout(location = 0) out vec4 surface;
void main() {
    float d2 = dot(v_disc, v_disc);
    if (d2 > 1.0) discard;
    float depth = depthAt(max(v_ball.x - v_ball.y * sqrt(1.0 - d2), eye.w));
    gl_FragDepth = depth;
    surface = vec4(depth, v_ball.y, 1.0, v_ball.z);
}
)";

/// How much liquid is in front of solid surfaces: sums over the balls of the chord of the ray, and of
/// absorption and scattering along the chord.
inline constexpr const char* thickness_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };
layout(std430, binding = 1) readonly buffer Matter { vec4 matter[]; };
layout(location = 0) uniform float min_radius;  // of a disc at distance 1
flat out vec4 v_ball;  // distance ahead, radius, chord
flat out vec4 v_matter;
out vec2 v_disc;
void main() {
    int index = gl_VertexID / 3;
    vec4 b = ball[index];
    v_disc = discCorner(gl_VertexID - 3 * index);
    float ahead = dot(b.xyz - eye.xyz, forward.xyz);
    float drawn = max(b.w, min_radius * ahead);
    v_ball = vec4(ahead, b.w, 2.0 * b.w * (b.w * b.w) / (drawn * drawn), 0.0);
    v_matter = matter[index];
    vec3 position;
    bool seen = discBeforeEye(b, drawn, v_disc, position);
    gl_Position = seen ? clip_from_world * vec4(position, 1.0) : vec4(0.0, 0.0, 0.0, -1.0);
}
)";
inline constexpr const char* thickness_fragment = R"(
flat in vec4 v_ball;
flat in vec4 v_matter;
in vec2 v_disc;
layout(binding = 0) uniform sampler2D depth_map;
layout(location = 1) uniform vec2 texels;  // of this target
layout(location = 0) out vec4 absorbed;    // absorption of red, green and blue; length of the ray in liquid
layout(location = 1) out vec2 scattered;
void main() {
    float d2 = dot(v_disc, v_disc);
    if (d2 > 1.0) discard;
    float half_share = sqrt(1.0 - d2);
    vec2 at = gl_FragCoord.xy / texels;
    float depth = texelFetch(depth_map, ivec2(at * picture.xy * picture.z), 0).r;
    float half_ahead = v_ball.y * half_share;
    float before = depth > 0.0 ? clamp(0.5 + 0.5 * (distanceAhead(depth) - v_ball.x) / half_ahead, 0.0, 1.0) : 1.0;
    if (before <= 0.0) discard;
    float chord = v_ball.z * half_share * before;
    absorbed = vec4(v_matter.rgb * chord, chord);
    scattered = vec2(v_matter.a * chord, 0.0);
}
)";

/// Averages the sums over about the size of a ball, among texels whose solid surfaces have about the same
/// depth.
inline constexpr const char* thickness_blur_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D depth_map;
layout(binding = 1) uniform sampler2D absorbed_map;
layout(binding = 2) uniform sampler2D scattered_map;
layout(location = 0) uniform ivec2 along;
layout(location = 1) uniform vec2 texels;
layout(location = 2) uniform float width;  // standard deviation in texels
layout(location = 0) out vec4 absorbed;
layout(location = 1) out vec2 scattered;
float solidAt(ivec2 texel) {
    return texelFetch(depth_map, ivec2((vec2(texel) + 0.5) / texels * picture.xy * picture.z), 0).r;
}
void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy), last = ivec2(texels) - 1;
    float own = solidAt(texel);
    int reach_texels = int(ceil(2.0 * width));
    absorbed = texelFetch(absorbed_map, texel, 0);
    scattered = texelFetch(scattered_map, texel, 0).rg;
    float weights = 1.0;
    for (int i = -reach_texels; i <= reach_texels; ++i) {
        ivec2 other = texel + i * along;
        if (i == 0 || any(lessThan(other, ivec2(0))) || any(greaterThan(other, last))) continue;
        float off = float(i) / width;
        float weight = exp(-0.5 * off * off) * (abs(solidAt(other) - own) < 0.03 * own + 1e-9 ? 1.0 : 0.0);
        absorbed += weight * texelFetch(absorbed_map, other, 0);
        scattered += weight * texelFetch(scattered_map, other, 0).rg;
        weights += weight;
    }
    absorbed /= weights;
    scattered /= weights;
}
)";

/// Froth: each ball with foam shows a few bubbles that move with it. Balls deep below the surface show none.
inline constexpr const char* froth_vertex = R"(
struct Froth { vec4 ball; float foam; uint seed; vec2 pad; };
layout(std430, binding = 0) readonly buffer Items { Froth item[]; };
layout(location = 0) uniform float min_radius;  // of a disc at distance 1
flat out vec4 v_ball;  // distance ahead, radius, foam, side of a pixel in radii of the disc
flat out uint v_seed;
out vec2 v_disc;
const float spread = 1.6;  // radius of a disc in radii of the ball: froth covers gaps between balls
void main() {
    int index = gl_VertexID / 3;
    Froth f = item[index];
    v_disc = discCorner(gl_VertexID - 3 * index);
    float ahead = dot(f.ball.xyz - eye.xyz, forward.xyz);
    float drawn = max(spread * f.ball.w, min_radius * ahead);
    float share = spread * f.ball.w / drawn;
    v_ball = vec4(ahead, f.ball.w, f.foam * share * share, min_radius * ahead / drawn);
    v_seed = f.seed;
    vec3 position;
    bool seen = discBeforeEye(f.ball, drawn, v_disc, position);
    gl_Position = seen ? clip_from_world * vec4(position, 1.0) : vec4(0.0, 0.0, 0.0, -1.0);
}
)";
inline constexpr const char* froth_fragment = R"(
flat in vec4 v_ball;
flat in uint v_seed;
in vec2 v_disc;
layout(binding = 1) uniform sampler2D surface_map;
layout(location = 0) out vec4 froth;  // x: amount of froth; y: amount of bubbles
void main() {
    float d2 = dot(v_disc, v_disc);
    if (d2 > 1.0) discard;
    float front = texelFetch(surface_map, ivec2(gl_FragCoord.xy), 0).r;
    if (front <= 0.0) discard;
    float deep = (v_ball.x - distanceAhead(front)) / v_ball.y;  // in radii
    float seen = 1.0 - smoothstep(2.0, 5.0, deep);
    if (seen <= 0.0) discard;
    float body = (1.0 - d2) * (1.0 - d2) * (1.0 - d2);
    float bubbles = 0.0;
    for (uint k = 0u; k < 10u; ++k) {
        uint word = hashed(v_seed + 0x9e3779b9u * k);
        vec2 position = vec2(word & 0xffffu, word >> 16) / 65535.0 * 1.6 - 0.8;
        float size = max(0.09 + 0.12 * float(hashed(word) >> 16) / 65535.0, 1.5 * v_ball.w);
        float off = length(v_disc - position) / size;
        bubbles += smoothstep(1.0, 0.8, off) * (0.35 + 0.65 * off * off);  // a rim around a thinner middle
    }
    froth = vec4(v_ball.z * seen * body, v_ball.z * seen * bubbles, 0.0, 0.0);
}
)";

}  // namespace talus::render::shaders
