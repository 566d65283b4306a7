#include "talus/geometry/liquid_surface/field_blocks.h"

#include <fmt/format.h>

#include "talus/exec/for_each.h"
#include "talus/geometry/liquid_surface/block_set.h"
#include "talus/geometry/liquid_surface/field_rows.h"

namespace talus::geometry::liquid {
namespace {

using neighbors::Cell;
using neighbors::CellBox;
using neighbors::CellRange;

constexpr std::uint64_t first_column = 0x0101010101010101, last_column = first_column << 7;
constexpr std::uint64_t first_row = 0xff, last_row = first_row << 56;

std::int64_t blockOf(double node) { return static_cast<std::int64_t>(std::floor(node / block_side)); }

/// The blocks with the nodes of every cell within the range of a particle.
CellBox reached(const Vec3d& x, double range, double per_cell) {
    const auto low = [&](double v) { return blockOf(std::floor((v - range) * per_cell)); };
    const auto high = [&](double v) { return blockOf(std::ceil((v + range) * per_cell)); };
    return {{low(x.x), low(x.y), low(x.z)}, {high(x.x), high(x.y), high(x.z)}};
}

Error tooLarge(std::size_t bytes, std::size_t limit, double cell) {
    return {ErrorKind::Input,
            fmt::format("cells of {:.3g} m make a grid of more than {:.1f} GB; the surface may take {:.1f} "
                        "GB of memory: use "
                        "larger cells",
                        cell, static_cast<double>(bytes) / 1e9, static_cast<double>(limit) / 1e9)};
}

Result<BlockSet> blocksOf(const Particles& p, double cell, std::size_t max_bytes) {
    BlockSet set;
    CellBox last{{1, 1, 1}, {0, 0, 0}};
    for (std::size_t i = 0; i < p.position.size(); ++i) {
        const CellBox box = reached(p.position.data()[i], p.range.data()[i], 1 / cell);
        if (box == last) continue;
        last = box;
        for (std::int64_t z = box.low.z; z <= box.high.z; ++z)
            for (std::int64_t y = box.low.y; y <= box.high.y; ++y)
                for (std::int64_t x = box.low.x; x <= box.high.x; ++x) set.add({x, y, z});
        const std::size_t bytes = set.cells().size() * (sizeof(Block) + 4 * sizeof(std::uint32_t));
        if (bytes > max_bytes) return tooLarge(bytes, max_bytes, cell);
    }
    return set;
}

constexpr float last_node = block_side - 1;
static_assert(row_nodes == block_side);

/// Computes phi on the nodes of a block. Particles are summed in a fixed order.
void fill(float* values, const Particles& p, const Cell& at, double cell, std::vector<CellRange>& ranges) {
    const double side = block_side * cell;
    const Vec3d origin{side * static_cast<double>(at.x), side * static_cast<double>(at.y),
                       side * static_cast<double>(at.z)};
    const Vec3d wide{p.farthest, p.farthest, p.farthest}, far{side, side, side};
    ranges.clear();
    p.grid->inside({p.grid->cellAt(origin - wide), p.grid->cellAt(origin + far + wide)}, ranges);
    std::fill_n(values, block_nodes, 0.0f);
    const double per_cell = 1 / cell;
    const auto misses = [](float x, float reach_of) { return x + reach_of < 0 || x - reach_of > last_node; };
    for (const CellRange& some : ranges)
        for (std::size_t j = some.begin; j < some.end; ++j) {
            const Vec3f position = narrow((p.position.data()[j] - origin) * per_cell);
            const float range = p.range.data()[j] * static_cast<float>(per_cell);
            if (misses(position.x, range) || misses(position.y, range) || misses(position.z, range)) continue;
            addParticle(values, position, range, 1 / p.crowd.data()[j]);
        }
}

void findInside(Block& block, const float* values) {
    for (std::size_t z = 0; z < 8; ++z) {
        std::uint64_t word = 0;
        for (std::size_t n = 0; n < 64; ++n)
            word |= static_cast<std::uint64_t>(values[64 * z + n] >= static_cast<float>(level)) << n;
        block.inside[z] = word;
    }
}

bool isMixed(const Block& block) {
    std::uint64_t all = ~std::uint64_t{0}, any = 0;
    for (const std::uint64_t word : block.inside) {
        all &= word;
        any |= word;
    }
    return any != 0 && all != ~std::uint64_t{0};
}

void findCrossings(std::vector<Block>& blocks, std::size_t b) {
    Block& block = blocks[b];
    constexpr std::array<std::uint64_t, 8> nothing{};
    const auto insideOf = [&](std::size_t step) -> const std::array<std::uint64_t, 8>& {
        return block.next[step] == no_block ? nothing : blocks[block.next[step]].inside;
    };
    const auto &on_x = insideOf(1), &on_y = insideOf(2), &on_z = insideOf(4);
    for (std::size_t z = 0; z < 8; ++z) {
        const std::uint64_t own = block.inside[z];
        block.crossing[z] = own ^ ((own >> 1 & ~last_column) | (on_x[z] & first_column) << 7);
        block.crossing[8 + z] = own ^ (own >> 8 | on_y[z] << 56);
        block.crossing[16 + z] = own ^ (z < 7 ? block.inside[z + 1] : on_z[0]);
    }
    for (std::size_t w = 0; w < 24; ++w) {
        block.before[w] = static_cast<std::uint16_t>(block.crossings);
        block.crossings += static_cast<std::uint32_t>(std::popcount(block.crossing[w]));
    }
}

/// Whether an edge that crosses the surface begins or ends in the block.
bool isTouched(const Block& block, const std::array<const Block*, 3>& previous) {
    if (block.crossings != 0) return true;
    for (std::size_t z = 0; z < 8; ++z) {
        if (previous[0] != nullptr && (previous[0]->crossing[z] & last_column) != 0) return true;
        if (previous[1] != nullptr && (previous[1]->crossing[8 + z] & last_row) != 0) return true;
    }
    return previous[2] != nullptr && previous[2]->crossing[23] != 0;
}

}  // namespace

Result<FieldBlocks> FieldBlocks::of(const exec::Exec& exec, const Particles& p, double cell,
                                    std::size_t max_bytes) {
    const auto set = blocksOf(p, cell, max_bytes);
    if (!set) return set.error();
    FieldBlocks out;
    out.cell_ = cell;
    const std::size_t count = set->cells().size();
    out.blocks_.resize(count);
    std::vector<Block>& blocks = out.blocks_;
    constexpr std::size_t blocks_per_task = 16;  // a block takes about 10 us
    const auto fillBlocks = [&](auto isWanted, auto keep) {
        exec::for_each_range(
            exec, count,
            [&](std::size_t begin, std::size_t end) {
                std::vector<CellRange> ranges;
                auto values = std::make_unique<float[]>(block_nodes);
                for (std::size_t b = begin; b < end; ++b) {
                    if (!isWanted(b)) continue;
                    fill(values.get(), p, blocks[b].at, cell, ranges);
                    if (!keep(b, values.get())) continue;
                    blocks[b].value = std::move(values);
                    values = std::make_unique<float[]>(block_nodes);
                }
            },
            blocks_per_task);
    };
    exec::for_each(exec, count, [&](std::size_t b) {
        const Cell& at = blocks[b].at = set->cells()[b];
        for (std::size_t k = 1; k < 8; ++k)
            blocks[b].next[k] = set->find({at.x + static_cast<std::int64_t>(k & 1),
                                           at.y + static_cast<std::int64_t>(k >> 1 & 1),
                                           at.z + static_cast<std::int64_t>(k >> 2)});
    });
    fillBlocks([](std::size_t) { return true; },
               [&](std::size_t b, const float* values) {
                   findInside(blocks[b], values);
                   return isMixed(blocks[b]);
               });
    exec::for_each(exec, count, [&](std::size_t b) { findCrossings(blocks, b); });
    // Where the surface is along the border of a block, values of a block that is all inside or all outside
    // are needed too.
    const auto blockAt = [&](const Cell& at) {
        const std::uint32_t b = set->find(at);
        return b == no_block ? nullptr : &blocks[b];
    };
    fillBlocks(
        [&](std::size_t b) {
            const Cell& at = blocks[b].at;
            return blocks[b].value == nullptr &&
                   isTouched(blocks[b], {blockAt({at.x - 1, at.y, at.z}), blockAt({at.x, at.y - 1, at.z}),
                                         blockAt({at.x, at.y, at.z - 1})});
        },
        [](std::size_t, const float*) { return true; });
    if (const std::size_t bytes = out.bytes(); bytes > max_bytes) return tooLarge(bytes, max_bytes, cell);
    return out;
}

std::size_t FieldBlocks::bytes() const {
    std::size_t bytes = blocks_.size() * sizeof(Block);
    for (const Block& block : blocks_)
        if (block.value != nullptr) bytes += block_nodes * sizeof(float);
    return bytes;
}

}  // namespace talus::geometry::liquid
