#pragma once
#include <array>
#include <cstdint>

#include "talus/state/field.h"
#include "talus/state/mesh.h"

/// The state of cloth, each field declared once. All sheets of a scene share these tables, so that one
/// search finds the contacts between them.
namespace talus::cloth {

using state::Field;
using state::Lifetime;

inline constexpr const char *points_table = "cloth.points", *triangles_table = "cloth.triangles",
                            *springs_table = "cloth.springs", *hinges_table = "cloth.hinges",
                            *attachments_table = "cloth.attachments", *loads_table = "cloth.loads",
                            *ledger_table = "cloth.ledger", *met_table = "cloth.met_walls";

namespace fields {
// Points.
inline constexpr Field<Vec3d> position{"position", "m", "of a point of the cloth"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "velocity"};
inline constexpr Field<double> mass{"mass", "kg", "a third of the mass of its triangles"};
inline constexpr Field<Vec3d> rest{"rest", "m", "position in the sheet without strain"};
inline constexpr Field<std::uint16_t> sheet{"sheet", "", "index of the sheet in the scene"};
inline constexpr Field<std::uint16_t> copy{"copy", "", "number of the copy of the sheet"};
inline constexpr Field<Vec3d> start{"start", "m", "position at the start of a small step", Lifetime::Scratch};
inline constexpr Field<Vec3d> force{"force", "N", "sum of all forces but those of the solver",
                                    Lifetime::Scratch};
/// 1 / mass, and 0 where a point is held.
inline constexpr Field<double> mobility{"mobility", "1/kg", "inverse mass; 0: held", Lifetime::Scratch};
inline constexpr Field<Vec3d> reaction{"reaction", "N s", "impulse of the springs on a held point",
                                       Lifetime::Scratch};

// Triangles.
inline constexpr Field<std::array<std::uint32_t, 3>> corners{"corners", "", "points of a triangle"};
inline constexpr Field<std::uint8_t> owned{
    "owned", "", "bits 0 to 2: corners, bits 3 to 5: edges that this triangle brings into searches"};

inline constexpr Field<std::uint8_t> torn{
    "torn", "", "bit 0: the triangle is torn; bits 3 to 5: so are all triangles at its edge"};

// Springs, sorted by colour: springs of a colour have no point in common.
inline constexpr Field<std::array<std::uint32_t, 2>> ends{"ends", "", "points that a spring joins"};
inline constexpr Field<double> length{"length", "m", "without strain"};
inline constexpr Field<double> stiffness{"stiffness", "N/m", "of the spring; 0: it is torn"};
inline constexpr Field<double> damping{"damping", "N s/m", "of the damper along it"};
inline constexpr Field<std::uint16_t> colour{"colour", "", "springs or hinges of a colour share no point"};

// Hinges: two triangles with an edge in common, sorted by colour.
inline constexpr Field<std::array<std::uint32_t, 2>> edge{"edge", "", "points of the edge"};
inline constexpr Field<std::array<std::uint32_t, 2>> wings{"wings", "", "corners opposite the edge"};
inline constexpr Field<Vec3d> weight{"weight", "1", "of the second point of the edge and of both wings"};
inline constexpr Field<double> bend{"bend", "N/m", "stiffness; 0: it is torn"};
inline constexpr Field<double> curl{"curl", "m", "length of the weighted sum without strain"};

// Attachments: a row for each point that is held.
inline constexpr Field<std::uint32_t> point{"point", "", "that is held"};
inline constexpr Field<std::uint16_t> entry{"entry", "", "index of the [[cloth_attachment]]"};
inline constexpr Field<Vec3d> anchor{"anchor", "m", "where; in the frame of the wall that it moves with"};
inline constexpr Field<std::uint8_t> broken{"broken", "", "1: the attachment has let this point go for good"};

// Loads: a row for each wall of the scene.
inline constexpr Field<Vec3d> impulse{"impulse", "N s", "of the cloth on it, since the start of the frame"};
inline constexpr Field<Vec3d> angular_impulse{"angular_impulse", "N m s",
                                              "of the cloth since the start of the frame, about the wall's "
                                              "reference point"};
// Met walls: a row for each wall of the scene; only where walls follow bodies, and only their rows are used.
inline constexpr Field<Vec3d> met_shift{"shift", "m",
                                        "position of the wall's origin at the end of the cloth's last step"};
inline constexpr Field<Vec3d> met_axis_x{"axis_x", "", "direction of the wall's x axis then"};
inline constexpr Field<Vec3d> met_axis_y{"axis_y", "", "direction of the wall's y axis then"};

// Ledger: one row.
inline constexpr Field<std::uint64_t> unresolved_contacts{
    "unresolved_contacts", "",
    "contacts that could not be resolved since the start, because walls or held points moved through the "
    "cloth"};

inline constexpr Field<double> load_time{"time", "s", "time over which the sums of this frame were taken"};
}  // namespace fields

}  // namespace talus::cloth
