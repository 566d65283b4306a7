#pragma once

namespace talus::render::shaders {

/// Terrain that consists of grains is raised a little, so that grains stick out of its outline.
inline constexpr const char* terrain_vertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 colour;
layout(location = 3) in float cover;
layout(location = 0) uniform vec4 grain;
out float v_cover;
out vec3 v_position;
out vec3 v_normal;
out vec3 v_colour;
void main() {
    v_position = position + vec3(0.0, 0.0, abs(normal.z) > 1e-3 ? 0.3 * grain.x : 0.0);
    v_normal = normal;
    v_colour = colour;
    v_cover = cover;
    gl_Position = clip_from_world * vec4(v_position, 1.0);
}
)";

/// Terrain and free grains of the same material must look the same. So where grains are large enough to be
/// visible, the terrain shows a layer of the same grains as ball_fragment draws. The plane through the
/// fragment is divided into cells that hold one grain each, and the ray is intersected with the grains of the
/// 3 x 3 nearest cells. Cells are fixed in the world, so that grains keep their position and shape while the
/// terrain changes. Needs grain_shape in front of it.
inline constexpr const char* terrain_fragment = R"(
layout(location = 0) uniform vec4 grain;       // x: radius (0: smooth), y: side of a cell, z: variety of colours
layout(location = 1) uniform vec4 cell_part;   // xyz: position of the origin within its cell
layout(location = 2) uniform ivec4 first_cell;
layout(location = 3) uniform vec4 contours;    // x: 1 / interval (0: none), y: height of the origin above a line / interval
in float v_cover;  // how much this looks like grains, 0 to 1
in vec3 v_position;
in vec3 v_normal;
in vec3 v_colour;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 shape;

float unit(uint word) { return float(word >> 8) / 16777216.0; }

// The colour of one grain, with the shares and factors of picture::grainColours (picture/appearance.cpp).
vec3 grainColour(vec3 mean, uint seed) {
    uint a = hashed(seed ^ 0x9e3779b9u), b = hashed(a + 1u), c = hashed(b + 1u);
    float kind = unit(a);
    vec3 factor = vec3(1.00, 1.00, 1.00);
    float grey_share = 0.0;
    if (kind > 0.96) { factor = vec3(0.38, 0.38, 0.40); grey_share = 0.30; }
    else if (kind > 0.90) factor = vec3(0.68, 0.54, 0.46);
    else if (kind > 0.74) factor = vec3(0.90, 0.80, 0.70);
    else if (kind > 0.50) { factor = vec3(1.20, 1.27, 1.40); grey_share = 0.20; }
    float brightness = 1.0 + 0.30 * (unit(b) - 0.5), warmth = 0.12 * (unit(c) - 0.5);
    vec3 own = mean * factor * brightness * vec3(1.0 + warmth, 1.0, 1.0 - 1.5 * warmth);
    return mix(own, vec3((own.r + own.g + own.b) / 3.0), grey_share);
}

// toMainAxis permutes the axes such that the third is the one closest to the normal. fromMainAxis is its inverse.
vec3 toMainAxis(vec3 v, int main_axis) { return main_axis == 2 ? v : main_axis == 0 ? v.yzx : v.zxy; }
vec3 fromMainAxis(vec3 v, int main_axis) { return main_axis == 2 ? v : main_axis == 0 ? v.zxy : v.yzx; }

// A ball that the ray hits, at the distance `along`.
struct BallHit { float along; uint seed; vec3 centre; float radius; };

// The share of this fragment that contour lines cover.
float contourLine(float height) {
    float at = height * contours.x + contours.y;
    float wide = fwidth(at);
    if (wide < 1e-5) return 0.0;  // level ground: only round-off is left
    float off = abs(fract(at + 0.5) - 0.5), number = floor(at + 0.5);
    float half_width = abs(mod(number, 5.0)) < 0.5 ? 1.6 : 0.9;  // half the width in samples; every fifth line is wider
    return clamp(half_width + 0.5 - off / wide, 0.0, 1.0) * (1.0 - smoothstep(0.15, 0.4, wide));
}

#ifdef THINGS
layout(location = 8) uniform uint first_thing;
layout(location = 2) out uint thing;
#endif
void main() {
#ifdef THINGS
    thing = first_thing;
#endif
    vec3 view = v_position - eye.xyz;
    float far = length(view);
    vec3 ray = view / far;
    vec3 normal = normalize(v_normal);
    vec3 flat_normal = normalize(cross(dFdx(v_position), dFdy(v_position)));
    if (dot(flat_normal, ray) > 0.0) flat_normal = -flat_normal;
    if (dot(normal, flat_normal) < 0.0) normal = -normal;
    vec3 mean = v_colour * v_colour;
    float line = contours.x > 0.0 && abs(v_normal.z) > 1e-3 ? contourLine(v_position.z) : 0.0;

    float ahead = dot(view, forward.xyz);
    float pixels = grain.x / (picture.w * max(ahead, 1e-6));  // radius of a grain
    float seen = v_cover > 0.0 ? smoothstep(0.35, 0.9, pixels) : 0.0;
    vec3 matter = mean;
    float along = 0.0, detail = 0.0;
    vec2 grain_seed = vec2(0.0);
    if (seen > 0.0) {
        vec3 size3 = abs(flat_normal);
        int main_axis = size3.z >= 0.7 * max(size3.x, size3.y) ? 2 : size3.x > size3.y ? 0 : 1;
        vec3 n = toMainAxis(flat_normal, main_axis), p = toMainAxis(v_position, main_axis), d = toMainAxis(ray, main_axis);
        vec3 part = toMainAxis(cell_part.xyz, main_axis);
        ivec3 base = main_axis == 2 ? first_cell.xyz : main_axis == 0 ? first_cell.yzx : first_cell.zxy;
        vec2 slope = -n.xy / n.z;
        vec3 middle = p + d * (0.25 * grain.x / max(-dot(n, d), 0.25));
        ivec2 cell = ivec2(floor(middle.xy / grain.y + part.xy));
        BallHit first = BallHit(1e9, 0u, vec3(0.0), 1.0), second = first;
        for (int j = -1; j <= 1; ++j)
            for (int i = -1; i <= 1; ++i) {
                ivec2 c = cell + ivec2(i, j);
                uvec2 number = uvec2(c + base.xy);
                uint seed = hashed(number.x * 73856093u ^ hashed(number.y * 19349663u + uint(main_axis)));
                if (unit(hashed(seed + 0x2545f491u)) >= v_cover) continue;  // cover < 1: some cells have no grain
                uint more = hashed(seed + 0x51ed270bu);
                vec2 jitter = vec2(float(more & 0xffu), float(more >> 8 & 0xffu)) / 255.0 - 0.5;
                float rise = float(more >> 16 & 0xffu) / 255.0, size = float(more >> 24) / 255.0;
                vec3 centre;
                centre.xy = (vec2(c) + 0.5 + 0.6 * jitter - part.xy) * grain.y;
                float lift = (-1.15 + 0.65 * rise) * grain.x;
                centre.z = p.z + dot(slope, centre.xy - p.xy) + lift / n.z;
                float radius = grain.x * (0.9 + 0.3 * size);
                vec3 o = p - centre;
                float b = dot(o, d);
                vec3 miss = o - b * d;
                float inside = radius * radius - dot(miss, miss);
                if (inside <= 0.0) continue;
                float t = -b - sqrt(inside);
                BallHit found = BallHit(t, seed, centre, radius);
                if (t < first.along) { second = first; first = found; }
                else if (t < second.along) second = found;
            }
        vec3 up = normal;
        float hit = no_hit;
        BallHit found = first;
        for (int attempt = 0; attempt < 2 && hit == no_hit && found.along < 1e8; ++attempt) {
            vec3 o = p - found.centre;
            float b = dot(o, d);
            vec3 miss = o - b * d;
            float half_chord = sqrt(max(found.radius * found.radius - dot(miss, miss), 0.0));
            grain_seed = vec2(found.seed & 0xffffu, found.seed >> 16) / 65535.0;
            vec3 turned_normal = vec3(0.0);
            hit = enterGrain(grain_seed, fromMainAxis(miss / found.radius, main_axis),
                             fromMainAxis(d / found.radius, main_axis), -half_chord, half_chord,
                             turned_normal);
            if (hit != no_hit) { up = normalize(turned_normal); along = hit - b; }
            else if (attempt == 0) found = second;
        }
        if (hit == no_hit) {
            // The ray passes between the grains: show a deeper, darker layer.
            if (-dot(n, d) < 0.12 && seen > 0.5 && v_cover > 0.5) discard;
            along = 1.1 * grain.x / max(-dot(n, d), 0.3);
            matter = mean * mix(1.0, 0.75, v_cover);
            along *= v_cover;
            grain_seed = vec2(0.0);
        } else {
            matter = mix(mean, grainColour(mean, found.seed), grain.z * seen);
        }
        normal = normalize(mix(normal, up, seen));
        along *= seen;
        detail = smoothstep(0.7, 4.0, pixels);
    }
    matter *= 1.0 - 0.75 * line;
    ahead = dot(view + ray * along, forward.xyz);
    if (ahead < eye.w) discard;
    gl_FragDepth = depthAt(ahead);
    albedo = vec4(sqrt(max(matter, vec3(0.0))), detail > 0.0 ? (3.0 + 252.0 * detail) / 255.0 : mesh_kind);
    shape = vec4(octahedral(normal), grain_seed);
}
)";

}  // namespace talus::render::shaders
