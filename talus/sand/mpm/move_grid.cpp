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
        std::vector<Touch> touches;
        if (near[k].solid.empty() && !near[k].ground) return;
        for (int n = 0; n < tile_nodes; ++n) {
            Node& node = grid.nodes[k].nodes[static_cast<std::size_t>(n)];
            if (!(node.w > 0)) continue;
            contacts.touchesOf(near[k], grid.reached[k].positionOf(n, cell), on_surface * cell, touches);
            if (!touches.empty()) visit(node, touches);
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
    std::vector<Touch> touches;

    // The mass of the sand that presses on each free body.
    std::vector<double> pressing(boundaries.count() + 1, 0.0);
    if (boundaries.walls->anyFreeBody()) {
        const auto press = [&](const Node& node, const std::vector<Touch>& all) {
            for (const Touch& touch : all)
                if (touch.mobility > 0 && dot(wide(node.xyz()) - touch.velocity, touch.normal) < 0)
                    pressing[touch.wall] += setup.mass * double{node.w};
        };
        for (std::size_t k = 0; k < grid.reached.size(); ++k) forTouches(k, press);
        for (const SideNode& copy : hidden.nodes) {
            touchesOfCopy(copy, touches);
            press(copy.node, touches);
        }
    }

    const auto resolve = [&](Node& node, const std::vector<Touch>& all, environment::Loads& loads) {
        const double mass = setup.mass * double{node.w};
        const Vec3d after = afterContacts(
            wide(node.xyz()), all.data(), all.size(),
            [&](const Touch& touch) { return pressing[touch.wall]; },
            [&](const Touch& touch, const Vec3d& change) {
                contacts.addReaction(touch, change * mass, loads);
            });
        node = quad<float>(after, double{node.w});
    };
    std::vector<environment::Loads> loads(grid.reached.size());
    exec::for_each(
        step.exec, grid.reached.size(),
        [&](std::size_t k) {
            if (near[k].solid.empty() && !near[k].ground) return;
            loads[k].walls.resize(boundaries.count());
            forTouches(k, [&](Node& node, const std::vector<Touch>& all) { resolve(node, all, loads[k]); });
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
