#pragma once
#include "talus/math/quad.h"
#include "talus/state/field.h"

/// The state of the water, each field declared once. Positions are in double precision, so that a drop far
/// from the origin still rests on the floor. All else is in single precision.
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
// One row per particle, in the order of the cells. For all solvers:
inline constexpr Field<Vec3d> position{"position", "m", "position of the particle"};
inline constexpr Field<Vec3f> velocity{"velocity", "m/s", "velocity"};
inline constexpr Field<float> density{"density", "kg/m^3", "density of the water around it"};
inline constexpr Field<float> pressure{"pressure", "Pa", "pressure; the first guess of the next step",
                                       state::StartValue::Settings};
inline constexpr Field<std::uint32_t> id{"id", "",
                                         "number of the particle, from 0; never changes and is never reused"};
// Where water carries sediment (couple/erosion/):
inline constexpr Field<float> concentration{"concentration", "",
                                            "volume of sediment over the volume of the particle"};
// Dfsph:
inline constexpr Field<float> drift_pressure{
    "drift_pressure", "Pa",
    "pressure of the density solve, which shifts positions only; the first guess of the next step"};
// Wcsph:
inline constexpr Field<Vec3f> acceleration{"acceleration", "m/s^2", "acceleration of the step before"};
inline constexpr Field<float> density_rate{"density_rate", "1/s",
                                           "rate of the relative density of the step before"};
// Mueller's leap-frog:
inline constexpr Field<Vec3f> half_velocity{"half_velocity", "m/s", "velocity half a step before"};

// Scratch of a step: one row per particle in the same order, and a last row that is far from all particles,
// with which neighbour lists are padded.
inline constexpr Field<Quad<float>> position_pressure{
    "place", "m", "position relative to the corner of the cells; w: pressure term of the solver",
    Lifetime::Scratch};
inline constexpr Field<Quad<float>> flow{"flow", "m/s", "velocity; w: relative density", Lifetime::Scratch};
inline constexpr Field<Quad<float>> pressure_acceleration{"push", "m/s^2", "acceleration by pressure",
                                                          Lifetime::Scratch};
inline constexpr Field<Quad<float>> wall{
    "wall", "1/m", "gradient of the share of the kernel that lies in walls; w: that share",
    Lifetime::Scratch};
inline constexpr Field<float> wall_rate{
    "wall_rate", "1/s", "rate of the share of the kernel in walls, by moving walls", Lifetime::Scratch};
inline constexpr Field<float> clearance{
    "clearance", "m", "distance to the nearest wall or ground, at most the support", Lifetime::Scratch};
inline constexpr Field<Vec3f> carried{"carried", "m/s^2", "part of gravity that walls carry",
                                      Lifetime::Scratch};
inline constexpr Field<Vec3f> force{"force", "m/s^2", "acceleration by all forces but pressure",
                                    Lifetime::Scratch};
inline constexpr Field<Vec3f> product{"product", "m/s",
                                      "product of the matrix and the search direction in the viscous solve",
                                      Lifetime::Scratch};
inline constexpr Field<float> response{
    "response", "m^2", "inverse of the derivative of the own compression with respect to the own pressure",
    Lifetime::Scratch};
inline constexpr Field<Quad<float>> correction_diagonal{
    "correction_diagonal", "", "xx, yy, zz of the matrix that makes gradients of linear flows exact",
    Lifetime::Scratch};
inline constexpr Field<Quad<float>> correction_off_diagonal{"correction_off_diagonal", "",
                                                            "yz, zx, xy of that matrix", Lifetime::Scratch};
inline constexpr Field<float> source{"source", "", "compression that a solve has to remove",
                                     Lifetime::Scratch};
inline constexpr Field<float> residual{"residual", "", "compression that remains in a solve",
                                       Lifetime::Scratch};
inline constexpr Field<Quad<float>> best{
    "best", "m^2/s^2", "iterate of a solve: pressure, its rate, and the search direction of both",
    Lifetime::Scratch};
inline constexpr Field<std::uint32_t> first{
    "first", "", "index of its first neighbour in the table of neighbours", Lifetime::Scratch};
inline constexpr Field<std::uint32_t> end_of{"end", "", "index after its last neighbour", Lifetime::Scratch};
inline constexpr Field<std::uint32_t> runs{
    "runs", "", "index of the start of its first run in the table of runs", Lifetime::Scratch};
inline constexpr Field<std::uint32_t> first_contact{
    "first_contact", "", "index of its first contact in the table of contacts; in the last row their number",
    Lifetime::Scratch};

// Neighbour lists: codes of all neighbours within the support, particle by particle; and the first rows of
// the runs of the codes, cell by cell (search/codes.h).
inline constexpr Field<std::uint16_t> neighbour{"neighbour", "", "run, and index in that run",
                                                Lifetime::Scratch};
inline constexpr Field<std::uint32_t> run_start{"start", "", "first row of the run", Lifetime::Scratch};

// Contacts with walls and ground, particle by particle.
inline constexpr Field<std::uint32_t> contact_wall{
    "wall", "", "index of the wall; the ground has the index after the last wall", Lifetime::Scratch};
inline constexpr Field<Vec3f> contact_gradient{
    "gradient", "1/m", "gradient of the share of the kernel in this wall", Lifetime::Scratch};
inline constexpr Field<Vec3f> contact_velocity{"velocity", "m/s", "velocity of the wall at the nearest point",
                                               Lifetime::Scratch};
inline constexpr Field<Vec3f> contact_point{
    "point", "m", "nearest point of the wall, relative to the particle", Lifetime::Scratch};
inline constexpr Field<float> contact_friction{"rub", "1/m^2", "friction coefficient of the wall",
                                               Lifetime::Scratch};

// In scenes with walls that deform:
inline constexpr Field<std::uint32_t> contact_face{"face", "", "face of the wall", Lifetime::Scratch};

// Ledger: one row.
inline constexpr Field<std::uint64_t> made{"made", "",
                                           "particles added so far, including those at the start"};
inline constexpr Field<std::uint64_t> sunk{"sunk", "", "particles that sinks removed"};
inline constexpr Field<std::uint64_t> fallen{"fallen", "", "particles that fell off the scene"};
inline constexpr Field<double> density_error{"density_error", "",
                                             "mean compression that remained in the last step"};
inline constexpr Field<double> pressure_iterations{
    "pressure_iterations", "", "iterations of the velocity solve, sum over the steps of this frame so far"};
inline constexpr Field<double> drift_iterations{
    "drift_iterations", "", "iterations of the density solve, sum over the steps of this frame so far"};
inline constexpr Field<double> steps{"steps", "", "steps of this frame so far"};
}  // namespace fields

/// The distance of a wall that its friction coefficient corresponds to [m].
TALUS_HD inline float frictionDistance(const Vec3f& gradient, float friction) {
    return friction > 0 ? 2 * length(gradient) / friction : 0;
}

}  // namespace talus::water
