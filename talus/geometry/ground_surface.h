#pragma once
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
    /// 16): faces on which the centre's foot lies, convex edges and corners from which all that meets in them
    /// leads away. One on smooth ground and on a ridge, two in a furrow, however the triangles lie. False
    /// where the centre is below ground: then there are none.
    ///
    /// Each face, edge and corner is looked at by itself: an edge of the triangles with the third corners O_1
    /// and O_2 counts where w, from its nearest point to the centre, has w.(O_k - V) <= 0 for both; a corner
    /// where w.e <= 0 for its six edges. That is exact, and all cells whose boxes are out of reach drop out.
    bool touches(const Vec3d& centre, double reach, std::vector<GroundTouch>& found) const;

    /// Distance of the surface from a point above it, or `most` where it is farther [m].
    double clearance(const Vec3d& point, double most) const;

    /// Of the surface over a place in the plan [m]; -infinity where there is none.
    double heightAt(double x, double y) const;

    /// No ground within a distance in the plan is higher than this; -infinity where there is none.
    double highestWithin(double x, double y, double distance) const;

    /// Where the straight path first goes into the ground. One that begins on the surface, or below it by no
    /// more than `slack` [m], and leads down, goes in at share 0; one that begins deeper has no crossing.
    std::optional<GroundCrossing> crossing(const Vec3d& from, const Vec3d& to, double slack) const;

  private:
    struct Query;
    void look(const Query& query, std::uint32_t i, std::uint32_t j, const double* corners, bool& below,
              std::vector<GroundTouch>& found) const;
    template <int width>
    bool few(const Query& query, std::vector<GroundTouch>& found) const;
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

}  // namespace talus::geometry
