#pragma once
#include <vector>

#include "talus/environment/contact/obstacles.h"
#include "talus/environment/wall_impulses.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/friction.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::water {

/// The loads of water on walls (one row per wall, in the order of the scene) and on the ground (one row).
namespace fields {
inline constexpr Field<Vec3d> impulse{"impulse", "N s",
                                      "impulse of the water on the wall or ground in this frame so far"};
inline constexpr Field<Vec3d> angular_impulse{"angular_impulse", "N m s",
                                              "angular impulse of the water in this frame so far, about the "
                                              "wall's reference point; of the ground about the origin"};
inline constexpr Field<double> load_time{"time", "s", "time that the sums of this frame cover"};
}  // namespace fields

/// The fields that addLoads() changes.
std::vector<step::FieldRef> loadFields(const Solids& solids);

/// Adds the loads of a step to the sums of the frame, and to the impulses for free bodies.
void addLoads(step::Step& step, const Solids& solids, const environment::Loads& given);

/// sum += part.
void addTo(environment::Loads& sum, const environment::Loads& part);

/// Adds up the loads of this step on walls and ground: the reactions to the pressure and friction that act on
/// the water, and the weight that walls carry. Pressures are w of `position_pressure`.
struct LoadWalls {
    /// Friction and pressure act at different stages of a step, with different velocities. Pressure alone is
    /// for pressures that couplings pass on to walls, after the solver's own.
    enum class Parts { Friction, PressureAndWeight, All, Pressure };

    static constexpr const char* name = "wall loads";
    Solids solids;
    double mass = 0;  ///< of a particle [kg]
    Parts parts = Parts::All;
    Friction friction{};  ///< that was applied to the water

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
