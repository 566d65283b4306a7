#include "talus/network/stability.h"

#include <algorithm>
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

/// What a mass of a group has from its own grain and the medium.
Load ofGrain(const Setup& setup, std::size_t g, std::set<std::string>& names) {
    const Masses& group = setup.groups[g];
    Load load{.mass = group.mass, .group = g};
    load.damping = 0.5 * group.damping * setup.step();
    for (const std::uint32_t link : setup.in_grain[g]) {
        add(setup, setup.laws[link], static_cast<double>(group.pointsOfAGrain() - 1), load);
        names.insert(setup.links[link].name);
    }
    return load;
}

Load worst(const Setup& setup, bool contacts) {
    Load largest{.mass = 1};
    std::size_t row = 0;
    const auto consider = [&](Load load, const std::set<std::string>& names) {
        if (setup.groups[load.group].kind != Masses::Kind::Free || load.ratio() <= largest.ratio()) return;
        largest = std::move(load);
        largest.links = fmt::format("{}", fmt::join(names, ", "));
    };
    const auto withContacts = [&](std::size_t g, Load load, std::set<std::string> names) {
        if (contacts) {
            // The stiffest of its near links, from all sides, and each wall once.
            const LinkLaw* stiffest = nullptr;
            const Link* link = nullptr;
            for (std::size_t other = 0; other < setup.groups.size(); ++other)
                for (const std::uint32_t l : setup.near[g * setup.groups.size() + other]) {
                    Load one{.mass = load.mass}, best{.mass = load.mass};
                    add(setup, setup.laws[l], 1, one);
                    if (stiffest != nullptr) add(setup, *stiffest, 1, best);
                    if (stiffest == nullptr || one.ratio() > best.ratio()) {
                        stiffest = &setup.laws[l];
                        link = &setup.links[l];
                    }
                }
            if (stiffest != nullptr) {
                add(setup, *stiffest, static_cast<double>(mostNeighbours(setup.network.dimensions)), load);
                names.insert(link->name);
            }
            for (const auto& [wall, l] : setup.at_walls[g]) {
                add(setup, setup.laws[l], 1, load);
                names.insert(setup.links[l].name);
            }
        }
        consider(std::move(load), names);
    };
    for (std::size_t g = 0; g < setup.groups.size(); ++g) {
        std::set<std::string> names;
        const Load grain = ofGrain(setup, g, names);
        withContacts(g, grain, names);  // also of grains that sources make
        const std::size_t end = row + setup.layouts[g].positions.size() * setup.groups[g].pointsOfAGrain();
        for (; row < end; ++row) {
            if (setup.first_incidence[row] == setup.first_incidence[row + 1]) continue;
            Load load = grain;
            load.row = row;
            std::set<std::string> with = names;
            for (std::uint32_t k = setup.first_incidence[row]; k < setup.first_incidence[row + 1]; ++k) {
                const std::uint32_t spring = setup.incidences[k].spring;
                add(setup, setup.spring_laws[spring], 1, load);
                with.insert(setup.links[setup.springs[spring].link].name);
            }
            withContacts(g, std::move(load), std::move(with));
        }
    }
    return largest;
}

}  // namespace

std::size_t mostNeighbours(int dimensions) { return dimensions == 1 ? 2 : dimensions == 2 ? 6 : 12; }

Load largestOfSprings(const Setup& setup) { return worst(setup, false); }
Load largestWithContacts(const Setup& setup) { return worst(setup, true); }

}  // namespace talus::network
