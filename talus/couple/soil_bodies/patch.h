#pragma once
#include "talus/exec/view.h"
#include "talus/geometry/heightfield.h"
#include "talus/geometry/posed_solid.h"

namespace talus::couple {

/// The columns of the ground that contacts with bodies need.
struct SoilView {
    const geometry::ColumnGrid& grid;
    exec::View<const double> height;         ///< [m]
    exec::View<const std::uint8_t> touched;  ///< by a body, when the ground was last pressed
    exec::View<const double> bedrock;        ///< [m]; empty: none
    exec::View<const double> before;         ///< where touched: height before the body touched the column [m]

    /// Height of a column before a body touched it [m].
    double top(std::size_t k) const { return touched[k] ? before[k] : height[k]; }
};

/// The columns that a body touches, summed up.
struct Patch {
    std::size_t columns = 0;
    double depth = 0;       ///< of the body's deepest point below the ground before the body touched it [m]
    double in_rock = 0;     ///< of the body's lowest point below bedrock [m]
    double radius = 0;      ///< of a disc of the same area [m]
    Vec3d middle;           ///< centre of the pressure, which is proportional to depth [m]
    Vec3d normal{0, 0, 1};  ///< of the plane through the ground before the body touched it, upwards
};

/// Gap up to which a body touches a column, in spacings: a body at rest is lifted by round-off and by its
/// impulses, and must not lose its patch. Chosen.
inline constexpr double touch_tolerance = 0.01;

Patch patchUnder(const geometry::PosedSolid& body, const SoilView& soil);

}  // namespace talus::couple
