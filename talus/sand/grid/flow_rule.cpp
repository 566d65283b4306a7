#include "talus/sand/grid/flow_rule.h"

#include <array>
#include <cmath>
#include <limits>

#include "talus/sand/grid/solve/friction.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Positions of parts in the arrays of all parts.
struct Parts {
    std::size_t cells;
    std::size_t operator()(Stress s, std::size_t c) const { return static_cast<std::size_t>(s) * cells + c; }
    /// The shear on an edge along an axis.
    std::size_t shear(int axis, std::size_t c) const {
        return (static_cast<std::size_t>(Stress::YZ) + static_cast<std::size_t>(axis)) * cells + c;
    }
};

/// The cells about an edge along an axis, and the edges of a cell. An edge has the number of its upper cell.
struct AboutEdge {
    std::size_t b, d;
    AboutEdge(const Lattice& l, int axis) : b(l.stride((axis + 1) % 3)), d(l.stride((axis + 2) % 3)) {}
    std::array<std::size_t, 4> cellsOf(std::size_t edge) const {
        return {edge, edge - b, edge - d, edge - b - d};
    }
    std::array<std::size_t, 4> edgesOf(std::size_t cell) const {
        return {cell, cell + b, cell + d, cell + b + d};
    }
};

/// Whether sand can shear about an edge: its four faces are open and have mass.
bool canShear(const SandGrid& g, int axis, std::size_t edge) {
    const int b = (axis + 1) % 3, d = (axis + 2) % 3;
    const auto moves = [&](int a, std::size_t f) {
        return g.solids.face[a][f] == Face::Open && g.inverse_mass[a][f] > 0;
    };
    return moves(b, edge) && moves(b, edge - g.lattice.stride(d)) && moves(d, edge) &&
           moves(d, edge - g.lattice.stride(b));
}

}  // namespace

Strengths strengthsOf(const StepOf& step, const std::vector<double>& p, const std::vector<double>& before,
                      const SandGrid& g) {
    const Lattice& l = g.lattice;
    Strengths result{std::vector<double>(l.cells(), 0), std::vector<double>(l.cells(), 0)};
    forCells(step.exec, l, [&](std::size_t c, int, int, int) {
        result.sand[c] = strengthOf(step.matter, g, p, c);
        result.wall[c] = wallStrengthOf(g, p, before, step.dt, c);
    });
    wrapRing(step.exec, l, result.sand);
    return result;
}

void boundFriction(const StepOf& step, const Strengths& strengths, SandGrid& g) {
    const Lattice& l = g.lattice;
    const Parts at{l.cells()};
    g.bound.assign(stress_parts * l.cells(), 0);
    forCells(step.exec, l, [&](std::size_t c, int, int, int) {
        if (hasWholeFaces(g.solids, l, c))
            g.bound[at(Stress::Tension, c)] = g.bound[at(Stress::Squeeze, c)] =
                std::sqrt(2.0) * strengths.sand[c];
        g.bound[at(Stress::Wall1, c)] = g.bound[at(Stress::Wall2, c)] = strengths.wall[c];
        // The mean of the four cells. At the surface two of them have no pressure, and the mean is still at
        // least what the sand above the edge presses on it.
        for (int a = 0; a < 3; ++a)
            if (canShear(g, a, c))
                for (const std::size_t of : AboutEdge(l, a).cellsOf(c))
                    g.bound[at.shear(a, c)] += 0.25 * strengths.sand[of];
    });
    wrapParts(step.exec, l, {g.bound.data(), g.bound.size()});
}

std::vector<double> flowCompliance(const StepOf& step, const Strengths& strengths,
                                   const std::vector<double>& strain, const SandGrid& g) {
    const Lattice& l = g.lattice;
    const Parts at{l.cells()};
    std::vector<double> viscosity(l.cells(), 0), compliance(stress_parts * l.cells(), 0);
    const auto square = [&](std::size_t i) { return strain[i] * strain[i]; };
    forCells(step.exec, l, [&](std::size_t c, int, int, int) {
        double squares = 2 * (square(at(Stress::Tension, c)) + square(at(Stress::Squeeze, c)));
        for (int a = 0; a < 3; ++a) {  // of each shear the mean over the edges of the cell that can have it
            double sum = 0;
            int count = 0;
            for (const std::size_t edge : AboutEdge(l, a).edgesOf(c))
                if (g.bound[at.shear(a, edge)] > 0) {
                    sum += square(at.shear(a, edge));
                    ++count;
                }
            if (count > 0) squares += sum / count;
        }
        viscosity[c] = squares > 0 ? strengths.sand[c] / std::sqrt(squares) : infinity;
    });
    wrapRing(step.exec, l, viscosity);
    forCells(step.exec, l, [&](std::size_t c, int, int, int) {
        for (const Stress s : {Stress::Tension, Stress::Squeeze})
            if (g.bound[at(s, c)] > 0) compliance[at(s, c)] = 0.5 / viscosity[c];
        const double slip = std::sqrt(square(at(Stress::Wall1, c)) + square(at(Stress::Wall2, c)));
        for (const Stress s : {Stress::Wall1, Stress::Wall2})
            if (g.bound[at(s, c)] > 0) compliance[at(s, c)] = slip / strengths.wall[c];
        for (int a = 0; a < 3; ++a) {
            if (!(g.bound[at.shear(a, c)] > 0)) continue;
            double mean = 0;
            for (const std::size_t of : AboutEdge(l, a).cellsOf(c)) mean += 0.25 * viscosity[of];
            compliance[at.shear(a, c)] = 1 / mean;
        }
    });
    return compliance;
}

}  // namespace talus::sand::grid
