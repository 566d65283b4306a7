#pragma once
#include <vector>

#include "talus/sand/grid/solve/bodies.h"
#include "talus/sand/grid/solve/bounded.h"
#include "talus/sand/grid/solve/multigrid.h"

namespace talus::sand::grid {

/// Free bodies in the problem.
struct PushedBodies {
    const std::vector<BodyRows>* rows = nullptr;  ///< null: none
    double dt = 0;                                ///< [s]
};

/// The matrix of the pressure problem for solveBounded: A = dt D M^-1 D^T with D the discrete divergence
/// through the open part of each face and M the masses of the faces (Batty, Bertails, Bridson 2007, "A fast
/// variational framework for accurate solid-fluid coupling", with the face areas of Ng, Min, Gibou 2009).
/// It is never formed; each face has a conductance dt (w h^2)^2 / m. Free bodies add dt J M^-1 J^T of six
/// columns each.
class PressureProblem {
  public:
    /// @param conductance of the lower face of each cell [m^3/(s Pa)]
    /// @param cells which cells can have pressure: those that are Free
    PressureProblem(const exec::Exec& exec, const Lattice& lattice, const Faces& conductance,
                    const std::vector<Cell>& cells, const PushedBodies& bodies = {});

    std::size_t size() const { return lattice_.cells(); }
    exec::View<const double> diagonal() const { return {diagonal_.data(), diagonal_.size()}; }
    /// Sets the diagonal to 1 where a cell has no equation.
    void fillDiagonal() {
        for (double& d : diagonal_)
            if (d == 0) d = 1;
    }
    /// Rows are diagonally dominant (Gershgorin); bodies add at most their trace.
    double norm() const { return norm_; }
    void apply(exec::View<const double> x, exec::View<double> y) const;
    void setFree(exec::View<const std::uint8_t> free);
    void precondition(exec::View<const double> r, exec::View<double> z) { multigrid_.cycle(exec_, r, z); }

  private:
    const exec::Exec& exec_;
    const Lattice& lattice_;
    const Faces& conductance_;
    const std::vector<Cell>& cells_;
    PushedBodies bodies_;
    double norm_ = 2;
    std::vector<double> diagonal_;
    std::vector<double> of_bodies_;  ///< what they add to the diagonal
    std::vector<Cell> now_;
    Spans spans_;  ///< of the Free cells
    Multigrid<float> multigrid_;
};

/// Solves for the pressure: min 1/2 p A p - b p, low <= p <= high. Where a bound can hold, the solve starts
/// from the solution on a grid of twice the spacing, found in the same way, or from `p` where that is nearer:
/// which cells are on a bound is then known but for a few, on a grid of any size.
Solved solvePressure(const exec::Exec& exec, const Lattice& lattice, const Faces& conductance,
                     const std::vector<Cell>& cells, exec::View<const double> b, exec::View<const double> low,
                     exec::View<const double> high, exec::View<double> p, const Stop& stop,
                     BoundedScratch& scratch, const PushedBodies& bodies = {});

}  // namespace talus::sand::grid
