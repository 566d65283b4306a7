#pragma once

namespace talus::render::shaders {

/// Tanks (TankItem), and what a texel of the surface belongs to (SurfaceCode).
inline constexpr const char* tank_functions = R"(
struct Tank { vec4 axis[3]; vec4 low, high; };
layout(std430, binding = 2) readonly buffer Tanks { Tank tank[]; };
int lookOf(float code) { return int(code + 0.5) & 8191; }
int faceOf(float code) { return int(code + 0.5) >> 13 & 7; }
int tankOf(float code) { return int(code + 0.5) >> 16; }
// The normal of a side, out of its tank.
vec3 outOfFace(int tank_number, int face) {
    return tank[tank_number - 1].axis[(face - 1) / 2].xyz * ((face & 1) == 1 ? -1.0 : 1.0);
}
)";

/// Liquid that touches a side which the eye looks through: discs on that side. Needs liquid_disc and
/// tank_functions. In the surface, what lies on a side has a code below zero.
inline constexpr const char* wet_side_vertex = R"(
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
    vec3 place = d.xyz + (t.axis[(axis + 1) % 3].xyz * v_disc.x + t.axis[(axis + 2) % 3].xyz * v_disc.y) * d.w;
    gl_Position = clip_from_world * vec4(place, 1.0);
}
)";
inline constexpr const char* wet_side_fragment = R"(
flat in vec2 v_item;
in vec2 v_disc;
layout(location = 0) out vec4 surface;
void main() {
    if (dot(v_disc, v_disc) > 1.0) discard;
    surface = vec4(gl_FragCoord.z, v_item.x, 1.0, -v_item.y);
}
)";

/// Cuts the surface of a liquid at the sides of its tank: what would stand out before a side lies on it, and
/// what is beside the tank is left out. Needs tank_functions.
inline constexpr const char* cut_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D surface_map;
layout(location = 0) out vec4 surface;
void main() {
    surface = texelFetch(surface_map, ivec2(gl_FragCoord.xy), 0);
    float code = abs(surface.w);
    surface.w = code;
    int number = tankOf(code);
    if (surface.x <= 0.0 || number == 0) return;
    Tank t = tank[number - 1];
    vec3 ray = rayThrough(at), from, way;
    for (int k = 0; k < 3; ++k) {
        from[k] = dot(t.axis[k].xyz, eye.xyz) + t.axis[k].w;
        way[k] = dot(t.axis[k].xyz, ray);
    }
    way += vec3(equal(way, vec3(0.0))) * 1e-9;
    // Where the ray comes in and goes out, by slabs (Kay and Kajiya 1986).
    vec3 first = (mix(t.low.xyz, t.high.xyz, lessThan(way, vec3(0.0))) - from) / way;
    vec3 last = (mix(t.high.xyz, t.low.xyz, lessThan(way, vec3(0.0))) - from) / way;
    float enter = max(first.x, max(first.y, first.z)), leave = min(last.x, min(last.y, last.z));
    int axis = enter == first.x ? 0 : enter == first.y ? 1 : 2;
    int side = 2 * axis + (way[axis] < 0.0 ? 1 : 0), open = int(t.low.w + 0.5);
    float ahead = distanceAhead(surface.x);
    bool through_side = enter > eye.w && enter < leave && (open >> side & 1) == 0;
    if (through_side && ahead <= enter * 1.0001) {
        surface.x = depthAt(enter);
        surface.w = code - float(faceOf(code) << 13) + float((side + 1) << 13);
        return;
    }
    surface.w = code - float(faceOf(code) << 13);
    vec3 place = from + way * ahead, slack = vec3(0.02 * surface.y);
    bvec3 below = lessThan(place, t.low.xyz - slack), above = greaterThan(place, t.high.xyz + slack);
    for (int k = 0; k < 3; ++k)
        if ((below[k] && (open >> (2 * k) & 1) == 0) || (above[k] && (open >> (2 * k + 1) & 1) == 0)) surface = vec4(0.0);
}
)";

}  // namespace talus::render::shaders
