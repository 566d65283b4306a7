#pragma once
#include "talus/environment/fields.h"

/// The state of the grains and of their contacts, each field declared once.
namespace talus::grains {

inline constexpr const char* grains_table = "grains";
inline constexpr const char* blocks_table = "blocks";
inline constexpr const char* halo_table = "halo";
inline constexpr const char* contacts_table = "contacts";
inline constexpr const char* wall_contacts_table = "wall_contacts";
inline constexpr const char* search_table = "contact_search";
inline constexpr const char* sinks_table = "sinks";
inline constexpr const char* absorbed_table = "absorbed";
inline constexpr const char* emitters_table = "emitters";

using state::Field;
using state::Lifetime;

namespace fields {
// One row a grain, in the order of the last neighbour search (talus/neighbors/).
inline constexpr Field<Vec3d> position{"position", "m", "centre"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "velocity of the centre"};
inline constexpr Field<Vec3d> spin{"spin", "rad/s", "angular velocity"};
inline constexpr Field<double> radius{"radius", "m", "radius"};
inline constexpr Field<double> mass{"mass", "kg", "4/3 pi radius^3 density"};
inline constexpr Field<std::uint16_t> material{"material", "", "index into the scene's materials"};
inline constexpr Field<std::uint32_t> id{"id", "", "never changes and is never reused; counts from 0"};
inline constexpr Field<float> birth{"birth", "s", "simulated time at which the grain appeared"};
inline constexpr Field<Vec3f> drift{"drift", "m", "displacement since the last neighbour search"};
inline constexpr Field<float> allowance{"allowance", "m", "how long that may become before the next one"};
template <class Real>  // as the scene's precision says
inline constexpr Field<Vec3<Real>> force{"force", "N", "sum of all forces (the next step begins with it)"};
template <class Real>
inline constexpr Field<Vec3<Real>> torque{"torque", "N m", "sum of all torques about the centre"};

// In scenes whose grains may rest (rest.h):
inline constexpr Field<float> still{"still", "s", "how long the grain has stayed in its place"};
inline constexpr Field<Vec3f> wandered{"wandered", "m", "displacement from that place"};

// In scenes whose grains may become ground (couple/):
inline constexpr Field<std::uint8_t> settled{
    "settled", "", "1: lies as if it were ground and does not move; 2: has become ground, and goes"};
inline constexpr Field<Vec3d> seen_at{"seen_at", "m", "where it was when it was last seen to have moved"};
inline constexpr Field<std::uint8_t> rounds_at_rest{"rounds_at_rest", "",
                                                    "for how many rounds of the exchange it has been there"};

// Blocks: one row for every block of grains that are not settled (contact_list.h).
inline constexpr Field<std::uint32_t> grains_end{"grains_end", "", "one past the block's last grain"};
inline constexpr Field<std::uint32_t> rows_end{
    "rows_end", "", "one past the block's last row of contacts; they begin where the block before ends"};
inline constexpr Field<std::uint8_t> asleep{"asleep", "", "1: its grains rest and are left alone (rest.h)"};
inline constexpr Field<std::uint32_t> halo_end{"halo_end", "", "the same for its rows of the halo"};
inline constexpr Field<std::uint32_t> ghosts_end{"ghosts_end", "",
                                                 "the same for the ghosts that are copies of its grains"};

// Contact search: one row. How the lists above and below stand to the table of grains.
inline constexpr Field<std::uint64_t> listed{
    "listed", "", "grains that the lists know, the first rows; those behind have appeared since"};
inline constexpr Field<std::uint8_t> search_due{
    "due", "", "1: the next step searches anew, however little has moved; a search makes it 0"};
inline constexpr Field<std::uint8_t> moved_ahead{
    "moved_ahead", "", "1, within a row of steps: the grains are already where the next step moves them"};

// Halo: the grains of other blocks that a block's grains may touch, ordered by block, then as in halo_key.h.
inline constexpr Field<std::uint32_t> halo_grain{"grain", "", "row of the grain"};
inline constexpr Field<std::uint8_t> halo_image{"image", "",
                                                "which periodic copy of it (periodic.h); 13 is itself"};
inline constexpr Field<std::uint32_t> ghost{
    "ghost", "",
    "rows of this table in the order of their grains (ghosts.h); says nothing of the row itself"};

// Contacts: one row for each listed pair, ordered by block. Grains are counted within the block: its own
// from 0, then those of its halo. Each pair stands once, but see ContactSearch::by_both.
inline constexpr Field<std::uint16_t> first{"first", "", "a grain of the block"};
inline constexpr Field<std::uint16_t> second{"second", "", "a later one of the block, or one of its halo"};
template <class Real>  // as the scene's precision says
inline constexpr Field<Vec3<Real>> spring{
    "spring", "m",
    "history of the shear spring (hertz-mindlin: its force, N); zero while the two do not touch"};
inline constexpr Field<std::uint8_t> touching{"touching", "",
                                              "whether the two acted on each other in the last step"};
template <class Real>
inline constexpr Field<Vec3<Real>> angle{
    "angle", "rad", "that the spring against rolling and twisting holds; in scenes that have one"};

// Wall contacts: one row for each listed pair of grain and wall face, ordered by grain, then face.
inline constexpr Field<std::uint32_t> wall_grain{"grain", "", "row of the grain"};
inline constexpr Field<std::uint32_t> wall_face{"face", "", "index of the wall face (wall_faces.h)"};
inline constexpr Field<std::uint8_t> wall_side{
    "side", "", "of a thin face, where the grain belongs: 1 front, 2 back; 0: the face is not thin"};
inline constexpr Field<Vec3d> wall_spring{
    "spring", "m",
    "history of the shear spring (hertz-mindlin: its force, N); zero while the two do not touch"};
inline constexpr Field<std::uint8_t> wall_touching{"touching", "",
                                                   "whether the two acted on each other in the last step"};
inline constexpr Field<Vec3d> wall_angle{
    "angle", "rad", "that the spring against rolling and twisting holds; in scenes that have one"};
inline constexpr Field<double> wall_overlap{
    "overlap", "m", "in the last step; 0 where the two do not touch or another face of the surface counts"};
inline constexpr Field<Vec3d> wall_force{"force", "N",
                                         "on the grain; state, since grains that sleep keep it"};
inline constexpr Field<Vec3d> wall_point{"point", "m", "where that force acts"};
inline constexpr Field<Vec3d> wall_moment{
    "moment", "N m",
    "against turning, on the grain, beside that of the force; in scenes with contacts that resist it"};

// Walls (environment/fields.h), what the grains add to their rows:
inline constexpr Field<double> wall_listed{"listed", "s", "simulated time at which its contacts were listed"};
inline constexpr Field<Vec3d> wall_force_sum{
    "force_sum", "N", "forces of the grains on the wall, summed over the steps of this frame so far"};
inline constexpr Field<Vec3d> wall_torque_sum{"torque_sum", "N m",
                                              "likewise their torques about the wall's reference point"};
inline constexpr Field<std::uint64_t> wall_steps{"steps", "", "steps in these sums"};
// In scenes where walls follow something:
inline constexpr Field<Vec3d> wall_listed_shift{"listed_shift", "m", "when its contacts were listed"};
inline constexpr Field<Vec3d> wall_listed_turn_x{"listed_turn_x", "", "likewise"};
inline constexpr Field<Vec3d> wall_listed_turn_y{"listed_turn_y", "", "likewise"};
inline constexpr Field<Vec3d> wall_push{"push", "N", "forces of the grains on the wall, in the last step"};
inline constexpr Field<Vec3d> wall_twist{"twist", "N m",
                                         "likewise their torques about the wall's reference point"};

// Sinks: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> taken{"taken", "", "grains taken out so far"};
inline constexpr Field<double> taken_mass{"taken_mass", "kg", "their mass"};

// Absorbed: one row, in scenes whose grains may become ground.
inline constexpr Field<std::uint64_t> absorbed{"absorbed", "", "grains that became ground so far"};
inline constexpr Field<double> absorbed_mass{"absorbed_mass", "kg", "their mass"};

// Emitters: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> emitted{"emitted", "", "grains made so far"};
inline constexpr Field<std::uint64_t> tried{"tried", "",
                                            "places tried so far: the index of the next random draw"};
inline constexpr Field<double> next_round{"next_round", "s", "simulated time of the next attempt to pour"};
}  // namespace fields

/// Values of `settled`.
inline constexpr std::uint8_t lies_as_ground = 1, gone_to_ground = 2;

}  // namespace talus::grains
