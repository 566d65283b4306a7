#include "talus/cloth/solve/multigrid.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/for_each.h"

namespace talus::cloth {
namespace {

/// A neighbour is near where its entry is at least this share of the largest of the row.
constexpr double near_share = 0.1;
/// Share of the neighbours' mean in a row of P.
constexpr double smoothing = 2.0 / 3;
/// No further level below this number of unknowns; sweeps solve that many.
constexpr std::uint32_t few_unknowns = 32;
constexpr int last_sweeps = 8;
/// Damping of Jacobi's sweeps over the points: no eigenvalue of D^-1 A is above 2.
constexpr double damping = 2.0 / 3;
constexpr std::uint32_t none = ~std::uint32_t{0};

/// kernel(column, value) for all entries of a row off the diagonal.
template <class Kernel>
void forOthers(const SparseMatrix& a, std::uint32_t row, Kernel kernel) {
    for (std::uint32_t k = a.first[row]; k < a.first[row + 1]; ++k)
        if (a.column[k] != row) kernel(a.column[k], std::abs(a.value[k]));
}

/// The aggregate of each row: first those of rows none of whose near neighbours is taken, with all of these;
/// what is left joins the neighbour with the largest entry.
std::vector<std::uint32_t> aggregatesOf(const SparseMatrix& a, std::uint32_t& count) {
    std::vector<std::uint32_t> of(a.rows(), none);
    const auto forNear = [&](std::uint32_t row, auto kernel) {
        double largest = 0;
        forOthers(a, row, [&](std::uint32_t, double size) { largest = std::max(largest, size); });
        forOthers(a, row, [&](std::uint32_t other, double size) {
            if (size >= near_share * largest) kernel(other, size);
        });
    };
    count = 0;
    for (std::uint32_t row = 0; row < a.rows(); ++row) {
        bool taken = of[row] != none || a.first[row] == a.first[row + 1];
        forNear(row, [&](std::uint32_t other, double) { taken |= of[other] != none; });
        if (taken) continue;
        of[row] = count;
        forNear(row, [&](std::uint32_t other, double) { of[other] = count; });
        ++count;
    }
    const std::vector<std::uint32_t> begun = of;
    for (std::uint32_t row = 0; row < a.rows(); ++row) {
        if (of[row] != none || a.first[row] == a.first[row + 1]) continue;
        double largest = 0;
        forNear(row, [&](std::uint32_t other, double size) {
            if (begun[other] == none || size <= largest) return;
            largest = size;
            of[row] = begun[other];
        });
        if (of[row] == none) of[row] = count++;
    }
    return of;
}

/// P.
SparseMatrix interpolation(const SparseMatrix& a, const std::vector<std::uint32_t>& aggregate,
                           std::uint32_t count) {
    SparseMatrix p;
    p.columns = count;
    std::vector<std::pair<std::uint32_t, double>> row;
    for (std::uint32_t r = 0; r < a.rows(); ++r) {
        row.clear();
        if (aggregate[r] != none) {
            double sum = 0;
            forOthers(a, r, [&](std::uint32_t, double size) { sum += size; });
            row.emplace_back(aggregate[r], sum > 0 ? 1 - smoothing : 1);
            if (sum > 0)
                forOthers(a, r, [&](std::uint32_t other, double size) {
                    row.emplace_back(aggregate[other], smoothing * size / sum);
                });
        }
        std::stable_sort(row.begin(), row.end(),
                         [](const auto& u, const auto& v) { return u.first < v.first; });
        for (const auto& [column, value] : row) {
            if (p.column.size() > p.first.back() && p.column.back() == column) {
                p.value.back() += value;
                continue;
            }
            p.column.push_back(column);
            p.value.push_back(value);
        }
        p.first.push_back(static_cast<std::uint32_t>(p.column.size()));
    }
    return p;
}

std::vector<double> diagonalOf(const SparseMatrix& m) {
    std::vector<double> diagonal(m.rows(), 0);
    for (std::uint32_t r = 0; r < m.rows(); ++r)
        for (std::uint32_t k = m.first[r]; k < m.first[r + 1]; ++k)
            if (m.column[k] == r) diagonal[r] = m.value[k];
    return diagonal;
}

/// out = m x.
void multiply(const exec::Exec& exec, const SparseMatrix& m, View<const Vec3d> x, View<Vec3d> out) {
    exec::for_each(exec, m.rows(), [&m, x, out](std::size_t r) {
        Vec3d sum;
        for (std::uint32_t k = m.first[r]; k < m.first[r + 1]; ++k) sum += x[m.column[k]] * m.value[k];
        out[r] = sum;
    });
}

}  // namespace

SparseMatrix transposed(const SparseMatrix& m) {
    SparseMatrix t;
    t.columns = m.rows();
    t.first.assign(m.columns + 1, 0);
    for (const std::uint32_t c : m.column) ++t.first[c + 1];
    for (std::uint32_t c = 0; c < m.columns; ++c) t.first[c + 1] += t.first[c];
    t.column.resize(m.column.size());
    t.value.resize(m.value.size());
    std::vector<std::uint32_t> next(t.first.begin(), t.first.end() - 1);
    for (std::uint32_t r = 0; r < m.rows(); ++r)
        for (std::uint32_t k = m.first[r]; k < m.first[r + 1]; ++k) {
            t.column[next[m.column[k]]] = r;
            t.value[next[m.column[k]]++] = m.value[k];
        }
    return t;
}

SparseMatrix product(const SparseMatrix& a, const SparseMatrix& b) {
    SparseMatrix out;
    out.columns = b.columns;
    std::vector<double> sum(b.columns, 0);
    std::vector<std::uint8_t> used(b.columns, 0);
    std::vector<std::uint32_t> columns;
    for (std::uint32_t r = 0; r < a.rows(); ++r) {
        columns.clear();
        for (std::uint32_t k = a.first[r]; k < a.first[r + 1]; ++k)
            for (std::uint32_t q = b.first[a.column[k]]; q < b.first[a.column[k] + 1]; ++q) {
                if (used[b.column[q]] == 0) columns.push_back(b.column[q]);
                used[b.column[q]] = 1;
                sum[b.column[q]] += a.value[k] * b.value[q];
            }
        std::sort(columns.begin(), columns.end());
        for (const std::uint32_t c : columns) {
            out.column.push_back(c);
            out.value.push_back(sum[c]);
            sum[c] = 0;
            used[c] = 0;
        }
        out.first.push_back(static_cast<std::uint32_t>(out.column.size()));
    }
    return out;
}

Multigrid::Multigrid(SparseMatrix fine) : fine_(std::move(fine)) {
    diagonal_ = diagonalOf(fine_);
    left_.resize(fine_.rows());
    const SparseMatrix* above = &fine_;
    for (;;) {
        std::uint32_t count = 0;
        const std::vector<std::uint32_t> aggregate = aggregatesOf(*above, count);
        if (!levels_.empty() && count >= above->rows()) break;
        Level level;
        level.to_finer = interpolation(*above, aggregate, count);
        level.from_finer = transposed(level.to_finer);
        level.matrix = product(level.from_finer, product(*above, level.to_finer));
        level.diagonal = diagonalOf(level.matrix);
        level.b.resize(count);
        level.x.resize(count);
        level.left.resize(count);
        levels_.push_back(std::move(level));
        above = &levels_.back().matrix;
        if (count <= few_unknowns) break;
    }
}

void Multigrid::cycle(const exec::Exec& exec, std::size_t index) {
    Level& level = levels_[index];
    const std::uint32_t rows = level.matrix.rows();
    const auto relax = [&](std::uint32_t r) {
        Vec3d left = level.b[r];
        for (std::uint32_t k = level.matrix.first[r]; k < level.matrix.first[r + 1]; ++k)
            left -= level.x[level.matrix.column[k]] * level.matrix.value[k];
        level.x[r] += left / level.diagonal[r];
    };
    const auto forwards = [&] {
        for (std::uint32_t r = 0; r < rows; ++r) relax(r);
    };
    const auto backwards = [&] {
        for (std::uint32_t r = rows; r-- > 0;) relax(r);
    };
    std::fill(level.x.begin(), level.x.end(), Vec3d{});
    const bool last = index + 1 == levels_.size();
    for (int sweep = 0; sweep < (last ? last_sweeps : 1); ++sweep) {
        forwards();
        if (last) backwards();
    }
    if (last) return;
    Level& below = levels_[index + 1];
    const auto viewOf = [](std::vector<Vec3d>& v) { return View<Vec3d>(v.data(), v.size()); };
    const auto constViewOf = [](const std::vector<Vec3d>& v) {
        return View<const Vec3d>(v.data(), v.size());
    };
    multiply(exec, level.matrix, constViewOf(level.x), viewOf(level.left));
    for (std::uint32_t r = 0; r < rows; ++r) level.left[r] = level.b[r] - level.left[r];
    multiply(exec, below.from_finer, constViewOf(level.left), viewOf(below.b));
    cycle(exec, index + 1);
    multiply(exec, below.to_finer, constViewOf(below.x), viewOf(level.left));
    for (std::uint32_t r = 0; r < rows; ++r) level.x[r] += level.left[r];
    backwards();
}

void Multigrid::solve(const exec::Exec& exec, View<const Vec3d> b, View<Vec3d> x) {
    const View<Vec3d> left{left_.data(), left_.size()};
    const View<const Vec3d> known = x;
    const auto sweep = [&](bool first) {
        if (!first) multiply(exec, fine_, known, left);
        exec::for_each(exec, fine_.rows(), [&](std::size_t p) {
            if (!(diagonal_[p] > 0))
                x[p] = {};
            else if (first)
                x[p] = b[p] * (damping / diagonal_[p]);
            else
                x[p] += (b[p] - left[p]) * (damping / diagonal_[p]);
        });
    };
    sweep(true);
    multiply(exec, fine_, known, left);
    exec::for_each(exec, fine_.rows(), [&](std::size_t p) { left[p] = b[p] - left[p]; });
    Level& top = levels_.front();
    multiply(exec, top.from_finer, left, {top.b.data(), top.b.size()});
    cycle(exec, 0);
    multiply(exec, top.to_finer, {top.x.data(), top.x.size()}, left);
    exec::for_each(exec, fine_.rows(), [&](std::size_t p) { x[p] += left[p]; });
    sweep(false);
}

}  // namespace talus::cloth
