#pragma once
#include <cmath>
#include <vector>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/step/stage.h"
#include "talus/water/params.h"

namespace talus::water {

/// The volume of the newest layer of an inflow: one spacing deep, downstream of its opening. Runs on any
/// device.
struct Mouth {
    Vec3d centre, along, u, v;               ///< unit vectors: `along` the flow, u and v across it
    double half_width = 0, half_height = 0;  ///< of a rectangle [m]
    double radius = 0;                       ///< of a disc [m]; 0: it is a rectangle
    double depth = 0;                        ///< thickness: one spacing [m]
    Vec3f velocity;                          ///< [m/s]

    TALUS_HD bool holds(const Vec3d& position) const {
        const Vec3d from = position - centre;
        const double downstream = dot(from, along), a = dot(from, u), b = dot(from, v);
        if (!(downstream >= 0) || !(downstream < depth)) return false;
        return radius > 0 ? a * a + b * b < radius * radius
                          : std::abs(a) < half_width && std::abs(b) < half_height;
    }
};

/// Sets the velocity of a particle in the mouth to that of the inflow. `velocity` is the field `flow` (whose
/// w, the relative density, stays) or the velocity of the state.
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

/// Keeps the newest layer of each inflow at the velocity of the inflow until the next layer comes, as a pump
/// does. There is no water upstream of this layer. Without this stage the water downstream would push it
/// back, and the next layer would be added at its position.
struct DriveInflows {
    static constexpr const char* name = "drive inflows";
    std::vector<Inflow> inflows;
    double spacing = 0;           ///< [m]
    bool moves_by_state = false;  ///< wcsph: sets the velocities of the state, by which its particles move

    /// The mouths of the inflows that flow at a time. @param layers number of layers of each inflow so far
    std::vector<Mouth> mouths(exec::View<const std::uint64_t> layers, double time) const;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
