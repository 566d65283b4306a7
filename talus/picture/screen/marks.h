#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "talus/picture/screen/mark.h"
#include "talus/picture/screen/projection.h"
#include "talus/state/points.h"

namespace talus::picture::engraved {

/// A point of a frame on the screen.
struct PlacedPoint {
    std::uint64_t id;       ///< the field `id` of the points, or the index where there is none
    float x, y, radius, z;  ///< as of a Mark
};

/// The points that leave a mark, in the order of the set. Points whose position or radius is not a finite
/// number are left out.
/// @param radius of the ball around a point that presses [m]
std::vector<PlacedPoint> placePoints(const state::PointsView& points, const Projection& projection,
                                     const std::function<double(std::size_t point)>& radius);

/// The marks of points that move straight from one frame to the next. Points that are in one of the frames
/// only are left out: where they were between the two is not known.
class MovingMarks {
  public:
    MovingMarks(std::span<const PlacedPoint> earlier, std::span<const PlacedPoint> later);

    /// @param share of the time between the two, 0 to 1
    /// @param push E at a point, over the radius of its mark, so that all marks have the same shape
    /// @return valid until the next call
    std::span<const Mark> at(double share, double push);

  private:
    std::vector<PlacedPoint> from_, to_;  ///< pairs
    std::vector<Mark> marks_;
};

}  // namespace talus::picture::engraved
