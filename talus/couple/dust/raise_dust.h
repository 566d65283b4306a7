#pragma once
#include <vector>

#include "talus/grains/params.h"
#include "talus/particles/emit/emit.h"

namespace talus::couple {

/// Power of the contact forces on a grain [W]: |(F - m g) . v|. A contact force within round-off of the
/// weight counts as 0.
double contactPower(const Vec3d& force, double mass, const Vec3d& gravity, const Vec3d& velocity);

/// Makes particles of one system where grains hit: floor(per_joule P dt + u) for each grain with the power P
/// of its contacts. u is uniform in [0, 1), so the mean number is per_joule times the work. u is a function
/// of the grain's id and of the step. The random values of a particle are functions of the number of
/// particles that its emitter made before.
struct RaiseDust {
    static constexpr const char* name = "raise dust";
    /// One of the system's emitters, and its random stream.
    struct Raiser {
        std::size_t emitter = 0;
        Random numbers{};
    };
    particles::Emit emit;
    std::vector<Raiser> raisers;
    Vec3d gravity;  ///< [m/s^2]
    grains::Precision precision = grains::Precision::Double;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::couple
