#include "talus/sand/mpm/walls/hidden.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/geometry/grow_box.h"
#include "talus/sand/boundary/crossing.h"
#include "talus/sand/mpm/stencil.h"
#include "talus/sand/mpm/walls/gap.h"

namespace talus::sand::mpm {
namespace {

template <class Visit>
void forNodes(Visit visit) {
    for (int i = 0, n = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k, ++n) visit(i, j, k, static_cast<std::size_t>(n));
}

constexpr int side_bits = 1, wall_bits = 16, node_bits = 6;

std::uint64_t keyOf(const NodeOf& node, std::uint64_t wall, bool front) {
    return ((std::uint64_t{node.tile} << node_bits | static_cast<std::uint64_t>(node.node)) << wall_bits |
            wall)
               << side_bits |
           std::uint64_t{front};
}

/// A set of nodes of a patch: of each plane along x, its nodes by bits.
using PatchNodes = std::array<std::uint64_t, patch_side>;
static_assert(patch_side == 8, "a plane has 64 nodes");

/// Whether the set has any of the 27 nodes of a particle. @param first of these
bool anyOfStencil(const PatchNodes& set, int first) {
    constexpr std::uint64_t square = 0x070707;
    const auto plane = static_cast<std::size_t>(first / (patch_side * patch_side));
    return ((set[plane] | set[plane + 1] | set[plane + 2]) >> first % (patch_side * patch_side) & square) !=
           0;
}

/// The position of a node of a patch relative to the tile's first node [cells].
Vec3d positionInPatch(int in_patch) {
    return {double(in_patch / (patch_side * patch_side) + patch_first),
            double(in_patch / patch_side % patch_side + patch_first),
            double(in_patch % patch_side + patch_first)};
}

/// The box around a triangle of a wall, where it is now; of other faces everything.
geometry::Box boundsNow(const environment::WallsAt& walls, std::uint32_t of) {
    const environment::WallFace& face = walls.face(of);
    geometry::Box box = geometry::emptyBox();
    if (face.kind != environment::WallFace::Kind::Triangle) return {box.max, box.min};
    for (const Vec3d& corner : {face.a, face.b, face.c})
        include(box, walls.moves(face.wall) ? walls.pose(face.wall).toWorld(corner) : corner);
    return box;
}

/// A thin face near a tile, and the nodes of the tile's patch relative to it.
class FaceOfPatch {
  public:
    std::uint32_t face, wall;
    double tolerance;  ///< nodes this near in front of it are on it [m]
    ThinFace thin;

    FaceOfPatch(const Contacts& contacts, std::uint32_t of, const Vec3d& corner, double cell)
        : face(of),
          wall(contacts.walls().face(of).wall),
          tolerance(contacts.reachOf(of) * cell),
          thin(contacts.walls().face(of)),
          walls_(contacts.walls()),
          corner_(corner),
          cell_(cell),
          bounds_(boundsNow(walls_, of)) {}

    /// Whether paths to nodes can cross it from a position: nodes are within 1.5 cells of it along each axis.
    bool isNear(const Vec3d& position) const { return isWithin(position, 1.5 * cell_ * (1 + 1e-9)); }
    const geometry::Box& bounds() const { return bounds_; }

    void prepare() {
        if (!nodes_.empty()) return;
        nodes_.resize(patch_nodes, {unknown, 0, 0});
        for (int i = 0; i < patch_side; ++i)
            for (int j = 0; j < patch_side; ++j)
                for (int k = 0; k < patch_side; ++k) {
                    const int in_patch = patchIndex(i, j, k);
                    if (!isNear(positionOf(in_patch))) continue;
                    const double side = at(in_patch).side;
                    const auto plane = static_cast<std::size_t>(i);
                    const std::uint64_t bit = std::uint64_t{1} << patchIndex(0, j, k);
                    if (side <= tolerance) not_in_front_[plane] |= bit;
                    if (side >= -tolerance) not_behind_[plane] |= bit;
                }
    }
    bool isPrepared() const { return !nodes_.empty(); }
    /// A node relative to it. @pre it is prepared
    const OnFace& at(int in_patch) {
        OnFace& node = nodes_[static_cast<std::size_t>(in_patch)];
        if (node.side == unknown) node = thin.at(walls_.inFrame(wall, positionOf(in_patch)));
        return node;
    }
    /// Whether the face may hide nodes from a particle: whether any of them is on it or on its other side.
    bool mayHide(const OnFace& particle, int first) const {
        return anyOfStencil(particle.side < 0 ? not_behind_ : not_in_front_, first);
    }

  private:
    static constexpr double unknown = std::numeric_limits<double>::infinity();
    Vec3d positionOf(int in_patch) const { return corner_ + positionInPatch(in_patch) * cell_; }
    bool isWithin(const Vec3d& x, double reach) const {
        return x.x >= bounds_.min.x - reach && x.x <= bounds_.max.x + reach && x.y >= bounds_.min.y - reach &&
               x.y <= bounds_.max.y + reach && x.z >= bounds_.min.z - reach && x.z <= bounds_.max.z + reach;
    }

    const environment::WallsAt& walls_;
    Vec3d corner_;
    double cell_;
    geometry::Box bounds_;
    std::vector<OnFace> nodes_;
    PatchNodes not_in_front_{}, not_behind_{};  ///< of the nodes near it; those on it are in both
};

/// The faces that may hide nodes from the particles of each cell, by the first of a particle's nodes.
class FacesOfCells {
  public:
    FacesOfCells(const std::vector<FaceOfPatch>& faces, const Vec3d& corner, double cell) {
        std::array<std::uint32_t, patch_nodes> count{};
        for (const FaceOfPatch& face : faces)
            forCells(face.bounds(), corner, cell, [&](std::size_t at) { ++count[at]; });
        for (std::size_t at = 0; at < patch_nodes; ++at) begin_[at + 1] = begin_[at] + count[at];
        list_.resize(begin_.back());
        count.fill(0);
        for (std::uint32_t k = 0; k < faces.size(); ++k)
            forCells(faces[k].bounds(), corner, cell,
                     [&](std::size_t at) { list_[begin_[at] + count[at]++] = k; });
    }
    /// Indices of faces, in increasing order.
    std::span<const std::uint32_t> of(int first) const {
        const auto at = static_cast<std::size_t>(first);
        return {list_.data() + begin_[at], begin_[at + 1] - begin_[at]};
    }

  private:
    /// visit(cell) for the cells that have a position within 1.5 cells of a box along each axis. The
    /// particles of a cell are 0.5 to 1.5 cells beyond the first of their nodes.
    template <class Visit>
    static void forCells(const geometry::Box& bounds, const Vec3d& corner, double cell, Visit visit) {
        constexpr double slack = 1e-6, last = patch_side - 3;
        const Vec3d to_first = corner + Vec3d{1, 1, 1} * (patch_first * cell);
        const Vec3d min = (bounds.min - to_first) / cell, max = (bounds.max - to_first) / cell;
        const double from[3] = {min.x, min.y, min.z}, to[3] = {max.x, max.y, max.z};
        int low[3], high[3];
        for (int a = 0; a < 3; ++a) {
            low[a] = static_cast<int>(std::clamp(std::ceil(from[a] - 3 - slack), 0.0, last + 1));
            high[a] = static_cast<int>(std::clamp(std::floor(to[a] + 1 + slack), -1.0, last));
        }
        for (int i = low[0]; i <= high[0]; ++i)
            for (int j = low[1]; j <= high[1]; ++j)
                for (int k = low[2]; k <= high[2]; ++k) visit(static_cast<std::size_t>(patchIndex(i, j, k)));
    }

    std::array<std::uint32_t, patch_nodes + 1> begin_{};
    std::vector<std::uint32_t> list_;
};

/// The copies of a tile, found by their node in the patch.
class Copies {
  public:
    Copies(const Grid::Filled& tile, std::vector<SideNode>& nodes) : tile_(tile), nodes_(nodes) {
        last_.fill(seen);
    }
    /// The index of the copy of a node for a side of a wall; made where there is none.
    std::uint16_t of(int in_patch, std::uint32_t wall, bool front) {
        const std::uint64_t key = keyOf(tile_.nodeAt(in_patch), wall, front);
        std::uint16_t& last = last_[static_cast<std::size_t>(in_patch)];
        for (std::uint16_t k = last; k != seen; k = before_[k])
            if (nodes_[k].key == key) return k;
        nodes_.push_back({key, {}, {}, 0, {}});
        before_.push_back(last);
        return last = static_cast<std::uint16_t>(nodes_.size() - 1);
    }

  private:
    const Grid::Filled& tile_;
    std::vector<SideNode>& nodes_;
    std::array<std::uint16_t, patch_nodes> last_;
    std::vector<std::uint16_t> before_;
};

}  // namespace

void SideNode::meets(const FaceSide& face) {
    const auto end = by.begin() + faces;
    const auto same = std::find_if(by.begin(), end, [&](const FaceSide& one) {
        return one.face == face.face && one.front == face.front;
    });
    if (same != end) {
        same->crossed = same->crossed || face.crossed;
        return;
    }
    if (end != by.end()) {
        by[static_cast<std::size_t>(faces++)] = face;
        return;
    }
    const auto continued = std::find_if(by.begin(), end, [](const FaceSide& one) { return !one.crossed; });
    if (face.crossed && continued != end) *continued = face;
}

void SideNode::add(const SideNode& other) {
    node += other.node.xyz();
    node.w += other.node.w;
    moments += other.moments.xyz();
    moments.w += other.moments.w;
    for (const FaceSide& face : other.met()) meets(face);
}

NodeOf nodeOf(const SideNode& copy) {
    const std::uint64_t node = copy.key >> (wall_bits + side_bits);
    return {static_cast<std::uint32_t>(node >> node_bits), static_cast<int>(node & (tile_nodes - 1))};
}

void findHidden(const Transfer& t, const Particles& p, const Contacts& contacts, const NearFilled& near,
                const Grid::Filled& tile, HiddenOfTile& found) {
    found.particles.clear();
    found.nodes.clear();
    const bool fixed = near.thin.any();
    if (!fixed && near.moving.thin.empty()) return;
    const environment::WallsAt& walls = contacts.walls();
    // The nodes of a particle are at most 1.5 cells from it along each axis.
    const double cell = t.lattice.cell, reach = 1.5 * std::sqrt(3.0) * cell;
    // The faces, and the nodes of the patch relative to them: only made where a particle is near.
    std::vector<FaceOfPatch> faces;
    for (const std::uint32_t face : near.fixed.thin) faces.emplace_back(contacts, face, tile.corner, cell);
    for (const std::uint32_t face : near.moving.thin) faces.emplace_back(contacts, face, tile.corner, cell);
    const FacesOfCells faces_of(faces, tile.corner, cell);
    Copies copies(tile, found.nodes);
    struct Hiding {
        double distance;
        FaceOfPatch* face;
        OnFace from;  ///< the particle
    };
    std::vector<Hiding> hiding;
    for (std::uint32_t n = tile.begin; n < tile.end; ++n) {
        const Vec3d in_tile = t.lattice.inTile(p.position[n], tile.corner);
        const int first = firstInPatch(in_tile);
        const bool near_fixed = fixed && near.thin[static_cast<std::size_t>(first)];
        if (!near_fixed && near.moving.thin.empty()) continue;
        const Vec3d position = tile.corner + in_tile * cell;  // beside the tile, also in a periodic domain
        hiding.clear();
        const auto consider = [&](FaceOfPatch& face) {
            if (!face.isNear(position)) return;
            const OnFace from = face.thin.at(walls.inFrame(face.wall, position));
            // Cheaper than the distance, and true for most particles.
            if (std::abs(from.side) > 1.001 * reach) return;
            if (face.isPrepared() && !face.mayHide(from, first)) return;
            const double distance = walls.distance(face.face, position).distance;
            if (!(distance < reach)) return;
            face.prepare();
            if (face.mayHide(from, first)) hiding.push_back({distance, &face, from});
        };
        for (const std::uint32_t k : faces_of.of(first))
            if (near_fixed || k >= near.fixed.thin.size()) consider(faces[k]);
        if (hiding.empty()) continue;
        // Of walls that hide the same node the nearest one counts.
        std::stable_sort(hiding.begin(), hiding.end(),
                         [](const Hiding& a, const Hiding& b) { return a.distance < b.distance; });
        Hidden hidden{n, {}};
        hidden.in.fill(seen);
        std::array<Vec3d, 27> crossing;  // where the path to a node meets the nearest face
        bool any = false;
        for (const Hiding& nearest_first : hiding) {
            FaceOfPatch* face = nearest_first.face;
            const OnFace& from = nearest_first.from;
            const FaceSide side{face->face, from.side >= 0};
            forNodes([&](int i, int j, int k, std::size_t node) {
                const int in_patch = first + patchIndex(i, j, k);
                const OnFace& at = face->at(in_patch);
                if (!face->thin.crosses(from, at, face->tolerance)) return;
                if (hidden.in[node] == seen) {
                    hidden.in[node] = copies.of(in_patch, face->wall, side.front);
                    const Vec3d way = tile.corner + positionInPatch(in_patch) * cell - position;
                    crossing[node] = position + way * ThinFace::shareToPlane(from, at);
                }
                found.nodes[hidden.in[node]].meets(side);
                any = true;
            });
        }
        if (!any) continue;
        found.particles.push_back(hidden);
        if (hiding.size() == 1) continue;
        // Where faces meet in a corner, as side and floor of a box, a path to a node behind both crosses one
        // of them. The node is behind the other one, too, if the first is in front of its continuation: not
        // where a cone opens into a tube.
        for (const Hiding& one : hiding)
            forNodes([&](int i, int j, int k, std::size_t node) {
                FaceOfPatch& face = *one.face;
                if (hidden.in[node] == seen) return;
                const OnFace& at = face.at(first + patchIndex(i, j, k));
                if (!ThinFace::separates(one.from, at, face.tolerance)) return;
                const bool front = one.from.side >= 0;
                const double side = face.thin.at(walls.inFrame(face.wall, crossing[node])).side;
                if ((front ? side : -side) < -on_surface * cell) return;
                found.nodes[hidden.in[node]].meets({face.face, front, false});
            });
    }
}

void toSeen(const Stencil& s, const Given& given, const Hidden& hidden, Patch* patch,
            std::vector<SideNode>& copies, Node SideNode::*sum) {
    forNodes([&](int i, int j, int k, std::size_t n) {
        if (hidden.in[n] == seen && patch == nullptr) return;
        const float w = s.weight[0][i] * s.weight[1][j] * s.weight[2][k];
        Node& node = hidden.in[n] == seen
                         ? patch->nodes[static_cast<std::size_t>(s.firstNode() + patchIndex(i, j, k))]
                         : copies[hidden.in[n]].*sum;
        node += given.at({s.distance[0][i], s.distance[1][j], s.distance[2][k]}) * w;
        node.w += w * given.mass;
    });
}

namespace {

/// Whether the sand of a copy is in front of all faces that another copy of the node meets, or of their
/// continuation: so in the corners of a box, not where a cone opens into a tube.
bool isInFront(const Contacts& contacts, const Vec3d& at, double cell, const SideNode& a, const SideNode& b) {
    const environment::WallsAt& walls = contacts.walls();
    const Vec3d mean = at + SandOfNode(a.moments, a.node.w).mean * cell;
    return std::all_of(b.met().begin(), b.met().end(), [&](const FaceSide& side) {
        const environment::WallFace& face = walls.face(side.face);
        return (ThinFace(face).at(walls.inFrame(face.wall, mean)).side >= 0) == side.front;
    });
}

/// Adds copies to earlier ones of the same node where the sand of each is in front of the faces of the other.
/// @param nodes by keys
/// @return of each copy, the one that has its sand now
std::vector<std::uint32_t> addUpSides(const Contacts& contacts, const Grid& grid, double cell,
                                      std::vector<SideNode>& nodes) {
    std::vector<std::uint32_t> to(nodes.size());
    const auto ofNode = [&](std::size_t n) { return nodes[n].key >> (wall_bits + side_bits); };
    for (std::size_t n = 0, first = 0; n < nodes.size(); ++n) {
        to[n] = static_cast<std::uint32_t>(n);
        if (ofNode(n) != ofNode(first)) first = n;
        const NodeOf node = nodeOf(nodes[n]);
        for (std::size_t k = first; k < n && to[n] == n; ++k) {
            if (to[k] != k || !(nodes[k].node.w > 0) || !(nodes[n].node.w > 0)) continue;
            const Vec3d at = grid.reached[node.tile].positionOf(node.node, cell);
            if (!isInFront(contacts, at, cell, nodes[k], nodes[n]) ||
                !isInFront(contacts, at, cell, nodes[n], nodes[k]))
                continue;
            nodes[k].add(nodes[n]);
            nodes[n].node = {};
            to[n] = static_cast<std::uint32_t>(k);
        }
    }
    return to;
}

}  // namespace

void HiddenNodes::merge(const Contacts& contacts, const Grid& grid, double cell) {
    struct Part {
        std::uint64_t key;
        std::uint32_t tile, node;
    };
    std::vector<Part> parts;
    for (std::size_t k = 0; k < of.size(); ++k) {
        of[k].merged.resize(of[k].nodes.size());
        for (std::size_t n = 0; n < of[k].nodes.size(); ++n)
            parts.push_back(
                {of[k].nodes[n].key, static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(n)});
    }
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.key != b.key ? a.key < b.key : a.tile < b.tile; });
    nodes.clear();
    for (const Part& part : parts) {
        const SideNode& own = of[part.tile].nodes[part.node];
        if (nodes.empty() || nodes.back().key != part.key)
            nodes.push_back(own);
        else
            nodes.back().add(own);
        of[part.tile].merged[part.node] = static_cast<std::uint32_t>(nodes.size() - 1);
    }
    const std::vector<std::uint32_t> to = addUpSides(contacts, grid, cell, nodes);
    for (HiddenOfTile& tile : of)
        for (std::uint32_t& copy : tile.merged) copy = to[copy];
}

void ownNodes(const Transfer& t, const Particles& p, const Hidden& hidden, const Vec3d& corner,
              const Patch& patch, const HiddenOfTile& of, const std::vector<SideNode>& copies,
              OwnNodes& own) {
    const int first = Stencil(t.lattice, p.position[hidden.row], corner).firstNode();
    own.fill({});
    forNodes([&](int i, int j, int k, std::size_t n) {
        own[static_cast<std::size_t>((3 * i + j) * 4 + k)] =
            hidden.in[n] == seen ? patch.nodes[static_cast<std::size_t>(first + patchIndex(i, j, k))]
                                 : copies[of.merged[hidden.in[n]]].node;
    });
}

}  // namespace talus::sand::mpm
