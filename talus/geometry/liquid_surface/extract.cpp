#include "talus/geometry/liquid_surface/extract.h"

#include <bit>

#include <fmt/format.h>

#include "talus/exec/for_each.h"
#include "talus/geometry/liquid_surface/cube_table.h"

namespace talus::geometry::liquid {
namespace {

constexpr std::size_t blocks_per_task = 16;  // blocks a task

/// Memory of a point while the mesh is made [bytes]: its positions before, during and after smoothing,
/// normal, velocity, its neighbours (smooth.h), and two triangles.
constexpr std::size_t bytes_of_point = 3 * 24 + 2 * 12 + 60 + 2 * 12;

/// A node by its indices in a block, 0 to 8; index 8 is index 0 of the next block.
struct Node {
    std::size_t x, y, z;
};

const Block* blockOf(const std::vector<Block>& blocks, const Block& block, Node& node) {
    const std::size_t step = (node.x >> 3) | (node.y >> 3) << 1 | (node.z >> 3) << 2;
    node = {node.x & 7, node.y & 7, node.z & 7};
    if (step == 0) return &block;
    return block.next[step] == no_block ? nullptr : &blocks[block.next[step]];
}

float valueAt(const std::vector<Block>& blocks, const Block& block, Node node) {
    const Block* of = blockOf(blocks, block, node);
    return of == nullptr ? 0 : of->value[64 * node.z + 8 * node.y + node.x];
}

std::uint32_t pointOn(const Block& block, std::size_t axis, const Node& node) {
    const std::size_t word = 8 * axis + node.z;
    const std::uint64_t bit = std::uint64_t{1} << (8 * node.y + node.x);
    return block.first_point + block.before[word] +
           static_cast<std::uint32_t>(std::popcount(block.crossing[word] & (bit - 1)));
}

void addPoints(const std::vector<Block>& blocks, const Block& block, double cell,
               std::vector<Vec3d>& points) {
    std::size_t next = block.first_point;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t z = 0; z < 8; ++z)
            for (std::uint64_t left = block.crossing[8 * axis + z]; left != 0; left &= left - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(left));
                const Node node{bit & 7, bit >> 3, z};
                const Node end{node.x + (axis == 0), node.y + (axis == 1), node.z + (axis == 2)};
                const double a = valueAt(blocks, block, node), b = valueAt(blocks, block, end);
                const double along = std::clamp((level - a) / (b - a), 1.0 / 64, 63.0 / 64);
                const auto coordinate = [&](std::int64_t at, std::size_t index, bool on_axis) {
                    return (static_cast<double>(block_side * at) + static_cast<double>(index) +
                            (on_axis ? along : 0)) *
                           cell;
                };
                points[next++] = {coordinate(block.at.x, node.x, axis == 0),
                                  coordinate(block.at.y, node.y, axis == 1),
                                  coordinate(block.at.z, node.z, axis == 2)};
            }
}

/// Calls visit(case, node) for the cells that the surface crosses and whose first node is in the block.
template <class Visit>
void forEachCell(const std::vector<Block>& blocks, const Block& block, Visit visit) {
    // For 9 x 9 rows, the bits of nine nodes along x.
    std::array<std::array<std::uint32_t, 9>, 9> rows{};
    for (std::size_t z = 0; z < 9; ++z)
        for (std::size_t y = 0; y < 9; ++y)
            for (std::size_t part = 0; part < 2; ++part) {
                Node node{8 * part, y, z};
                const Block* of = blockOf(blocks, block, node);
                if (of == nullptr) continue;
                const auto row = static_cast<std::uint32_t>(of->inside[node.z] >> (8 * node.y) & 0xff);
                rows[z][y] |= part == 0 ? row : (row & 1) << 8;
            }
    for (std::size_t z = 0; z < 8; ++z)
        for (std::size_t y = 0; y < 8; ++y) {
            const std::uint32_t a = rows[z][y], b = rows[z][y + 1], c = rows[z + 1][y],
                                d = rows[z + 1][y + 1];
            if ((a | b | c | d) == 0 || (a & b & c & d) == 0x1ff) continue;
            for (std::size_t x = 0; x < 8; ++x) {
                const std::uint32_t corners =
                    (a >> x & 3) | (b >> x & 3) << 2 | (c >> x & 3) << 4 | (d >> x & 3) << 6;
                if (corners != 0 && corners != 255) visit(cubeCases()[corners], Node{x, y, z});
            }
        }
}

/// Whether an edge of a cell of the block may cross the surface.
bool hasCells(const std::vector<Block>& blocks, const Block& block) {
    if (block.crossings != 0) return true;
    for (std::size_t k = 1; k < 8; ++k)
        if (block.next[k] != no_block && blocks[block.next[k]].crossings != 0) return true;
    return false;
}

void addTriangles(const std::vector<Block>& blocks, const Block& block,
                  std::vector<std::array<std::uint32_t, 3>>& triangles, std::size_t next) {
    forEachCell(blocks, block, [&](const CubeCase& cube, const Node& at) {
        for (std::size_t t = 0; t < cube.count; ++t) {
            for (std::size_t k = 0; k < 3; ++k) {
                const CubeEdge edge = cubeEdges()[cube.triangles[t][k]];
                Node node{at.x + (edge.from & 1u), at.y + (edge.from >> 1 & 1u), at.z + (edge.from >> 2u)};
                const Block* of = blockOf(blocks, block, node);
                triangles[next][k] = pointOn(*of, edge.axis, node);
            }
            ++next;
        }
    });
}

}  // namespace

Result<Mesh> extract(const exec::Exec& exec, FieldBlocks& field, std::size_t max_bytes) {
    std::vector<Block>& blocks = field.blocks();
    std::size_t points = 0;
    for (Block& block : blocks) {
        block.first_point = static_cast<std::uint32_t>(points);
        points += block.crossings;
    }
    const std::size_t bytes = field.bytes() + points * bytes_of_point;
    if (points >= std::size_t{1} << 32 || bytes > max_bytes)
        return Error{
            ErrorKind::Input,
            fmt::format(
                "cells of {:.3g} m make a surface of {} points that needs {:.1f} GB of memory, more than "
                "{:.1f} GB; use larger cells",
                field.cell(), points, static_cast<double>(bytes) / 1e9,
                static_cast<double>(max_bytes) / 1e9)};
    std::vector<std::size_t> first(blocks.size() + 1);
    exec::for_each(
        exec, blocks.size(),
        [&](std::size_t b) {
            if (!hasCells(blocks, blocks[b])) return;
            std::size_t count = 0;
            forEachCell(blocks, blocks[b], [&](const CubeCase& cube, const Node&) { count += cube.count; });
            first[b + 1] = count;
        },
        blocks_per_task);
    for (std::size_t b = 0; b < blocks.size(); ++b) first[b + 1] += first[b];
    Mesh mesh;
    mesh.points.resize(points);
    mesh.triangles.resize(first.back());
    exec::for_each(
        exec, blocks.size(),
        [&](std::size_t b) {
            addPoints(blocks, blocks[b], field.cell(), mesh.points);
            if (first[b] != first[b + 1]) addTriangles(blocks, blocks[b], mesh.triangles, first[b]);
        },
        blocks_per_task);
    return mesh;
}

}  // namespace talus::geometry::liquid
