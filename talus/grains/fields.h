#pragma once
#include "talus/environment/fields.h"

/// The state of the grains and of their contacts. Each field is declared once.
namespace talus::grains {

inline constexpr const char* grains_table = "grains";
inline constexpr const char* blocks_table = "blocks";
inline constexpr const char* halo_table = "halo";
inline constexpr const char* contacts_table = "contacts";
inline constexpr const char* wall_contacts_table = "wall_contacts";
inline constexpr const char* search_table = "contact_search";
inline constexpr const char* sinks_table = "sinks";
inline constexpr const char* listed_points_table = "listed_points";
inline constexpr const char* absorbed_table = "absorbed";
inline constexpr const char* emitters_table = "emitters";

using state::Field;
using state::Lifetime;

namespace fields {
// Grains: one row for each grain, in the order of the last neighbour search (talus/neighbors/).
inline constexpr Field<Vec3d> position{"position", "m", "centre"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "velocity of the centre"};
inline constexpr Field<Vec3d> spin{"spin", "rad/s", "angular velocity"};
inline constexpr Field<double> radius{"radius", "m", "radius"};
inline constexpr Field<double> mass{"mass", "kg", "4/3 pi radius^3 density"};
inline constexpr Field<std::uint16_t> material{"material", "", "index into the scene's materials"};
inline constexpr Field<std::uint32_t> id{
    "id", "", "number of the grain, counted from 0; never changes and is never reused"};
inline constexpr Field<float> birth{"birth", "s", "simulated time at which the grain appeared"};
inline constexpr Field<Vec3f> drift{"drift", "m", "displacement since the last neighbour search"};
inline constexpr Field<float> allowance{
    "allowance", "m", "largest displacement before a new search is needed", state::StartValue::Settings};
template <class Real>  // float or double: the precision of the scene
inline constexpr Field<Vec3<Real>> force{"force", "N", "sum of all forces; the next step starts with it",
                                         state::StartValue::Settings};
template <class Real>
inline constexpr Field<Vec3<Real>> torque{"torque", "N m", "sum of all torques about the centre",
                                          state::StartValue::Settings};

// In scenes whose grains may rest (rest.h):
inline constexpr Field<float> still{"still", "s", "how long the grain has stayed near one position"};
inline constexpr Field<Vec3f> wandered{"wandered", "m", "displacement from that position"};

// In scenes whose grains may become ground (couple/):
inline constexpr Field<std::uint8_t> settled{
    "settled", "",
    "1: counts as ground and does not move; 2: has become ground and is removed by the next search"};
inline constexpr Field<Vec3d> seen_at{"seen_at", "m",
                                      "position at the last exchange that found that the grain had moved"};
inline constexpr Field<std::uint8_t> rounds_at_rest{"rounds_at_rest", "",
                                                    "number of exchange rounds since then"};

// Blocks: one row for each block of grains that are not settled (contact_list.h).
inline constexpr Field<std::uint32_t> grains_end{"grains_end", "", "one past the block's last grain"};
inline constexpr Field<std::uint32_t> rows_end{
    "rows_end", "",
    "one past the block's last row of contacts; its first row is where the block before ends"};
inline constexpr Field<std::uint8_t> asleep{"asleep", "",
                                            "1: its grains are at rest and are not computed (rest.h)"};
inline constexpr Field<std::uint32_t> halo_end{"halo_end", "", "one past the block's last row of the halo"};
inline constexpr Field<std::uint32_t> ghosts_end{
    "ghosts_end", "", "one past the last row of `ghost` that belongs to the block's grains"};

// Contact search: one row. Whether the lists are up to date with the table of grains.
inline constexpr Field<std::uint64_t> listed{
    "listed", "",
    "number of grains in the lists, which are the first rows; later rows appeared after the search"};
inline constexpr Field<std::uint8_t> search_due{
    "due", "", "1: the next step searches, however little the grains have moved; a search sets it to 0"};
inline constexpr Field<std::uint8_t> moved_ahead{
    "moved_ahead", "", "1, between joined steps: the grains already have the positions of the next step"};

// Halo: the grains of other blocks that a block's grains may touch. Ordered by block, then as in halo_key.h.
inline constexpr Field<std::uint32_t> halo_grain{"grain", "", "row of the grain"};
inline constexpr Field<std::uint8_t> halo_image{
    "image", "", "periodic copy of the grain (periodic.h); 13: the grain itself"};
inline constexpr Field<std::uint32_t> ghost{
    "ghost", "",
    "rows of this table, sorted by grain (ghosts.h); not a property of the row in which it stands"};

// Contacts: one row for each listed pair, ordered by block. Grains are numbered within the block: its own
// from 0, then those of its halo. Each pair is listed once, except where ContactSearch::by_both is set.
inline constexpr Field<std::uint16_t> first{"first", "", "number of a grain of the block"};
inline constexpr Field<std::uint16_t> second{
    "second", "", "number of a later grain of the block, or of a grain of its halo"};
template <class Real>  // float or double: the precision of the scene
inline constexpr Field<Vec3<Real>> spring{
    "spring", "m",
    "history of the tangential spring (hertz-mindlin: its force, N); zero while the two do not touch"};
inline constexpr Field<std::uint8_t> touching{"touching", "",
                                              "1: the two acted on each other in the last step"};
template <class Real>
inline constexpr Field<Vec3<Real>> angle{
    "angle", "rad", "of the spring that resists rolling and twisting; only in scenes with such a spring"};

// Wall contacts: one row for each listed pair of grain and wall face, ordered by grain, then face.
inline constexpr Field<std::uint32_t> wall_grain{"grain", "", "row of the grain"};
inline constexpr Field<std::uint32_t> wall_face{"face", "", "index of the wall face (wall_faces.h)"};
inline constexpr Field<std::uint8_t> wall_side{
    "side", "", "side of a thin face on which the grain is: 1 front, 2 back; 0: the face is not thin"};
inline constexpr Field<Vec3d> wall_spring{
    "spring", "m",
    "history of the tangential spring (hertz-mindlin: its force, N); zero while the two do not touch"};
inline constexpr Field<std::uint8_t> wall_touching{"touching", "",
                                                   "1: the two acted on each other in the last step"};
inline constexpr Field<Vec3d> wall_angle{
    "angle", "rad", "of the spring that resists rolling and twisting; only in scenes with such a spring"};
inline constexpr Field<double> wall_overlap{
    "overlap", "m",
    "in the last step; 0 where the two do not touch, or where another face of the surface has the contact",
    state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_force{
    "force", "N", "force on the grain; stored because sleeping grains keep it", state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_point{"point", "m", "where that force acts", state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_moment{
    "moment", "N m",
    "rolling and twisting moment on the grain, without that of the force; only in scenes with such moments",
    state::StartValue::Settings};

// Walls: columns that the grains add to the table of environment/fields.h.
inline constexpr Field<double> wall_listed{"listed", "s",
                                           "simulated time at which the wall's contacts were listed"};
inline constexpr Field<Vec3d> wall_force_sum{
    "force_sum", "N", "sum of the grains' forces on the wall over the steps of this frame so far",
    state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_torque_sum{
    "torque_sum", "N m", "sum of the grains' torques about the wall's reference point, over the same steps",
    state::StartValue::Settings};
inline constexpr Field<std::uint64_t> wall_steps{"steps", "", "number of steps in these sums"};
// In scenes with walls that follow bodies:
inline constexpr Field<Vec3d> wall_listed_shift{"listed_shift", "m",
                                                "displacement of the wall when its contacts were listed"};
inline constexpr Field<Vec3d> wall_listed_axis_x{
    "listed_axis_x", "", "x axis of the wall's rotation when its contacts were listed"};
inline constexpr Field<Vec3d> wall_listed_axis_y{
    "listed_axis_y", "", "y axis of the wall's rotation when its contacts were listed"};

// Points of walls that deform: a row each.
inline constexpr Field<Vec3d> listed_position{
    "listed_position", "m", "position of a point of a wall that deforms when contacts were listed"};

// Sinks: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> taken{"taken", "", "number of grains removed so far"};
inline constexpr Field<double> taken_mass{"taken_mass", "kg", "mass of these grains"};

// Absorbed: one row, in scenes whose grains may become ground.
inline constexpr Field<std::uint64_t> absorbed{"absorbed", "", "number of grains that became ground so far"};
inline constexpr Field<double> absorbed_mass{"absorbed_mass", "kg", "mass of these grains"};

// Emitters: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> emitted{"emitted", "", "number of grains made so far"};
inline constexpr Field<std::uint64_t> tried{
    "tried", "", "number of positions tried so far; it is the index of the next random draw"};
inline constexpr Field<double> next_round{"next_round", "s", "simulated time of the next attempt to pour"};
}  // namespace fields

/// Values of `settled`.
inline constexpr std::uint8_t lies_as_ground = 1, gone_to_ground = 2;

}  // namespace talus::grains
