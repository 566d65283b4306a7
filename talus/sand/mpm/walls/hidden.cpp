#include "talus/sand/mpm/walls/hidden.h"

#include <algorithm>

#include "talus/sand/boundary/crossing.h"
#include "talus/sand/mpm/stencil.h"
#include "talus/sand/mpm/walls/gap.h"

namespace talus::sand::mpm {
namespace {

constexpr int side_bits = 1, wall_bits = 16, node_bits = 6;

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
    for (Node SideNode::*sum : {&SideNode::node, &SideNode::without, &SideNode::moments})
        mpm::add(this->*sum, other.*sum);
    for (const FaceSide& face : other.met()) meets(face);
}

std::uint64_t keyOf(const NodeOf& node, std::uint64_t wall, bool front) {
    return ((std::uint64_t{node.tile} << node_bits | static_cast<std::uint64_t>(node.node)) << wall_bits |
            wall)
               << side_bits |
           std::uint64_t{front};
}

NodeOf nodeOf(const SideNode& copy) {
    const std::uint64_t node = copy.key >> (wall_bits + side_bits);
    return {static_cast<std::uint32_t>(node >> node_bits), static_cast<int>(node & (tile_nodes - 1))};
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
              Node SideNode::*value, OwnNodes& own) {
    const int first = Stencil(t.lattice, p.position[hidden.row], corner).firstNode();
    own.fill({});
    forStencil([&](int i, int j, int k, std::size_t n) {
        const int in_row = (3 * i + j) * 4 + k, in_patch = first + patchIndex(i, j, k);
        own[static_cast<std::size_t>(in_row)] = hidden.in[n] == seen
                                                    ? patch.nodes[static_cast<std::size_t>(in_patch)]
                                                    : copies[of.merged[hidden.in[n]]].*value;
    });
}

}  // namespace talus::sand::mpm
