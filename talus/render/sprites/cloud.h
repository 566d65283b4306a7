#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/geometry/shapes.h"

namespace talus::render {

/// The light that one sprite removes.
struct Puff {
    Vec3d centre;
    double radius = 0;
    double shade = 0;  ///< area of an opaque disc that stops as much light as the puff
};

/// How far the light of a distant source comes into a cloud of puffs: their optical depth, gathered on a
/// coarse grid of cubes that stands along the light and summed from there on. Fine enough to be dark inside
/// and on the far side of a cloud; what one puff does to its neighbour is lost. Lengths in shader units.
class Cloud {
  public:
    Cloud(std::span<const Puff> puffs, const Vec3d& to_light);

    /// The optical depth between a point and the light, >= 0.
    double depthAt(const Vec3d& point) const;

    /// For a texture of the share of light that passes: exp(- optical depth), x fastest, then y, then z.
    std::vector<std::uint16_t> passing() const;
    const std::array<int, 3>& cells() const { return cells_; }
    /// Three rows: where in that texture a point is, 0 to 1 on each axis.
    std::array<std::array<float, 4>, 3> textureFromWorld() const;

  private:
    Vec3d inGrid(const Vec3d& point) const;
    std::size_t at(int i, int j, int k) const;
    void add(const Puff& puff);

    std::array<Vec3d, 3> axes_;  ///< the last towards the light
    Vec3d low_;                  ///< the corner of the grid along these axes
    double side_ = 1;            ///< of a cell
    std::array<int, 3> cells_{1, 1, 1};
    std::vector<float> depth_;  ///< at the middle of each cell
};

}  // namespace talus::render
