#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "talus/geometry/posed_solid.h"
#include "talus/ground/slope_erosion.h"

namespace talus::ground {

/// A body that presses on the ground.
class Body {
  public:
    Body(const geometry::Sphere& sphere) : shape_(sphere) {}
    Body(const geometry::Box& box) : shape_(box) {}
    Body(const geometry::PosedSolid& solid) : shape_(solid) {}

    geometry::Box bounds() const;
    /// Height of the body's lower side at (x, y) [m]; none where the body does not cover that point.
    std::optional<double> underside(double x, double y) const;

  private:
    std::variant<geometry::Sphere, geometry::Box, geometry::PosedSolid> shape_;
};

/// Result of pressing one body. Volumes in m^3: removed = moved + compressed.
struct Displaced {
    double removed = 0;
    double moved = 0;
    double compressed = 0;
    double blocked = 0;  ///< left in place, because the body covers all columns around, so none can take it
    geometry::ColumnRange changed;  ///< columns that changed or are touched; empty: the body touches none
};

/// Presses columns down to the lower side of bodies. The share alpha of the removed volume goes in equal
/// parts to the first ring of untouched columns around the body; the rest is compressed. Each connected patch
/// of touched columns has its own ring. Columns are not pressed below bedrock.
///
/// A column is touched if its top is not below the body's lower side on the vertical through the column.
/// Source: Sumner, O'Brien, Hodgins (1999), sections 3.1 and 3.2, who also cast vertical rays. (The thesis
/// uses a ray along the normal of the ground: it meets a sphere if its equation a t^2 + b t + c = 0 has b^2 -
/// 4 a c >= 0. Here the ray is vertical, because columns can only move vertically.)
class Displacement {
  public:
    explicit Displacement(const geometry::ColumnGrid& grid);

    /// @param kept alpha: share of the removed volume that stays in the ground, 0 to 1
    /// @param loose is set to 1 where a column lost or got ground (slope_erosion.h); empty: not needed
    Displaced press(const exec::View<double>& height, const exec::View<const double>& bedrock,
                    const Body& body, double kept, const exec::View<std::uint8_t>& loose = {});
    /// Clears the marks of touched columns and returns the range that contains them. Call it before the
    /// bodies of the next step are pressed.
    geometry::ColumnRange clearTouched();
    /// By column: not 0 where a body has touched it since clearTouched().
    exec::View<const std::uint8_t> touched() const { return touched_.view(); }

  private:
    /// A connected patch of touched columns, and the ring of untouched columns around it.
    struct Patch {
        std::vector<std::size_t> columns, ring;
    };
    Patch patchFrom(std::size_t column, const geometry::ColumnRange& range);

    geometry::ColumnGrid grid_;
    geometry::ColumnRange within_;  ///< contains all touched columns
    exec::Array<std::uint8_t> touched_;
    exec::Array<std::uint8_t> visited_;
};

/// The smallest range that contains both.
geometry::ColumnRange merged(const geometry::ColumnRange& a, const geometry::ColumnRange& b);

}  // namespace talus::ground
