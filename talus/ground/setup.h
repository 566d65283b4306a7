#pragma once
#include <cstdint>
#include <memory>

#include "talus/geometry/heightfield.h"

namespace talus::ground {

/// The ground of a scene, ready to run: what does not change. Its heights are state (fields.h).
struct Setup {
    std::shared_ptr<const geometry::Heightfield> start;  ///< the surface before the first step, and bedrock
    std::uint16_t material = 0;                          ///< index of that of its surface

    const geometry::ColumnGrid& grid() const { return start->grid; }
};

}  // namespace talus::ground
