#include "talus/sand/mpm/walls/hidden.h"

#include <algorithm>
#include <cmath>

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

/// A thin face near a tile, and the nodes of the tile's patch relative to it.
struct FaceOfPatch {
    std::uint32_t face, wall;
    double tolerance;  ///< nodes this near in front of it are on it [m]
    ThinFace thin;
    std::vector<OnFace> nodes{};
    PatchNodes not_in_front{}, not_behind{};  ///< nodes on the face are in both

    FaceOfPatch(const Contacts& contacts, std::uint32_t of, double cell)
        : face(of),
          wall(contacts.walls().face(of).wall),
          tolerance(contacts.reachOf(of) * cell),
          thin(contacts.walls().face(of)) {}
    void prepare(const environment::WallsAt& walls, const Vec3d& corner, double cell) {
        if (!nodes.empty()) return;
        nodes.resize(patch_nodes);
        for (int i = 0; i < patch_side; ++i)
            for (int j = 0; j < patch_side; ++j)
                for (int k = 0; k < patch_side; ++k) {
                    const int in_patch = patchIndex(i, j, k);
                    OnFace& node = nodes[static_cast<std::size_t>(in_patch)];
                    node = thin.at(walls.inFrame(wall, corner + positionInPatch(in_patch) * cell));
                    const auto plane = static_cast<std::size_t>(i);
                    const std::uint64_t bit = std::uint64_t{1} << patchIndex(0, j, k);
                    if (node.side <= tolerance) not_in_front[plane] |= bit;
                    if (node.side >= -tolerance) not_behind[plane] |= bit;
                }
    }
    /// Whether the face may hide nodes from a particle: whether any of them is on it or on its other side.
    bool mayHide(const OnFace& particle, int first) const {
        return anyOfStencil(particle.side < 0 ? not_behind : not_in_front, first);
    }
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
    for (const std::uint32_t face : near.fixed.thin) faces.emplace_back(contacts, face, cell);
    for (const std::uint32_t face : near.moving.thin) faces.emplace_back(contacts, face, cell);
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
            const OnFace from = face.thin.at(walls.inFrame(face.wall, position));
            // Cheaper than the distance, and true for most particles.
            if (std::abs(from.side) > 1.001 * reach) return;
            if (!face.nodes.empty() && !face.mayHide(from, first)) return;
            const double distance = walls.distance(face.face, position).distance;
            if (!(distance < reach)) return;
            face.prepare(walls, tile.corner, cell);
            if (face.mayHide(from, first)) hiding.push_back({distance, &face, from});
        };
        if (near_fixed)
            contacts.forNear(near.fixed.thin, position, reach, [&](std::size_t k) { consider(faces[k]); });
        contacts.forNear(near.moving.thin, position, reach,
                         [&](std::size_t k) { consider(faces[near.fixed.thin.size() + k]); });
        if (hiding.empty()) continue;
        // Of walls that hide the same node the nearest one counts.
        std::stable_sort(hiding.begin(), hiding.end(),
                         [](const Hiding& a, const Hiding& b) { return a.distance < b.distance; });
        Hidden hidden{n, {}};
        hidden.in.fill(seen);
        std::array<Vec3d, 27> crossing;  // where the path to a node meets the nearest face
        bool any = false;
        for (const Hiding& nearest_first : hiding) {
            const FaceOfPatch* face = nearest_first.face;
            const OnFace& from = nearest_first.from;
            const FaceSide side{face->face, from.side >= 0};
            forNodes([&](int i, int j, int k, std::size_t node) {
                const int in_patch = first + patchIndex(i, j, k);
                const OnFace& at = face->nodes[static_cast<std::size_t>(in_patch)];
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
                const FaceOfPatch& face = *one.face;
                const OnFace& at = face.nodes[static_cast<std::size_t>(first + patchIndex(i, j, k))];
                if (hidden.in[node] == seen || !ThinFace::separates(one.from, at, face.tolerance)) return;
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
