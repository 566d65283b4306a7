#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/sand/boundary/contacts.h"
#include "talus/sand/mpm/stencil.h"
#include "talus/sand/mpm/transfer.h"
#include "talus/sand/mpm/walls/tile_walls.h"

/// Thin walls, with sand on one side or on both. The nodes behind a thin wall are hidden from a particle.
/// Instead it uses nodes of its own side: copies, which only the particles on this side of the wall share,
/// and which meet the wall. So sand on the two faces of a plate does not feel each other, momentum is kept,
/// and the wall takes all of the pressure. (After the compatibility of particles and nodes of Hu and others
/// 2018; there a hidden node has no mass, and its velocity is that of the particle.)
namespace talus::sand::mpm {

inline constexpr const char* hidden_scratch = "nodes behind thin walls";

/// A copy of a node for one side of a wall.
struct SideNode {
    std::uint64_t key = 0;  ///< node, wall and side (keyOf)
    Node node;              ///< as of the grid: sums, then velocity and mass
    Node without;           ///< the same without stress, where particles keep residuals
    Node moments;           ///< first moments of its sand, and how much of it carries load (moments.h)
    int faces = 0;          ///< number of those that it meets
    std::array<FaceSide, 3> by{};

    /// Adds a face that it meets. There are three at most: of more, those that are crossed first.
    void meets(const FaceSide& face);
    void add(const SideNode& other);
    std::span<const FaceSide> met() const { return {by.data(), static_cast<std::size_t>(faces)}; }
};

/// A particle near a thin wall.
struct Hidden {
    std::uint32_t row = 0;  ///< of the particle
    std::array<std::uint16_t, 27>
        in;  ///< index of the copy that is used instead of the node; seen: the node itself
};
inline constexpr std::uint16_t seen = 0xffff;

/// What is found for a tile with particles.
struct HiddenOfTile {
    std::vector<Hidden> particles;      ///< by rows
    std::vector<SideNode> nodes;        ///< what the particles of this tile give
    std::vector<std::uint32_t> merged;  ///< of each of these: its index in HiddenNodes::nodes
};
struct HiddenNodes {
    std::vector<HiddenOfTile> of;  ///< of each filled tile
    std::vector<SideNode> nodes;   ///< of all tiles, by keys

    /// Adds up the copies of all tiles, in a fixed order. Those of one node for different walls are added up,
    /// too, where these are walls of one corner: a box may be of one wall or of several.
    void merge(const Contacts& contacts, const Grid& grid, double cell);
};

/// Calls run(begin, end) for the particles of a tile that see all of their nodes, and one(hidden) for each of
/// the others, in the order of their rows.
template <class Run, class One>
void forRuns(const Grid::Filled& tile, const HiddenOfTile& hidden, Run run, One one) {
    std::size_t from = tile.begin;
    for (const Hidden& particle : hidden.particles) {
        run(from, std::size_t{particle.row});
        one(particle);
        from = particle.row + std::size_t{1};
    }
    run(from, std::size_t{tile.end});
}

/// The velocities of the 27 nodes of a particle, in rows of four.
using OwnNodes = std::array<Node, 36>;

/// Finds the particles of a tile from which thin walls hide nodes.
void findHidden(const Transfer& t, const Particles& p, const Contacts& contacts, const NearFilled& near,
                const Grid::Filled& tile, HiddenOfTile& found);

/// Adds what a particle gives to the nodes of its tile's patch that it sees, and to its copies of the others.
/// @param node_at (index in the patch): pointer to a node; nullptr: only to copies @param sum of a copy
template <class NodeAt>
void toSeen(const Stencil& s, const Given& given, const Hidden& hidden, NodeAt node_at,
            std::vector<SideNode>& copies, Node SideNode::*sum) {
    forStencil([&](int i, int j, int k, std::size_t n) {
        Node* node = hidden.in[n] == seen ? node_at(s.firstNode() + patchIndex(i, j, k))
                                          : &(copies[hidden.in[n]].*sum);
        if (node == nullptr) return;
        const float w = s.weight[0][i] * s.weight[1][j] * s.weight[2][k];
        *node += given.at({s.distance[0][i], s.distance[1][j], s.distance[2][k]}) * w;
        node->w += w * given.mass;
    });
}

/// The velocities of the nodes for a particle. @param value of a copy
void ownNodes(const Transfer& t, const Particles& p, const Hidden& hidden, const Vec3d& corner,
              const Patch& patch, const HiddenOfTile& of, const std::vector<SideNode>& copies,
              Node SideNode::*value, OwnNodes& own);

/// The key of a copy.
std::uint64_t keyOf(const NodeOf& node, std::uint64_t wall, bool front);
/// The node that a copy stands for.
NodeOf nodeOf(const SideNode& copy);

}  // namespace talus::sand::mpm
