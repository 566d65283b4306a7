#include "talus/exec/for_each.h"
#include "talus/sand/boundary/touch.h"
#include "talus/sand/mpm/device/not_on_device.h"
#include "talus/sand/mpm/device/sand_state.h"
#include "talus/sand/mpm/walls/sides.h"
#include "talus/sand/mpm/walls/solid_share.h"

namespace talus::sand::mpm::device {
namespace {

/// A node touches one of two opposite sides at most (sides.h), so three sides of a box.
constexpr std::size_t max_touches = 3 * max_faces;

/// Contacts of the nodes of a reached tile, in the order of Contacts::touchesOf().
struct NodesAtWalls {
    environment::WallView walls;
    View<const std::uint32_t> faces, tiles;
    View<const double> friction;
    double cell, dt;  ///< [m], [s]
    View<const Grid::Reached> reached;
    View<const Node> nodes, moments;

    /// Calls take(touch, change) for the contacts of a node. @param index of its tile in `tiles`
    /// @return its velocity after them
    template <class Take>
    TALUS_HD Vec3d meet(std::size_t index, int node, Take take) const {
        const std::uint32_t tile = tiles[index];
        const Node& now = nodes[tile * std::size_t{tile_nodes} + static_cast<std::size_t>(node)];
        const Vec3d before = wide(now.xyz()), at = reached[tile].positionOf(node, cell);
        if (!(now.w > 0)) return before;
        const SandOfNode sand(moments[index * tile_nodes + static_cast<std::size_t>(node)], now.w);
        Touch touches[max_touches];
        std::size_t count = 0;
        for (const std::uint32_t f : faces) {
            const environment::WallDistance nearest = walls.distance(f, at);
            if (!(nearest.distance <= in_front * cell)) continue;
            const std::uint32_t wall = walls.face(f).wall;
            forTouchedSides(walls, f, at, nearest, sand, cell, [&](const environment::WallDistance& side) {
                const Vec3d point = at - side.normal * side.distance;
                Touch& touch = touches[count++];
                touch = {wall, side.normal, point, walls.velocityAt(f, point), friction[wall]};
                allowGap(touch, sand, dot(at - touch.point, touch.normal), cell, dt);
            });
        }
        return afterContacts(before, touches, count, take);
    }
};

/// The load of the nodes of a tile on a wall, added in the order of the processor.
struct LoadOfTile {
    NodesAtWalls at;
    double mass;  ///< of a particle [kg]
    std::size_t walls;
    View<environment::Load> loads;
    TALUS_HD void operator()(std::size_t item) const {
        const std::size_t index = item / walls, wall = item % walls;
        const std::uint32_t tile = at.tiles[index];
        environment::Load load;
        for (int node = 0; node < tile_nodes; ++node) {
            const double of_node =
                mass * double{at.nodes[tile * std::size_t{tile_nodes} + static_cast<std::size_t>(node)].w};
            at.meet(index, node, [&](const Touch& touch, const Vec3d& change) {
                if (touch.wall != wall) return;
                const Vec3d impulse = change * of_node;
                load.impulse -= impulse;
                load.angular_impulse -= cross(touch.point - at.walls.reference[wall], impulse);
            });
        }
        loads[item] = load;
    }
};

struct VelocityAtWalls {
    NodesAtWalls at;
    View<Node> nodes;
    TALUS_HD void operator()(std::size_t item) const {
        const std::uint32_t tile = at.tiles[item / tile_nodes];
        const int node = static_cast<int>(item % tile_nodes);
        Node& to = nodes[tile * std::size_t{tile_nodes} + static_cast<std::size_t>(node)];
        if (!(to.w > 0)) return;
        to = quad<float>(at.meet(item / tile_nodes, node, [](const Touch&, const Vec3d&) {}), double{to.w});
    }
};

/// The share of the weights of the nodes near walls that is inside solids.
struct FindVolumeAtWalls {
    environment::WallView walls;
    View<const std::uint32_t> faces, tiles;
    double cell;  ///< [m]
    View<const Grid::Reached> reached;
    View<Node> nodes;
    TALUS_HD void operator()(std::size_t item) const {
        const std::uint32_t tile = tiles[item / tile_nodes];
        const int node = static_cast<int>(item % tile_nodes);
        const Vec3d at = reached[tile].positionOf(node, cell);
        SolidShare solid;
        for (const std::uint32_t f : faces) {
            const environment::WallDistance d = walls.distance(f, at);
            solid.add(d.normal, d.distance / cell);
        }
        toVolume(nodes[tile * std::size_t{tile_nodes} + static_cast<std::size_t>(node)],
                 static_cast<float>(solid.value()));
    }
};

/// Volumes of the nodes that no wall is near.
struct FindVolumeElsewhere {
    View<const std::uint32_t> at_wall;  ///< of each reached tile
    View<Node> nodes;
    TALUS_HD void operator()(std::size_t item) const {
        if (at_wall[item / tile_nodes] == 0) toVolume(nodes[item], 0);
    }
};

}  // namespace

std::vector<environment::Load> meetWalls(const exec::Exec& exec, const environment::WallView& walls,
                                         double cell, double mass, double dt, SandState& state) {
    const WallWork& work = state.walls;
    const std::size_t tiles = work.tiles.size(), count = walls.poses.size();
    const NodesAtWalls at{walls,
                          work.faces.view(),
                          work.tiles.view(),
                          work.friction.view(),
                          cell,
                          dt,
                          std::as_const(state.grid.reached).view(),
                          std::as_const(state.grid.nodes).view(),
                          work.moments.view()};
    state.walls.loads.resize(tiles * count);
    exec::for_each(exec, tiles * count, LoadOfTile{at, mass, count, state.walls.loads.view()});
    exec::for_each(exec, tiles * tile_nodes, VelocityAtWalls{at, state.grid.nodes.view()});
    std::vector<environment::Load> loads(tiles * count);
    work.loads.copyTo({loads.data(), loads.size()});
    return loads;
}

void findVolumes(const exec::Exec& exec, const environment::WallView& walls, double cell, SandState& state) {
    const WallWork& work = state.walls;
    const View<Node> nodes = state.grid.nodes.view();
    exec::for_each(exec, nodes.size(), FindVolumeElsewhere{work.at_wall.view(), nodes});
    exec::for_each(exec, work.tiles.size() * tile_nodes,
                   FindVolumeAtWalls{walls, work.faces.view(), work.tiles.view(), cell,
                                     std::as_const(state.grid.reached).view(), nodes});
}

}  // namespace talus::sand::mpm::device
