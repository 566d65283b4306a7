#pragma once
#include <cstdint>
#include <vector>

#include "talus/sand/grid/lattice.h"

namespace talus::sand::grid {

/// What a cell is to the pressure.
enum class Cell : std::uint8_t {
    Wall,  ///< no pressure, and none of its faces lets anything through
    Zero,  ///< its pressure is zero: empty, or loose
    Free,  ///< its pressure is unknown
};

/// An approximate inverse of
///
///     (A x)_c = sum over the six faces of c of conductance_f (x_c - x_n),   x = 0 in cells that are not Free
///
/// by one V-cycle from zero: symmetric and positive, as a preconditioner must be. It smooths by Gauss-Seidel
/// sweeps, first one half of the cells, then the other, in the reverse order after the correction.
/// Corrections are interpolated linearly between the centres of coarse cells, with the own value behind
/// walls; residuals are summed by the transpose. A coarse conductance is half the sum of the fine ones, as
/// faces are four times as large and centres twice as far apart. After McAdams, Sifakis, Teran (2010),
/// "A parallel multigrid Poisson solver for fluids simulation on large grids".
/// @tparam Real float halves the memory traffic; the solve around it stays in double precision
template <class Real>
class Multigrid {
  public:
    /// @param conductance of the lower face of each cell along each axis
    void build(const exec::Exec& exec, const Lattice& lattice,
               const PerAxis<exec::View<const double>>& conductance, exec::View<const Cell> cells);
    /// z = P r. @pre r = 0 in cells that are not Free; z is then zero there too
    void cycle(const exec::Exec& exec, exec::View<const double> r, exec::View<double> z);

    std::size_t levels() const { return used_; }
    static constexpr int sweeps = 2;  ///< before and after each correction

  private:
    struct Level {
        Lattice lattice;
        PerAxis<std::vector<Real>> conductance;  ///< between two Free cells, else 0
        std::vector<Real> held;                  ///< conductance to cells of zero pressure
        std::vector<Real> inverse;               ///< of the diagonal; 0 in cells that are not Free
        std::vector<Real> right, x, residual;
        std::vector<Cell> cells;
        Spans spans;  ///< of the Free cells
    };
    void finish(const exec::Exec& exec, Level& level);
    void coarsen(const exec::Exec& exec, const Level& fine, Level& coarse);
    void half(const exec::Exec& exec, Level& level, int parity);
    void restrictTo(const exec::Exec& exec, const Level& fine, Level& coarse);
    void interpolateTo(const exec::Exec& exec, const Level& coarse, Level& fine);
    void solve(const exec::Exec& exec, std::size_t level);

    std::vector<Level> levels_;  ///< may hold more than are used, so that memory is kept
    std::size_t used_ = 0;
};

}  // namespace talus::sand::grid
