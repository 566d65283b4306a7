#pragma once
#include <functional>

#include "talus/exec/view.h"
#include "talus/state/points.h"

/// Sets of a frame that exist only where they are asked for. Each has a word among the wanted fields of
/// Instance::frames(). They cost time to make, so that frames do not have them otherwise.
namespace talus::method {

/// Contacts of grains (contacts.h), as lines from centre to centre, or from a centre to a wall or the ground;
/// fields of the lines: `force` on the first grain [N], and what touches what. In output.fields, so that runs
/// can record it.
inline constexpr const char* contact_force = "contact_force";
inline constexpr const char* contacts_set = "contacts";

/// Cells in which the search for neighbours finds the points of a set: the points' set is "grains", that of
/// its cells "grains_cells". See occupiedCells().
inline constexpr const char* search_cells = "search_cells";
inline constexpr const char* cells_suffix = "_cells";

/// A grid in which points are searched. It is unbounded.
struct SearchGrid {
    Vec3d origin;  ///< a corner of a cell [m]
    Vec3d edge;    ///< of a cell along each axis [m], > 0
};

/// The cells with at least one point, as their centres; field: `size`, their edges [m].
/// @param grid_of the grid in which the i-th point is searched
state::Points occupiedCells(exec::View<const Vec3d> position,
                            const std::function<SearchGrid(std::size_t i)>& grid_of, double time);

}  // namespace talus::method
