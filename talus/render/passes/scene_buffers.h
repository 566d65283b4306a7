#pragma once
#include <cstdint>
#include <vector>

#include "talus/render/frame_constants.h"
#include "talus/render/gl/gl_objects.h"
#include "talus/render/pixel_data.h"
#include "talus/render/terrain_mesh.h"

namespace talus::render {

/// The appearance of a ball, in the layout of the shaders.
struct BallAppearance {
    std::uint32_t colour;  ///< red in the low byte, green, blue, then the grain detail 0 .. 255
    std::uint32_t seed;
};

/// The contents of a picture in main memory, in shader units and in the layout of the shaders.
struct SceneData {
    struct Plane {
        Float4 plane;  ///< unit normal and distance along it
        Float4 colour;
    };
    /// Which thing of the picture the elements of a list from `first` on belong to.
    struct Owner {
        Thing::Kind kind;
        std::size_t set;
        std::size_t first;
    };
    std::vector<Float4> balls;                ///< centre and radius; a radius < 0 shows the inner side
    std::vector<BallAppearance> appearances;  ///< one for each ball
    std::vector<MeshCorner> solid;            ///< triangles that cast shadows and show both sides
    std::vector<MeshCorner> front_only;       ///< triangles that show only their front and cast no shadow
    std::vector<Plane> planes;
    std::vector<TerrainData> terrains;
    std::vector<Owner> ball_owners, solid_owners, front_only_owners,
        plane_owners;  ///< of balls, corners, planes
};
/// Which meshes and obstacles are drawn: all, or those that are not translucent.
enum class Things { All, Solid };

SceneData sceneData(const picture::Picture& picture, const Focus& focus, const DrawSize& size,
                    Things things = Things::All);
/// Adds meshes, obstacles and land, but not the balls of sets.
void addThings(SceneData& data, const picture::Picture& picture, const Focus& focus, const DrawSize& size,
               Things things);

/// SceneData in graphics memory.
struct SceneBuffers {
    gl::Buffer balls, appearances, solid, front_only;
    int ball_count = 0, solid_count = 0, front_only_count = 0;  ///< balls, corners, corners
    std::vector<SceneData::Plane> planes;
    struct Terrain {
        gl::Buffer corners, indices;
        int index_count = 0;
        TerrainData data;  ///< without corners and indices
    };
    std::vector<Terrain> terrains;
};
SceneBuffers upload(const SceneData& data);

}  // namespace talus::render
