#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "talus/geometry/heightfield.h"
#include "talus/ground/params.h"

namespace talus::ground {

/// How the ground of a scene gives way.
struct SoilSetup {
    GroundKind kind;
    double interval = 0.005;   ///< simulated time between slides [s]
    std::uint32_t sweeps = 8;  ///< of a slide at most
};

/// The ground of a scene, ready to run: what does not change. Its heights are state (fields.h).
struct Setup {
    std::shared_ptr<const geometry::Heightfield> start;  ///< the surface before the first step, and bedrock
    std::uint16_t material = 0;                          ///< index of that of its surface
    std::optional<SoilSetup> soil;                       ///< absent: it is rigid

    const geometry::ColumnGrid& grid() const { return start->grid; }
};

}  // namespace talus::ground
