#include "talus/engines/lammps/lammps_types.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "talus/engines/lammps/laws/lammps_laws.h"
#include "talus/grains/fields.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/sources/emit.h"

namespace talus::engines {
namespace {

/// Maximum number of fixes of walls. When an atom moves to another rank, LAMMPS' buffer holds 1024 numbers
/// beside the atom's own (comm_brick.cpp, BUFEXTRA). A fix of a wall needs up to twelve of them. Beyond that
/// LAMMPS aborts.
constexpr std::size_t max_wall_fixes = 80;

/// The radii of one material, of present grains and of those that emitters will still insert.
struct Radii {
    std::set<double> present;  ///< the single radii
    double smallest = 0, largest = 0;
    bool spread = false;  ///< any radius between smallest and largest may occur

    void add(double radius) {
        // More radii than types can exist are handled like a spread.
        if (present.size() <= max_types) present.insert(radius);
        smallest = smallest == 0 ? radius : std::min(smallest, radius);
        largest = std::max(largest, radius);
    }
};

bool stillPours(const grains::Emitter& emitter, std::uint64_t emitted) {
    return emitted < grains::grainsInAll(emitter);
}

std::map<std::uint16_t, Radii> radiiOf(const scene::Simulation& simulation, const grains::Setup& setup) {
    std::map<std::uint16_t, Radii> all;
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto material = grains.read(grains::fields::material);
    const auto radius = grains.read(grains::fields::radius);
    for (std::size_t i = 0; i < grains.size(); ++i) all[material[i]].add(radius[i]);
    const auto emitted = simulation.world().table(grains::emitters_table).read(grains::fields::emitted);
    for (std::size_t e = 0; e < setup.spouts.size(); ++e) {
        const grains::Spout& spout = setup.spouts[e];
        if (!stillPours(spout.emitter, emitted[e])) continue;
        Radii& radii = all[spout.material];
        const double low = grains::smallestRadius(spout.emitter), high = grains::largestRadius(spout.emitter);
        if (spout.emitter.distribution == grains::Sizes::Distribution::Discrete) {
            for (const double one : spout.emitter.radii) radii.add(one);
        } else {
            radii.add(low);
            radii.add(high);
            radii.spread = radii.spread || low < high;
        }
    }
    return all;
}

/// The materials with a contact law whose numbers depend on radii in LAMMPS.
std::set<std::uint16_t> needRadii(const std::map<std::uint16_t, Radii>& radii, const grains::Setup& setup,
                                  bool pours) {
    const auto isFixed = [&](std::uint16_t material) {
        return !setup.fixed.empty() && setup.fixed[material] != 0;
    };
    std::set<std::uint16_t> need;
    for (const auto& [a, of_a] : radii) {
        for (const auto& [b, of_b] : radii)
            if (!(isFixed(a) && isFixed(b)) && needsRadius(setup.laws.at(a, b))) need.insert({a, b});
        if (isFixed(a)) continue;
        for (const environment::WallFace& face : setup.walls->faces())
            if (needsRadiusAtWall(setup.laws.at(a, face.material), isCurved(face), pours)) need.insert(a);
    }
    return need;
}

/// The maximum number of types in this scene: each wall whose law depends on the radius needs a fix per type.
std::size_t maxTypesFor(const std::map<std::uint16_t, Radii>& radii, const grains::Setup& setup, bool pours) {
    std::size_t faces = 0;
    for (const environment::WallFace& face : setup.walls->faces()) {
        const auto any = [&](auto what) {
            return std::any_of(radii.begin(), radii.end(),
                               [&](const auto& of) { return what(setup.laws.at(of.first, face.material)); });
        };
        if (!any([&](const auto& law) { return needsRadiusAtWall(law, isCurved(face), pours); })) continue;
        // An attraction is one more fix.
        faces += any([](const auto& law) { return law.cohesion != grains::Cohesion::None; }) ? 2 : 1;
    }
    return std::max<std::size_t>(1, std::min(max_types, max_wall_fixes / std::max<std::size_t>(1, faces)));
}

}  // namespace

void chooseTypes(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model) {
    const auto radii = radiiOf(simulation, setup);
    const auto need = needRadii(radii, setup, model.pours);
    const std::size_t limit = maxTypesFor(radii, setup, model.pours);
    const auto isExact = [&](const Radii& r) {
        return !r.spread && r.present.size() <= std::max<std::size_t>(1, limit / radii.size());
    };
    // Materials of few radii get a type per radius; the others share the remaining types.
    std::size_t left = limit, to_share = 0;
    for (const auto& [material, r] : radii) {
        const bool exact = !need.contains(material) || isExact(r);
        left -= std::min(left, exact ? (need.contains(material) ? r.present.size() : 1) : 0);
        to_share += !exact;
    }
    for (const auto& entry : radii) {
        // Not as structured bindings, which clang 14 does not capture.
        const std::uint16_t material = entry.first;
        const Radii& r = entry.second;
        const environment::Material& is = simulation.scene().environment.materials[material];
        const auto add = [&](double radius, double low, double high) {
            model.types.push_back({material, radius, low, high, is.density, is.fixed});
        };
        if (!need.contains(material)) {
            add(0, r.smallest, r.largest);
        } else if (isExact(r)) {
            for (const double one : r.present) add(one, one, one);
        } else {
            const auto classes = static_cast<int>(std::max<std::size_t>(1, left / to_share));
            const double ratio = r.largest / r.smallest;
            for (int k = 0; k < classes; ++k) {
                const auto at = [&](double share) { return r.smallest * std::pow(ratio, share / classes); };
                add(at(k + 0.5), at(k), at(k + 1));
            }
        }
    }
    if (model.types.size() > max_types) {
        model.refused.push_back(
            fmt::format("grains of more than {} materials: LAMMPS has too few groups of atoms; use fewer "
                        "materials",
                        max_types));
        return;
    }
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto material = grains.read(grains::fields::material);
    const auto radius = grains.read(grains::fields::radius);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        model.type.push_back(typeOf(model, material[i], radius[i]));
        model.density.push_back(simulation.scene().environment.materials[material[i]].density);
    }
}

std::uint32_t typeOf(const LammpsModel& model, std::uint16_t material, double radius) {
    // The classes of a material are in rising order. Take the first whose upper end is at or above the
    // radius, else the last.
    std::uint32_t found = 0;
    for (std::uint32_t t = 1; t <= model.types.size(); ++t) {
        if (model.types[t - 1].material != material) continue;
        found = t;
        if (radius <= model.types[t - 1].high) break;
    }
    TALUS_ASSERT(found > 0, "a grain has a material without a type");
    return found;
}

}  // namespace talus::engines
