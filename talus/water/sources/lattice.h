#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/geometry/mesh/mesh.h"
#include "talus/water/params.h"

namespace talus::water {

/// The upright columns of places that fill a block: a square lattice in the plan, and layers in each column.
struct Lattice {
    Vec3d first;  ///< place of the lowest corner's particle [m]
    std::array<std::int64_t, 3> count{};
    double across = 0, up = 0;  ///< distance of columns, and of layers [m]

    Vec3d at(std::int64_t i, std::int64_t j, std::int64_t k) const {
        return first + Vec3d{static_cast<double>(i) * across, static_cast<double>(j) * across,
                             static_cast<double>(k) * up};
    }
    std::size_t column(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(j * count[0] + i);
    }
    /// The nearest column to a place. @pre the place is in one
    std::size_t columnOf(const Vec3d& p) const;
    /// With so many more places on each side.
    Lattice grownBy(std::int64_t places) const;
};

/// The lattice in the bounds of a block: it stands on its lowest face, and is centred in the plan. Of a lake
/// only the columns count.
Lattice latticeOf(const Block& block, double spacing, double thinned);

/// Heights at which the upright line through each column goes through a closed mesh, in rising order.
using Crossings = std::vector<std::vector<double>>;
Crossings crossingsOf(const geometry::Mesh& mesh, const Lattice& lattice);
/// Whether a height is inside of the mesh. @param up of its column
bool isBetween(const std::vector<double>& up, double height);

}  // namespace talus::water
