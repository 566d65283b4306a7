#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/geometry/mesh/mesh.h"
#include "talus/water/params.h"

namespace talus::water {

/// The vertical columns of positions that fill a block: a horizontal square lattice of columns, and layers in
/// each column.
struct Lattice {
    Vec3d first;  ///< position with the lowest coordinates [m]
    std::array<std::int64_t, 3> count{};
    double across = 0, up = 0;  ///< distance of columns, and of layers [m]

    Vec3d at(std::int64_t i, std::int64_t j, std::int64_t k) const {
        return first + Vec3d{static_cast<double>(i) * across, static_cast<double>(j) * across,
                             static_cast<double>(k) * up};
    }
    std::size_t column(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(j * count[0] + i);
    }
    /// The nearest column to a position. @pre the position is in one
    std::size_t columnOf(const Vec3d& p) const;
    /// The lattice with this many more positions on each side.
    Lattice grownBy(std::int64_t positions) const;
};

/// The lattice in the bounds of a block: it starts at its lowest face, and is centred horizontally. For a
/// lake only the columns are used.
Lattice latticeOf(const Block& block, double spacing, double thinned);

/// Heights at which the vertical line of each column crosses a closed mesh, in rising order.
using Crossings = std::vector<std::vector<double>>;
Crossings crossingsOf(const geometry::Mesh& mesh, const Lattice& lattice);
/// Whether a height is inside the mesh. @param crossings of its column
bool isInside(const std::vector<double>& crossings, double height);

}  // namespace talus::water
