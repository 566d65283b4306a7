#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/math/vec.h"

/// Multigrid by smoothed aggregation (Vanek, Mandel, Brezina 1996, "Algebraic multigrid by smoothed
/// aggregation for second and fourth order elliptic problems"): approximate solutions of A x = b for a
/// symmetric matrix A of springs and masses. A sweep of Jacobi's method takes away errors that change from
/// point to point; smooth ones are found with fewer unknowns. Points are put together in aggregates of
/// neighbours, with the unknown c of each:
///
///     x = P c,   P^T A P c = P^T (b - A x),   P = (1 - w + w D^-1 N) T,   w = 2/3.
///
/// T is 1 for the points of an aggregate, N holds the absolute values off the diagonal of A, D their sums by
/// rows. Each row of P sums up to 1, so that common displacements are among the P c. The same is done to P^T
/// A P, with sweeps of Gauss-Seidel, until few unknowns are left. A V-cycle goes down and up again, the
/// sweeps up in the opposite order, so that the whole is symmetric.
namespace talus::cloth {

using exec::View;

/// A matrix by rows. Columns of a row ascend.
struct SparseMatrix {
    std::vector<std::uint32_t> first{0};  ///< of each row, and the end
    std::vector<std::uint32_t> column;
    std::vector<double> value;
    std::uint32_t columns = 0;

    std::uint32_t rows() const { return static_cast<std::uint32_t>(first.size() - 1); }
};

SparseMatrix transposed(const SparseMatrix& m);
SparseMatrix product(const SparseMatrix& a, const SparseMatrix& b);

class Multigrid {
  public:
    Multigrid() = default;
    /// @param fine A: symmetric; rows without entries have no unknown
    explicit Multigrid(SparseMatrix fine);

    /// x from b by one V-cycle.
    void solve(const exec::Exec& exec, View<const Vec3d> b, View<Vec3d> x);

  private:
    struct Level {
        SparseMatrix matrix;                ///< of this level
        std::vector<double> diagonal;       ///< of it
        SparseMatrix to_finer, from_finer;  ///< P and P^T between the level above and this one
        std::vector<Vec3d> b, x, left;
    };
    void cycle(const exec::Exec& exec, std::size_t level);

    SparseMatrix fine_;  ///< A
    std::vector<double> diagonal_;
    std::vector<Vec3d> left_;
    std::vector<Level> levels_;  ///< the first is the one below the points
};

}  // namespace talus::cloth
