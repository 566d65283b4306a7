#pragma once
// Dense matrices for tests of the solves on the grid, and a solution that converges slowly but surely.
#include <algorithm>
#include <cmath>
#include <vector>

#include "talus/exec/view.h"

namespace talus::sand::grid {

using Matrix = std::vector<std::vector<double>>;

inline exec::View<double> viewOf(std::vector<double>& v) { return {v.data(), v.size()}; }

/// The solution by Gauss-Seidel sweeps with projection, until it stands still.
inline std::vector<double> oracle(const Matrix& a, const std::vector<double>& b,
                                  const std::vector<double>& low, const std::vector<double>& high) {
    std::vector<double> x(b.size(), 0);
    for (int sweep = 0; sweep < 200000; ++sweep) {
        double change = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            if (!(low[i] < high[i])) continue;
            double sum = b[i];
            for (std::size_t j = 0; j < b.size(); ++j) sum -= i == j ? 0 : a[i][j] * x[j];
            const double now = std::min(std::max(sum / a[i][i], low[i]), high[i]);
            change = std::max(change, std::abs(now - x[i]));
            x[i] = now;
        }
        if (change < 1e-14) break;
    }
    return x;
}

/// The matrix of a problem, column by column.
template <class Problem>
Matrix matrixOf(Problem& problem) {
    const std::size_t n = problem.size();
    Matrix a(n, std::vector<double>(n));
    std::vector<double> e(n, 0), y(n, 0);
    for (std::size_t j = 0; j < n; ++j) {
        e[j] = 1;
        problem.apply(viewOf(e), viewOf(y));
        e[j] = 0;
        for (std::size_t i = 0; i < n; ++i) a[i][j] = y[i];
    }
    return a;
}

}  // namespace talus::sand::grid
