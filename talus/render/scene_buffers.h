#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/frame_constants.h"
#include "talus/render/gl_objects.h"

namespace talus::render {

/// One corner of a triangle as the mesh shaders read it.
struct MeshCorner {
    std::array<float, 3> position, normal, colour;
};

/// Balls as the ball shaders read them.
struct BallLook {
    std::uint32_t colour;  ///< red in the low byte, green, blue, then the grain detail 0 .. 255
    std::uint32_t seed;
};

/// What a picture shows, brought into the shaders' units and form; still in main memory.
struct SceneData {
    struct Plane {
        Float4 plane;  ///< unit normal and distance along it
        Float4 colour;
    };
    std::vector<Float4> balls;  ///< centre and radius; a radius < 0 shows the inner side
    std::vector<BallLook> looks;
    std::vector<MeshCorner> solid;   ///< triangles that cast shadows and show both sides
    std::vector<MeshCorner> inward;  ///< walls of containers: shown from inside alone, no shadow
    std::vector<Plane> planes;
};
SceneData sceneData(const Picture& picture, const Focus& focus);

/// The same on the graphics side.
struct SceneBuffers {
    gl::Buffer balls, looks, solid, inward;
    int ball_count = 0, solid_count = 0, inward_count = 0;  ///< balls, corners, corners
    std::vector<SceneData::Plane> planes;
};
SceneBuffers upload(const SceneData& data);

}  // namespace talus::render
