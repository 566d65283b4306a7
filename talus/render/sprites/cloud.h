#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/geometry/shapes.h"

namespace talus::render {

/// What one sprite takes from the light that passes through it.
struct Puff {
    Vec3d centre;
    double radius = 0;
    double shade = 0;  ///< area of an opaque disc that absorbs as much light as the puff
};

/// The optical depth of a cloud of puffs towards a distant source of light. The grid consists of cubes, with
/// one axis towards the light. Each puff adds its depth to the cells that it covers. Sums along that axis,
/// from the light on, give the optical depth. The grid is coarse: a cloud is dark inside and on its far side,
/// but the shade of one puff on its neighbour is not resolved. Lengths are in shader units.
class Cloud {
  public:
    Cloud(std::span<const Puff> puffs, const Vec3d& to_light);

    /// The optical depth between a point and the light, >= 0.
    double depthAt(const Vec3d& point) const;

    /// Texels of the share of light that passes, exp(-optical depth). x runs fastest, then y, then z.
    std::vector<std::uint16_t> passing() const;
    const std::array<int, 3>& cells() const { return cells_; }
    /// Three rows of a matrix that maps a point to coordinates in that texture, 0 to 1 on each axis.
    std::array<std::array<float, 4>, 3> textureFromWorld() const;

  private:
    Vec3d inGrid(const Vec3d& point) const;
    std::size_t at(int i, int j, int k) const;
    void add(const Puff& puff);

    std::array<Vec3d, 3> axes_;  ///< the last points towards the light
    Vec3d low_;                  ///< the lower corner of the grid, in coordinates along these axes
    double side_ = 1;            ///< of a cell
    std::array<int, 3> cells_{1, 1, 1};
    std::vector<float> depth_;  ///< at the middle of each cell
};

}  // namespace talus::render
