#pragma once
#include "talus/math/quad.h"
#include "talus/state/field.h"

/// The state of the water, each field declared once. Positions are in double, so that a drop far from the
/// origin still rests on the floor; all else is in single.
namespace talus::water {

using state::Field;
using state::Lifetime;

inline constexpr const char* water_table = "water";
inline constexpr const char* work_table = "water.work";
inline constexpr const char* list_table = "water.neighbours";
inline constexpr const char* run_table = "water.runs";
inline constexpr const char* contact_table = "water.contacts";
inline constexpr const char* ledger_table = "water.ledger";
inline constexpr const char* load_table = "water.loads";
inline constexpr const char* ground_load_table = "water.ground_load";

namespace fields {
// One row a particle, in the order of the cells: what every solver remembers.
inline constexpr Field<Vec3d> position{"position", "m", "centre"};
inline constexpr Field<Vec3f> velocity{"velocity", "m/s", "velocity"};
inline constexpr Field<float> density{"density", "kg/m^3", "density of the water around it"};
inline constexpr Field<float> pressure{"pressure", "Pa", "pressure; the next step's solver begins with it"};
inline constexpr Field<std::uint32_t> id{"id", "", "never changes and is never reused; counts from 0"};
// Where water carries sediment (couple/erosion/):
inline constexpr Field<float> concentration{"concentration", "", "volume of solid in it, of its own volume"};
// Dfsph:
inline constexpr Field<float> drift_pressure{
    "drift_pressure", "Pa",
    "what moves places that are too dense, without velocities; the next step begins with it"};
// Wcsph:
inline constexpr Field<Vec3f> acceleration{"acceleration", "m/s^2", "of the step before"};
inline constexpr Field<float> density_rate{"density_rate", "1/s",
                                           "of the relative density, of the step before"};
// Mueller's leap-frog:
inline constexpr Field<Vec3f> half_velocity{"half_velocity", "m/s", "velocity half a step before"};

// Within a step: one row a particle in the same order, and a last one that is far from all (padding of the
// neighbour lists points to it).
inline constexpr Field<Quad<float>> place{"place", "m", "centre, from the corner of the cells; and a weight",
                                          Lifetime::Scratch};
inline constexpr Field<Quad<float>> flow{"flow", "m/s", "velocity; and the relative density",
                                         Lifetime::Scratch};
inline constexpr Field<Quad<float>> push{"push", "m/s^2", "acceleration by pressure", Lifetime::Scratch};
inline constexpr Field<Quad<float>> wall{
    "wall", "1/m", "gradient of the share of the kernel that lies in walls; and that share",
    Lifetime::Scratch};
inline constexpr Field<float> wall_rate{"wall_rate", "1/s", "rate at which walls that move fill the kernel",
                                        Lifetime::Scratch};
inline constexpr Field<float> clearance{
    "clearance", "m", "no wall and no ground is nearer; at most the support", Lifetime::Scratch};
inline constexpr Field<Vec3f> carried{"carried", "m/s^2", "of gravity, what walls carry", Lifetime::Scratch};
inline constexpr Field<Vec3f> force{"force", "m/s^2", "acceleration by all but pressure", Lifetime::Scratch};
inline constexpr Field<Vec3f> product{"product", "m/s", "of a matrix and a direction, in a solve",
                                      Lifetime::Scratch};
inline constexpr Field<float> response{"response", "m^2",
                                       "1 over how much a pressure changes the compression of its own place",
                                       Lifetime::Scratch};
inline constexpr Field<Quad<float>> correction_diagonal{
    "correction_diagonal", "", "xx, yy, zz of the matrix that makes gradients exact where a flow is linear",
    Lifetime::Scratch};
inline constexpr Field<Quad<float>> correction_rest{"correction_rest", "", "yz, zx, xy of that matrix",
                                                    Lifetime::Scratch};
inline constexpr Field<float> source{"source", "", "compression that a solve has to take away",
                                     Lifetime::Scratch};
inline constexpr Field<float> residual{"residual", "", "compression that is left", Lifetime::Scratch};
inline constexpr Field<Quad<float>> best{
    "best", "m^2/s^2", "pressure of the best turn of a solve so far, its rate, and how the two changed",
    Lifetime::Scratch};
inline constexpr Field<std::uint32_t> first{"first", "", "where its neighbours begin in their table",
                                            Lifetime::Scratch};
inline constexpr Field<std::uint32_t> end_of{"end", "", "behind its last neighbour", Lifetime::Scratch};
inline constexpr Field<std::uint32_t> runs{"runs", "", "where the starts of its runs begin in their table",
                                           Lifetime::Scratch};
inline constexpr Field<std::uint32_t> first_contact{
    "first_contact", "", "where its contacts with walls begin in their table; of the last row: their number",
    Lifetime::Scratch};

// Neighbours: the codes of all that are nearer than the support, particle by particle; and the starts of the
// runs of rows that the codes speak of, cell by cell (search/codes.h).
inline constexpr Field<std::uint16_t> neighbour{"neighbour", "", "run, and place in that", Lifetime::Scratch};
inline constexpr Field<std::uint32_t> run_start{"start", "", "row", Lifetime::Scratch};

// Contacts with walls and ground, particle by particle.
inline constexpr Field<std::uint32_t> contact_wall{"wall", "", "index; the ground has the one after the last",
                                                   Lifetime::Scratch};
inline constexpr Field<Vec3f> contact_gradient{"gradient", "1/m", "of the share of the kernel in this wall",
                                               Lifetime::Scratch};
inline constexpr Field<Vec3f> contact_velocity{"velocity", "m/s", "of the wall at the nearest point",
                                               Lifetime::Scratch};
inline constexpr Field<Vec3f> contact_point{"point", "m", "nearest one, from the particle",
                                            Lifetime::Scratch};
inline constexpr Field<float> contact_rub{"rub", "1/m^2", "viscous coefficient of the wall",
                                          Lifetime::Scratch};

// Ledger: one row.
inline constexpr Field<std::uint64_t> made{"made", "", "particles made so far, those of the start too"};
inline constexpr Field<std::uint64_t> sunk{"sunk", "", "particles that sinks took"};
inline constexpr Field<std::uint64_t> fallen{"fallen", "", "particles that fell off the scene"};
inline constexpr Field<double> density_error{"density_error", "", "mean compression in the last step"};
inline constexpr Field<double> pressure_iterations{"pressure_iterations", "",
                                                   "of the frame so far, all steps"};
inline constexpr Field<double> drift_iterations{"drift_iterations", "", "likewise"};
inline constexpr Field<double> steps{"steps", "", "of the frame so far"};
}  // namespace fields

/// How far the wall of a contact counts as being off, from the contact's fields [m].
TALUS_HD inline float rubDistance(const Vec3f& gradient, float rub) {
    return rub > 0 ? 2 * length(gradient) / rub : 0;
}

}  // namespace talus::water
