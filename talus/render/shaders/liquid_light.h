#pragma once

namespace talus::render::shaders {

/// The light of a liquid over the lit picture of the solid things: reflection, refraction, absorption,
/// scattering, froth and the glitter of the sun. Needs liquid_layer, tank_functions, outline_functions,
/// surface_functions and light_functions.
inline constexpr const char* liquid_functions = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D depth_map;
layout(binding = 1) uniform sampler2D lit_map;  // the colour of each sample without liquid
layout(binding = 3) uniform sampler2D absorbed_map;
layout(binding = 5) uniform sampler2D scattered_map;
layout(binding = 6) uniform sampler2D froth_map;
layout(binding = 12) uniform sampler2D other_map;
layout(std430, binding = 0) readonly buffer Optics { vec4 optics[]; };  // refractive index, roughness

float solidAt(vec2 pixel) {
    ivec2 last = ivec2(picture.xy * picture.z) - 1;
    return texelFetch(depth_map, clamp(ivec2(pixel * picture.z), ivec2(0), last), 0).r;
}
vec3 litAt(vec2 pixel) {
    return lightOf(textureLod(lit_map, pixel / picture.xy, 0.0).rgb);
}
vec2 pixelOf(vec3 position) {
    vec4 clip = clip_from_world * vec4(position, 1.0);
    return (clip.xy / max(clip.w, eye.w) * 0.5 + 0.5) * picture.xy;
}
// The distance of a position behind the solid surface of its pixel; negative: in front of it.
float gapAt(vec3 position, vec2 pixel) {
    float depth = solidAt(pixel);
    return depth > 0.0 ? dot(position - eye.xyz, forward.xyz) - distanceAhead(depth) : -1.0;
}

// Whether a solid surface is in front of the liquid.
bool solidInFront(vec2 pixel) {
    float surface = texelFetch(surface_map, clamp(ivec2(pixel), ivec2(0), ivec2(picture.xy) - 1), 0).x;
    return surface > 0.0 && solidAt(pixel) >= surface;
}

// The liquid along the ray through a point of the picture: absorption, scattering and length (along). Interpolated from
// those texels around it whose solid surfaces have about the same depth.
struct LiquidPath { vec3 absorption; float scattering, along; };
LiquidPath pathAt(vec2 pixel) {
    vec2 texels = vec2(textureSize(absorbed_map, 0));
    vec2 position = pixel / picture.xy * texels - 0.5;
    vec2 base = floor(position), part = position - base;
    float own = solidAt(pixel);
    vec4 absorbed = vec4(0.0);
    float scattered = 0.0, weights = 0.0;
    for (int k = 0; k < 4; ++k) {
        ivec2 corner = ivec2(k & 1, k >> 1);
        ivec2 texel = clamp(ivec2(base) + corner, ivec2(0), ivec2(texels) - 1);
        float other = solidAt((vec2(texel) + 0.5) / texels * picture.xy);
        vec2 share = mix(1.0 - part, part, vec2(corner));
        float weight = share.x * share.y * (abs(other - own) < 0.03 * own + 1e-9 ? 1.0 : 0.002) + 1e-6;
        absorbed += weight * texelFetch(absorbed_map, texel, 0);
        scattered += weight * texelFetch(scattered_map, texel, 0).r;
        weights += weight;
    }
    return LiquidPath(absorbed.rgb / weights, scattered / weights, absorbed.a / weights);
}

// The light of the sky from a direction: that of the background at the horizon, bluer and darker above. The shares are
// chosen by eye, such that the mean over the sky is about sky_light.
vec3 skyAlong(vec3 direction) {
    vec3 horizon = inverseToneMapped(background_bottom.rgb * background_bottom.rgb);
    vec3 zenith = sky_light.rgb * vec3(0.40, 0.64, 1.0);
    vec3 sky = mix(horizon, zenith, sqrt(clamp(direction.z, 0.0, 1.0)));
    sky = mix(horizon * 0.80, sky, smoothstep(-0.35, 0.02, direction.z));
    float off = max(dot(direction, to_sun.xyz), 0.0);
    return sky + sun_light.rgb * (0.12 * pow(off, 12.0));
}

// The light that reaches the surface from a direction: from solid things if the picture shows them, otherwise from the
// sky. The ray advances in growing steps until it is behind a solid surface. Bisection then finds the point.
vec3 reflectedLight(vec3 position, vec3 direction, float start) {
    vec3 sky = skyAlong(direction);
    // The picture does not show what a ray towards the eye hits.
    float away = smoothstep(-0.05, 0.15, dot(direction, forward.xyz));
    if (away <= 0.0) return sky;
    const int steps = 16, halvings = 4;
    const float growth = 1.3;
    float before = 0.0, t = start;
    for (int i = 0; i < steps; ++i) {
        vec3 p = position + direction * t;
        vec2 pixel = pixelOf(p);
        if (any(lessThan(pixel, vec2(0.0))) || any(greaterThanEqual(pixel, picture.xy))) break;
        float gap = gapAt(p, pixel);
        if (gap > 0.0) {
            float far = t;
            for (int k = 0; k < halvings; ++k) {
                float middle = 0.5 * (before + far);
                vec3 q = position + direction * middle;
                if (gapAt(q, pixelOf(q)) > 0.0) far = middle; else before = middle;
            }
            p = position + direction * far;
            pixel = pixelOf(p);
            if (gapAt(p, pixel) > 0.25 * (t / growth + start)) break;  // the ray is hidden behind a thing
            vec2 edge = min(pixel, picture.xy - pixel) / picture.y;
            return mix(sky, litAt(pixel), away * smoothstep(0.0, 0.06, min(edge.x, edge.y)));
        }
        before = t;
        t *= growth;
    }
    return sky;
}

// The light that comes through the liquid along the refracted ray, and the liquid that this ray passes. Where the liquid
// lies on a solid surface, the light is from that surface. Otherwise the ray leaves the liquid on its far side and is
// refracted once more, as in a drop or a wavy sheet. `path` is that of the straight ray on entry and that of the
// refracted ray on return.
vec3 lightBehindLiquid(vec3 position, vec3 view, vec3 refracted, float stretch, vec2 middle, float front, float radius,
                  inout LiquidPath path) {
    float straight = path.along, along = straight * stretch;
    vec2 seen = clamp(pixelOf(position + refracted * along), vec2(0.5), picture.xy - 0.5);
    LiquidPath there = pathAt(seen);
    if (there.along > path.along && solidAt(seen) <= front) { path = there; along = there.along * stretch; }
    // If the straight ray is in liquid up to a solid surface, the refracted ray is too, and continues until it is there.
    float behind_middle = solidAt(middle);
    float column = behind_middle > 0.0 && behind_middle < front
        ? (distanceAhead(behind_middle) - distanceAhead(front)) / dot(view, forward.xyz) : 1e6;
    bool filled = straight > 0.75 * column;
    // Find the first solid surface on the refracted ray. Surfaces in front of the liquid do not count.
    const int steps = 8, halvings = 4;
    float reach_along = filled ? max(along, 1.6 * column) : along, before = 0.0, hit = along;
    for (int i = 1; i <= steps; ++i) {
        float t = reach_along * float(i) / float(steps);
        vec3 p = position + refracted * t;
        vec2 pixel = pixelOf(p);
        if (gapAt(p, pixel) > 0.0 && solidAt(pixel) <= front && !solidInFront(pixel)) {
            hit = t;
            for (int k = 0; k < halvings; ++k) {
                float half_way = 0.5 * (before + hit);
                vec3 q = position + refracted * half_way;
                if (gapAt(q, pixelOf(q)) > 0.0) hit = half_way; else before = half_way;
            }
            vec3 q = position + refracted * hit;
            if (gapAt(q, pixelOf(q)) < 0.3 * reach_along / float(steps)) break;
            hit = along;  // the ray only passes behind that surface
        }
        before = t;
    }
    float share = along > 0.0 ? hit / along : 0.0;
    path = LiquidPath(path.absorption * share, path.scattering * share, path.along * share);
    vec3 leaves = position + refracted * hit;
    seen = clamp(pixelOf(leaves), vec2(0.5), picture.xy - 0.5);
    for (int k = -1; k <= 1; ++k) {  // because litAt interpolates between pixels
        vec2 beside = seen + vec2(float(k), 0.0);
        if (solidAt(beside) > front || solidInFront(beside)) { seen = middle; break; }
    }
    float solid = solidAt(seen);
    float gap = solid > 0.0 ? distanceAhead(solid) - dot(leaves - eye.xyz, forward.xyz) : 1e6;
    float free = filled ? 0.0 : smoothstep(3.0 * radius, 12.0 * radius, gap);
    vec3 close = litAt(seen);
    if (free <= 0.0) return close;
    vec3 refracted_again = normalize(1.7 * refracted - 0.7 * view);
    vec3 light = skyAlong(refracted_again);
    float onward = dot(refracted_again, forward.xyz);
    if (solid > 0.0 && onward > 0.2) {
        vec2 pixel = pixelOf(leaves + refracted_again * (gap / onward));
        vec2 edge = min(pixel, picture.xy - pixel) / picture.y;
        float inside = smoothstep(0.0, 0.06, min(edge.x, edge.y));
        if (inside > 0.0) {
            float there = solidAt(pixel);
            if (there > 0.0 && there <= front) light = mix(light, litAt(pixel), inside);
        }
    }
    return mix(close, light, free);
}

// The reflectance for unpolarised light (Fresnel's equations).
float fresnel(float cos_in, float cos_out, float index) {
    float s = (cos_in - index * cos_out) / (cos_in + index * cos_out);
    float p = (cos_out - index * cos_in) / (cos_out + index * cos_in);
    return 0.5 * (s * s + p * p);
}

// The reflection of the sun in a rough surface: GGX (Walter et al. 2007, eqs. 33 and 34) with the shadowing of Hammon
// 2017.
float glitter(vec3 normal, vec3 to_eye, float alpha) {
    vec3 halfway = normalize(to_eye + to_sun.xyz);
    float nh = dot(normal, halfway), nl = dot(normal, to_sun.xyz), nv = max(dot(normal, to_eye), 0.02);
    if (nl <= 0.0) return 0.0;
    float a2 = alpha * alpha, q = nh * nh * (a2 - 1.0) + 1.0;
    return a2 / (q * q) * 0.5 / mix(2.0 * nl * nv, nl + nv, alpha) * nl;  // times pi, as in sun_light
}

// 1 where the liquid is a thin layer on a solid surface (up to one radius), 0 from three radii on. @param ahead the
// distance ahead of the surface
float thinLayerAt(vec2 middle, float ahead, float radius) {
    float solid = solidAt(middle);
    float under = solid > 0.0 ? distanceAhead(solid) - ahead : -1.0;
    return under >= 0.0 ? 1.0 - smoothstep(radius, 3.0 * radius, under) : 0.0;
}
// The outermost balls at a shore would look like a round rim. A thin layer is flat, so it gets the normal of the solid
// surface below it.
vec3 flatAtShore(vec3 normal, vec2 middle, float thin) {
    if (thin <= 0.0) return normal;
    float under = solidAt(middle);
    vec3 position = positionAt(middle - 0.5, under), tangent[2];
    for (int axis = 0; axis < 2; ++axis) {  // towards the neighbour that is on the same surface
        vec2 one = axis == 0 ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
        float before = solidAt(middle - one), after = solidAt(middle + one);
        tangent[axis] = abs(before - under) < abs(after - under) ? position - positionAt(middle - 0.5 - one, max(before, 1e-9))
                                                             : positionAt(middle - 0.5 + one, max(after, 1e-9)) - position;
    }
    return normalize(mix(normal, normalize(cross(tangent[0], tangent[1])), thin));
}

// The light of the liquid at one point of a pixel. @param off from the middle of the pixel [pixels]
vec3 liquidLight(ivec2 pixel, vec2 off, vec4 surface) {
    vec2 middle = vec2(pixel) + 0.5 + off;
    float ahead = distanceAhead(surface.x), noise = interleavedNoise(vec2(pixel));
    vec3 ray = rayThrough((vec2(pixel) + 0.5) / picture.xy);
    vec3 position = eye.xyz + ray * ahead;
    vec3 normal = normalAt(pixel, surface, position);
    if (off != vec2(0.0)) {  // on the tangent plane at the middle of the pixel, unless it is seen edge on
        ray = rayThrough(middle / picture.xy);
        float there = dot(position - eye.xyz, normal) / dot(ray, normal);
        if (abs(there - ahead) < 0.02 * ahead) ahead = there;
        position = eye.xyz + ray * ahead;
    }
    vec3 view = normalize(ray);
    float thin = faceOf(surface.w) == 0 ? thinLayerAt(middle, ahead, surface.y) : 0.0;
    normal = flatAtShore(normal, middle, thin);
    normal = normalize(normal - view * max(0.0, 0.04 + dot(normal, view)));  // the normal must face the eye
    vec2 own = optics[liquidOf(surface.w)].xy;
    float index = max(own.x, 1.0001), roughness = own.y;

    float cos_in = clamp(-dot(normal, view), 0.01, 1.0);
    vec3 refracted = refract(view, normal, 1.0 / index);
    float cos_out = clamp(-dot(normal, refracted), 0.01, 1.0);
    float share = fresnel(cos_in, cos_out, index);

    // The liquid is treated as a layer. Its thickness is that along the straight ray; the refracted ray crosses it.
    float stretch = cos_in / cos_out;
    LiquidPath path = pathAt(middle);
    vec3 behind = lightBehindLiquid(position, view, refracted, stretch, middle, surface.x, surface.y, path);
    Layer layer = layerOf(path.absorption * stretch, path.scattering * stretch);

    vec3 sky_here = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * normal.z);
    float facing = dot(normal, to_sun.xyz), lit = facing > 0.0 ? sunlit(position, normal, noise) : 0.0;
    vec3 diffuse = sun_light.rgb * lit * max(facing, 0.0) + sky_here;
    vec3 through = (layer.passes * behind + layer.returns * diffuse) * (1.0 - share);
    vec3 mirror = reflectedLight(position, reflect(view, normal), 2.0 * surface.y);
    vec3 light = through + share * mix(mirror, sky_here, roughness);
    float alpha = clamp(max(roughness * roughness, 1.5 * to_sun.w), 0.02, 1.0);
    // A thin layer has the roughness of the surface that it wets, which shows no glint of the sun.
    light += sun_light.rgb * (lit * share * (1.0 - thin) * glitter(normal, -view, alpha));

    vec4 froth = texelFetch(froth_map, pixel, 0);
    if (froth.x > 0.0) {
        float cover = 1.0 - exp(-(1.1 * froth.x + 0.7 * froth.y));
        float wrapped = mix(0.45, 1.0, clamp(facing, 0.0, 1.0) * lit);  // froth scatters light to its shaded side
        vec3 white = vec3(0.86, 0.88, 0.89) * (sun_light.rgb * wrapped * 0.75 + sky_here);
        light = mix(light, white * (0.8 + 0.2 * clamp(froth.y, 0.0, 1.0)), cover);
    }
    return light;
}

// The light of the liquid in a pixel, as it is stored.
vec3 liquidShown(ivec2 pixel, vec2 off) {
    vec4 surface = texelFetch(surface_map, pixel, 0), other = texelFetch(other_map, pixel, 0);
    vec3 shown = stored(max(liquidLight(pixel, off, surface), vec3(0.0)));
    if (other.z <= 0.0) return shown;
    return mix(shown, stored(max(liquidLight(pixel, off, other), vec3(0.0))), other.z);
}
)";

/// The colour of the liquid in the middle of each pixel. Needs liquid_functions.
inline constexpr const char* liquid_once_fragment = R"(
layout(location = 0) out vec4 water;  // w: share of the pixel that the liquid covers
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float cover = coverOf(texelFetch(surface_map, pixel, 0));
    water = cover > 0.0 ? vec4(liquidShown(pixel, vec2(0.0)), cover) : vec4(0.0);
}
)";

/// The finished picture: liquid and sprites over each sample of the solid things. Where the liquid has an
/// edge, its colour is the mean of four points of the pixel. Needs liquid_functions and the constant has_veil
/// in front of it.
inline constexpr const char* liquid_fragment = R"(
layout(binding = 7) uniform sampler2D veil_map;
layout(binding = 13) uniform sampler2D water_map;
layout(location = 0) out vec4 colour;

const float edge = 0.03;  // difference to a neighbour from which a step is visible; by eye

bool hasEdge(ivec2 pixel, vec4 own) {
    ivec2 last = ivec2(picture.xy) - 1;
    for (int k = 0; k < 4; ++k) {
        ivec2 beside = clamp(pixel + (k < 2 ? ivec2(2 * k - 1, 0) : ivec2(0, 2 * k - 5)), ivec2(0), last);
        vec4 water = texelFetch(water_map, beside, 0);
        vec3 off = abs(water.rgb - own.rgb);
        if (water.w > 0.0 && max(off.r, max(off.g, off.b)) > edge) return true;
    }
    return false;
}
vec3 smoothWater(ivec2 pixel, vec4 own) {
    if (!hasEdge(pixel, own)) return own.rgb;
    vec3 sum = vec3(0.0);
    for (int k = 0; k < 4; ++k) {  // a square turned by 27 degrees: its corners are in four rows and four columns
        vec2 off = vec2(0.125, 0.375);
        for (int turn = 0; turn < k; ++turn) off = vec2(-off.y, off.x);
        sum += liquidShown(pixel, off);
    }
    return sum / 4.0;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int per_pixel = int(picture.z);
    float depth = texelFetch(surface_map, pixel, 0).x;
    vec4 water = texelFetch(water_map, pixel, 0);
    if (water.w > 0.0) water.rgb = smoothWater(pixel, water);
    vec4 veil = has_veil ? texelFetch(veil_map, pixel, 0) : vec4(0.0, 0.0, 0.0, 1.0);
    vec3 sum = vec3(0.0);
    for (int y = 0; y < per_pixel; ++y)
        for (int x = 0; x < per_pixel; ++x) {
            ivec2 sample_at = pixel * per_pixel + ivec2(x, y);
            vec3 shown = texelFetch(lit_map, sample_at, 0).rgb;
            if (water.w > 0.0 && texelFetch(depth_map, sample_at, 0).r <= depth) shown = mix(shown, water.rgb, water.w);
            if (has_veil && veil.a < 1.0) shown = stored(lightOf(shown) * veil.a + veil.rgb);
            sum += shown;
        }
    colour = vec4(finished(sum / float(per_pixel * per_pixel), vec2(pixel)), 1.0);
}
)";

}  // namespace talus::render::shaders
