#include "talus/sand/mpm/check_tiles.h"

#include "talus/sand/fields.h"
#include "talus/sand/mpm/tile.h"

namespace talus::sand::mpm {

void checkTiles(const Setup& setup, state::StateCheck& check) {
    check.byCaller(tile_table, fields::tile_code);
    check.ends(tile_table, fields::tile_end, check.world().table(sand_table).size());
    check.within(ledger_table, fields::wandered, 0, 1);
    if (!check.ok()) return;
    const state::Table& tiles = check.world().table(tile_table);
    const auto code = tiles.read(fields::tile_code);
    const auto end = tiles.read(fields::tile_end);
    const auto position = check.world().table(sand_table).read(fields::position);
    if (tiles.size() == 0) return;  // they are listed in the next step
    const Lattice lattice(setup.origin, setup.sand.cell, setup.domain);
    if (end[tiles.size() - 1] != position.size())
        return check.fail(tile_table, "end", tiles.size() - 1, "not the number of particles");
    std::size_t i = 0;
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        const TileAt at = tileOf(code[k]);
        if (code[k] >> 63 != 0 || lattice.wrapped(at) != at || (k > 0 && code[k] <= code[k - 1]))
            return check.fail(tile_table, "code", k, "not a tile of the grid, or not in order");
        if (end[k] <= i) return check.fail(tile_table, "end", k, "a tile without particles");
        for (const Vec3d corner = lattice.cornerOf(at); i < end[k]; ++i)
            if (!Lattice::reaches(lattice.inTile(position[i], corner)))
                return check.fail(tile_table, "code", k, "a particle of it is elsewhere");
    }
}

}  // namespace talus::sand::mpm
