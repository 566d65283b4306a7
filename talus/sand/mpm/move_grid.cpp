#include <algorithm>
#include <cmath>
#include <vector>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/sand/boundary/contacts.h"
#include "talus/sand/boundary/crossing.h"
#include "talus/sand/boundary/loads.h"
#include "talus/sand/fields.h"
#include "talus/sand/mpm/hidden.h"
#include "talus/sand/mpm/stages.h"

namespace talus::sand::mpm {
namespace {

/// Below this mass, in masses of a particle, a node is empty: the weight of the farthest corner of a stencil
/// is a millionth where the particle is within a hundredth of a cell of that corner's border.
constexpr float empty_mass = 1e-9f;
/// A node this near in front of a surface is on it, as a share of a cell: for surfaces in decimals.
constexpr double on_surface = 1e-4;

/// Nodes [first, last) of a tile along one axis that are in the patch of the tile at distance d, and the
/// offset of their indices there.
struct Overlap {
    int first, last, offset;
};
constexpr Overlap overlaps[3] = {{0, 3, 5}, {0, 4, 1}, {3, 4, -3}};

/// The sums of mass and momentum at the nodes of a tile, in a fixed order.
void gather(const Grid& grid, const Grid::Reached& tile, TileNodes& sum) {
    sum.nodes.fill({});
    for (std::size_t k = 0; k < tile.filled.size(); ++k) {
        if (tile.filled[k] == no_tile) continue;
        const Patch& patch = grid.patches[tile.filled[k]];
        const Overlap &x = overlaps[k / 9], &y = overlaps[k / 3 % 3], &z = overlaps[k % 3];
        for (int i = x.first; i < x.last; ++i)
            for (int j = y.first; j < y.last; ++j) {
                Node* to = &sum.nodes[static_cast<std::size_t>(nodeIndex(i, j, 0))];
                const Node* from = &patch.nodes[static_cast<std::size_t>(
                    patchIndex(i + x.offset, j + y.offset, z.offset + z.first))];
                for (int n = z.first; n < z.last; ++n, ++from) {
                    to[n].x += from->x;
                    to[n].y += from->y;
                    to[n].z += from->z;
                    to[n].w += from->w;
                }
            }
    }
}

/// From momentum to velocity, with gravity.
void toVelocity(Node& node, const Vec3f& kick) {
    if (!(node.w > empty_mass)) {
        node = {};
        return;
    }
    const float per_mass = 1 / node.w;
    node.x = node.x * per_mass + kick.x;
    node.y = node.y * per_mass + kick.y;
    node.z = node.z * per_mass + kick.z;
}

Vec3d nodeAt(const Grid::Reached& tile, double cell, int n) {
    return tile.corner + Vec3d{double(n / 16), double(n / 4 % 4), double(n % 4)} * cell;
}

}  // namespace

step::Access MoveGrid::access() const {
    step::Access access{
        .reads = loadFields(setup.boundaries), .writes = loadFields(setup.boundaries), .resizes = {}};
    for (const step::FieldRef& field : environment::wallStateFields(*setup.boundaries.walls))
        access.reads.push_back(field);
    if (const auto& ground = setup.boundaries.ground) access.reads.push_back({ground->table, ground->height});
    access.produces = {grid_scratch, hidden_scratch};
    access.reads_scratch = {walls_scratch};
    return access;
}

void MoveGrid::run(step::Step& step) const {
    Grid& grid = step.produce<Grid>(grid_scratch);
    HiddenNodes& hidden = step.produce<HiddenNodes>(hidden_scratch);
    const Boundaries& boundaries = setup.boundaries;
    const environment::WallsAt walls(*boundaries.walls, step.time(),
                                     environment::wallState(step, *boundaries.walls));
    const Contacts contacts(boundaries, walls,
                            boundaries.ground
                                ? step.read(boundaries.ground->table, *boundaries.ground->height)
                                : exec::View<const double>{});
    const double cell = setup.sand.cell;
    const Vec3f kick = narrow(setup.gravity * step.dt);
    const std::vector<Near>& near = step.readScratch<TileWalls>(walls_scratch).reached;
    exec::for_each(
        step.exec, grid.reached.size(),
        [&](std::size_t k) {
            TileNodes& tile = grid.nodes[k];
            gather(grid, grid.reached[k], tile);
            for (Node& node : tile.nodes) toVelocity(node, kick);
        },
        1);
    if (!boundaries.any()) return;
    for (SideNode& copy : hidden.nodes) toVelocity(copy.node, kick);

    // What all nodes of a tile touch, and what the copies behind thin walls touch.
    const auto forTouches = [&](std::size_t k, auto visit) {
        std::vector<Contacts::Touch> touches;
        if (near[k].solid.empty() && !near[k].ground) return;
        for (int n = 0; n < tile_nodes; ++n) {
            Node& node = grid.nodes[k].nodes[static_cast<std::size_t>(n)];
            if (!(node.w > 0)) continue;
            contacts.touchesOf(near[k], nodeAt(grid.reached[k], cell, n), on_surface * cell, touches);
            if (!touches.empty()) visit(node, touches);
        }
    };
    const auto touchesOfCopy = [&](const SideNode& copy, std::vector<Contacts::Touch>& touches) {
        const NodeOf of = nodeOf(copy);
        const Vec3d at = nodeAt(grid.reached[of.tile], cell, of.node);
        contacts.touchesOf(near[of.tile], at, on_surface * cell, touches);
        for (int f = 0; f < copy.faces; ++f) {
            const auto& [face, front] = copy.by[static_cast<std::size_t>(f)];
            const std::uint32_t wall = walls.face(face).wall;
            Vec3d normal = ThinFace(walls.face(face)).normal(walls.inFrame(wall, at));
            if (walls.moves(wall)) normal = turned(walls.pose(wall).turn, normal);
            const environment::WallDistance d = walls.distance(face, at);
            touches.push_back(contacts.touchOf(face, at - d.normal * d.distance, front ? normal : -normal));
        }
    };
    std::vector<Contacts::Touch> touches;

    // The mass of the sand that presses on each free body.
    std::vector<double> pressing(boundaries.count() + 1, 0.0);
    if (boundaries.walls->anyFreeBody()) {
        const auto press = [&](const Node& node, const std::vector<Contacts::Touch>& all) {
            for (const Contacts::Touch& touch : all)
                if (touch.mobility > 0 &&
                    dot(wide(Vec3f{node.x, node.y, node.z}) - touch.velocity, touch.normal) < 0)
                    pressing[touch.wall] += setup.mass * double{node.w};
        };
        for (std::size_t k = 0; k < grid.reached.size(); ++k) forTouches(k, press);
        for (const SideNode& copy : hidden.nodes) {
            touchesOfCopy(copy, touches);
            press(copy.node, touches);
        }
    }

    const auto resolve = [&](Node& node, const std::vector<Contacts::Touch>& all, environment::Loads& loads) {
        Vec3d v = wide(Vec3f{node.x, node.y, node.z});
        // In a corner the contact with one wall may push the sand into another one.
        for (int sweep = 0; sweep < (all.size() > 1 ? 3 : 1); ++sweep)
            for (const Contacts::Touch& touch : all) {
                const Vec3d change = Contacts::change(touch, v, pressing[touch.wall]);
                v += change;
                contacts.addReaction(touch, change * (setup.mass * double{node.w}), loads);
            }
        node = quad<float>(v, double{node.w});
    };
    std::vector<environment::Loads> loads(grid.reached.size());
    exec::for_each(
        step.exec, grid.reached.size(),
        [&](std::size_t k) {
            if (near[k].solid.empty() && !near[k].ground) return;
            loads[k].walls.resize(boundaries.count());
            forTouches(k, [&](Node& node, const std::vector<Contacts::Touch>& all) {
                resolve(node, all, loads[k]);
            });
        },
        1);
    environment::Loads sum{std::vector<environment::Load>(boundaries.count()), {}};
    for (SideNode& copy : hidden.nodes) {
        touchesOfCopy(copy, touches);
        resolve(copy.node, touches, sum);
    }
    for (const environment::Loads& part : loads)
        if (!part.walls.empty() || boundaries.count() == 0) addTo(sum, part);
    addLoads(step, boundaries, sum, walls);
}

}  // namespace talus::sand::mpm
