#pragma once
#include <vector>

#include "talus/step/stage.h"
#include "talus/water/fields.h"
#include "talus/water/params.h"

namespace talus::water {

inline constexpr const char* inflow_table = "water.inflows";

namespace fields {
// Inflows: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> layers{"layers", "", "layers of particles that have come in so far"};
inline constexpr Field<std::uint64_t> flown{"flown", "", "particles that have come in so far"};
}  // namespace fields

/// Places of one layer of an inflow about its centre, on a square lattice across its direction [m].
std::vector<Vec3d> layerOf(const Inflow& inflow, double spacing);

/// Lets water in: layer by layer, each as far behind the one before it as particles are apart.
struct LetIn {
    static constexpr const char* name = "inflow";
    std::vector<Inflow> inflows;
    double spacing = 0;       ///< [m]
    double rest_density = 0;  ///< [kg/m^3]
    std::int64_t limit = 0;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Whether any lets water in at that time. @param layers of each so far
bool anyLetsIn(const std::vector<Inflow>& inflows, double spacing, exec::View<const std::uint64_t> layers,
               double time);

/// How many layers come in until its volume has; infinite where it has none.
double mostLayers(const Inflow& inflow, double spacing, std::size_t particles_a_layer);
/// Layers that have come in at a time, and that come in all in all.
std::uint64_t layersDue(const Inflow& inflow, double spacing, std::size_t particles_a_layer, double time);

}  // namespace talus::water
