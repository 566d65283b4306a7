#pragma once

namespace talus::render::shaders {

/// Tanks (TankItem), and what a texel of the surface belongs to (SurfaceCode).
inline constexpr const char* tank_functions = R"(
struct Tank { vec4 axis[3]; vec4 low, high; };
layout(std430, binding = 2) readonly buffer Tanks { Tank tank[]; };
int liquidOf(float code) { return int(code + 0.5) & 8191; }
int faceOf(float code) { return int(code + 0.5) >> 13 & 7; }
int tankOf(float code) { return int(code + 0.5) >> 16; }
float codeOf(float code, int face) { return code + float((face - faceOf(code)) << 13); }
// Depths at which the ray through a position of the picture comes into a tank and leaves it, by slabs (Kay and Kajiya
// 1986), and the face that it comes in by. They change evenly over the picture, as depths of planes do. What lies behind
// the eye is as if right before it.
struct Passage { float enter, leave; int face; };
Passage passageAt(vec2 at, int tank_number) {
    Tank t = tank[tank_number - 1];
    vec3 ray = rayThrough(at), from, direction;
    for (int k = 0; k < 3; ++k) {
        from[k] = dot(t.axis[k].xyz, eye.xyz);
        direction[k] = dot(t.axis[k].xyz, ray);
    }
    direction += vec3(equal(direction, vec3(0.0))) * 1e-9;
    vec3 first = (mix(t.low.xyz, t.high.xyz, lessThan(direction, vec3(0.0))) - from) / direction;
    vec3 last = (mix(t.high.xyz, t.low.xyz, lessThan(direction, vec3(0.0))) - from) / direction;
    float enter = max(first.x, max(first.y, first.z)), leave = min(last.x, min(last.y, last.z));
    int axis = enter == first.x ? 0 : enter == first.y ? 1 : 2;
    int face = 2 * axis + (direction[axis] < 0.0 ? 2 : 1);
    return Passage(depthAt(max(enter, 1e-3 * eye.w)), depthAt(max(leave, 1e-3 * eye.w)), face);
}
// The normal of a side, out of its tank.
vec3 outOfFace(int tank_number, int face) {
    return tank[tank_number - 1].axis[(face - 1) / 2].xyz * ((face & 1) == 1 ? -1.0 : 1.0);
}
)";

/// Liquid that touches a side which the eye looks through: discs on that side. Needs liquid_disc and
/// tank_functions. In the surface, what lies on a side has a code below zero.
inline constexpr const char* side_disc_vertex = R"(
layout(std430, binding = 0) readonly buffer Discs { vec4 disc[]; };
layout(std430, binding = 1) readonly buffer Codes { uint code[]; };
flat out vec2 v_item;  // radius, code
out vec2 v_disc;
void main() {
    int index = gl_VertexID / 3;
    vec4 d = disc[index];
    v_disc = discCorner(gl_VertexID - 3 * index);
    v_item = vec2(d.w, float(code[index]));
    Tank t = tank[tankOf(v_item.y) - 1];
    int axis = (faceOf(v_item.y) - 1) / 2;
    vec3 position = d.xyz + (t.axis[(axis + 1) % 3].xyz * v_disc.x + t.axis[(axis + 2) % 3].xyz * v_disc.y) * d.w;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
)";
inline constexpr const char* side_disc_fragment = R"(
flat in vec2 v_item;
in vec2 v_disc;
layout(location = 0) out vec4 surface;
void main() {
    if (dot(v_disc, v_disc) > 1.0) discard;
    surface = vec4(gl_FragCoord.z, v_item.x, 1.0, -v_item.y);
}
)";

/// Cuts the surface of a liquid at the sides of its tank: what would stand out before a side lies on it, and
/// what is beside the tank is left out. A pixel across the line where the surface meets a side before it has
/// two of them: `other` is the lesser one. Needs tank_functions and outline_functions.
inline constexpr const char* cut_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D uncut_map;
layout(location = 0) out vec4 surface;
layout(location = 1) out vec4 other;  // like the surface, but its share of the pixel in place of the share of liquid

// How far a texel of the surface lies before the side that the ray comes in by (x), and what is seen there behind the
// sides that it leaves by (y), in depth; z: whether there is one.
vec3 offSides(ivec2 pixel, int tank_number) {
    vec4 texel = texelFetch(uncut_map, clamp(pixel, ivec2(0), ivec2(picture.xy) - 1), 0);
    Passage passage = passageAt((vec2(pixel) + 0.5) / picture.xy, tank_number);
    return vec3(texel.x - passage.enter, passage.leave - min(texel.x, passage.enter), texel.x > 0.0 ? 1.0 : 0.0);
}
// What it changes by from pixel to pixel: the lesser change of those to both sides, as one may be across an edge.
vec2 slopeOf(vec3 own, ivec2 pixel, int tank_number) {
    vec2 sum = vec2(0.0);
    for (int axis = 0; axis < 2; ++axis) {
        ivec2 one = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
        vec3 before = offSides(pixel - one, tank_number), after = offSides(pixel + one, tank_number);
        vec2 smallest = min(before.z > 0.0 ? abs(own.xy - before.xy) : vec2(1e9), after.z > 0.0 ? abs(own.xy - after.xy) : vec2(1e9));
        smallest = mix(smallest, vec2(0.0), greaterThan(smallest, vec2(1e8)));
        sum += smallest * smallest;
    }
    return sqrt(sum) + 1e-12;
}
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    surface = texelFetch(uncut_map, pixel, 0);
    other = vec4(0.0);
    bool is_side_disc = surface.w < 0.0;
    surface.w = abs(surface.w);
    int number = tankOf(surface.w);
    if (surface.x <= 0.0 || number == 0) return;
    vec3 own = offSides(pixel, number);
    vec2 shares = clamp(0.5 + vec2(own.x, -own.y) / slopeOf(own, pixel, number), 0.0, 1.0);
    float on_side = is_side_disc ? 1.0 : shares.x, inside = shares.y;
    if (inside <= 0.0) { surface = vec4(0.0); return; }
    Passage passage = passageAt(at, number);
    vec4 side = vec4(passage.enter, surface.yz, codeOf(surface.w, passage.face));
    vec4 free = vec4(surface.xyz, codeOf(surface.w, 0));
    surface = on_side >= 0.5 ? side : free;
    other = on_side >= 0.5 ? free : side;
    other.z = min(on_side, 1.0 - on_side);
    surface.z = min(surface.z, shareOfCover(surface, inside));
}
)";

}  // namespace talus::render::shaders
