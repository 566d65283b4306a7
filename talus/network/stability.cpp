#include "talus/network/stability.h"

#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::network {
namespace {

void add(const Setup& setup, const LinkLaw& law, double count, Load& load) {
    const Slopes slopes = slopesOf(law);
    const double t = setup.step();
    load.stiffness += count * slopes.stiffness * t * t;
    load.damping += count * slopes.damping * t;
}

/// Adds what acts on a mass of a group, wherever it is: its medium and its own grain.
/// @param name called with each link
template <class Name>
void addGrain(const Setup& setup, std::size_t g, Load& load, Name name) {
    const Masses& group = setup.groups[g];
    load.damping += 0.5 * group.damping * setup.step();
    for (const std::uint32_t link : setup.in_grain[g]) {
        add(setup, setup.laws[link], static_cast<double>(group.pointsOfAGrain() - 1), load);
        name(link);
    }
}

/// Adds the springs of a row.
template <class Name>
void addSprings(const Setup& setup, std::size_t row, Load& load, Name name) {
    for (const SpringEnd end : setup.spring_order.ends.of(row)) {
        const std::size_t spring = end / 2;
        add(setup, springLaw(setup, spring), 1, load);
        name(setup.springs.link[spring]);
    }
}

/// Adds the stiffest of the near links of a group, from all sides, and each wall once.
template <class Name>
void addContacts(const Setup& setup, std::size_t g, Load& load, Name name) {
    const auto ratioOf = [&](std::uint32_t link) {
        Load one{.mass = load.mass};
        add(setup, setup.laws[link], 1, one);
        return one.ratio();
    };
    std::optional<std::uint32_t> stiffest;
    for (std::size_t other = 0; other < setup.groups.size(); ++other)
        for (const std::uint32_t link : setup.near[g * setup.groups.size() + other])
            if (!stiffest || ratioOf(link) > ratioOf(*stiffest)) stiffest = link;
    if (stiffest) {
        add(setup, setup.laws[*stiffest], static_cast<double>(mostNeighbours(setup.network.dimensions)),
            load);
        name(*stiffest);
    }
    for (const auto& [wall, link] : setup.at_walls[g]) {
        add(setup, setup.laws[link], 1, load);
        name(link);
    }
}

/// The load of a mass of a group: of a row, or of one that a source makes, which has no springs.
template <class Name>
Load loadOf(const Setup& setup, std::size_t g, std::optional<std::size_t> row, bool contacts, Name name) {
    Load load{.mass = setup.groups[g].mass, .group = g, .row = row.value_or(0)};
    addGrain(setup, g, load, name);
    if (row) addSprings(setup, *row, load, name);
    if (contacts) addContacts(setup, g, load, name);
    return load;
}

Load worst(const Setup& setup, bool contacts) {
    Load largest{.mass = 1};
    std::optional<std::size_t> worst_row;
    const auto consider = [&](std::size_t g, std::optional<std::size_t> row) {
        Load load = loadOf(setup, g, row, contacts, [](std::uint32_t) {});
        if (load.ratio() <= largest.ratio()) return;
        largest = std::move(load);
        worst_row = row;
    };
    std::size_t row = 0;
    for (std::size_t g = 0; g < setup.groups.size(); ++g) {
        const std::size_t end = row + setup.layouts[g].positions.size() * setup.groups[g].pointsOfAGrain();
        if (setup.groups[g].kind == Masses::Kind::Free) {
            consider(g, std::nullopt);
            for (std::size_t r = row; r < end; ++r)
                if (!setup.spring_order.ends.of(r).empty()) consider(g, r);
        }
        row = end;
    }
    std::set<std::string> names;
    if (largest.ratio() > 0)
        loadOf(setup, largest.group, worst_row, contacts,
               [&](std::uint32_t link) { names.insert(setup.links[link].name); });
    largest.links = fmt::format("{}", fmt::join(names, ", "));
    return largest;
}

}  // namespace

std::size_t mostNeighbours(int dimensions) { return dimensions == 1 ? 2 : dimensions == 2 ? 6 : 12; }

Load largestOfSprings(const Setup& setup) { return worst(setup, false); }
Load largestWithContacts(const Setup& setup) { return worst(setup, true); }

}  // namespace talus::network
