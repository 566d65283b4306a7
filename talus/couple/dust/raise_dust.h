#pragma once
#include <vector>

#include "talus/grains/params.h"
#include "talus/particles/emit/emit.h"

namespace talus::couple {

/// Power of the contact forces on a grain, its two signs alike [W]: |(F - m g) . v|. What is left of a force
/// that is gravity alone after round-off is none.
double contactPower(const Vec3d& force, double mass, const Vec3d& gravity, const Vec3d& velocity);

/// Makes particles of one system where grains hit: of each grain floor(per_joule P dt + u), with u even in
/// 0 to 1, so that their expected number is per_joule times the work. u is a function of the grain's id and
/// of the step; what the particles draw is a function of how many their emitter made before.
struct RaiseDust {
    static constexpr const char* name = "raise dust";
    /// One of the system's emitters, and the stream that its numbers come from.
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
