#pragma once
#include <memory>
#include <vector>

#include "talus/cloth/contact/box_tree.h"
#include "talus/cloth/contact/distance.h"
#include "talus/cloth/contact/flat_blocks.h"
#include "talus/cloth/contact/obstacles.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"

/// The search for pairs of features that may come close: a point and a triangle, or two edges.
///
/// A list is made from where points are and from their velocities, for some time ahead. It stays valid while
/// each point stays within its own bound of where its velocity would have brought it: features that are not
/// in the list cannot have touched until then, and are still farther apart than they keep. Only velocities
/// relative to each other count, so neighbours in a sheet that swings are not in the list. Pairs within the
/// cloth do not count a displacement that all of the cloth has in common.
namespace talus::cloth {

using exec::View;

/// What a search needs of the cloth and the obstacles. Points of the cloth come first, then those of
/// obstacles.
struct Features {
    View<const std::array<std::uint32_t, 3>> corners;  ///< of the cloth's triangles
    View<const std::uint8_t> owned;
    View<const std::uint8_t> torn;  ///< as fields::torn; empty: none is
    View<const Vec3d> rest;
    View<const std::uint16_t> sheet, copy;
    const ObstacleShapes* obstacles = nullptr;
    const BoxTree* tree = nullptr;                      ///< over the cloth's triangles
    const FlatBlocks* flat = nullptr;                   ///< of the sheets that are grids
    std::vector<double> thickness, friction;            ///< of each sheet
    std::vector<std::uint8_t> with_itself, with_walls;  ///< whether each sheet has these contacts
    std::vector<std::uint8_t> gives_way;                ///< 1 for each wall that is a free body
    double finest = 0;                                  ///< the smallest spacing of a sheet [m]

    std::size_t points() const { return rest.size(); }
    bool any() const { return finest > 0; }
};

/// Two features that may touch.
struct ClosePair {
    std::array<std::uint32_t, 4> point{};  ///< of the first feature, then of the second
    std::uint32_t first = 1;      ///< number of points of the first: 1 (point, triangle) or 2 (edges)
    std::uint16_t wall = 0xffff;  ///< that has one of them, or no_wall
    std::uint16_t colour = 0;
    bool among = false;  ///< both features are of the cloth
    double keep = 0;     ///< distance that they keep [m]
    double friction = 0;
    double apart = 0;   ///< distance when the list was made [m]
    double radius = 0;  ///< of the second or first feature, where it is round; `apart` is to its surface [m]
    double closing =
        0;  ///< speed at which they may approach along the line between them, by the velocities then [m/s]
};

struct ClosePairs {
    std::vector<ClosePair>
        pairs;  ///< sorted by colour: pairs of a colour have no point of the cloth in common
    std::vector<std::size_t> colour_ends;
    /// The last colour is of pairs that are solved one after another: those with free bodies, which may share
    /// a body, and those that were found when the list was mended.
    bool last_serial = false;
    bool serial = false;                         ///< all are: colours would be too small
    std::vector<Vec3d> at;                       ///< all points when the list was made [m]
    std::vector<Vec3d> velocity;                 ///< of all points, by which the list was made [m/s]
    std::vector<double> bound;                   ///< of each point, those of obstacles too [m]
    std::vector<double> stray_self, stray_wall;  ///< how far they may stray by the end of the small step [m]
    std::vector<double> extra;          ///< bound of points that contact pushes farther than others [m]
    std::vector<std::uint8_t> strayed;  ///< 1: a point that has left its bound
    double time = 0;                    ///< when the list was made [s]
    double until = 0;                   ///< the time up to which it can be used [s]
    bool made = false;

    // Memory that searches keep.
    std::vector<Swept> point_bounds, triangle_bounds, edge_bounds, obstacle_bounds, obstacle_edge_bounds;
    std::vector<std::vector<ItemPair>> meeting;
    std::vector<std::vector<ClosePair>> found;
    BoxTree tree, obstacle_tree;
    FlatBlocks flat;
    std::vector<std::uint64_t> used;
    std::vector<ClosePair> sorted, last;
    std::vector<std::uint32_t> changed;          ///< triangles with points that have strayed
    std::vector<std::uint8_t> triangle_changed;  ///< 1 for each of them
    std::vector<Vec3d> meant;
};

/// Makes the list. False if it would have more than `most` pairs: it is then unusable. @pre velocity, bound,
/// time and until of `close` are set
/// @param position of the cloth and the obstacles [m]
bool findClosePairs(const exec::Exec& exec, const Features& features, View<const Vec3d> position,
                    std::size_t most, ClosePairs& close);

/// Mends the list where some points of the cloth have strayed: they get their velocities now and the bounds
/// that are set, and all pairs with one of them are found anew. What else there is in the list stays.
/// @param velocity of all points now [m/s] @param triangles_of, first_triangle_of the triangles at each point
/// @pre bound and strayed are set, and no point of an obstacle has strayed
void mendClosePairs(const exec::Exec& exec, const Features& features, View<const Vec3d> position,
                    View<const Vec3d> velocity, View<const std::uint32_t> triangles_of,
                    View<const std::uint32_t> first_triangle_of, double time, ClosePairs& close);

/// Sets how far each point may stray from where its velocity would have brought it, by the end of a small
/// step: as far as it has so far, and as far as its velocity now and contact may bring it. False where points
/// have left their bounds already; these are marked as strayed.
/// @param velocity of all points now [m/s] @param push how far contact may push a point [m], beside its own
/// `extra` @param cloth number of points of the cloth
bool allowStray(const exec::Exec& exec, View<const Vec3d> position, View<const Vec3d> velocity, double time,
                double h, double push, std::size_t cloth, ClosePairs& close);

/// What isWithin() found.
enum class Within { Yes, NotAllowed, Strayed };

/// Whether each point is no farther off than it was allowed, and within its bound at the end of a small step.
/// Points that are not get more `extra`, and those out of their bounds are marked as strayed.
/// @param from of all points at the start of the small step [m] @param position at its end [m]
/// @param time the end of the small step [s]
Within isWithin(const exec::Exec& exec, View<const Vec3d> from, View<const Vec3d> position, double time,
                double h, std::size_t cloth, ClosePairs& close);

}  // namespace talus::cloth
