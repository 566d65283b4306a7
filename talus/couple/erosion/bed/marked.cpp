#include "talus/couple/erosion/bed/marked.h"

#include <algorithm>

namespace talus::couple::erosion {

void MarkedEntries::clear(std::uint32_t columns, std::uint32_t rows) {
    if (columns != columns_ || rows != rows_) {
        columns_ = columns;
        rows_ = rows;
        row_ = exec::Array<std::uint32_t>(std::size_t{columns} * rows);
        in_tile_ = exec::Array<std::uint8_t>(std::size_t{tilesAlong(columns)} * tilesAlong(rows));
    } else {
        for (const std::uint32_t index : listed_) row_[index] = 0;
        for (const std::uint32_t t : tiles_) in_tile_[t] = 0;
    }
    tiles_.clear();
    listed_.clear();
}

void MarkedEntries::list(const exec::Exec& exec) {
    for (std::uint32_t t = 0; t < in_tile_.size(); ++t)
        if (in_tile_[t]) tiles_.push_back(t);
    const std::uint32_t across = tilesAlong(columns_);
    const auto forMarked = [&](std::size_t k, auto take) {
        const std::uint32_t i = tiles_[k] % across * tile, j = tiles_[k] / across * tile;
        for (std::uint32_t b = j; b < std::min(j + tile, rows_); ++b)
            for (std::uint32_t a = i; a < std::min(i + tile, columns_); ++a)
                if (row_[index(a, b)]) take(static_cast<std::uint32_t>(index(a, b)));
    };
    constexpr std::size_t at_once = 16;
    first_.assign(tiles_.size() + 1, 0);
    exec::for_each(
        exec, tiles_.size(), [&](std::size_t k) { forMarked(k, [&](std::uint32_t) { ++first_[k + 1]; }); },
        at_once);
    for (std::size_t k = 0; k < tiles_.size(); ++k) first_[k + 1] += first_[k];
    listed_.resize(first_.back());
    exec::for_each(
        exec, tiles_.size(),
        [&](std::size_t k) {
            std::uint32_t row = first_[k];
            forMarked(k, [&](std::uint32_t index) {
                listed_[row] = index;
                row_[index] = ++row;
            });
        },
        at_once);
}

}  // namespace talus::couple::erosion
