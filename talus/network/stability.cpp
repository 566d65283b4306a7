#include "talus/network/stability.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::network {
namespace {

/// Of a law whose forces along and across the line of two masses may both act fully.
Terms termsOf(const Setup& setup, const LinkLaw& law) {
    const Slopes slopes = slopesOf(law);
    const double t = setup.step();
    return {slopes.stiffness * t * t, (slopes.damping + slopes.across) * t};
}

/// Of contacts in all directions, for each of them: along any axis the forces along their lines add up to
/// 1 / dimensions of their number, those across to the rest.
Terms termsFromAllSides(const Setup& setup, const LinkLaw& law) {
    const Slopes slopes = slopesOf(law);
    const double t = setup.step(), dimensions = setup.network.dimensions;
    return {slopes.stiffness * t * t / dimensions,
            (slopes.damping + (dimensions - 1) * slopes.across) * t / dimensions};
}

void add(const Terms& terms, double count, Load& load) {
    load.stiffness += count * terms.stiffness;
    load.damping += count * terms.damping;
    load.own += {count * terms.stiffness / load.mass, count * terms.damping / load.mass};
}

/// Adds what acts on a mass of a group, wherever it is: its medium and its own grain. The largest eigenvalue
/// of n points, each joined to all others, is n times that of a link.
template <class Name>
void addGrain(const Setup& setup, std::size_t g, Load& load, Name name) {
    add({0, setup.group_forces[g].damping * setup.step()}, 1, load);
    for (const std::uint32_t link : setup.in_grain[g]) {
        add(termsOf(setup, setup.laws[link]), static_cast<double>(setup.groups[g].pointsOfAGrain()), load);
        name(link);
    }
}

/// Adds the springs of a row.
template <class Name>
void addSprings(const Setup& setup, std::size_t row, Load& load, Name name) {
    for (const SpringEnd end : setup.spring_order.ends.of(row)) {
        add(termsOf(setup, springLaw(setup, end / 2)), 1, load);
        name(setup.springs.link[end / 2]);
    }
}

/// Adds the stiffest of the near links of a group, from all sides, and each wall once. Between two masses
/// that both move, k (x - y)^2 <= k ((1 + c) x^2 + (1 + 1/c) y^2) with c = sqrt(M_x / M_y).
template <class Name>
void addContacts(const Setup& setup, std::size_t g, Load& load, Name name) {
    const double most = static_cast<double>(mostNeighbours(setup.network.dimensions));
    std::optional<std::uint32_t> stiffest;
    double largest = 0, weight = 0;
    for (std::size_t other = 0; other < setup.groups.size(); ++other) {
        const GroupForces& met = setup.group_forces[other];
        const double both = met.is_free ? 1 + std::sqrt(load.mass / met.mass) : 1;
        for (const std::uint32_t link : setup.near[g * setup.groups.size() + other])
            if (const double sum = both * termsFromAllSides(setup, setup.laws[link]).sum(); sum > largest)
                stiffest = link, largest = sum, weight = both;
    }
    if (stiffest) {
        add(termsFromAllSides(setup, setup.laws[*stiffest]), weight * most, load);
        name(*stiffest);
    }
    for (const auto& [wall, link] : setup.at_walls[g]) {
        const double inverse_mass = setup.walls->bodies()[wall].mobility.inverse_mass;
        add(termsOf(setup, setup.laws[link]), 1 + load.mass * inverse_mass, load);
        name(link);
    }
}

/// The inverse of the mass that a carried row moves with its body, at most along any direction [1/kg].
double mobilityOf(const Setup& setup, std::size_t g, std::size_t row) {
    const environment::WallMobility& body = setup.walls->bodies()[setup.carrier[g]].mobility;
    const auto& inertia = body.inverse_inertia;
    return body.inverse_mass + squaredLength(setup.carried[row]) * (inertia.x.x + inertia.y.y + inertia.z.z);
}

/// The longest lever that a force along a normal of a face has about the origin of the body's frame [m].
double leverOf(const environment::WallFace& face) {
    using Kind = environment::WallFace::Kind;
    const auto farthest = [](const Vec3d& p, const Vec3d& q) { return std::max(length(p), length(q)); };
    switch (face.kind) {
        case Kind::SphereOutside:
        case Kind::SphereInside: return length(face.a);
        case Kind::Capsule: return farthest(face.a, face.b);
        case Kind::Rod: return std::hypot(farthest(face.a, face.a + face.b * face.c.x), face.c.y);
        case Kind::BoxOutside: {
            const auto side = [](double low, double high) { return std::max(std::abs(low), std::abs(high)); };
            const Vec3d far{side(face.a.x, face.b.x), side(face.a.y, face.b.y), side(face.a.z, face.b.z)};
            // The part along the normal is no lever; that of the smallest is left out.
            const double smallest = std::min({far.x, far.y, far.z});
            return std::sqrt(squaredLength(far) - smallest * smallest);
        }
        default: return std::max(farthest(face.a, face.b), length(face.c));
    }
}

/// The inverse of the mass that a contact meets at the surface of a free body, at most [1/kg]: 1/m + (r x n)
/// . I^-1 (r x n).
double surfaceMobility(const environment::Walls& walls, std::size_t wall) {
    const environment::WallBody& body = walls.bodies()[wall];
    double lever = 0;
    for (std::uint32_t f = body.first_face; f < body.end_face; ++f)
        lever = std::max(lever, leverOf(walls.faces()[f]));
    // The largest eigenvalue is at most the largest sum of a row.
    double largest = 0;
    const Tensor& inverse = body.mobility.inverse_inertia;
    for (const Vec3d& row : {inverse.x, inverse.y, inverse.z})
        largest = std::max(largest, std::abs(row.x) + std::abs(row.y) + std::abs(row.z));
    return body.mobility.inverse_mass + lever * lever * largest;
}

/// What the masses of a group that does not move freely do to a free body which they touch: as many as can
/// touch it at once, from all sides, or all that there are.
template <class Name>
Load loadOnBody(const Setup& setup, std::size_t g, std::uint32_t wall, Name name) {
    Load load{.mass = 1 / surfaceMobility(*setup.walls, wall), .group = g, .touched = wall};
    const double count =
        static_cast<double>(setup.layouts[g].positions.size() * setup.groups[g].pointsOfAGrain());
    const double dimensions = setup.network.dimensions;
    const double along_an_axis =
        std::min(count, static_cast<double>(mostNeighbours(setup.network.dimensions)) / dimensions);
    for (const auto& [met, link] : setup.at_walls[g]) {
        if (met != wall) continue;
        add(termsOf(setup, setup.laws[link]), along_an_axis, load);
        name(link);
    }
    return load;
}

/// The loads of all rows at the start by springs, grains and the medium, without those at the other ends.
class Loads {
  public:
    explicit Loads(const Setup& setup) : setup_(setup), of_body_(setup.walls->bodies().size()) {
        for (std::size_t g = 0; g < setup.groups.size(); ++g) {
            const std::size_t count = setup.layouts[g].positions.size() * setup.groups[g].pointsOfAGrain();
            for (std::size_t k = 0; k < count; ++k) {
                group_.push_back(g);
                own_.push_back(setup.group_forces[g].is_free ? of(g, own_.size(), [](auto) {}).own : Terms{});
                if (setup.group_forces[g].is_load)
                    of_body_[setup.carrier[g]] += of(g, own_.size() - 1, [](auto) {}).own;
            }
        }
    }

    std::size_t rows() const { return own_.size(); }
    std::size_t groupOf(std::size_t row) const { return group_[row]; }

    /// The load of a mass of a group: of a row, or of one that a source makes, which has no springs.
    template <class Name>
    Load of(std::size_t g, std::optional<std::size_t> row, Name name) const {
        const GroupForces& group = setup_.group_forces[g];
        Load load{.mass = group.mass, .group = g, .row = row.value_or(0), .carried = group.is_load};
        if (group.is_load) load.mass = 1 / mobilityOf(setup_, g, *row);
        if (group.is_free) addGrain(setup_, g, load, name);
        if (row) addSprings(setup_, *row, load, name);
        return load;
    }

    /// K / M and Z / M of a row, or of the body that carries it.
    Terms own(std::size_t row) const {
        const std::size_t g = group_[row];
        return setup_.group_forces[g].is_load ? of_body_[setup_.carrier[g]] : own_[row];
    }

    /// The same of the mass at the other end of one of its springs, of that with the largest sum.
    Terms other(std::size_t row) const {
        Terms largest;
        for (const SpringEnd end : setup_.spring_order.ends.of(row)) {
            const std::size_t spring = end / 2;
            const auto& ends = end % 2 == 0 ? setup_.springs.second : setup_.springs.first;
            if (const Terms met = own(ends[spring]); met.sum() > largest.sum()) largest = met;
        }
        return largest;
    }

  private:
    const Setup& setup_;
    std::vector<std::size_t> group_;  ///< by row
    std::vector<Terms> own_;          ///< by row; 0 where it does not move freely
    std::vector<Terms> of_body_;      ///< by wall
};

Worst worst(const Setup& setup, bool contacts) {
    const Loads loads(setup);
    const auto loadOf = [&](std::size_t g, std::optional<std::size_t> row, auto name) {
        Load load = loads.of(g, row, name);
        if (load.carried) load.own = loads.own(*row);
        if (row) load.other = loads.other(*row);
        if (contacts && !load.carried) addContacts(setup, g, load, name);
        return load;
    };
    Load largest{.mass = 1};
    double faster = 0;
    std::optional<std::size_t> worst_row;
    const auto consider = [&](std::size_t g, std::optional<std::size_t> row) {
        Load load = loadOf(g, row, [](std::uint32_t) {});
        faster = std::max(faster, load.faster());
        // Of the two ends of a link, which have the same sum, that with the larger part.
        if (std::tuple(load.ratio(), load.own.sum()) <= std::tuple(largest.ratio(), largest.own.sum()))
            return;
        largest = std::move(load);
        worst_row = row;
    };
    for (std::size_t g = 0; g < setup.groups.size(); ++g)
        if (setup.group_forces[g].is_free) consider(g, std::nullopt);
    for (std::size_t row = 0; row < loads.rows(); ++row) {
        const GroupForces& group = setup.group_forces[loads.groupOf(row)];
        if ((group.is_free || group.is_load) && !setup.spring_order.ends.of(row).empty())
            consider(loads.groupOf(row), row);
    }
    for (std::size_t g = 0; contacts && g < setup.groups.size(); ++g)
        for (const auto& [wall, link] : setup.at_walls[g]) {
            if (setup.group_forces[g].is_free || !setup.walls->isFreeBody(wall)) continue;
            Load load = loadOnBody(setup, g, wall, [](std::uint32_t) {});
            faster = std::max(faster, load.faster());
            if (load.ratio() > largest.ratio()) largest = std::move(load);
        }
    std::set<std::string> names;
    if (largest.touched)
        loadOnBody(setup, largest.group, *largest.touched,
                   [&](std::uint32_t link) { names.insert(setup.links[link].name); });
    else if (largest.ratio() > 0)
        loadOf(largest.group, worst_row, [&](std::uint32_t link) { names.insert(setup.links[link].name); });
    largest.links = fmt::format("{}", fmt::join(names, ", "));
    return {std::move(largest), faster};
}

}  // namespace

// a x^2 + 2 b x = 4 at the step x T, with the sums a of K / M and b of Z / M at both ends.
double Load::faster() const {
    const double a = own.stiffness + other.stiffness, b = own.damping + other.damping;
    return (b + std::sqrt(b * b + 4 * a)) / 4;
}

std::size_t mostNeighbours(int dimensions) { return dimensions == 1 ? 2 : dimensions == 2 ? 6 : 12; }

Worst largestOfSprings(const Setup& setup) { return worst(setup, false); }
Worst largestWithContacts(const Setup& setup) { return worst(setup, true); }

}  // namespace talus::network
