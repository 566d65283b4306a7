#include "talus/grains/sources/tiles.h"

#include <algorithm>
#include <cstring>

#include "talus/environment/periodic.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/ghosts.h"

namespace talus::grains {
namespace {

/// Copies the values of a column `times` times, with conversion from double to single if the columns differ
/// in precision.
void repeat(const state::Column& from, std::size_t rows, std::uint64_t times, state::Column& to) {
    const std::size_t bytes = rows * from.info->elementBytes(), to_bytes = rows * to.info->elementBytes();
    if (rows == 0) return;
    for (std::uint64_t t = 0; t < times; ++t) {
        std::byte* const begin = to.values.data() + t * to_bytes;
        if (bytes == to_bytes) {
            std::memcpy(begin, from.values.data(), bytes);
            continue;
        }
        const auto* const wide = reinterpret_cast<const double*>(from.values.data());
        std::copy_n(wide, bytes / sizeof(double), reinterpret_cast<float*>(begin));
    }
}

void repeat(const state::Table& from, std::uint64_t times, state::Table& to) {
    to.resize(from.size() * times);
    for (std::size_t c = 0; c < from.columns().size(); ++c)
        repeat(from.columns()[c], from.size(), times, to.columns()[c]);
}

/// Makes the numbers of each copy unique: adds `each` times the index of the copy.
void offsetCopies(state::View<std::uint32_t> numbers, std::uint64_t times, std::size_t each) {
    const std::size_t rows = numbers.size() / times;
    for (std::size_t k = 0; k < numbers.size(); ++k)
        numbers[k] += static_cast<std::uint32_t>(k / rows * each);
}

/// A neighbour in a periodic row of tiles, and the number of periods (-1, 0 or 1) by which it is displaced.
struct NeighbourTile {
    std::uint64_t tile;
    int row;
};
NeighbourTile neighbourTile(std::uint64_t tile, int by, std::uint64_t along) {
    if (by < 0 && tile == 0) return {along - 1, -1};
    if (by > 0 && tile + 1 == along) return {0, 1};
    return {tile + static_cast<std::uint64_t>(by), 0};
}

/// Replaces periodic copies of the tile's grains in the halo by grains of the neighbouring tiles.
void linkNeighbourTiles(const Tiles& tiles, std::size_t grains, state::Table& halo) {
    const auto grain = halo.write(fields::halo_grain);
    const auto image = halo.write(fields::halo_image);
    const std::size_t rows = halo.size() / tiles.count();
    for (std::size_t h = 0; h < halo.size(); ++h) {
        const std::uint64_t tile = h / rows;
        const NeighbourTile x = neighbourTile(tile % tiles.along_x, image[h] % 3 - 1, tiles.along_x),
                            y = neighbourTile(tile / tiles.along_x, image[h] / 3 % 3 - 1, tiles.along_y);
        grain[h] += static_cast<std::uint32_t>((y.tile * tiles.along_x + x.tile) * grains);
        image[h] = environment::Image{x.row, y.row, 0}.code();
    }
}

}  // namespace

void copyTiles(const state::World& tile, const Tiles& tiles, state::World& whole) {
    const std::uint64_t times = tiles.count();
    for (const char* name : {grains_table, blocks_table, halo_table, contacts_table, wall_contacts_table})
        repeat(tile.table(name), times, whole.table(name));

    const std::size_t grains = tile.table(grains_table).size();
    state::Table& all = whole.table(grains_table);
    const auto position = all.write(fields::position);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::uint64_t t = i / grains, in_row = t % tiles.along_x, row = t / tiles.along_x;
        position[i] +=
            Vec3d{static_cast<double>(in_row) * tiles.width, static_cast<double>(row) * tiles.width, 0};
    }
    offsetCopies(all.write(fields::id), times, grains);
    state::Table& search = whole.table(search_table);
    search.write(fields::listed)[0] = all.size();
    search.write(fields::search_due)[0] = 1;

    state::Table& blocks = whole.table(blocks_table);
    offsetCopies(blocks.write(fields::grains_end), times, grains);
    offsetCopies(blocks.write(fields::rows_end), times, tile.table(contacts_table).size());
    offsetCopies(blocks.write(fields::halo_end), times, tile.table(halo_table).size());
    linkNeighbourTiles(tiles, grains, whole.table(halo_table));
    const bool by_both = ListViews::of(tile).ghosts() == 0;
    listGhosts(exec::Exec::serial(), by_both, blocks, whole.table(halo_table));
    offsetCopies(whole.table(wall_contacts_table).write(fields::wall_grain), times, grains);
}

}  // namespace talus::grains
