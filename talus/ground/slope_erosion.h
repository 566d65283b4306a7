#pragma once
#include <cstdint>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/geometry/heightfield.h"
#include "talus/ground/params.h"

namespace talus::ground {

/// The ground that slides: views of one grid's columns.
struct Columns {
    exec::View<double> height;               ///< [m], finite
    exec::View<const double> bedrock;        ///< [m], not above height; empty: there is none
    exec::View<const std::uint8_t> touched;  ///< not 0: an object touches the column; empty: none does
};

/// What slides now, to go on with later.
struct Sliding {
    exec::View<std::uint8_t>
        loose;  ///< by column: not 0 where it slid or was slid on and has not come to rest
    exec::View<std::uint8_t> awake;  ///< by tile: not 0 where something may slide
};

/// How ground lies that nothing has moved yet.
enum class Packing {
    Stable,  ///< slides once it is steeper than `outside`
    Loose    ///< slides once it is steeper than `stop`
};

struct Relaxed {
    std::uint32_t sweeps = 0;
    bool settled = true;  ///< false: the sweeps that were allowed were used up
};

/// Ground slides downhill wherever it is too steep, sweep by sweep, until it is not. In a sweep a column with
/// n too steep of its eight neighbours gives `fraction` of its mean excess over them, an n-th to each;
/// distances are true ones along the diagonal too. The excess counts from a little under the limit, so that
/// slopes come to lie below it after a finite number of sweeps. What slid or was slid on is loose until
/// nothing slides any more in and around its tile. Source: Sumner, O'Brien, Hodgins (1999), section 3.3.
///
/// Every column works out what it gives, then every column adds what it gets, always in the same order: the
/// same bits for any number of threads, and what one gives the others get, but for the rounding of their
/// sums. Tiles of columns in which and around which nothing moved are left alone.
class SlopeErosion {
  public:
    explicit SlopeErosion(const geometry::ColumnGrid& grid);

    /// Tiles of a grid, the length of Sliding::awake.
    static std::size_t tilesOf(const geometry::ColumnGrid& grid);
    /// To be called for columns that may have become too steep, because they or what touches them changed.
    void wake(const geometry::ColumnRange& changed, exec::View<std::uint8_t> awake) const;
    /// So many sweeps, or as many as it takes until all is settled; nothing but `sliding` is remembered from
    /// call to call. @pre check(limits) and views as long as the grid
    Relaxed slide(const exec::Exec& exec, const Columns& ground, const SlopeLimits& limits,
                  const Sliding& sliding, std::uint32_t max_sweeps);

    /// Lets the ground slide. `changed`: the columns that may be too steep, because they or what touches them
    /// changed since the last call; they lie as `packing` says, all others stably. All columns but these must
    /// have settled before. @pre check(limits) and views as long as the grid
    Relaxed relax(const exec::Exec& exec, const Columns& ground, const SlopeLimits& limits,
                  const geometry::ColumnRange& changed, Packing packing, std::uint32_t max_sweeps);

  private:
    struct Sweep;
    std::vector<std::uint32_t> tilesAround(const std::vector<std::uint32_t>& tiles);

    geometry::ColumnGrid grid_;
    std::uint32_t tiles_x_, tiles_y_;
    // With one column more on every side, which gives nothing.
    exec::Array<float> share_;           ///< what a column gives to each of its too steep neighbours [m]
    exec::Array<std::uint8_t> towards_;  ///< bit d: it gives to the neighbour in direction d
    exec::Array<std::uint8_t> moved_;    ///< by tile: something slid in it
    exec::Array<std::uint8_t> listed_;
};

}  // namespace talus::ground
