#pragma once
#include <optional>
#include <vector>

#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// A point of the ground surface near a sphere whose centre is above ground.
struct GroundTouch {
    Vec3d normal;         ///< unit, from the surface to the centre
    double distance = 0;  ///< from the centre to the surface [m]
};

/// The point where a straight path enters the ground.
struct GroundCrossing {
    double share = 0;  ///< fraction of the path before it enters
    Vec3d normal;      ///< unit, of the triangle there, or of the vertical side of the ground
};

/// Ground as a solid: everything below the surface, to any depth. It ends at the outermost columns in
/// vertical sides. Each call reads the heights, so they may change between calls.
class GroundSurface {
  public:
    GroundSurface(const ColumnGrid& grid, exec::View<const double> height)
        : grid_(grid), height_(height), per_spacing_(1 / grid.spacing) {}

    /// Appends all local minima below `reach` of the distance from the centre to the surface
    /// (docs/decisions.md, 16): on faces at the foot of the perpendicular, and on convex edges and corners
    /// whose neighbouring faces all slope away from the centre. There is one on smooth ground and on a ridge,
    /// and two in a furrow, for any triangulation. False, and nothing is appended, where the centre is below
    /// ground.
    ///
    /// Each face, edge and corner is tested by itself. Let w be the vector from its nearest point V to the
    /// centre. An edge whose two triangles have the third corners O_1 and O_2 counts where w.(O_k - V) <= 0
    /// for both; a corner counts where w.e <= 0 for its six edges e. This is exact. Cells whose boxes are out
    /// of reach are skipped.
    bool touches(const Vec3d& centre, double reach, std::vector<GroundTouch>& found) const;

    /// Distance from a point above the ground to the surface, at most `max_distance` [m]; 0 below ground.
    double clearance(const Vec3d& point, double max_distance) const;

    /// Height of the surface at (x, y) [m]; -infinity where there is no ground.
    double heightAt(double x, double y) const;

    /// An upper bound for the height of the ground within a horizontal distance of (x, y) [m]; -infinity
    /// where there is no ground.
    double highestWithin(double x, double y, double distance) const;

    /// The point where the straight path first enters the ground. A path that begins on the surface, or at
    /// most `slack` [m] below it, and leads down, enters at share 0. A path that begins deeper has no
    /// crossing.
    std::optional<GroundCrossing> crossing(const Vec3d& from, const Vec3d& to, double slack) const;

  private:
    struct Query;
    void testCell(const Query& query, std::uint32_t i, std::uint32_t j, const double* corners, bool& below,
                  std::vector<GroundTouch>& found) const;
    template <int width>
    bool testFewCells(const Query& query, std::vector<GroundTouch>& found) const;
    void testEdge(const Query& query, std::uint32_t i, std::uint32_t j, int di, int dj,
                  std::vector<GroundTouch>& found) const;
    void testCorner(const Query& query, std::uint32_t i, std::uint32_t j,
                    std::vector<GroundTouch>& found) const;
    bool has(std::int64_t i, std::int64_t j) const {
        return i >= 0 && i < grid_.columns && j >= 0 && j < grid_.rows;
    }

    ColumnGrid grid_;
    exec::View<const double> height_;
    double per_spacing_;
};

}  // namespace talus::geometry
