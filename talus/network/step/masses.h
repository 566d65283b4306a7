#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "talus/core/formula.h"
#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

/// What links read of the masses.
struct MassViews {
    exec::View<const Vec3d> position, velocity;
    exec::View<const std::uint16_t> group;
    exec::View<const std::uint32_t> point;
};

/// Their fields, for the lists of a stage, and as it reads them.
std::vector<step::FieldRef> massFields();
MassViews readMasses(const step::Step& step);

/// Calls take(group, first, last) for the stretches of rows of one group in [begin, end).
template <class Take>
void forGroups(exec::View<const std::uint16_t> group, std::size_t begin, std::size_t end, Take take) {
    const std::uint16_t* of = group.data();
    while (begin < end) {
        std::size_t last = end;
        // Most often all are of one group, which takes one comparison of memory.
        if (!std::equal(of + begin + 1, of + end, of + begin))
            last = static_cast<std::size_t>(
                std::find_if(of + begin, of + end, [&](std::uint16_t g) { return g != of[begin]; }) - of);
        take(of[begin], begin, last);
        begin = last;
    }
}

/// The distance vectors of two masses, along the axes in which they move.
Pair pairOf(const Setup& setup, const MassViews& masses, std::size_t i, std::size_t j);

/// Calls take(j, law) for the links of a mass to the other points of its grain.
template <class Take>
void forGrain(const Setup& setup, const MassViews& masses, std::size_t i, Take take) {
    const std::size_t g = masses.group[i], first = i - masses.point[i];
    for (const std::uint32_t link : setup.in_grain[g]) {
        const bool has_length = setup.links[link].length.has_value();
        for (std::size_t j = first; j < first + setup.groups[g].pointsOfAGrain(); ++j) {
            if (j == i) continue;
            if (has_length)
                take(j, setup.laws[link]);
            else
                take(j, grainLaw(setup, link, g, i - first, j - first));
        }
    }
}

/// The links of two masses where they are near each other.
inline const std::vector<std::uint32_t>& nearLinks(const Setup& setup, const MassViews& masses, std::size_t i,
                                                   std::size_t j) {
    return setup.near[masses.group[i] * setup.groups.size() + masses.group[j]];
}

/// Evaluates the formulas of a setup's links on one thread.
class Formulas {
  public:
    explicit Formulas(const Setup& setup);
    double operator()(const LinkLaw& law, double distance, double rate);

  private:
    std::vector<std::optional<Formula::Evaluator>> of_;  ///< by link
    std::vector<double> values_;
};

}  // namespace talus::network
