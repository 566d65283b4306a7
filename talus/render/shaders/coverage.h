#pragma once

namespace talus::render::shaders {

/// The share of a pixel that is covered, sample by sample as in shading_fragment and liquid_fragment.
inline constexpr const char* coverage_fragment = R"(
in vec2 at;
layout(binding = 0) uniform sampler2D depth_map;
layout(binding = 1) uniform sampler2D albedo_map;
layout(binding = 2) uniform sampler2D surface_map;
layout(binding = 3) uniform sampler2D water_map;
layout(binding = 4) uniform sampler2D veil_map;
layout(location = 0) uniform ivec2 has;  // liquid, sprites
layout(location = 0) out float cover;
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int per_pixel = int(picture.z);
    float front = has.x != 0 ? texelFetch(surface_map, pixel, 0).x : 0.0;
    float water = has.x != 0 ? texelFetch(water_map, pixel, 0).w : 0.0;
    float passes = has.y != 0 ? texelFetch(veil_map, pixel, 0).a : 1.0;
    float sum = 0.0;
    for (int y = 0; y < per_pixel; ++y)
        for (int x = 0; x < per_pixel; ++x) {
            ivec2 sample_at = pixel * per_pixel + ivec2(x, y);
            float depth = texelFetch(depth_map, sample_at, 0).r;
            float kind = texelFetch(albedo_map, sample_at, 0).a;
            float open = kind == nothing_kind ? 1.0 : 0.0;
            if (kind == plane_kind) {  // planes fade out
                vec3 ray = rayThrough((vec2(sample_at) + 0.5) / (picture.xy * picture.z));
                open = smoothstep(reach.y, reach.z, length(eye.xyz + ray * distanceAhead(depth)));
            }
            if (water > 0.0 && depth <= front) open *= 1.0 - water;
            sum += 1.0 - open * passes;
        }
    cover = sum / float(per_pixel * per_pixel);
}
)";

}  // namespace talus::render::shaders
