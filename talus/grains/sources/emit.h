#pragma once
#include <vector>

#include "talus/core/rng.h"
#include "talus/environment/periodic.h"
#include "talus/grains/params.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// An emitter ready to pour.
struct Spout {
    Emitter emitter;
    std::uint16_t material = 0;
    double density = 0;  ///< [kg/m^3]
    Random random;
    double round = 0;  ///< time between attempts to pour [s]
};

/// Time that a grain takes to move one largest diameter away from where it appears [s].
double clearingTime(const Emitter& emitter, const Vec3d& gravity);

/// The largest rate that an emitter can pour without overlaps [1/s]: in each clearing time, as many grains as
/// cover 35% of a disc or rectangle (random sequential placing jams at 54.7%, Feder 1980, and slows down long
/// before), 60% of a line; one from a point.
double largestRate(const Emitter& emitter, const Vec3d& gravity);

/// Grains that an emitter makes, if nothing is in the way. By a time, it is begunBy()
/// (environment::Schedule).
std::uint64_t grainsInAll(const Emitter& emitter);

/// Whether a spout pours, or tries to, in a step that begins at `time` [s], or should have before.
bool anyPours(const std::vector<Spout>& spouts, state::View<const std::uint64_t> emitted,
              state::View<const double> next_round, double time);

/// Pours grains that are due at random places of their emitters. A place where a grain would overlap another
/// is not taken; what could not be placed in one round is due in the next. An emitter that is full or buried
/// is left alone for the round after a hundred places in vain, however much is due.
struct Emit {
    static constexpr const char* name = "emit";
    std::vector<Spout> spouts;
    Vec3d gravity;  ///< [m/s^2]
    environment::Periodic domain = {};

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains
