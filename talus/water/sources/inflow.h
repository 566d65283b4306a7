#pragma once
#include <vector>

#include "talus/step/stage.h"
#include "talus/water/fields.h"
#include "talus/water/params.h"

namespace talus::water {

inline constexpr const char* inflow_table = "water.inflows";

namespace fields {
// Inflows: one row each, in the order of the scene.
using environment::fields::flown;
using environment::fields::layers;
}  // namespace fields

/// The positions of one layer of an inflow relative to its centre, on a square lattice across its direction
/// [m].
std::vector<Vec3d> layerOf(const Inflow& inflow, double spacing);

/// Adds water layer by layer, each one spacing behind the layer before it.
struct AddInflow {
    static constexpr const char* name = "inflow";
    std::vector<Inflow> inflows;
    double spacing = 0;       ///< [m]
    double rest_density = 0;  ///< [kg/m^3]
    std::int64_t limit = 0;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Whether any inflow has layers due at a time. @param layers of each so far
bool anyLayersDue(const std::vector<Inflow>& inflows, double spacing, exec::View<const std::uint64_t> layers,
                  double time);

}  // namespace talus::water
