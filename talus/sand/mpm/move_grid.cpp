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
#include "talus/sand/mpm/mirror.h"
#include "talus/sand/mpm/move_bodies.h"
#include "talus/sand/mpm/stages.h"

namespace talus::sand::mpm {
namespace {

/// The sums of mass and momentum at the nodes of a tile, in a fixed order.
void gather(const Grid& grid, const Grid::Reached& tile, TileNodes& sum) {
    sum.nodes.fill({});
    for (std::size_t k = 0; k < tile.filled.size(); ++k) {
        if (tile.filled[k] == no_tile) continue;
        const Patch& patch = grid.patches[tile.filled[k]];
        const auto at = static_cast<int>(k);
        const Overlap x = overlapWith(at / 9), y = overlapWith(at / 3 % 3), z = overlapWith(at % 3);
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

}  // namespace

step::Access MoveGrid::access() const {
    step::Access access{
        .reads = loadFields(setup.boundaries), .writes = loadFields(setup.boundaries), .resizes = {}};
    for (const auto& fields :
         {environment::wallStateFields(*setup.boundaries.walls), gainFields(setup.boundaries)})
        access.reads.insert(access.reads.end(), fields.begin(), fields.end());
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
        std::vector<Touch> touches;
        if (near[k].solid.empty() && !near[k].ground) return;
        for (int n = 0; n < tile_nodes; ++n) {
            Node& node = grid.nodes[k].nodes[static_cast<std::size_t>(n)];
            if (!(node.w > 0)) continue;
            const Vec3d at = grid.reached[k].positionOf(n, cell);
            contacts.touchesOf(near[k], at, on_surface * cell, touches);
            if (!touches.empty()) visit(node, at, touches);
        }
    };
    const auto touchesOfCopy = [&](const SideNode& copy, std::vector<Touch>& touches) {
        const NodeOf of = nodeOf(copy);
        const Vec3d at = grid.reached[of.tile].positionOf(of.node, cell);
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
    // Nodes that touch free bodies, of each tile; the last are the copies.
    std::vector<BodyNodes> of_bodies(grid.reached.size() + 1);
    std::vector<Touch> touches;
    const auto touchesBody = [&](const std::vector<Touch>& all) {
        return std::any_of(all.begin(), all.end(), [&](const Touch& touch) {
            return touch.wall < boundaries.count() && boundaries.walls->isFreeBody(touch.wall);
        });
    };
    if (boundaries.walls->anyFreeBody()) {
        const Lattice lattice = latticeOf(setup);
        exec::for_each(
            step.exec, grid.reached.size(),
            [&](std::size_t k) {
                if (!contacts.anyFreeBody(near[k])) return;
                forTouches(k, [&](Node& node, const Vec3d& at, std::vector<Touch>& all) {
                    if (!touchesBody(all)) return;
                    for (Touch& touch : all)
                        if (touch.wall < boundaries.count() && boundaries.walls->isFreeBody(touch.wall))
                            setMirrored(lattice, grid, k, at, touch);
                    of_bodies[k].add(node, setup.mass * double{node.w}, all);
                });
            },
            1);
        for (SideNode& copy : hidden.nodes) {
            touchesOfCopy(copy, touches);
            if (copy.node.w > 0 && touchesBody(touches))
                of_bodies.back().add(copy.node, setup.mass * double{copy.node.w}, touches);
        }
    }
    const std::vector<Gain> gains =
        gainsWithSand(of_bodies, boundaries, walls, gainsWithoutSand(step, boundaries, walls));

    const auto resolve = [&](Node& node, const Touch* all, std::size_t count, environment::Loads& loads) {
        const double mass = setup.mass * double{node.w};
        const Vec3d after =
            afterContacts(wide(node.xyz()), all, count, [&](const Touch& touch, const Vec3d& change) {
                contacts.addReaction(touch, change * mass, loads);
            });
        node = quad<float>(after, double{node.w});
    };
    const auto resolveOfBodies = [&](BodyNodes& nodes, environment::Loads& loads) {
        for (Touch& touch : nodes.touches)
            if (touch.wall < gains.size()) touch.velocity += gains[touch.wall].at(touch.point);
        nodes.forEach([&](const BodyNodes::One& one, const Touch* first) {
            resolve(*one.node, first, one.touches, loads);
        });
    };
    std::vector<environment::Loads> loads(grid.reached.size());
    exec::for_each(
        step.exec, grid.reached.size(),
        [&](std::size_t k) {
            if (near[k].solid.empty() && !near[k].ground) return;
            loads[k].walls.resize(boundaries.count());
            forTouches(k, [&](Node& node, const Vec3d&, const std::vector<Touch>& all) {
                if (!touchesBody(all)) resolve(node, all.data(), all.size(), loads[k]);
            });
            resolveOfBodies(of_bodies[k], loads[k]);
        },
        1);
    environment::Loads sum{std::vector<environment::Load>(boundaries.count()), {}};
    for (SideNode& copy : hidden.nodes) {
        touchesOfCopy(copy, touches);
        if (!touchesBody(touches)) resolve(copy.node, touches.data(), touches.size(), sum);
    }
    resolveOfBodies(of_bodies.back(), sum);
    for (const environment::Loads& part : loads)
        if (!part.walls.empty() || boundaries.count() == 0) addTo(sum, part);
    addLoads(step, boundaries, sum, walls);
}

}  // namespace talus::sand::mpm
