#pragma once

namespace talus::render::shaders {

/// Drafts have no shadows and no occlusion. The colours of a thing in the shade and in the full sun are
/// computed for each vertex, already tone-mapped; a fragment only mixes them. Needs light_functions in front
/// of it.
inline constexpr const char* draft_light = R"(
const float shade_share = 0.8;  // of skylight, for the occlusion that drafts do not compute; chosen by eye
#ifdef SCENE_LINEAR
vec3 draftColour(vec3 light) { return light; }
#else
vec3 draftColour(vec3 light) { return srgbFromLinear(toneMapped(light)); }
#endif
vec3 inShade(vec3 matter) {
    return draftColour(matter * mix(ground_light.rgb, sky_light.rgb, 0.7) * shade_share);
}
vec3 inSun(vec3 matter) {
    return draftColour(matter * (mix(ground_light.rgb, sky_light.rgb, 0.7) * shade_share + sun_light.rgb));
}
)";

/// A ball is a point of OpenGL: a disc through its centre that faces the eye. It writes no depth of its own,
/// so that what is hidden is not computed.
inline constexpr const char* draft_point_vertex = R"(
layout(location = 0) in vec4 ball;   // centre, radius (< 0: its diameter in pixels)
layout(location = 1) in vec4 look;   // sRGB, cover: 1 is solid, less lets some of the pixels behind through
flat out vec3 v_shade;
flat out vec3 v_sun;
flat out float v_cover;
void main() {
    gl_Position = clip_from_world * vec4(ball.xyz, 1.0);
    gl_PointSize = ball.w < 0.0 ? -ball.w : max(1.0, 2.0 * ball.w / (picture.w * gl_Position.w));
    vec3 matter = pow(look.rgb, vec3(2.2));
    v_shade = inShade(matter);
    v_sun = inSun(matter);
    v_cover = look.a;
}
)";
inline constexpr const char* draft_point_fragment = R"(
flat in vec3 v_shade;
flat in vec3 v_sun;
flat in float v_cover;
layout(location = 0) uniform vec3 sun;  // towards it, along the axes of the picture and towards the eye
layout(location = 0) out vec4 colour;
void main() {
    vec2 p = gl_PointCoord * vec2(2.0, -2.0) + vec2(-1.0, 1.0);
    float rest = 1.0 - dot(p, p);
    if (rest < 0.0) discard;
    if (v_cover < 1.0 && interleavedNoise(gl_FragCoord.xy + v_cover * 97.0) >= v_cover * rest * 1.5) discard;
    colour = vec4(mix(v_shade, v_sun, max(0.0, dot(sun, vec3(p, sqrt(rest))))), 1.0);
}
)";

/// Balls that cover many pixels, or are seen from inside, have their exact outline and depth.
inline constexpr const char* draft_ball_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };  // centre, radius (< 0: seen from inside)
layout(std430, binding = 1) readonly buffer Looks { uint look[]; };
flat out vec4 v_ball;
flat out vec3 v_shade;
flat out vec3 v_sun;
out vec3 v_ray;
void main() {
    int index = gl_VertexID / 3;
    int corner = gl_VertexID - 3 * index;
    vec4 b = ball[index];
    vec3 centre = b.xyz - eye.xyz;
    float d2 = dot(centre, centre), r2 = b.w * b.w;
    v_ball = vec4(centre, b.w);
    vec3 matter = pow(unpackUnorm4x8(look[index]).rgb, vec3(2.2));
    v_shade = inShade(matter);
    v_sun = inSun(matter);
    v_ray = vec3(0.0);
    gl_Position = vec4(0.0, 0.0, 0.0, -1.0);
    if (d2 <= r2 * 1.0001) return;  // the eye is inside the ball
    vec3 view = centre * inversesqrt(d2);
    vec3 side = normalize(cross(view, abs(view.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 top = cross(side, view);
    float silhouette = abs(b.w) * sqrt(d2 / (d2 - r2));  // radius of the tangent cone at the distance of the centre
    vec2 offset = corner == 0 ? vec2(-1.7320508, -1.0) : corner == 1 ? vec2(1.7320508, -1.0) : vec2(0.0, 2.0);
    v_ray = centre + (side * offset.x + top * offset.y) * (silhouette * 1.01);
    gl_Position = clip_from_world * vec4(v_ray + eye.xyz, 1.0);
}
)";
inline constexpr const char* draft_ball_fragment = R"(
flat in vec4 v_ball;
flat in vec3 v_shade;
flat in vec3 v_sun;
in vec3 v_ray;
layout(location = 0) out vec4 colour;
void main() {
    float length2 = dot(v_ray, v_ray);
    vec3 nearest = v_ray * (dot(v_ball.xyz, v_ray) / length2);
    vec3 miss = nearest - v_ball.xyz;
    float inside = v_ball.w * v_ball.w - dot(miss, miss);
    if (inside < 0.0) discard;
    vec3 hit = nearest - v_ray * (sqrt(inside / length2) * sign(v_ball.w));
    float ahead = dot(hit, forward.xyz);
    if (ahead < eye.w) discard;
    gl_FragDepth = depthAt(ahead);
    vec3 normal = (hit - v_ball.xyz) / v_ball.w;
    colour = vec4(mix(v_shade, v_sun, max(0.0, dot(normal, to_sun.xyz))), 1.0);
}
)";

inline constexpr const char* draft_mesh_vertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 root;  // of the linear colour
out vec3 v_shade;
out vec3 v_sun;
out vec3 v_normal;
out vec3 v_view;
void main() {
    vec3 matter = root * root;
    v_shade = inShade(matter);
    v_sun = inSun(matter);
    v_normal = normal;
    v_view = position - eye.xyz;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
)";
inline constexpr const char* draft_mesh_fragment = R"(
in vec3 v_shade;
in vec3 v_sun;
in vec3 v_normal;
in vec3 v_view;
layout(location = 0) out vec4 colour;
void main() {
    vec3 n = normalize(v_normal);
    if (dot(n, v_view) > 0.0) n = -n;
    colour = vec4(mix(v_shade, v_sun, max(0.0, dot(n, to_sun.xyz))), 1.0);
}
)";

inline constexpr const char* draft_plane_fragment = R"(
in vec2 at;
layout(location = 0) uniform vec4 plane;  // unit normal, distance along it
layout(location = 1) uniform vec3 lit;
layout(location = 2) uniform vec3 low;    // the background at the bottom and at the top
layout(location = 3) uniform vec3 high;
layout(location = 0) out vec4 colour;
void main() {
    vec3 ray = rayThrough(at);
    float slope = dot(plane.xyz, ray);
    float ahead = (plane.w - dot(plane.xyz, eye.xyz)) / slope;
    if (slope >= 0.0 || ahead < eye.w) discard;  // visible only from the side of its normal
    float far = length(eye.xyz + ray * ahead);
    if (far > reach.z) discard;
    gl_FragDepth = depthAt(ahead);
    colour = vec4(mix(lit, mix(low, high, at.y), smoothstep(reach.y, reach.z, far)), 1.0);
}
)";

inline constexpr const char* draft_background_fragment = R"(
in vec2 at;
layout(location = 2) uniform vec3 low;
layout(location = 3) uniform vec3 high;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(mix(low, high, at.y), 1.0); }
)";

}  // namespace talus::render::shaders
