#include "talus/network/report/measures.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "talus/exec/reduce.h"
#include "talus/network/fields.h"
#include "talus/network/step/find_near.h"

namespace talus::network {
namespace {

MassViews viewsOf(const state::World& world) {
    const state::Table& rows = world.table(masses_table);
    return {rows.read(fields::position), rows.read(fields::velocity), rows.read(fields::group),
            rows.read(fields::point)};
}

}  // namespace

std::vector<ActingLink> actingLinks(const exec::Exec& exec, const state::World& world, const Setup& setup) {
    const MassViews masses = viewsOf(world);
    Formulas formulas(setup);
    std::vector<ActingLink> all;
    const Springs& springs = setup.springs;
    for (std::size_t s = 0; s < springs.size(); ++s)
        all.push_back({springs.first[s], springs.second[s], springs.link[s],
                       forceOf(springLaw(setup, s),
                               pairOf(setup, masses, springs.first[s], springs.second[s]), formulas),
                       springs.length[s]});
    const auto addPair = [&](std::size_t i, std::size_t j, const LinkLaw& law) {
        const Vec3d force = forceOf(law, pairOf(setup, masses, i, j), formulas);
        if (force != Vec3d{})
            all.push_back(
                {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), law.link, force, law.length});
    };
    for (std::size_t i = 0; i < masses.position.size(); ++i)
        forGrain(setup, masses, i, [&](std::size_t j, const LinkLaw& law) {
            if (i < j) addPair(i, j, law);
        });
    if (setup.any_near) {
        NearMasses near;
        near.find(exec, setup, masses);
        for (std::size_t block = 0; block < near.blocks(); ++block)
            near.forPairs(block, [&](std::size_t k, std::size_t other) {
                const auto [i, j] = std::minmax({near.row(k), near.row(other)});
                for (const std::uint32_t link : nearLinks(setup, masses, i, j))
                    addPair(i, j, setup.laws[link]);
            });
    }
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(springs.size()), all.end(),
              [](const ActingLink& a, const ActingLink& b) {
                  return std::tie(a.first, a.second, a.link) < std::tie(b.first, b.second, b.link);
              });
    return all;
}

Measures measure(const exec::Exec& exec, const state::World& world, const Setup& setup) {
    const MassViews masses = viewsOf(world);
    Measures all;
    for (std::size_t i = 0; i < masses.position.size(); ++i) {
        const Masses& group = setup.groups[masses.group[i]];
        if (group.kind != Masses::Kind::Free) continue;
        const double square = squaredLength(masses.velocity[i]);
        all.count += 1;
        all.kinetic += 0.5 * group.mass * square;
        all.potential -= group.mass * dot(setup.gravity, masses.position[i]);
        all.momentum += masses.velocity[i] * group.mass;
        all.fastest = std::max(all.fastest, std::sqrt(square));
    }
    for (const ActingLink& acting : actingLinks(exec, world, setup)) {
        const LinkLaw& law = setup.laws[acting.link];
        const double distance = length(pairOf(setup, masses, acting.first, acting.second).apart);
        if (setup.links[acting.link].pairs == Link::Pairs::Near) all.contacts += 1;
        const bool touches = law.kind == Link::Kind::Contact || law.kind == Link::Kind::Friction;
        if (touches && acting.length > 0)
            all.compression = std::max(all.compression, (acting.length - distance) / acting.length);
        const double longer = distance - acting.length;
        if (law.kind == Link::Kind::Spring) all.springs += 0.5 * law.stiffness * longer * longer;
    }
    return all;
}

}  // namespace talus::network
