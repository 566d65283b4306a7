#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "talus/exec/reduce.h"

/// Minimises 1/2 x A x - b x within l <= x <= u, by modified proportioning with reduced gradient projections:
/// Dostal and Schoberl (2005), "Minimizing quadratic functions subject to bound constraints with the rate of
/// convergence and finite termination", Comput. Optim. Appl. 30; the step to the bounds is the projected step
/// of conjugate gradients of Kruzik and others (2020), "Projected CG in MPRGP", where it decreases the
/// function. All lengths of gradients are measured with 1 / diagonal(A), which is the method for the unknowns
/// sqrt(diagonal) x. Without bounds it is the preconditioned method of conjugate gradients.
namespace talus::sand::grid {

/// When to stop, and what a solve did.
struct Stop {
    double tolerance = 1e-6;  ///< of the projected gradient, relative to that at x = 0
    int iterations = 200;     ///< at most
};
struct Solved {
    int iterations = 0;   ///< products with A along a direction
    int products = 0;     ///< all products with A
    double residual = 0;  ///< the projected gradient at the end, relative as in Stop
    bool converged = true;
};

/// Arrays of a solve, kept by the caller so that they are allocated once.
struct BoundedScratch {
    std::vector<double> gradient, direction, product, free_gradient, correction;
    std::vector<std::uint8_t> free;
};

namespace bounded {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The parts of the gradient of one unknown.
struct Parts {
    double free = 0;     ///< gradient of an unknown between its bounds
    double reduced = 0;  ///< the same, at most as long as a step `reach` of the gradient can use
    double chopped = 0;  ///< gradient of an unknown on a bound that wants to leave it
};

/// @param reach length of the projected step times 1 / diagonal
inline Parts partsOf(double x, double g, double low, double high, double reach) {
    if (x > low && x < high) {
        const double most = g > 0 ? (x - low) / reach : (x - high) / reach;
        return {g, g > 0 ? std::min(g, most) : std::max(g, most), 0};
    }
    if (!(low < high)) return {};
    return {0, 0, x <= low ? std::min(g, 0.0) : std::max(g, 0.0)};
}

/// Sums that decide which step comes next.
struct Lengths {
    double free = 0, reduced = 0, chopped = 0;
    Lengths operator+(const Lengths& b) const {
        return {free + b.free, reduced + b.reduced, chopped + b.chopped};
    }
};
struct Pair {
    double a = 0, b = 0;
    Pair operator+(const Pair& o) const { return {a + o.a, b + o.b}; }
};

}  // namespace bounded

/// @param problem has `size()`; `diagonal()`, a view, > 0 wherever l < u; `norm()`, a bound on the largest
/// eigenvalue of A with rows divided by the diagonal; `apply(x, y)`, y = A x; `setFree(free)`, which unknowns
/// are between their bounds; `precondition(r, z)`, z = P r, symmetric and positive on those, zero elsewhere
/// @param b zero where l = u
/// @param x at first any values; they are moved into the bounds
template <class Problem>
Solved solveBounded(const exec::Exec& exec, Problem& problem, exec::View<const double> b,
                    exec::View<const double> low, exec::View<const double> high, exec::View<double> x,
                    const Stop& stop, BoundedScratch& s) {
    using namespace bounded;
    const std::size_t n = problem.size();
    const exec::View<const double> d = problem.diagonal();
    const double step = 1.9 / problem.norm();
    for (std::vector<double>* v : {&s.gradient, &s.direction, &s.product, &s.free_gradient, &s.correction})
        v->assign(n, 0);
    s.free.assign(n, 0);
    const auto view = [](std::vector<double>& v) { return exec::View<double>(v.data(), v.size()); };
    const exec::View<double> g = view(s.gradient), p = view(s.direction), ap = view(s.product),
                             phi = view(s.free_gradient), z = view(s.correction);
    const exec::View<std::uint8_t> free(s.free.data(), n);
    Solved solved;

    // The projected gradient at zero.
    const double scale = std::sqrt(exec::sum(exec, n, 0.0, [&](std::size_t i) {
        if (!(low[i] < high[i])) return 0.0;
        const double wants = low[i] >= 0 ? std::max(b[i], 0.0) : high[i] <= 0 ? std::min(b[i], 0.0) : b[i];
        return wants * wants / d[i];
    }));
    exec::for_each(exec, n, [&](std::size_t i) { x[i] = std::min(std::max(x[i], low[i]), high[i]); });
    if (scale == 0) {
        exec::for_each(exec, n, [&](std::size_t i) { x[i] = std::min(std::max(0.0, low[i]), high[i]); });
        return solved;
    }
    const auto newGradient = [&] {
        problem.apply(x, g);
        exec::for_each(exec, n, [&](std::size_t i) { g[i] = low[i] < high[i] ? g[i] - b[i] : 0; });
        ++solved.products;
    };
    // z = P phi with the unknowns that are free now.
    const auto correct = [&](bool changed) {
        exec::for_each(exec, n, [&](std::size_t i) {
            const bool is_free = x[i] > low[i] && x[i] < high[i];
            if (changed) free[i] = is_free;
            phi[i] = is_free ? g[i] : 0;
        });
        if (changed) problem.setFree(free);
        problem.precondition(phi, z);
    };
    const auto restart = [&] {
        correct(true);
        exec::for_each(exec, n, [&](std::size_t i) { p[i] = z[i]; });
    };
    const auto value = [&] {
        return exec::sum(exec, n, 0.0,
                         [&](std::size_t i) { return low[i] < high[i] ? 0.5 * x[i] * (g[i] - b[i]) : 0.0; });
    };
    // The longest step along -p within the bounds.
    const auto longestStep = [&](exec::View<const double> along) {
        return exec::reduce(
            exec, n, infinity,
            [&](std::size_t i) {
                if (!(low[i] < high[i]) || along[i] == 0) return infinity;
                return along[i] > 0 ? (x[i] - low[i]) / along[i] : (x[i] - high[i]) / along[i];
            },
            exec::Smaller{});
    };
    const auto products = [&](exec::View<const double> along) {  // g.p and p.Ap
        return exec::sum(exec, n, Pair{}, [&](std::size_t i) {
            return Pair{along[i] * g[i], along[i] * ap[i]};
        });
    };

    newGradient();
    restart();
    for (;;) {
        const Lengths lengths = exec::sum(exec, n, Lengths{}, [&](std::size_t i) {
            if (!(low[i] < high[i])) return Lengths{};
            const Parts parts = partsOf(x[i], g[i], low[i], high[i], step / d[i]);
            return Lengths{parts.free * parts.free / d[i], parts.reduced * parts.free / d[i],
                           parts.chopped * parts.chopped / d[i]};
        });
        solved.residual = std::sqrt(lengths.free + lengths.chopped) / scale;
        if (solved.residual <= stop.tolerance) return solved;
        if (solved.iterations >= stop.iterations) break;
        ++solved.iterations;
        if (lengths.chopped <= lengths.reduced) {
            problem.apply(p, ap);
            ++solved.products;
            const Pair sums = products(p);
            if (!(sums.b > 0)) break;  // p = 0 to round-off
            const double alpha = sums.a / sums.b;
            if (alpha <= longestStep(p)) {
                exec::for_each(exec, n, [&](std::size_t i) {
                    x[i] -= alpha * p[i];
                    if (low[i] < high[i]) g[i] -= alpha * ap[i];
                });
                correct(false);
                const double turn =
                    exec::sum(exec, n, 0.0, [&](std::size_t i) { return z[i] * ap[i]; }) / sums.b;
                exec::for_each(exec, n, [&](std::size_t i) { p[i] = z[i] - turn * p[i]; });
                continue;
            }
            // Past a bound: first the whole step, moved back into the bounds.
            const double before = value();
            exec::for_each(exec, n, [&](std::size_t i) {
                z[i] = x[i];
                x[i] = std::min(std::max(x[i] - alpha * p[i], low[i]), high[i]);
            });
            newGradient();
            if (!(value() < before)) {  // else to the first bound, and a step of the projected gradient
                exec::for_each(exec, n, [&](std::size_t i) { x[i] = z[i]; });
                newGradient();
                const double most = longestStep(p);
                exec::for_each(exec, n, [&](std::size_t i) {
                    const double moved = std::min(std::max(x[i] - most * p[i], low[i]), high[i]);
                    const double slope = low[i] < high[i] ? g[i] - most * ap[i] : 0;
                    const bool is_free = moved > low[i] && moved < high[i];
                    x[i] = is_free ? std::min(std::max(moved - step / d[i] * slope, low[i]), high[i]) : moved;
                });
                newGradient();
            }
            restart();
        } else {
            exec::for_each(exec, n, [&](std::size_t i) {
                p[i] =
                    low[i] < high[i] ? partsOf(x[i], g[i], low[i], high[i], step / d[i]).chopped / d[i] : 0;
            });
            problem.apply(p, ap);
            ++solved.products;
            const Pair sums = products(p);
            if (!(sums.b > 0)) break;
            const double alpha = std::min(sums.a / sums.b, longestStep(p));
            exec::for_each(exec, n, [&](std::size_t i) {
                x[i] = std::min(std::max(x[i] - alpha * p[i], low[i]), high[i]);
                if (low[i] < high[i]) g[i] -= alpha * ap[i];
            });
            restart();
        }
    }
    solved.converged = solved.residual <= stop.tolerance;
    return solved;
}

}  // namespace talus::sand::grid
