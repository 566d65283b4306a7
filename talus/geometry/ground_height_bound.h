#pragma once
#include <algorithm>
#include <vector>

#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// An upper bound for the height of the ground around a position. Spheres above it need no contact search.
class GroundHeightBound {
  public:
    /// @param reach radius of the largest sphere to be tested [m]
    void build(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height, double reach);
    bool empty() const { return top_.empty(); }
    /// near() is a bound for spheres up to this radius [m].
    double reach() const { return reach_; }

    /// No column within reach of (x, y) is higher than this [m].
    double near(double x, double y) const {
        // This order turns a NaN (in a run that diverges) into 0, so that no index is out of range.
        const double u = std::min(std::max(0.0, (x - origin_x_) * per_tile_), last_x_);
        const double v = std::min(std::max(0.0, (y - origin_y_) * per_tile_), last_y_);
        return top_[static_cast<std::size_t>(static_cast<std::uint32_t>(v)) * tiles_x_ +
                    static_cast<std::uint32_t>(u)];
    }

  private:
    double reach_ = 0, origin_x_ = 0, origin_y_ = 0, per_tile_ = 0, last_x_ = 0, last_y_ = 0;
    std::size_t tiles_x_ = 0;
    std::vector<double> own_, top_;  ///< largest height of each tile; of it and the tiles around it
};

}  // namespace talus::geometry
