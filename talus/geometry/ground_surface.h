#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// Where a sphere whose centre is above ground comes near it.
struct GroundTouch {
    Vec3d normal;         ///< unit, from the surface to the centre
    double distance = 0;  ///< of the surface from the centre [m]
};

/// Where a path goes into the ground.
struct GroundCrossing {
    double share = 0;  ///< of the path that is above ground
    Vec3d normal;      ///< unit, of the triangle there; of the side, where the path comes in by that
};

/// Ground seen as solid: all below the surface is ground, down to any depth, and ends at the outermost
/// columns in upright sides. The columns are read anew in each call, so they may change between calls.
class GroundSurface {
  public:
    GroundSurface(const ColumnGrid& grid, exec::View<const double> height)
        : grid_(grid), height_(height), per_spacing_(1 / grid.spacing) {}

    /// Appends all places where the distance from the centre has a local minimum below `reach` (decisions,
    /// 32): faces on which the centre's foot lies, convex edges and corners from which all that meets in them
    /// leads away. One on smooth ground and on a ridge, two in a furrow, however the triangles lie. False
    /// where the centre is below ground: then there are none.
    ///
    /// Each face, edge and corner is looked at by itself: an edge of the triangles with the third corners O_1
    /// and O_2 counts where w, from its nearest point to the centre, has w.(O_k - V) <= 0 for both; a corner
    /// where w.e <= 0 for its six edges. That is exact, and all cells whose boxes are out of reach drop out.
    bool touches(const Vec3d& centre, double reach, std::vector<GroundTouch>& found) const;

    /// Distance of the surface from a point above it, or `most` where it is farther [m].
    double clearance(const Vec3d& point, double most) const;

    /// Where the straight path first goes into the ground. One that begins on the surface, or below it by no
    /// more than `slack` [m], and leads down, goes in at share 0; one that begins deeper has no crossing.
    std::optional<GroundCrossing> crossing(const Vec3d& from, const Vec3d& to, double slack) const;

  private:
    struct Query;
    void look(const Query& query, std::uint32_t i, std::uint32_t j, const double* corners, bool& below,
              std::vector<GroundTouch>& found) const;
    void edge(const Query& query, std::uint32_t i, std::uint32_t j, int di, int dj,
              std::vector<GroundTouch>& found) const;
    void corner(const Query& query, std::uint32_t i, std::uint32_t j, std::vector<GroundTouch>& found) const;
    bool has(std::int64_t i, std::int64_t j) const {
        return i >= 0 && i < grid_.columns && j >= 0 && j < grid_.rows;
    }

    ColumnGrid grid_;
    exec::View<const double> height_;
    double per_spacing_;
};

/// The highest ground around: a bound above which nothing need be looked at.
class GroundTops {
  public:
    /// @param reach of the largest sphere to be asked about [m]
    void build(const exec::Exec& exec, const ColumnGrid& grid, exec::View<const double> height, double reach);
    bool empty() const { return top_.empty(); }
    /// For spheres up to this radius near() is a bound [m].
    double reach() const { return reach_; }

    /// No column within reach of (x, y) is higher than this [m].
    double near(double x, double y) const {
        const double u = std::clamp((x - origin_x_) * per_tile_, 0.0, last_x_);
        const double v = std::clamp((y - origin_y_) * per_tile_, 0.0, last_y_);
        return top_[static_cast<std::size_t>(static_cast<std::uint32_t>(v)) * tiles_x_ +
                    static_cast<std::uint32_t>(u)];
    }

  private:
    double reach_ = 0, origin_x_ = 0, origin_y_ = 0, per_tile_ = 0, last_x_ = 0, last_y_ = 0;
    std::size_t tiles_x_ = 0;
    std::vector<double> own_, top_;  ///< of each tile; of it and those around it
};

}  // namespace talus::geometry
