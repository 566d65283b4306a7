#pragma once
#include <cmath>
#include <vector>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/step/stage.h"
#include "talus/water/params.h"

namespace talus::water {

/// Where the layer of an inflow that came last is. Runs anywhere.
struct Mouth {
    Vec3d centre, along, u, v;               ///< unit vectors, along the flow and across it
    double half_width = 0, half_height = 0;  ///< of a rectangle [m]
    double radius = 0;                       ///< of a disc [m]; 0: it is a rectangle
    double depth = 0;                        ///< a spacing: the layer that came last [m]
    Vec3f velocity;                          ///< [m/s]

    TALUS_HD bool holds(const Vec3d& place) const {
        const Vec3d way = place - centre;
        const double on = dot(way, along), a = dot(way, u), b = dot(way, v);
        if (!(on >= 0) || !(on < depth)) return false;
        return radius > 0 ? a * a + b * b < radius * radius
                          : std::abs(a) < half_width && std::abs(b) < half_height;
    }
};

/// Gives one what it holds the velocity of the inflow: in the flow of a step, or in the state.
template <class Velocity>
struct DriveParticle {
    Mouth mouth;
    exec::View<const Vec3d> position;
    exec::View<Velocity> velocity;

    TALUS_HD void operator()(std::size_t i) const {
        if (mouth.holds(position[i])) set(velocity[i]);
    }

  private:
    TALUS_HD void set(Vec3f& of) const { of = mouth.velocity; }
    TALUS_HD void set(Quad<float>& of) const {
        of = {mouth.velocity.x, mouth.velocity.y, mouth.velocity.z, of.w};
    }
};

/// The layer of an inflow that came last has nothing behind it: what it flows into would push it back, and
/// the next one would come in amid it. Until that comes it keeps the velocity of the inflow, as water does
/// that is pumped.
struct DriveInflows {
    static constexpr const char* name = "drive inflows";
    std::vector<Inflow> inflows;
    double spacing = 0;           ///< [m]
    bool moves_by_state = false;  ///< wcsph: its particles move by their velocities in the state

    /// Of those that flow at a time. @param layers of each inflow that have come in so far
    std::vector<Mouth> mouths(exec::View<const std::uint64_t> layers, double time) const;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
