#pragma once
#include "talus/exec/view.h"
#include "talus/geometry/heightfield.h"
#include "talus/geometry/placed_solid.h"

namespace talus::couple {

/// The ground under a body, as a body meets it.
struct SoilView {
    const geometry::ColumnGrid& grid;
    exec::View<const double> height;         ///< [m]
    exec::View<const std::uint8_t> touched;  ///< by a body, when the ground was last pressed
    exec::View<const double> bedrock;        ///< [m]; empty: there is none
    exec::View<const double> before;  ///< where touched: the height that the column had when that began [m]

    /// How high ground stood here before the body came.
    double top(std::size_t k) const { return touched[k] ? before[k] : height[k]; }
};

/// Columns that a body touches, and what they make together.
struct Patch {
    std::size_t columns = 0;
    double depth = 0;       ///< of the body's deepest point below the ground as it was before [m]
    double in_rock = 0;     ///< of its lowest point below bedrock [m]
    double radius = 0;      ///< of a disc of the same area [m]
    Vec3d middle;           ///< of the pressure, which grows with depth [m]
    Vec3d normal{0, 0, 1};  ///< of the plane through the ground as it was before, up
};

/// How far a body may be off a column that it touched and still count as touching it, in spacings: a body at
/// rest is lifted by round-off and by its impulses, and must not lose its patch. Chosen.
inline constexpr double touch_tolerance = 0.01;

Patch patchUnder(const geometry::PlacedSolid& body, const SoilView& soil);

}  // namespace talus::couple
