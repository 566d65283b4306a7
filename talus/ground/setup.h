#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "talus/geometry/heightfield.h"
#include "talus/ground/params.h"

namespace talus::ground {

/// The soil of a scene, with resolved settings.
struct SoilSetup {
    GroundKind kind;
    double interval = 0.005;   ///< simulated time between slides [s]
    std::uint32_t sweeps = 8;  ///< maximum number of sweeps in a slide
};

/// The ground of a scene, with resolved settings: all that does not change. The heights are state (fields.h).
struct Setup {
    std::shared_ptr<const geometry::Heightfield> start;  ///< surface before the first step, and bedrock
    std::uint16_t material = 0;                          ///< index of the material of the surface
    std::optional<SoilSetup> soil;                       ///< absent: the ground is rigid

    const geometry::ColumnGrid& grid() const { return start->grid; }
};

}  // namespace talus::ground
