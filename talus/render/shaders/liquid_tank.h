#pragma once

namespace talus::render::shaders {

/// Tanks (TankItem), and the liquid, side and tank that a texel of the surface belongs to (SurfaceCode).
inline constexpr const char* tank_functions = R"(
struct Tank { vec4 axis[3]; vec4 low, high; };
layout(std430, binding = 2) readonly buffer Tanks { Tank tank[]; };
int liquidOf(float code) { return int(code + 0.5) & 8191; }
int faceOf(float code) { return int(code + 0.5) >> 13 & 7; }
int tankOf(float code) { return int(code + 0.5) >> 16; }
float codeOf(float code, int face) { return code + float((face - faceOf(code)) << 13); }
// The depths at which the ray through a point of the picture enters and leaves a tank, and the side by which it enters
// (slab method, Kay and Kajiya 1986). As depths of planes, they are linear over the picture. Points behind the eye are
// treated as just in front of it.
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
// The normal of a side of a tank, pointing outwards.
vec3 outOfFace(int tank_number, int face) {
    return tank[tank_number - 1].axis[(face - 1) / 2].xyz * ((face & 1) == 1 ? -1.0 : 1.0);
}
)";

/// Discs where liquid touches a side that the eye looks through. In the surface they have a negative code.
/// Needs liquid_disc and tank_functions.
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

/// Cuts the surface of a liquid at the sides of its tank. Where the surface stands out in front of a near
/// side, it is moved onto the side. Outside the tank it is removed. A pixel on the line where the free
/// surface meets a near side shows two surfaces; `other` is the one with the smaller share. Needs
/// tank_functions and outline_functions.
inline constexpr const char* cut_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D uncut_map;
layout(location = 0) out vec4 surface;
layout(location = 1) out vec4 other;  // as `surface`, but z is its share of the pixel

// How far a texel of the surface is in front of the side by which the ray enters (x), and behind the side by which it
// leaves (y), in differences of depth. z: 1 if the texel has a surface.
vec3 distancesToSides(ivec2 pixel, int tank_number) {
    vec4 texel = texelFetch(uncut_map, clamp(pixel, ivec2(0), ivec2(picture.xy) - 1), 0);
    Passage passage = passageAt((vec2(pixel) + 0.5) / picture.xy, tank_number);
    return vec3(texel.x - passage.enter, passage.leave - min(texel.x, passage.enter), texel.x > 0.0 ? 1.0 : 0.0);
}
// The change of distancesToSides per pixel. On each axis the smaller of the changes to both neighbours is taken, because
// the other may be across an edge.
vec2 slopeOf(vec3 own, ivec2 pixel, int tank_number) {
    vec2 sum = vec2(0.0);
    for (int axis = 0; axis < 2; ++axis) {
        ivec2 one = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
        vec3 before = distancesToSides(pixel - one, tank_number), after = distancesToSides(pixel + one, tank_number);
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
    vec3 own = distancesToSides(pixel, number);
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
