#include "talus/sand/grid/solve/friction.h"

#include <cmath>
#include <utility>

#include "talus/exec/reduce.h"
#include "talus/geometry/closest_point.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

const double half_root = std::sqrt(0.5), sixth_root = std::sqrt(1.0 / 6);
/// Share of Tension and of Squeeze in s_xx, s_yy, s_zz.
const double of_tension[3] = {half_root, 0, -half_root};
const double of_squeeze[3] = {sixth_root, -2 * sixth_root, sixth_root};

std::size_t part(Stress s) { return static_cast<std::size_t>(s); }
/// The shear on edges along an axis.
std::size_t shearAbout(int axis) { return part(Stress::YZ) + static_cast<std::size_t>(axis); }

}  // namespace

double normalStress(const std::vector<double>& s, std::size_t cells, std::size_t c, int axis) {
    return of_tension[axis] * s[part(Stress::Tension) * cells + c] +
           of_squeeze[axis] * s[part(Stress::Squeeze) * cells + c];
}

FrictionProblem::FrictionProblem(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                                 const Faces& inverse_mass, const std::vector<double>& bound, double dt,
                                 const std::vector<BodyRows>& bodies)
    : exec_(exec), lattice_(lattice), solids_(solids), inverse_mass_(inverse_mass), bound_(bound), dt_(dt) {
    const std::size_t n = lattice.cells();
    diagonal_.assign(stress_parts * n, 1);
    for (int a = 0; a < 3; ++a) scratch_[a].assign(n, 0);
    for (std::vector<Vec3d>& t : tangents_) t.assign(n, {});
    findSpans(
        exec, lattice,
        [&](std::size_t c) {
            bool moves = false;
            for (int a = 0; a < 3; ++a)
                moves |= inverse_mass[a][c] > 0 || inverse_mass[a][c + lattice.stride(a)] > 0;
            return moves;
        },
        spans_);
    const std::size_t stride[3] = {lattice.stride(0), lattice.stride(1), lattice.stride(2)};
    const double area = lattice.area();
    const auto square = [](double x) { return x * x; };
    forCells(exec, lattice, [&](std::size_t c, int, int, int) {
        const double rough = length(solids.rough[c]);
        if (rough > 0) {
            const Vec3d normal = solids.rough[c] / rough, first = geometry::perpendicularTo(normal);
            tangents_[0][c] = first * area;
            tangents_[1][c] = cross(normal, first) * area;
        }
        double tension = 0, squeeze = 0, along[2] = {0, 0};
        for (int a = 0; a < 3; ++a) {
            const double both = inverse_mass[a][c] + inverse_mass[a][c + stride[a]];
            tension += square(of_tension[a]) * both;
            squeeze += square(of_squeeze[a]) * both;
            for (int t = 0; t < 2 && rough > 0; ++t)
                along[t] += square(component(tangents_[t][c], a)) *
                            (square(wallShare(a, c, false)) * inverse_mass[a][c] +
                             square(wallShare(a, c, true)) * inverse_mass[a][c + stride[a]]);
            const int b = (a + 1) % 3, d = (a + 2) % 3;
            const double shear = inverse_mass[b][c] + inverse_mass[b][c - stride[d]] + inverse_mass[d][c] +
                                 inverse_mass[d][c - stride[b]];
            if (shear > 0) diagonal_[shearAbout(a) * n + c] = dt * square(area) * shear;
        }
        if (tension > 0) diagonal_[part(Stress::Tension) * n + c] = dt * square(area) * tension;
        if (squeeze > 0) diagonal_[part(Stress::Squeeze) * n + c] = dt * square(area) * squeeze;
        for (int t = 0; t < 2; ++t)
            if (along[t] > 0)
                diagonal_[(part(Stress::Wall1) + static_cast<std::size_t>(t)) * n + c] = dt * along[t];
    });
    for (std::vector<Vec3d>& t : tangents_) wrapRing(exec, lattice, t);
    // The sum of the magnitudes of each row bounds the eigenvalues (Gershgorin): at a face at most the
    // stresses about it, so that the sums of magnitudes of B^T come first.
    const auto magnitudes = [&](int a, std::size_t f) {
        double sum = 0;
        const auto any = [&](std::size_t p, std::size_t at, double weight) {
            if (bound[p * n + at] > 0) sum += weight;
        };
        for (const std::size_t c : {f, f - stride[a]}) {
            any(part(Stress::Tension), c, area * std::abs(of_tension[a]));
            any(part(Stress::Squeeze), c, area * std::abs(of_squeeze[a]));
            if (!(bound[part(Stress::Wall1) * n + c] > 0)) continue;
            const double share = wallShare(a, c, c != f);
            for (const std::vector<Vec3d>& tangent : tangents_)
                sum += share * std::abs(component(tangent[c], a));
        }
        for (const int b : {(a + 1) % 3, (a + 2) % 3}) {
            const std::size_t p = shearAbout(3 - a - b);
            any(p, f, area);
            any(p, f + stride[b], area);
        }
        return sum;
    };
    for (int a = 0; a < 3; ++a)
        forCells(exec, lattice, [&](std::size_t f, int, int, int) {
            scratch_[a][f] = inverse_mass[a][f] * magnitudes(a, f);
        });
    wrapRing(exec, lattice, scratch_);
    norm_ = exec::reduce(
        exec, n, 1.0,
        [&](std::size_t c) {
            if (c < stride[2] || c + stride[2] >= n) return 1.0;
            double most = 1;
            const auto row = [&](std::size_t p, double sum) {
                if (bound[p * n + c] > 0) most = std::max(most, dt * sum / diagonal_[p * n + c]);
            };
            double centre[2] = {0, 0}, wall[2] = {0, 0};
            for (int a = 0; a < 3; ++a) {
                const double both = scratch_[a][c] + scratch_[a][c + stride[a]];
                centre[0] += area * std::abs(of_tension[a]) * both;
                centre[1] += area * std::abs(of_squeeze[a]) * both;
                const double shared = !(bound[part(Stress::Wall1) * n + c] > 0)
                                          ? 0
                                          : wallShare(a, c, false) * scratch_[a][c] +
                                                wallShare(a, c, true) * scratch_[a][c + stride[a]];
                for (int t = 0; t < 2; ++t) wall[t] += std::abs(component(tangents_[t][c], a)) * shared;
                const int b = (a + 1) % 3, d = (a + 2) % 3;
                row(shearAbout(a), area * (scratch_[b][c] + scratch_[b][c - stride[d]] + scratch_[d][c] +
                                           scratch_[d][c - stride[b]]));
            }
            for (std::size_t t = 0; t < 2; ++t) {
                row(part(Stress::Tension) + t, centre[t]);
                row(part(Stress::Wall1) + t, wall[t]);
            }
            return most;
        },
        exec::Larger{});
    list();
    addBodies(bodies);
}

double FrictionProblem::wallShare(int axis, std::size_t c, bool upper) const {
    // Faces that a free body shuts move with it.
    const auto moves = [&](std::size_t f) { return inverse_mass_[axis][f] > 0 || solids_.isOfBody(axis, f); };
    const bool low = moves(c), high = moves(c + lattice_.stride(axis));
    return low == high ? 0.5 : (upper ? high : low) ? 1 : 0;
}

double FrictionProblem::force(exec::View<const double> s, int a, std::size_t f) const {
    const std::size_t n = lattice_.cells(), below = f - lattice_.stride(a);
    const double *tension = s.data() + part(Stress::Tension) * n,
                 *squeeze = s.data() + part(Stress::Squeeze) * n;
    double sum = lattice_.area() * (of_tension[a] * (tension[below] - tension[f]) +
                                    of_squeeze[a] * (squeeze[below] - squeeze[f]));
    for (const int b : {(a + 1) % 3, (a + 2) % 3}) {
        const double* shear = s.data() + shearAbout(3 - a - b) * n;
        sum += lattice_.area() * (shear[f] - shear[f + lattice_.stride(b)]);
    }
    for (std::size_t t = 0; t < 2; ++t) {
        const double* wall = s.data() + (part(Stress::Wall1) + t) * n;
        if (wall[f] != 0) sum += wallShare(a, f, false) * component(tangents_[t][f], a) * wall[f];
        if (wall[below] != 0)
            sum += wallShare(a, below, true) * component(tangents_[t][below], a) * wall[below];
    }
    return sum;
}

void FrictionProblem::strain(const Faces& v, bool of_walls, exec::View<double> y) const {
    const std::size_t n = lattice_.cells();
    const std::size_t stride[3] = {lattice_.stride(0), lattice_.stride(1), lattice_.stride(2)};
    const double area = lattice_.area();
    const double* bound = bound_.data();
    forCellsOf(exec_, lattice_, spans_, [&](std::size_t c) {
        double tension = 0, squeeze = 0;
        for (int a = 0; a < 3; ++a) {
            const double stretch = area * (v[a][c + stride[a]] - v[a][c]);
            tension += of_tension[a] * stretch;
            squeeze += of_squeeze[a] * stretch;
            const int b = (a + 1) % 3, d = (a + 2) % 3;
            const std::size_t at = shearAbout(a) * n + c;
            y[at] =
                bound[at] > 0 ? area * (v[b][c] - v[b][c - stride[d]] + v[d][c] - v[d][c - stride[b]]) : 0;
        }
        for (std::size_t t = 0; t < 2; ++t) {
            const std::size_t centre = (part(Stress::Tension) + t) * n + c;
            y[centre] = bound[centre] > 0 ? (t == 0 ? tension : squeeze) : 0;
            const std::size_t wall = (part(Stress::Wall1) + t) * n + c;
            double slip = 0;
            if (bound[wall] > 0)
                for (int a = 0; a < 3; ++a)
                    slip += component(tangents_[t][c], a) *
                            (wallShare(a, c, false) * v[a][c] + wallShare(a, c, true) * v[a][c + stride[a]] -
                             (of_walls ? component(solids_.cell_velocity[c], a) : 0));
            y[wall] = slip;
        }
    });
}

/// Lists the parts that have a bound, in order.
void FrictionProblem::list() {
    const std::size_t n = lattice_.cells(), all = stress_parts * n;
    const auto isUnknown = [&](std::size_t i) { return bound_[i] > 0 && !lattice_.isCopy(i % n); };
    std::vector<std::size_t> before((all + exec::default_grain - 1) / exec::default_grain, 0);
    exec::for_each_range(exec_, all, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) before[begin / exec::default_grain] += isUnknown(i);
    });
    std::size_t count = 0;
    for (std::size_t& chunk : before) count += std::exchange(chunk, count);
    unknown_.resize(count);
    of_unknowns_.resize(count);
    exec::for_each_range(exec_, all, [&](std::size_t begin, std::size_t end) {
        std::size_t next = before[begin / exec::default_grain];
        for (std::size_t i = begin; i < end; ++i) {
            if (!isUnknown(i)) continue;
            unknown_[next] = static_cast<std::uint32_t>(i);
            of_unknowns_[next++] = diagonal_[i];
        }
    });
    std::fill(diagonal_.begin(), diagonal_.end(), 0);
    strains_.assign(all, 0);
}

void FrictionProblem::apply(exec::View<const double> s, exec::View<double> y) {
    exec::for_each(exec_, unknown_.size(), [&](std::size_t i) { diagonal_[unknown_[i]] = s[i]; });
    wrapParts(exec_, lattice_, {diagonal_.data(), diagonal_.size()});
    const exec::View<const double> all(diagonal_.data(), diagonal_.size());
    for (int a = 0; a < 3; ++a)
        forCellsOf(exec_, lattice_, spans_, [&](std::size_t f) {
            const double inverse = inverse_mass_[a][f];
            scratch_[a][f] = inverse > 0 ? dt_ * inverse * force(all, a, f) : 0;
        });
    wrapRing(exec_, lattice_, scratch_);
    strain(scratch_, false, {strains_.data(), strains_.size()});
    exec::for_each(exec_, unknown_.size(), [&](std::size_t i) { y[i] = strains_[unknown_[i]]; });
    if (!compliance_.empty())
        exec::for_each(exec_, unknown_.size(), [&](std::size_t i) { y[i] += compliance_[i] * s[i]; });
    if (!bodies_.empty()) addMotions(bodies_, grid::motionsBy(bodies_, dt_, s), y);
}

void FrictionProblem::addCompliance(const std::vector<double>& compliance) {
    compliance_.resize(unknown_.size());
    exec::for_each(exec_, unknown_.size(), [&](std::size_t i) {
        compliance_[i] = compliance[unknown_[i]];
        of_unknowns_[i] += compliance_[i];
    });
}

std::vector<double> FrictionProblem::strainOf(const Faces& velocity, const Motions& motions) const {
    std::vector<double> strains(stress_parts * lattice_.cells(), 0), of_unknowns(unknown_.size());
    strain(velocity, true, {strains.data(), strains.size()});
    exec::for_each(exec_, unknown_.size(), [&](std::size_t i) { of_unknowns[i] = strains[unknown_[i]]; });
    if (!motions.empty()) addMotions(bodies_, motions, {of_unknowns.data(), of_unknowns.size()});
    exec::for_each(exec_, unknown_.size(), [&](std::size_t i) { strains[unknown_[i]] = of_unknowns[i]; });
    wrapParts(exec_, lattice_, {strains.data(), strains.size()});
    return strains;
}

Solved solveFriction(const exec::Exec& exec, FrictionProblem& problem, const std::vector<double>& bound,
                     const Faces& velocity, const Stop& stop, BoundedScratch& scratch, exec::View<double> s,
                     const Motions& by_pressure) {
    const std::vector<std::uint32_t>& unknown = problem.unknowns();
    const std::size_t n = unknown.size();
    const std::vector<double> strains = problem.strainOf(velocity, by_pressure);
    std::vector<double> right(n), low(n), high(n), x(n);
    exec::for_each(exec, n, [&](std::size_t i) {
        right[i] = strains[unknown[i]];
        high[i] = bound[unknown[i]];
        low[i] = -high[i];
        x[i] = s[unknown[i]];
    });
    const auto view = [](std::vector<double>& v) { return exec::View<double>(v.data(), v.size()); };
    const Solved solved =
        solveBounded(exec, problem, view(right), view(low), view(high), view(x), stop, scratch);
    exec::for_each(exec, s.size(), [&](std::size_t i) { s[i] = 0; });
    exec::for_each(exec, n, [&](std::size_t i) { s[unknown[i]] = x[i]; });
    wrapParts(exec, problem.lattice(), s);
    return solved;
}

void FrictionProblem::push(exec::View<const double> s, Faces& velocity) const {
    for (int a = 0; a < 3; ++a)
        forCellsOf(exec_, lattice_, spans_, [&](std::size_t f) {
            if (inverse_mass_[a][f] > 0) velocity[a][f] -= dt_ * inverse_mass_[a][f] * force(s, a, f);
        });
    wrapRing(exec_, lattice_, velocity);
}

void FrictionProblem::addReactions(exec::View<const double> s, std::vector<Reaction>& reactions) const {
    const Lattice& l = lattice_;
    const std::size_t n = l.cells();
    for (int k = 1; k < l.count.z - 1; ++k)
        for (int j = 1; j < l.count.y - 1; ++j)
            for (int i = 1; i < l.count.x - 1; ++i) {
                const std::size_t c = l.index(i, j, k);
                // Stresses also act on faces that do not move.
                for (int a = 0; a < 3; ++a) {
                    if (inverse_mass_[a][c] > 0) continue;
                    const double stress = force(s, a, c);
                    if (stress == 0) continue;
                    Vec3d on_face;
                    setComponent(on_face, a, -dt_ * stress);
                    reactions.push_back(
                        {l.position(Vec3d{a == 0 ? i : i + 0.5, a == 1 ? j : j + 0.5, a == 2 ? k : k + 0.5}),
                         on_face});
                }
                Vec3d impulse;
                for (std::size_t t = 0; t < 2; ++t) {
                    const double traction = s[(part(Stress::Wall1) + t) * n + c];
                    impulse += tangents_[t][c] * (dt_ * traction);
                }
                if (impulse == Vec3d{}) continue;
                reactions.push_back({solids_.position[c], impulse});
            }
}

/// The rows of the unknowns that act on bodies: stresses in cells beside faces that bodies shut, and
/// tractions on them. Faces of an edge with shear are open.
void FrictionProblem::addBodies(const std::vector<BodyRows>& bodies) {
    if (bodies.empty() || solids_.body[0].empty()) return;
    for (const BodyRows& body : bodies) {
        bodies_.push_back(body);
        bodies_.back().unknowns.clear();
        bodies_.back().rows.clear();
    }
    const Lattice& l = lattice_;
    for (std::size_t u = 0; u < unknown_.size(); ++u) {
        const std::size_t p = unknown_[u] / l.cells(), c = unknown_[u] % l.cells();
        const bool of_wall = p >= part(Stress::Wall1);
        if (!of_wall && p > part(Stress::Squeeze)) continue;
        const std::size_t t = p - part(Stress::Wall1);
        const auto add = [&](int body, double weight, int a, const Vec3d& position) {
            BodyRows& rows = bodies_[static_cast<std::size_t>(body)];
            Six row = responseOnAxis(a, position - rows.centre);
            for (double& x : row) x *= weight;
            rows.add(u, row);
        };
        for (int a = 0; a < 3; ++a) {
            const double along = of_wall ? component(tangents_[t][c], a) : 0;
            for (const bool upper : {false, true}) {
                const std::size_t f = upper ? c + l.stride(a) : c;
                if (solids_.body[a][f] < 0 || solids_.face[a][f] != Face::Shut) continue;
                const double stretch =
                    l.area() * (p == part(Stress::Tension) ? of_tension[a] : of_squeeze[a]);
                add(solids_.body[a][f],
                    of_wall ? wallShare(a, c, upper) * along
                    : upper ? stretch
                            : -stretch,
                    a, l.facePosition(a, f));
            }
            if (of_wall && solids_.cell_body[c] >= 0)
                add(solids_.cell_body[c], -along, a, solids_.position[c]);
        }
    }
    const std::vector<double> own = diagonalOf(bodies_, dt_);
    std::size_t at = 0;
    for (const BodyRows& body : bodies_)
        for (const std::uint32_t u : body.unknowns) of_unknowns_[u] += own[at++];
    at = 0;
    for (const BodyRows& body : bodies_)
        for (const std::uint32_t u : body.unknowns) norm_ += own[at++] / of_unknowns_[u];
}

Motions FrictionProblem::motionsBy(exec::View<const double> s) const {
    std::vector<double> x(unknown_.size());
    // v -= dt M^-1 K^T s, as for the faces.
    for (std::size_t u = 0; u < x.size(); ++u) x[u] = -s[unknown_[u]];
    return grid::motionsBy(bodies_, dt_, {x.data(), x.size()});
}

void FrictionProblem::precondition(exec::View<const double> r, exec::View<double> z) const {
    exec::for_each(exec_, r.size(), [&](std::size_t i) { z[i] = r[i] / of_unknowns_[i]; });
}

}  // namespace talus::sand::grid
