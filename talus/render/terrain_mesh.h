#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/render/frame_constants.h"

namespace talus::render {

/// One corner of a triangle, in the layout of the mesh shaders.
struct MeshCorner {
    std::array<float, 3> position, normal, colour;
    float cover = 1;  ///< of terrain: how much it looks like grains, 0 to 1
};
MeshCorner meshCorner(const Vec3d& position, const Vec3d& normal, const picture::Colour& colour);

/// A terrain in shader units.
struct TerrainData {
    std::vector<MeshCorner> corner;
    std::vector<std::uint32_t> index;  ///< three for each triangle
    Float4 grain{};      ///< radius (0: smooth), side of a cell that holds one grain, variety of colours
    Float4 cell_part{};  ///< position of the origin within its cell, 0 to 1 on each axis
    std::array<int, 4> first_cell{};  ///< index of the cell that contains the origin
                                      /// 1 / interval (0: no contour lines), and the height of the origin
                                      /// above a line in intervals.
    Float4 contours{};
};

/// The camera, in shader units.
struct Viewpoint {
    Vec3d eye;
    double pixel = 0;  ///< side of a pixel at distance 1
    picture::CameraAxes axes{};
    double right = 0, up = 0;  ///< half the width and height of the picture at distance 1; 0: of any size
};
Viewpoint viewpointOf(const picture::Picture& picture, const Focus& focus, const DrawSize& size);

/// Triangles of a terrain, as fine as the picture can show them. The columns are divided into tiles. A tile
/// uses all columns, or every second, fourth, ... one, so that its cells are not smaller than about a pixel.
/// A tile outside the picture only casts shadows and is coarser. Skirts hang down from the edges of coarsened
/// tiles and close the gaps to finer neighbours.
TerrainData terrainData(const picture::Terrain& terrain, const Focus& focus, const Viewpoint& viewpoint);

}  // namespace talus::render
