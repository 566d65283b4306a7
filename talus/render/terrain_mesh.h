#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/render/passes/frame_constants.h"

namespace talus::render {

/// One corner of a triangle as the mesh shaders read it.
struct MeshCorner {
    std::array<float, 3> position, normal, colour;
    float cover = 1;  ///< of ground: how far it looks like grains, 0 to 1
};
MeshCorner meshCorner(const Vec3d& position, const Vec3d& normal, const picture::Colour& colour);

/// Ground in the units of the shaders.
struct TerrainData {
    std::vector<MeshCorner> corner;
    std::vector<std::uint32_t> index;  ///< three a triangle
    Float4 grain{};  ///< radius, side of a cell that holds one grain, variety of colours; radius 0: smooth
    Float4 cell_part{};               ///< where the origin lies in its cell, 0 to 1
    std::array<int, 4> first_cell{};  ///< the number of the cell of the origin
    Float4 contours{};  ///< 1 / interval (0: none), height of the origin over a line, in intervals
};

/// From where ground is looked at, in shader units.
struct Sight {
    Vec3d eye;
    double pixel = 0;  ///< its side at distance 1
    picture::CameraAxes axes{};
    double right = 0, up = 0;  ///< half the picture at distance 1; 0: everything is seen
};
Sight sightOf(const picture::Picture& picture, const Focus& focus, const DrawSize& size);

/// The surface as fine as the picture can show it, and no finer: tiles of columns, each with every first,
/// second, fourth ... of them, so that its cells are not smaller than about a pixel, and coarser where it is
/// not seen but throws shadows. Edges of tiles hang down a little, so that no gap shows between one and the
/// next coarser one.
TerrainData terrainData(const picture::Terrain& terrain, const Focus& focus, const Sight& sight);

}  // namespace talus::render
