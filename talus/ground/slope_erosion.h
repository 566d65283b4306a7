#pragma once
#include <cstdint>
#include <vector>

#include "talus/exec/buffer.h"
#include "talus/geometry/heightfield.h"
#include "talus/ground/params.h"

namespace talus::ground {

/// The columns of a grid of ground.
struct Columns {
    exec::View<double> height;         ///< [m], finite
    exec::View<const double> bedrock;  ///< [m], not above height; empty: no bedrock
    exec::View<const std::uint8_t>
        touched;  ///< not 0: a body touches the column; empty: no column is touched
};

/// State of sliding between calls.
struct Sliding {
    exec::View<std::uint8_t>
        loose;  ///< by column: not 0 if it lost or got ground by sliding and has not come to rest
    exec::View<std::uint8_t> awake;  ///< by tile: not 0 if ground in it may slide
};

/// The limit for ground that has not moved yet.
enum class Packing {
    Stable,  ///< slides once it is steeper than `outside`
    Loose    ///< slides once it is steeper than `stop`
};

/// Result of slide() and relax().
struct Relaxed {
    std::uint32_t sweeps = 0;
    bool settled = true;  ///< false: it stopped after the maximum number of sweeps
};

/// Moves ground downhill in sweeps, until no slope is too steep. If the slopes to n of a column's eight
/// neighbours are too steep, with excess heights e_k, the column loses
///   fraction * (mean of e_k),   an n-th of it to each of these neighbours.
/// Diagonal distances are sqrt(2) spacings. The excess is measured from slightly below the limit, so that
/// slopes get below the limit after a finite number of sweeps. A column that lost or got ground is loose
/// until nothing slides in its tile or the tiles around it. Source: Sumner, O'Brien, Hodgins (1999),
/// section 3.3.
///
/// Each sweep first computes the outflow of every column, then adds the inflow of every column in a fixed
/// order: the same bits for any number of threads. Volume is conserved up to the rounding of these sums.
/// Tiles are skipped if nothing moved in them or in the tiles around them.
class SlopeErosion {
  public:
    explicit SlopeErosion(const geometry::ColumnGrid& grid);

    /// Number of tiles of a grid, which is the length of Sliding::awake.
    static std::size_t tilesOf(const geometry::ColumnGrid& grid);
    /// Sets `awake` for the tiles of columns that may have become too steep. Call it when these columns, or
    /// the bodies that touch them, have changed.
    void wake(const geometry::ColumnRange& changed, exec::View<std::uint8_t> awake) const;
    /// Does at most `max_sweeps` sweeps, or fewer if nothing slides any more. Only `sliding` is kept between
    /// calls. @pre check(limits); views have the size of the grid
    Relaxed slide(const exec::Exec& exec, const Columns& ground, const SlopeLimits& limits,
                  const Sliding& sliding, std::uint32_t max_sweeps);

    /// Lets ground slide, without state between calls. `changed` are the columns that may be too steep,
    /// because they, or the bodies that touch them, have changed; `packing` is their state. All other columns
    /// are stable and must have settled before. @pre check(limits); views have the size of the grid
    Relaxed relax(const exec::Exec& exec, const Columns& ground, const SlopeLimits& limits,
                  const geometry::ColumnRange& changed, Packing packing, std::uint32_t max_sweeps);

  private:
    struct Sweep;
    std::vector<std::uint32_t> tilesAround(const std::vector<std::uint32_t>& tiles);

    geometry::ColumnGrid grid_;
    std::uint32_t tiles_x_, tiles_y_;
    // Both with a border of one column on every side, which has no outflow.
    exec::Array<float> share_;           ///< outflow of a column to each of its receiving neighbours [m]
    exec::Array<std::uint8_t> towards_;  ///< bit d: the neighbour in direction d receives
    exec::Array<std::uint8_t> moved_;    ///< by tile: ground slid in it in the last sweep
    exec::Array<std::uint8_t> listed_;   ///< scratch of tilesAround(): the tile is already in the list
};

}  // namespace talus::ground
