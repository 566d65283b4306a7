#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "talus/geometry/placed_solid.h"
#include "talus/ground/slope_erosion.h"

namespace talus::ground {

/// A body that presses on the ground.
class Body {
  public:
    Body(const geometry::Sphere& sphere) : shape_(sphere) {}
    Body(const geometry::Box& box) : shape_(box) {}
    Body(const geometry::PlacedSolid& solid) : shape_(solid) {}

    geometry::Box bounds() const;
    /// Height of its lower side above a place [m]; none where the body is not above it.
    std::optional<double> underside(double x, double y) const;

  private:
    std::variant<geometry::Sphere, geometry::Box, geometry::PlacedSolid> shape_;
};

/// What one body did. Volumes in m^3: removed = moved + compressed.
struct Displaced {
    double removed = 0;
    double moved = 0;
    double compressed = 0;
    double blocked = 0;  ///< would have been moved, but the body covers all there is around; left in place
    geometry::ColumnRange changed;  ///< columns that changed or are touched; empty: the body is in the air
};

/// Bodies press columns down to their lower side. Of the volume that this takes the share alpha goes to the
/// columns around, in equal parts to all of the first ring that is not touched; the rest is compressed. Each
/// connected patch of touched columns has a ring of its own. Ground does not go below bedrock.
///
/// A column is touched where its top is not below the body's lower side on the vertical through it. Source:
/// Sumner, O'Brien, Hodgins (1999), sections 3.1 and 3.2, who cast these rays, too. (A ray along the column's
/// normal a t^2 + b t + c = 0, as in the thesis, meets a sphere if b^2 - 4 a c >= 0; but columns can only
/// move along the vertical, so the vertical decides.)
class Displacement {
  public:
    explicit Displacement(const geometry::ColumnGrid& grid);

    /// @param kept alpha, 0 to 1
    /// @param loose gets 1 where something was taken or came to (slope_erosion.h); empty: is not asked for
    Displaced press(const exec::View<double>& height, const exec::View<const double>& bedrock,
                    const Body& body, double kept, const exec::View<std::uint8_t>& loose = {});
    /// Forgets what was touched; returns the columns that were. To be called before the bodies of the next
    /// step press.
    geometry::ColumnRange lift();
    /// Not 0 where a body touched since lift().
    exec::View<const std::uint8_t> touched() const { return touched_.view(); }

  private:
    /// The columns around a patch, and what each pressed one of it loses.
    struct Patch {
        std::vector<std::size_t> columns, ring;
    };
    Patch patchFrom(std::size_t column, const geometry::ColumnRange& range);

    geometry::ColumnGrid grid_;
    geometry::ColumnRange within_;  ///< holds all touched columns
    exec::Array<std::uint8_t> touched_;
    exec::Array<std::uint8_t> visited_;
};

/// The smallest range that holds both.
geometry::ColumnRange merged(const geometry::ColumnRange& a, const geometry::ColumnRange& b);

}  // namespace talus::ground
