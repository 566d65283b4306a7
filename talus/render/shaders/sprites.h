#pragma once

namespace talus::render::shaders {

/// The veil of a pixel: the light that its sprites add, and the share of the light behind that they let
/// through. A loop goes over the sprites of the tile, from the nearest on, and ends where almost no light
/// passes. So nothing is blended in memory, and sprites deep in a cloud cost no time.
inline constexpr const char* sprites_fragment = R"(
struct Sprite { vec4 position, shape, matter, light, pattern; };  // SpriteItem
layout(std430, binding = 0) readonly buffer Items { Sprite item[]; };
layout(std430, binding = 1) readonly buffer Tiles { uint first[]; };
layout(std430, binding = 2) readonly buffer Lists { uint listed[]; };
layout(location = 0) uniform ivec2 tiles;  // pixels along a side, tiles in a row
layout(binding = 0) uniform sampler2D depth_map;
layout(binding = 1) uniform sampler2D billow_map;
layout(location = 0) out vec4 veil;
const float scatter = 0.62;       // of sunlight, to the eye; chosen by eye: white smoke is not overexposed
const float billow_scale = 0.13;  // so a puff shows about a quarter of the side of the noise
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    uint number = uint(pixel.y / tiles.x * tiles.y + pixel.x / tiles.x);
    uint start = first[number], end = first[number + 1u];
    vec3 sum = vec3(0.0);
    float passes = 1.0;
    if (start < end) {
        float depth = texelFetch(depth_map, pixel * int(picture.z), 0).r;
        float ahead = depth > 0.0 ? distanceAhead(depth) : 1e30;
        vec3 across = right.xyz * right.w, upright = up.xyz * up.w;
        vec3 sun = vec3(dot(to_sun.xyz, across), dot(to_sun.xyz, upright), -dot(to_sun.xyz, forward.xyz));
        vec3 zenith = vec3(across.z, upright.z, -forward.z);
        for (uint k = start; k < end && passes > 0.004; ++k) {
            uint i = listed[k];
            vec4 position = item[i].position, shape = item[i].shape;
            vec2 off = gl_FragCoord.xy - position.xy;
            float length2 = dot(shape.xy, shape.xy);
            if (length2 > 0.0) off -= shape.xy * clamp(dot(off, shape.xy) / length2, -1.0, 1.0);
            off *= position.z;
            float d2 = dot(off, off);
            float front = clamp(0.5 + 0.5 * (ahead - position.w) / shape.z, 0.0, 1.0);  // the part in front of the surface
            if (d2 >= 1.0 || front <= 0.0) continue;
            vec4 matter = item[i].matter, light = item[i].light, pattern = item[i].pattern;
            float body = (1.0 - d2) * (1.0 - d2);
            vec2 slope = vec2(0.0);
            if (pattern.z > 0.0) {
                vec3 billow = textureLod(billow_map, off * billow_scale + pattern.xy, 0.0).rgb;
                float torn = clamp(2.2 * (body + billow.r - 0.72), 0.0, 1.0) * smoothstep(0.0, 0.35, body);
                body = mix(body, torn, pattern.z);
                slope = (billow.gb - 128.0 / 255.0) * (1.7 * pattern.z);
            }
            if (shape.w > 0.0) body = clamp((1.0 - sqrt(d2)) / position.z, 0.0, 1.0);
            float share = matter.a * body * front;
            vec3 normal = normalize(vec3(off - slope, sqrt(1.0 - d2) + 0.25));
            float facing = 0.5 + 0.5 * dot(normal, sun);
            float lit = mix(light.y, light.x, facing) * mix(1.0, facing * facing * 1.6, 0.5 * pattern.z);
            vec3 shine = sun_light.rgb * (scatter * lit)
                         + mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * dot(normal, zenith)) * light.z;
            sum += passes * share * matter.rgb * (light.w * shine + pattern.w);
            passes *= 1.0 - share * light.w;
        }
    }
    veil = vec4(sum, passes);
}
)";

}  // namespace talus::render::shaders
