#pragma once
#include <vector>

#include "talus/cloth/solve/multigrid.h"
#include "talus/cloth/solve/springs.h"

/// Springs that are stiff for the small step, all at once. A pass of XPBD over them (springs.h) moves points
/// by what their own springs tell them, so a fine, stiff sheet yields to steady loads as a small share of its
/// stiffness. The implicit Euler method minimises
///
///     f(x) = sum of m (x - y)^2 / (2 h^2) + sum of k (|r| - L)^2 / 2,
///
/// with y the positions that inertia and forces predict. No direction of a spring is stiffer than k, so with
/// the matrix A of the masses m / h^2 and of springs k in all three directions
///
///     f(y + d) <= f(y) + f'(y) d + d A d / 2,
///
/// and d = -A^-1 f'(y) never makes f larger (Liu, Bargteil, O'Brien, Kavan 2013, "Fast simulation of
/// mass-spring systems"). One V-cycle stands for A^-1 (multigrid.h). A damper z adds z / h to k.
namespace talus::cloth {

class ImplicitStretch {
  public:
    /// Moves free points, and sets the reactions on held ones. @pre no reaction has been added
    /// @param h small step [s]
    void solve(const exec::Exec& exec, const SpringRows& springs, const SolvedPoints& points, double h);

  private:
    /// Makes the matrix for these masses and springs where the last one was for others.
    void prepare(const SpringRows& springs, const SolvedPoints& points, double h);
    void findParts(const SpringRows& springs, std::size_t points);
    void balance(const SolvedPoints& points);

    // For which the matrix is made.
    std::vector<double> mobility_, stiffness_;
    double step_ = 0;

    Multigrid multigrid_;
    std::vector<std::uint32_t> held_springs_;  ///< with a held end
    std::vector<std::uint32_t> part_;          ///< of each point: springs join the points of a part
    std::uint32_t parts_ = 0;
    std::vector<Vec3d> force_, moved_;
    std::vector<Vec3d> missing_;
    std::vector<double> mass_;
    std::vector<std::uint32_t> held_;
};

}  // namespace talus::cloth
