#pragma once

namespace talus::render::shaders {

/// With THINGS defined, the shaders of surfaces also write which thing each pixel shows: a number that
/// GeometryPass gives to its balls, triangles, planes and terrains.
///
/// Each ball is drawn as one triangle that faces the eye and contains the outline of the ball. The fragment
/// shader intersects its ray with the ball.
inline constexpr const char* ball_vertex = R"(
layout(std430, binding = 0) readonly buffer Balls { vec4 ball[]; };   // centre, radius (< 0: seen from inside)
layout(std430, binding = 1) readonly buffer Appearances { uvec2 appearance[]; };  // colour and grain, seed
flat out vec4 v_ball;
flat out vec4 v_albedo;
flat out vec2 v_seed;
out vec3 v_ray;
#ifdef THINGS
flat out uint v_thing;
#endif
layout(binding = 5) uniform sampler2D fine_map;    // farthest depth in blocks of 8 pixels (HiddenPass)
layout(binding = 6) uniform sampler2D coarse_map;  // in blocks of 32 pixels

// Whether other balls hide a ball completely, or it is outside the picture. The box around its projection is tested
// against the blocks that the box overlaps. If they are many, there is no test.
bool isHidden(vec4 b) {
    vec4 clip = clip_from_world * vec4(b.xyz, 1.0);
    float r = abs(b.w);
    float front = clip.w - r, back = clip.w + r;
    if (front <= eye.w) return false;
    vec2 low = clip.xy - r * vec2(right.w, up.w), high = clip.xy + r * vec2(right.w, up.w);
    low /= mix(vec2(back), vec2(front), lessThan(low, vec2(0.0)));
    high /= mix(vec2(front), vec2(back), lessThan(high, vec2(0.0)));
    if (any(greaterThan(low, vec2(1.0))) || any(lessThan(high, vec2(-1.0)))) return true;
    vec2 last_pixel = picture.xy - 1.0;
    ivec2 first = ivec2(clamp(floor((low * 0.5 + 0.5) * picture.xy), vec2(0.0), last_pixel)) / 8;
    ivec2 last = ivec2(clamp(floor((high * 0.5 + 0.5) * picture.xy), vec2(0.0), last_pixel)) / 8;
    bool coarse = any(greaterThan(last - first, ivec2(3)));
    if (coarse) { first /= 4; last /= 4; }
    if (any(greaterThan(last - first, ivec2(3)))) return false;
    float nearest = depthAt(front);
    for (int y = first.y; y <= last.y; ++y)
        for (int x = first.x; x <= last.x; ++x) {
            float cover = coarse ? texelFetch(coarse_map, ivec2(x, y), 0).r : texelFetch(fine_map, ivec2(x, y), 0).r;
            if (nearest >= cover) return false;
        }
    return true;
}

void main() {
    int index = gl_VertexID / 3;
    int corner = gl_VertexID - 3 * index;
    vec4 b = ball[index];
    uvec2 l = appearance[index];
    vec3 centre = b.xyz - eye.xyz;
    float d2 = dot(centre, centre);
    float r2 = b.w * b.w;
    v_ball = vec4(centre, b.w);
#ifdef THINGS
    v_thing = uint(index) + 1u;
#endif

    // Grain detail only where a grain is large enough to show it. On smaller grains it would flicker.
    float pixels = abs(b.w) / (picture.w * max(dot(centre, forward.xyz), 1e-6));
    float grain = float(l.x >> 24) / 255.0 * smoothstep(0.7, 4.0, pixels);
    v_albedo = vec4(unpackUnorm4x8(l.x).rgb, (3.0 + 252.0 * grain) / 255.0);
    v_seed = vec2(l.y & 0xffffu, l.y >> 16) / 65535.0;

    if (d2 <= r2 * 1.0001 || isHidden(b)) {  // first condition: the eye is inside the ball
        v_ray = vec3(0.0);
        gl_Position = vec4(0.0, 0.0, 0.0, -1.0);
        return;
    }
    vec3 view = centre * inversesqrt(d2);
    vec3 side = normalize(cross(view, abs(view.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 top = cross(side, view);
    float silhouette = abs(b.w) * sqrt(d2 / (d2 - r2));  // radius of the tangent cone at the distance of the centre
    vec2 offset = corner == 0 ? vec2(-1.7320508, -1.0) : corner == 1 ? vec2(1.7320508, -1.0) : vec2(0.0, 2.0);
    v_ray = centre + (side * offset.x + top * offset.y) * (silhouette * 1.01);
    gl_Position = clip_from_world * vec4(v_ray + eye.xyz, 1.0);
}
)";

/// The shape of a grain of sand: a ball cut by planes at random depths. There are three pairs of planes
/// normal to the axes of the grain and four pairs normal to its diagonals. A ray is intersected with the
/// half-spaces of these planes (Kay and Kajiya 1986). Edges look rounded because the normal is mixed with
/// that of the ball.
inline constexpr const char* grain_shape = R"(
vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
vec4 spread(vec4 x) { return fract(x * vec4(12.9898, 78.233, 37.719, 53.137) + x.wxyz * 7.31); }

// The distance at which the ray enters the grain, in lengths of `ray`, and the normal there; no_hit if it misses.
// `origin` and `ray` are in radii from the centre. The ray is inside the ball from `enter` to `leave`.
const float no_hit = -1e9;
float enterGrain(vec2 seed, vec3 origin, vec3 ray, float enter, float leave, inout vec3 normal) {
    vec4 random = spread(vec4(seed, seed.yx + 0.5));
    vec4 quaternion = normalize(random - 0.5);
    vec3 o = rotated(quaternion, origin), d = rotated(quaternion, ray);
    d += vec3(equal(d, vec3(0.0))) * 1e-9;
    vec4 diagonal_o = vec4(o.x + o.y + o.z, o.x + o.y - o.z, o.x - o.y + o.z, -o.x + o.y + o.z) * 0.57735;
    vec4 diagonal_d = vec4(d.x + d.y + d.z, d.x + d.y - d.z, d.x - d.y + d.z, -d.x + d.y + d.z) * 0.57735 + 1e-9;
    vec4 low = spread(random.yzwx), high = spread(low.zwxy), diagonal_low = spread(high.wxyz),
         diagonal_high = spread(diagonal_low.yzwx);
    // Distances of the planes from the centre, in radii.
    vec3 depth_low = 0.74 + 0.24 * low.xyz, depth_high = 0.74 + 0.24 * high.xyz;
    diagonal_low = 0.80 + 0.18 * diagonal_low;
    diagonal_high = 0.80 + 0.18 * diagonal_high;

    vec3 side = sign(d);
    vec3 near_depth = mix(depth_low, depth_high, lessThan(d, vec3(0.0)));
    vec3 far_depth = mix(depth_high, depth_low, lessThan(d, vec3(0.0)));
    vec3 enters = (-side * near_depth - o) / d, leaves = (side * far_depth - o) / d;
    vec4 diagonal_side = sign(diagonal_d);
    vec4 diagonal_near = mix(diagonal_low, diagonal_high, lessThan(diagonal_d, vec4(0.0)));
    vec4 diagonal_far = mix(diagonal_high, diagonal_low, lessThan(diagonal_d, vec4(0.0)));
    vec4 diagonal_enters = (-diagonal_side * diagonal_near - diagonal_o) / diagonal_d;
    vec4 diagonal_leaves = (diagonal_side * diagonal_far - diagonal_o) / diagonal_d;

    leave = min(min(leave, min(leaves.x, min(leaves.y, leaves.z))),
                min(min(diagonal_leaves.x, diagonal_leaves.y), min(diagonal_leaves.z, diagonal_leaves.w)));
    vec3 face = vec3(0.0);
    if (enters.x > enter) { enter = enters.x; face = vec3(-side.x, 0.0, 0.0); }
    if (enters.y > enter) { enter = enters.y; face = vec3(0.0, -side.y, 0.0); }
    if (enters.z > enter) { enter = enters.z; face = vec3(0.0, 0.0, -side.z); }
    if (diagonal_enters.x > enter) { enter = diagonal_enters.x; face = vec3(1.0, 1.0, 1.0) * -diagonal_side.x; }
    if (diagonal_enters.y > enter) { enter = diagonal_enters.y; face = vec3(1.0, 1.0, -1.0) * -diagonal_side.y; }
    if (diagonal_enters.z > enter) { enter = diagonal_enters.z; face = vec3(1.0, -1.0, 1.0) * -diagonal_side.z; }
    if (diagonal_enters.w > enter) { enter = diagonal_enters.w; face = vec3(-1.0, 1.0, 1.0) * -diagonal_side.w; }
    if (enter > leave) return no_hit;
    vec3 round_normal = origin + ray * enter;
    quaternion.xyz = -quaternion.xyz;
    normal = face == vec3(0.0) ? round_normal : mix(rotated(quaternion, normalize(face)), round_normal, 0.45);
    return enter;
}
)";

/// Needs grain_shape in front of it.
inline constexpr const char* ball_fragment = R"(
flat in vec4 v_ball;
flat in vec4 v_albedo;
flat in vec2 v_seed;
in vec3 v_ray;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 shape;
#ifdef THINGS
flat in uint v_thing;
layout(location = 2) out uint thing;
#endif

void main() {
#ifdef THINGS
    thing = v_thing;
#endif
    // Computed from the point of the ray nearest to the centre, which is precise also for small balls far away.
    float length2 = dot(v_ray, v_ray);
    vec3 nearest = v_ray * (dot(v_ball.xyz, v_ray) / length2);
    vec3 miss = nearest - v_ball.xyz;
    float inside = v_ball.w * v_ball.w - dot(miss, miss);
    if (inside < 0.0) discard;
    float half_chord = sqrt(inside / length2) * sign(v_ball.w);
    vec3 hit = nearest - v_ray * half_chord;
    vec3 normal = (hit - v_ball.xyz) / v_ball.w;
    if (v_albedo.a > ball_kind + 0.1) {
        float radius = v_ball.w;
        float entered = enterGrain(v_seed, miss / radius, v_ray / radius, -half_chord, half_chord, normal);
        if (entered == no_hit) discard;
        hit = nearest + v_ray * entered;
    }
    float ahead = dot(hit, forward.xyz);
    if (ahead < eye.w) discard;
    gl_FragDepth = depthAt(ahead);
    albedo = v_albedo;
    shape = vec4(octahedral(normal), v_seed);
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
#ifdef THINGS
layout(location = 8) uniform uint first_thing;
layout(location = 2) out uint thing;
#endif
void main() {
#ifdef THINGS
    thing = first_thing + uint(gl_PrimitiveID);
#endif
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
#ifdef THINGS
layout(location = 8) uniform uint first_thing;
layout(location = 2) out uint thing;
#endif
void main() {
#ifdef THINGS
    thing = first_thing;
#endif
    vec3 ray = rayThrough(at);
    float slope = dot(plane.xyz, ray);
    float ahead = (plane.w - dot(plane.xyz, eye.xyz)) / slope;
    if (slope >= 0.0 || ahead < eye.w) discard;  // visible only from the side of its normal
    vec3 hit = eye.xyz + ray * ahead;
    if (length(hit) > reach.z) discard;
    gl_FragDepth = depthAt(ahead);
    albedo = vec4(colour.rgb, plane_kind);
    shape = vec4(octahedral(plane.xyz), 0.0, 0.0);
}
)";

/// For shadows a ball is a disc through its centre that faces the sun. For every point outside the ball the
/// disc casts the same shadow. It needs no depth per fragment, and does not shade the lit side of its own
/// ball.
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
layout(location = 1) in vec3 normal;
layout(location = 0) uniform float lowered;
void main() {
    vec3 map = (light_from_world * vec4(position - lowered * normal, 1.0)).xyz;
    gl_Position = vec4(map.xy * 2.0 - 1.0, map.z, 1.0);
}
)";
inline constexpr const char* mesh_shadow_fragment = R"(
void main() {}
)";

}  // namespace talus::render::shaders
