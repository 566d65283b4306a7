#include "talus/sand/mpm/put_into_tiles.h"

#include "talus/exec/for_each.h"
#include "talus/exec/sort.h"
#include "talus/sand/mpm/grid.h"
#include "talus/sand/mpm/limits.h"
#include "talus/state/reorder.h"

namespace talus::sand::mpm {
namespace {

constexpr const char* sort_scratch = "sort of the sand";

struct SortKeys {
    exec::Array<std::uint64_t> code;
    exec::Array<std::uint32_t> order;
    exec::SortScratch scratch;
};

}  // namespace

step::Access PutIntoTiles::access() const {
    using namespace fields;
    return {.reads = {{sand_table, &position},
                      {ledger_table, &wandered},
                      {tile_table, &tile_code},
                      {tile_table, &tile_end}},
            .writes = {{ledger_table, &wandered}},
            .resizes = {sand_table, tile_table},
            .produces = {grid_scratch, sort_scratch}};
}

void PutIntoTiles::run(step::Step& step) const {
    const std::size_t count = step.rows(sand_table);
    const double wandered = step.read(ledger_table, fields::wandered)[0];
    const bool listed = step.rows(tile_table) > 0 || count == 0;
    if (!listed || wandered > max_wandered) {
        SortKeys& keys = step.produce<SortKeys>(sort_scratch);
        keys.code.resize(count);
        keys.order.resize(count);
        const auto position = step.read(sand_table, fields::position);
        exec::for_each(step.exec, count, [&](std::size_t i) {
            keys.code[i] = codeOf(lattice.tileAt(position[i]));
            keys.order[i] = static_cast<std::uint32_t>(i);
        });
        exec::sort_by_key(step.exec, keys.code.view(), keys.order.view(), keys.scratch);
        state::reorder(step.exec, std::as_const(keys.order).view(), step.resizable(sand_table));
        std::size_t tiles = 0;
        for (std::size_t i = 0; i < count; ++i) tiles += i == 0 || keys.code[i] != keys.code[i - 1];
        if (tiles > max_tiles) return step.report.fail(tooSpread(tiles));
        state::Table& table = step.resizable(tile_table);
        table.resize(tiles);
        const auto code = table.write(fields::tile_code);
        const auto end = table.write(fields::tile_end);
        std::size_t tile = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0 && keys.code[i] != keys.code[i - 1]) ++tile;
            code[tile] = keys.code[i];
            end[tile] = static_cast<std::uint32_t>(i + 1);
        }
        step.write(ledger_table, fields::wandered)[0] = 0;
    }
    Grid& grid = step.produce<Grid>(grid_scratch);
    const state::Table& table = step.resizable(tile_table);
    const auto code = table.read(fields::tile_code);
    const auto end = table.read(fields::tile_end);
    if (!grid.isOf(code, end)) grid.connect(lattice, code, end);
}

}  // namespace talus::sand::mpm
