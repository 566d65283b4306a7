#pragma once
#include <vector>

#include "talus/sand/fields.h"
#include "talus/sand/params.h"
#include "talus/step/stage.h"

namespace talus::sand {

/// The positions of one layer of a spout relative to its centre: a square lattice across its direction [m].
std::vector<Vec3d> layerOf(const Spout& spout, double spacing);

/// The number of particles that a spout adds until a time [s].
double estimateIn(const Spout& spout, double spacing, double time);

/// Adds sand layer by layer, each one spacing behind the layer before it.
struct AddSpouts {
    static constexpr const char* name = "spouts";
    std::vector<Spout> spouts;
    double spacing = 0;  ///< [m]
    std::int64_t limit = 0;
    std::size_t first_source = 0;  ///< field `source` of the first spout

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::sand
