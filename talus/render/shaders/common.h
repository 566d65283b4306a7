#pragma once

namespace talus::render::shaders {

/// Stands at the head of every shader. The block mirrors FrameConstants (frame_constants.h). Lengths are in
/// units of the focus radius, with the camera's target at the origin.
inline constexpr const char* common = R"(#version 450 core
layout(std140, binding = 0) uniform Frame {
    mat4 clip_from_world;
    mat4 light_from_world;   // to the unit cube
    vec4 eye;                // w: distance of the near plane
    vec4 right;              // scaled to the right edge of the picture at distance 1; w: 1 / that length
    vec4 up;                 // scaled to the top edge; w: 1 / that length
    vec4 forward;
    vec4 to_sun;             // w: tangent of the sun's apparent radius
    vec4 sun_light;
    vec4 sky_light;
    vec4 ground_light;       // what the ground sends back up
    vec4 background_top;     // square root of linear, as all colours between the passes
    vec4 background_bottom;
    vec4 shadow;             // x: side of the shadow map in world units, y: its depth, z: its texels a side
    vec4 picture;            // xy: pixels, z: samples a pixel along an axis, w: world size of a pixel at distance 1
    vec4 reach;              // x: occlusion radius, y: start and z: end of the fade of planes
};

// What a sample shows, in the alpha of the albedo texture; from 3 on: a ball, with the depth of its grain detail.
const float nothing_kind = 0.0;
const float plane_kind = 1.0 / 255.0;
const float mesh_kind = 2.0 / 255.0;
const float ball_kind = 3.0 / 255.0;

// Unit vectors on the octahedron, after Cigolle et al. 2014, "A survey of efficient representations for independent
// unit vectors", in [0, 1]^2.
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

// Reversed depth without a far end: near / distance, which keeps float precision even over the whole picture.
float depthAt(float distance_ahead) { return eye.w / distance_ahead; }
float distanceAhead(float depth) { return eye.w / depth; }

// The ray through a point of the picture, (0, 0) to (1, 1) from the lower left; its length ahead is 1.
vec3 rayThrough(vec2 at) { return forward.xyz + right.xyz * (2.0 * at.x - 1.0) + up.xyz * (2.0 * at.y - 1.0); }

// Colours travel between the passes as square roots of linear light: eight bits suffice as they do for sRGB, and a
// product brings them back where sRGB would cost a power.
vec3 srgbFromLinear(vec3 c) { return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

uint hashed(uint x) {  // the finaliser of MurmurHash3
    x ^= x >> 16; x *= 0x85ebca6bu; x ^= x >> 13; x *= 0xc2b2ae35u; x ^= x >> 16;
    return x;
}

// Gradient noise of J. Jimenez 2014, "Next generation post processing in Call of Duty: Advanced Warfare", in [0, 1).
float interleavedNoise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }
)";

/// One triangle over the whole picture, drawn as three vertices without data.
inline constexpr const char* whole_picture_vertex = R"(
out vec2 at;
void main() {
    at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}
)";

}  // namespace talus::render::shaders
