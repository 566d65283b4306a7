#include <algorithm>
#include <cmath>
#include <vector>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/sand/boundary/contacts.h"
#include "talus/sand/boundary/loads.h"
#include "talus/sand/fields.h"
#include "talus/sand/mpm/stages.h"
#include "talus/sand/mpm/walls/hidden.h"
#include "talus/sand/mpm/walls/mirror.h"
#include "talus/sand/mpm/walls/moments.h"
#include "talus/sand/mpm/walls/move_bodies.h"
#include "talus/sand/mpm/walls/sides.h"

namespace talus::sand::mpm {
namespace {

/// The velocities of all nodes that the sand alone decides.
/// @param kick change of the velocity by gravity [m/s]
void findVelocities(const exec::Exec& exec, const Vec3f& kick, Grid& grid, HiddenNodes& hidden) {
    grid.nodes.resize(grid.reached.size());
    exec::for_each(
        exec, grid.reached.size(),
        [&](std::size_t k) {
            sumPatches(grid.reached[k], grid.patches, grid.nodes[k]);
            for (Node& node : grid.nodes[k].nodes) toVelocity(node, kick);
        },
        1);
    for (SideNode& copy : hidden.nodes) toVelocity(copy.node, kick);
}

/// The same, and the velocities without stress and gravity, for residuals.
void findBothVelocities(const exec::Exec& exec, const Vec3f& kick, Grid& grid, HiddenNodes& hidden) {
    grid.nodes.resize(grid.reached.size());
    grid.nodes_without.resize(grid.reached.size());
    exec::for_each(
        exec, grid.reached.size(),
        [&](std::size_t k) {
            TileNodesOf<NodePair> sum;
            sumPatches(grid.reached[k], grid.pair_patches, sum);
            for (std::size_t n = 0; n < tile_nodes; ++n) {
                toVelocity(grid.nodes[k].nodes[n] = sum.nodes[n].low, kick);
                toVelocity(grid.nodes_without[k].nodes[n] = sum.nodes[n].high, {});
            }
        },
        1);
    for (SideNode& copy : hidden.nodes) {
        toVelocity(copy.node, kick);
        toVelocity(copy.without, {});
    }
}

/// The nodes of the grid where they touch solids, and their copies behind thin walls.
class NodesAtWalls {
  public:
    /// @param near what is near each tile @param dt [s]
    NodesAtWalls(const Setup& setup, const Contacts& contacts, const std::vector<NearReached>& near,
                 const Moments& moments, double dt, Grid& grid, HiddenNodes& hidden)
        : setup_(setup),
          contacts_(contacts),
          near_(near),
          moments_(moments),
          dt_(dt),
          grid_(grid),
          hidden_(hidden) {}

    /// The nodes that touch free bodies, of each tile; the last are the copies.
    std::vector<BodyNodes> ofBodies(const exec::Exec& exec) const {
        std::vector<BodyNodes> found(grid_.reached.size() + 1);
        if (!boundaries().walls->anyFreeBody()) return found;
        const Lattice lattice = latticeOf(setup_);
        exec::for_each(
            exec, grid_.reached.size(),
            [&](std::size_t k) {
                if (!contacts_.anyFreeBody(near_[k].all)) return;
                forTouches(k, [&](Node& node, const Vec3d& at, std::vector<Touch>& all) {
                    if (!touchesBody(all)) return;
                    for (Touch& touch : all)
                        if (isBody(touch)) setMirrored(lattice, grid_, k, at, touch);
                    found[k].add(node, massOf(node), all);
                });
            },
            1);
        std::vector<Touch> touches;
        for (SideNode& copy : hidden_.nodes) {
            touchesOf(copy, touches);
            if (touchesBody(touches)) found.back().add(copy.node, massOf(copy.node), touches);
        }
        return found;
    }

    /// Gives all nodes their velocities after contact. @return the impulses on the solids
    environment::Loads resolve(const exec::Exec& exec, std::vector<BodyNodes>& of_bodies,
                               const std::vector<Gain>& gains) const {
        std::vector<environment::Loads> loads(grid_.reached.size());
        exec::for_each(
            exec, grid_.reached.size(),
            [&](std::size_t k) {
                if (near_[k].may_touch == 0) return;
                loads[k].walls.resize(boundaries().count());
                forTouches(k, [&](Node& node, const Vec3d&, const std::vector<Touch>& all) {
                    if (!touchesBody(all)) resolve(node, all.data(), all.size(), loads[k]);
                });
                resolve(of_bodies[k], gains, loads[k]);
            },
            1);
        environment::Loads sum{std::vector<environment::Load>(boundaries().count()), {}};
        std::vector<Touch> touches;
        for (SideNode& copy : hidden_.nodes) {
            touchesOf(copy, touches);
            if (!touchesBody(touches)) resolve(copy.node, touches.data(), touches.size(), sum);
        }
        resolve(of_bodies.back(), gains, sum);
        for (const environment::Loads& part : loads)
            if (!part.walls.empty() || boundaries().count() == 0) addTo(sum, part);
        return sum;
    }

  private:
    const Boundaries& boundaries() const { return setup_.boundaries; }
    double massOf(const Node& node) const { return setup_.mass * double{node.w}; }
    bool isBody(const Touch& touch) const {
        return touch.wall < boundaries().count() && boundaries().walls->isFreeBody(touch.wall);
    }
    bool touchesBody(const std::vector<Touch>& all) const {
        return std::any_of(all.begin(), all.end(), [&](const Touch& touch) { return isBody(touch); });
    }

    /// visit(node, position, touches) for the nodes of a tile that touch something.
    template <class Visit>
    void forTouches(std::size_t k, Visit visit) const {
        if (near_[k].may_touch == 0) return;
        std::vector<Touch> touches;
        TileNodes moments;
        sumPatches(grid_.reached[k], moments_.patches, moments, moments_.patch_of);
        for (int n = 0; n < tile_nodes; ++n) {
            Node& node = grid_.nodes[k].nodes[static_cast<std::size_t>(n)];
            if (!(node.w > 0) || (near_[k].may_touch >> n & 1) == 0) continue;
            const Vec3d at = grid_.reached[k].positionOf(n, setup_.sand.cell);
            const SandOfNode sand(moments.nodes[static_cast<std::size_t>(n)], node.w);
            solidsOf(k, at, sand, true, touches);
            allowGaps(at, sand, touches);
            if (!touches.empty()) visit(node, at, touches);
        }
    }

    /// The solids that a node of a tile touches.
    /// @param nearest whether a mesh is touched at its nearest triangle where the sand is beyond none
    void solidsOf(std::size_t k, const Vec3d& at, const SandOfNode& sand, bool nearest,
                  std::vector<Touch>& touches) const {
        const double cell = setup_.sand.cell;
        const environment::WallsAt& walls = contacts_.walls();
        contacts_.touchesOf(
            near_[k].all, at, cell, touches,
            [&](std::uint32_t face, const environment::WallDistance& of, auto take) {
                if (!walls.face(face).thin())
                    forTouchedSides(walls, face, at, of, sand, cell, take);
                else if (!takeSidesOfMesh(walls.face(face).wall, at, of, sand, take) && nearest)
                    take(of);
            });
    }

    /// Takes the sides of a mesh around a node that its sand is beyond. @return whether there is any
    template <class Take>
    bool takeSidesOfMesh(std::size_t wall, const Vec3d& at, const environment::WallDistance& nearest,
                         const SandOfNode& sand, Take take) const {
        const double cell = setup_.sand.cell;
        if (!(nearest.distance <= on_surface * cell)) return false;
        std::vector<environment::WallDistance> sides;
        findMeshSides(contacts_.walls(), wall, at, 1.5 * cell, on_surface * cell, sides);
        bool any = false;
        for (const environment::WallDistance& side : sides) any = takeIfBeyond(side, sand, cell, take) || any;
        return any;
    }

    void allowGaps(const Vec3d& at, const SandOfNode& sand, std::vector<Touch>& touches) const {
        for (Touch& touch : touches)
            allowGap(touch, sand, dot(at - touch.point, touch.normal), setup_.sand.cell, dt_);
    }

    /// What a copy touches: what its node touches, and the thin walls that it is behind, where its sand is
    /// beyond them.
    void touchesOf(const SideNode& copy, std::vector<Touch>& touches) const {
        touches.clear();
        if (!(copy.node.w > 0)) return;
        const NodeOf of = nodeOf(copy);
        const Vec3d at = grid_.reached[of.tile].positionOf(of.node, setup_.sand.cell);
        const SandOfNode sand(copy.moments, copy.node.w);
        // Behind a thin part of a mesh its nearest triangle may be on the other side.
        solidsOf(of.tile, at, sand, false, touches);
        const std::size_t solids = touches.size();
        for (const FaceSide& side : copy.met()) {
            const Vec3d front = contacts_.frontOf(side.face, at), normal = side.front ? front : -front;
            const environment::WallDistance d = contacts_.walls().distance(side.face, at);
            const Vec3d from = d.normal * d.distance;
            const bool last = &side == &copy.met().back() && touches.size() == solids;
            if (last || isBeyond(sand, normal, dot(from, normal) / setup_.sand.cell))
                touches.push_back(contacts_.touchOf(side.face, at - from, normal));
        }
        allowGaps(at, sand, touches);
    }

    void resolve(Node& node, const Touch* all, std::size_t count, environment::Loads& loads) const {
        const double mass = massOf(node);
        const Vec3d after =
            afterContacts(wide(node.xyz()), all, count, [&](const Touch& touch, const Vec3d& change) {
                contacts_.addReaction(touch, change * mass, loads);
            });
        node = quad<float>(after, double{node.w});
    }
    void resolve(BodyNodes& nodes, const std::vector<Gain>& gains, environment::Loads& loads) const {
        for (Touch& touch : nodes.touches)
            if (touch.wall < gains.size()) touch.velocity += gains[touch.wall].at(touch.point);
        nodes.forEach([&](const BodyNodes::One& one, const Touch* first) {
            resolve(*one.node, first, one.touches, loads);
        });
    }

    const Setup& setup_;
    const Contacts& contacts_;
    const std::vector<NearReached>& near_;
    const Moments& moments_;
    double dt_;
    Grid& grid_;
    HiddenNodes& hidden_;
};

/// From the masses of all nodes to the volumes of their sand.
/// @param near of each tile; empty: there are no walls
void findVolumes(const exec::Exec& exec, const std::vector<NearReached>& near, Grid& grid) {
    exec::for_each(
        exec, grid.reached.size(),
        [&](std::size_t k) {
            for (std::size_t n = 0; n < tile_nodes; ++n)
                toVolume(grid.nodes[k].nodes[n], near.empty() ? 0 : near[k].solid[n]);
        },
        1);
}

/// The same for the copies.
void findVolumes(const Contacts& contacts, const std::vector<NearReached>& near, double cell,
                 const Grid& grid, HiddenNodes& hidden) {
    for (SideNode& copy : hidden.nodes) {
        const NodeOf of = nodeOf(copy);
        const Vec3d at = grid.reached[of.tile].positionOf(of.node, cell);
        toVolume(copy.node, solidShareOf(contacts, near[of.tile].all, at, cell, copy.met()));
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
    access.reads_scratch = {walls_scratch, moments_scratch};
    return access;
}

void MoveGrid::run(step::Step& step) const {
    Grid& grid = step.produce<Grid>(grid_scratch);
    HiddenNodes& hidden = step.produce<HiddenNodes>(hidden_scratch);
    const Vec3f kick = narrow(setup.gravity * step.dt);
    if (keepsResidual(setup))
        findBothVelocities(step.exec, kick, grid, hidden);
    else
        findVelocities(step.exec, kick, grid, hidden);
    const Boundaries& boundaries = setup.boundaries;
    const std::vector<NearReached>& near = step.readScratch<TileWalls>(walls_scratch).reached;
    if (boundaries.any()) {
        const ContactsOfStep of_step(boundaries, step);
        const environment::WallsAt& walls = of_step.walls;
        const NodesAtWalls nodes(setup, of_step.contacts, near, step.readScratch<Moments>(moments_scratch),
                                 step.dt, grid, hidden);
        std::vector<BodyNodes> of_bodies = nodes.ofBodies(step.exec);
        const std::vector<Gain> gains =
            gainsWithSand(of_bodies, boundaries, walls, gainsWithoutSand(step, boundaries, walls));
        addLoads(step, boundaries, nodes.resolve(step.exec, of_bodies, gains), walls);
        findVolumes(of_step.contacts, near, setup.sand.cell, grid, hidden);
    }
    findVolumes(step.exec, near, grid);
}

}  // namespace talus::sand::mpm
