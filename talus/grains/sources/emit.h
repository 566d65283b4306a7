#pragma once
#include <vector>

#include "talus/core/rng.h"
#include "talus/environment/periodic.h"
#include "talus/grains/clumps/clump_columns.h"
#include "talus/grains/params.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// An emitter with everything that pouring needs.
struct Spout {
    Emitter emitter;
    std::uint16_t material = 0;
    double density = 0;  ///< [kg/m^3]
    Random random;
    double round = 0;  ///< time between attempts to pour [s]
};

/// Radius of the largest ball around a grain of an emitter [m].
inline double largestReach(const Emitter& emitter) {
    return largestRadius(emitter) * largestReach(static_cast<const ShapeChoice&>(emitter));
}

/// Time in which a new grain moves by one largest diameter [s].
double clearingTime(const Emitter& emitter, const Vec3d& gravity);

/// The maximum rate of an emitter without overlaps [1/s]. In each clearing time it is the number of grains
/// that cover 35% of a disc or rectangle (random sequential addition jams at 54.7%, Feder 1980, and slows
/// down long before) or 60% of a line, and one grain for a point.
double largestRate(const Emitter& emitter, const Vec3d& gravity);

/// Total number of grains of an emitter, if nothing blocks it. The number due by a time is begunBy()
/// (environment::Schedule).
std::uint64_t grainsInAll(const Emitter& emitter);

/// The number of grains that have come by a time [s], if nothing blocks them, with the fraction of the next.
double grainsBy(const Emitter& emitter, double time);

/// The number of grains that a scene asks an emitter for: its count, or where it has none what comes until
/// the end of the run [s].
double grainsUntil(const Emitter& emitter, double end);

/// Whether any emitter pours, or tries to, in a step that begins at `time` [s].
bool anyPours(const std::vector<Spout>& spouts, state::View<const std::uint64_t> emitted,
              state::View<const double> next_round, double time);

/// Pours the grains that are due, at random positions of their emitters. A position where the grain would
/// overlap another one is rejected; a clump counts as the ball around it. Grains that could not be placed in
/// one round are due in the next. A round ends after a hundred rejected positions in a row: the emitter is
/// then full or buried.
struct Emit {
    static constexpr const char* name = "emit";
    std::vector<Spout> spouts;
    ClumpShapes shapes{};  ///< empty in scenes without clumps
    Vec3d gravity;         ///< [m/s^2]
    environment::Periodic domain = {};

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains
