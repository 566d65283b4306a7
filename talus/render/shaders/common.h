#pragma once

namespace talus::render::shaders {

/// The start of every shader. The uniform block has the layout of FrameConstants (frame_constants.h). Lengths
/// are in shader units: the focus radius is 1, and the camera's target is the origin.
inline constexpr const char* common = R"(#version 450 core
layout(std140, binding = 0) uniform Frame {
    mat4 clip_from_world;
    mat4 light_from_world;   // of the sun: to the unit cube
    vec4 eye;                // w: distance of the near plane
    vec4 right;              // length: to the right edge of the picture at distance 1; w: 1 / that length
    vec4 up;                 // length: to the top edge at distance 1; w: 1 / that length
    vec4 forward;
    vec4 to_sun;             // w: tangent of the sun's apparent radius
    vec4 sun_light;
    vec4 sky_light;
    vec4 ground_light;       // light that the ground reflects upwards
    vec4 background_top;     // square roots of linear light, as all colours of things between passes
    vec4 background_bottom;
    vec4 shadow;             // the shadow map: x: side, y: depth, both in shader units, z: texels along a side
    vec4 picture;            // xy: pixels, z: samples per pixel along an axis, w: side of a pixel at distance 1
    vec4 reach;              // x: occlusion radius; planes fade out from y to z
};

// The alpha of the albedo texture: what kind of thing a sample shows. From ball_kind to 1: a ball, with the strength
// of its grain detail, 0 to 1.
const float nothing_kind = 0.0;
const float plane_kind = 1.0 / 255.0;
const float mesh_kind = 2.0 / 255.0;
const float ball_kind = 3.0 / 255.0;

// Unit vectors as two numbers in [0, 1]: their projection onto an octahedron, after Cigolle et al. 2014, "A survey of
// efficient representations for independent unit vectors".
vec2 foldedSigns(vec2 v) { return vec2(v.x >= 0.0 ? 1.0 : -1.0, v.y >= 0.0 ? 1.0 : -1.0); }
vec2 octahedral(vec3 n) {
    vec2 p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    if (n.z < 0.0) p = (1.0 - abs(p.yx)) * foldedSigns(p);
    return p * 0.5 + 0.5;
}
vec3 fromOctahedral(vec2 e) {
    e = e * 2.0 - 1.0;
    vec3 n = vec3(e, 1.0 - abs(e.x) - abs(e.y));
    if (n.z < 0.0) n.xy = (1.0 - abs(n.yx)) * foldedSigns(n.xy);
    return normalize(n);
}

// Reversed depth without a far plane: depth = near / distance ahead. Floats then have an even relative precision.
float depthAt(float distance_ahead) { return eye.w / distance_ahead; }
float distanceAhead(float depth) { return eye.w / depth; }

// The ray through a point of the picture: `at` is (0, 0) at the lower left and (1, 1) at the upper right. The component
// of the ray along `forward` is 1.
vec3 rayThrough(vec2 at) { return forward.xyz + right.xyz * (2.0 * at.x - 1.0) + up.xyz * (2.0 * at.y - 1.0); }

// Between passes colours of things are stored as square roots of linear light. Eight bits suffice for them, as for sRGB. A
// product converts them back to linear light, whereas sRGB needs a power.
vec3 srgbFromLinear(vec3 c) { return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

uint hashed(uint x) {  // the finaliser of MurmurHash3
    x ^= x >> 16; x *= 0x85ebca6bu; x ^= x >> 13; x *= 0xc2b2ae35u; x ^= x >> 16;
    return x;
}

// Gradient noise of J. Jimenez 2014, "Next generation post processing in Call of Duty: Advanced Warfare", in [0, 1).
float interleavedNoise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }
)";

/// One triangle that covers the whole picture. Its three vertices need no data.
inline constexpr const char* whole_picture_vertex = R"(
out vec2 at;
void main() {
    at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}
)";

}  // namespace talus::render::shaders
