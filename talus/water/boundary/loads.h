#pragma once
#include <vector>

#include "talus/environment/contact/obstacles.h"
#include "talus/environment/wall_pushes.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/meet_walls.h"
#include "talus/water/forces/friction.h"

namespace talus::water {

/// What water gives to walls and ground: one row a wall, in the order of the scene, and the ground's.
namespace fields {
inline constexpr Field<Vec3d> impulse{"impulse", "N s", "of the water on the wall, in this frame so far"};
inline constexpr Field<Vec3d> angular_impulse{"angular_impulse", "N m s",
                                              "likewise about the wall's reference point, of the ground "
                                              "about the origin"};
inline constexpr Field<double> load_time{"time", "s", "that the sums of this frame cover"};
}  // namespace fields

/// The fields that giveLoads() adds to.
std::vector<step::FieldRef> loadFields(const Solids& solids);

/// Adds what walls and ground got in a step: to the sums of the frame, and to what free bodies take.
void giveLoads(step::Step& step, const Solids& solids, const environment::Loads& given);

/// sum += part.
void addTo(environment::Loads& sum, const environment::Loads& part);

/// Adds up the loads by pressure and friction of this step, and the weight that walls carry, as the contacts
/// tell: what the water got from each wall, the other way round. The solver's pressures are the weights of
/// `place`.
struct LoadWalls {
    /// Friction and pressure act at different moments of a step, with different velocities. Pressure alone is
    /// for what couplings hand on to walls, behind the solver's own.
    enum class Parts { Friction, PressureAndWeight, All, Pressure };

    static constexpr const char* name = "wall loads";
    Solids solids;
    double mass = 0;  ///< of a particle [kg]
    Parts parts = Parts::All;
    Friction friction{};  ///< that was applied

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
