#pragma once
#include <optional>
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/sand/fields.h"
#include "talus/sand/params.h"
#include "talus/sand/setup.h"
#include "talus/step/stage.h"

namespace talus::sand {

/// The positions of one layer of a spout relative to its centre: a square lattice across its direction [m].
std::vector<Vec3d> layerOf(const Spout& spout, double spacing);

/// The number of particles that a spout adds until a time [s] where no sand is in their way.
double estimateIn(const Spout& spout, double spacing, double time);

/// The wall that a point is in, of the bodies and solid walls that move. The check has seen those that do
/// not.
std::optional<std::size_t> movingSolidAt(const environment::WallsAt& walls, const Boundaries& boundaries,
                                         const Vec3d& p);

/// Adds sand layer by layer, each one spacing behind the layer before it, and of a layer the particles for
/// which there is space: between the sand (free_positions.h), and not in a body or a solid wall that moves.
/// The others are counted and never come.
struct AddSpouts {
    static constexpr const char* name = "spouts";
    std::vector<Spout> spouts;
    double spacing = 0;  ///< [m]
    environment::Periodic domain{};
    std::int64_t limit = 0;
    std::size_t first_source = 0;  ///< field `source` of the first spout
    Boundaries boundaries{};

    step::Access access() const;
    void run(step::Step& step) const;

  private:
    /// Appends particles of a spout. False: they would be too many.
    bool append(step::Step& step, std::size_t spout, const std::vector<Vec3d>& positions,
                const Vec3f& flow) const;
};

}  // namespace talus::sand
