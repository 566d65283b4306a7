#pragma once

namespace talus::render::shaders {

/// Ambient occlusion: the share of the sky that nearby surfaces leave visible, similar to the scalable
/// ambient obscurance of McGuire, Mara and Luebke 2012. The logarithms of the sample distances are spread
/// evenly, from 1.5 pixels to about `reach.x`.
inline constexpr const char* occlusion_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D depth_map;
layout(binding = 2) uniform sampler2D shape_map;
layout(location = 0) out vec2 open_sky;  // share of the sky that is visible, distance ahead
#ifdef FINE_LIGHT
const int samples = 64;
#else
const int samples = 16;
#endif
void main() {
    int per_pixel = int(picture.z);
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 last = ivec2(picture.xy) - 1;
    float depth = texelFetch(depth_map, pixel * per_pixel, 0).r;
    if (depth == 0.0) { open_sky = vec2(1.0, 1e6); return; }
    float ahead = distanceAhead(depth);
    vec3 position = eye.xyz + rayThrough((vec2(pixel * per_pixel) + 0.5) / (picture.xy * picture.z)) * ahead;
    vec3 normal = fromOctahedral(texelFetch(shape_map, pixel * per_pixel, 0).xy);

    float largest = clamp(reach.x / (picture.w * ahead), 3.0, 0.25 * picture.y);  // pixels
    float ratio = log2(largest / 1.5);
    float rotation = interleavedNoise(vec2(pixel)) * 6.2831853;
    float jitter = interleavedNoise(vec2(pixel.yx) + 17.0);
    float sum = 0.0;
    for (int i = 0; i < samples; ++i) {
        float angle = rotation + float(i) * 2.3999632;  // the golden angle
        float distance_px = 1.5 * exp2(ratio * (float(i) + jitter) / float(samples));
        ivec2 other = pixel + ivec2(round(distance_px * vec2(cos(angle), sin(angle))));
        if (any(lessThan(other, ivec2(0))) || any(greaterThan(other, last))) continue;
        float other_depth = texelFetch(depth_map, other * per_pixel, 0).r;
        if (other_depth == 0.0) continue;
        vec3 to_other = eye.xyz + rayThrough((vec2(other * per_pixel) + 0.5) / (picture.xy * picture.z))
                        * distanceAhead(other_depth) - position;
        float far2 = dot(to_other, to_other);
        float rise = dot(to_other, normal) * inversesqrt(far2 + 1e-12);
        float near_share = max(0.0, 1.0 - far2 / (reach.x * reach.x));
        sum += max(0.0, rise - 0.06) * near_share;
    }
    open_sky = vec2(clamp(1.0 - 2.5 * sum / float(samples), 0.0, 1.0), ahead);
}
)";

/// Averages the visible share of the sky over 4 x 4 pixels with about the same distance.
inline constexpr const char* blur_fragment = R"(
in vec2 at;
layout(binding = 3) uniform sampler2D open_sky_map;
layout(location = 0) out float open_sky;
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 last = ivec2(picture.xy) - 1;
    float ahead = texelFetch(open_sky_map, pixel, 0).g;
    float sum = 0.0, weights = 0.0;
    for (int y = -1; y <= 2; ++y)
        for (int x = -1; x <= 2; ++x) {
            vec2 other = texelFetch(open_sky_map, clamp(pixel + ivec2(x, y), ivec2(0), last), 0).rg;
            float weight = max(0.0, 1.0 - abs(other.g - ahead) / (0.08 * reach.x)) + 1e-4;
            sum += weight * other.r;
            weights += weight;
        }
    open_sky = sum / weights;
}
)";

/// Lighting of solid surfaces. Needs in front of it light_functions and throughLiquid, and four constants:
/// has_cloud (sprites cast shadows), has_veil (the sprites of a SpritePass are added), each_sample (the
/// samples of a pixel are not averaged, for LiquidShadingPass) and has_liquid (liquid tints sunlight).
inline constexpr const char* shading_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D depth_map;
layout(binding = 1) uniform sampler2D albedo_map;
layout(binding = 2) uniform sampler2D shape_map;
layout(binding = 3) uniform sampler2D open_sky_map;
layout(binding = 5) uniform sampler2D veil_map;
layout(binding = 6) uniform sampler3D cloud_map;
layout(location = 0) uniform vec4 cloud_from_world[3];  // by rows
layout(location = 0) out vec4 colour;

float corner(uvec3 cell, uint seed) {
    return float(hashed(cell.x * 73856093u ^ cell.y * 19349663u ^ cell.z * 83492791u ^ seed) >> 8) / 16777216.0;
}
// Value noise in [0, 1].
float noiseAt(vec3 p, uint seed) {
    vec3 base = floor(p);
    vec3 f = p - base;
    f = f * f * (3.0 - 2.0 * f);
    uvec3 c = uvec3(ivec3(base) + 1024);
    vec4 low = vec4(corner(c, seed), corner(c + uvec3(1, 0, 0), seed), corner(c + uvec3(0, 1, 0), seed),
                    corner(c + uvec3(1, 1, 0), seed));
    c.z += 1u;
    vec4 high = vec4(corner(c, seed), corner(c + uvec3(1, 0, 0), seed), corner(c + uvec3(0, 1, 0), seed),
                     corner(c + uvec3(1, 1, 0), seed));
    vec4 level = mix(low, high, f.z);
    vec2 row = mix(level.xz, level.yw, f.x);
    return mix(row.x, row.y, f.y);
}

// Light that surfaces reflect to each other brightens the crevices of bright matter (Jimenez et al. 2016, eq. 20).
vec3 interreflected(float open_sky, vec3 albedo) {
    vec3 a = 2.0404 * albedo - 0.3324, b = -4.7951 * albedo + 0.6417, c = 2.7552 * albedo + 0.6903;
    return max(vec3(open_sky), ((open_sky * a + b) * open_sky + c) * open_sky);
}

// Adds the sprites in front of a sample to its colour. The veil of a pixel is computed for the distance of only one of
// its samples. If that distance differs from that of this sample, the veil is taken from the neighbour pixel whose
// distance is the closest (Cantlay 2007, "High-speed, off-screen particles", GPU Gems 3, ch. 23, has the same problem).
vec3 veiled(vec3 shown, ivec2 pixel, ivec2 sample_at) {
    int per_pixel = int(picture.z);
    float own = texelFetch(depth_map, sample_at, 0).r;
    float off = abs(texelFetch(depth_map, pixel * per_pixel, 0).r - own);
    ivec2 from = pixel, last = ivec2(picture.xy) - 1;
    if (off > 0.02 * own)
        for (int k = 0; k < 9; ++k) {
            ivec2 other = clamp(pixel + ivec2(k % 3 - 1, k / 3 - 1), ivec2(0), last);
            float other_off = abs(texelFetch(depth_map, other * per_pixel, 0).r - own);
            if (other_off < off) { off = other_off; from = other; }
        }
    vec4 veil = texelFetch(veil_map, from, 0);
    if (veil == vec4(0.0, 0.0, 0.0, 1.0)) return shown;
    return stored(lightOf(shown) * veil.a + veil.rgb);
}

// The light of a sample, as it is stored.
vec3 shaded(ivec2 sample_at, vec3 backdrop, float open_sky, float noise) {
    vec4 albedo = texelFetch(albedo_map, sample_at, 0);
    if (albedo.a == nothing_kind) return backdrop;
    float ahead = distanceAhead(texelFetch(depth_map, sample_at, 0).r);
    vec4 shape = texelFetch(shape_map, sample_at, 0);
    vec3 ray = rayThrough((vec2(sample_at) + 0.5) / (picture.xy * picture.z));
    vec3 position = eye.xyz + ray * ahead;
    vec3 normal = fromOctahedral(shape.xy);
    vec3 matter = albedo.rgb * albedo.rgb;

    float grain = (albedo.a * 255.0 - 3.0) / 252.0;
    float glint = 0.0;
    if (grain > 0.0) {
        uint seed = uint(shape.z * 65535.0 + 0.5);
        matter *= 1.0 + grain * 0.5 * (noiseAt(normal * 5.0 + 20.0, seed) - 0.5);
        glint = grain * 0.25 * step(0.72, shape.w);  // a glint only on some grains, as on clear quartz
    }

    float facing = dot(normal, to_sun.xyz);
    float lit = 0.0;
    if (facing > 0.0) lit = facing * sunlit(position, normal, noise);
    if (has_cloud && lit > 0.0) {
        vec4 p = vec4(position, 1.0);
        lit *= texture(cloud_map, vec3(dot(cloud_from_world[0], p), dot(cloud_from_world[1], p),
                                       dot(cloud_from_world[2], p))).r;
    }
    vec3 sky = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * normal.z) * interreflected(open_sky, matter);
    vec3 sun = sun_light.rgb * lit;
    if (has_liquid && lit > 0.0) sun *= throughLiquid(position);
    vec3 light = matter * (sun + sky);
    if (glint > 0.0 && lit > 0.0) {
        vec3 halfway = normalize(to_sun.xyz - normalize(ray));
        light += sun * glint * pow(max(dot(normal, halfway), 0.0), 40.0);
    }
    vec3 shown = stored(light);
    if (albedo.a == plane_kind) shown = mix(shown, backdrop, smoothstep(reach.y, reach.z, length(position)));
    return shown;
}

void main() {
    int per_pixel = int(picture.z);
    ivec2 pixel = ivec2(gl_FragCoord.xy) / (each_sample ? per_pixel : 1);
    vec3 backdrop = storedBackground(mix(background_bottom.rgb, background_top.rgb, smoothstep(0.0, 1.0, at.y)));
    float open_sky = texelFetch(open_sky_map, pixel, 0).r;
    float noise = interleavedNoise(vec2(pixel));
    if (each_sample) {
        ivec2 sample_at = ivec2(gl_FragCoord.xy), within = sample_at - pixel * per_pixel;
        colour = vec4(shaded(sample_at, backdrop, open_sky, noise + float(2 * within.y + within.x) * 0.0618034), 1.0);
        return;
    }
    vec3 sum = vec3(0.0);
    for (int y = 0; y < per_pixel; ++y)
        for (int x = 0; x < per_pixel; ++x) {
            ivec2 sample_at = pixel * per_pixel + ivec2(x, y);
            vec3 shown = shaded(sample_at, backdrop, open_sky, noise + float(2 * y + x) * 0.0618034);
            sum += has_veil ? veiled(shown, pixel, sample_at) : shown;
        }
    colour = vec4(finished(sum / float(per_pixel * per_pixel), vec2(pixel)), 1.0);
}
)";

}  // namespace talus::render::shaders
