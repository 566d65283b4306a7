#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "talus/core/formula.h"
#include "talus/network/setup.h"
#include "talus/network/step/find_near.h"
#include "talus/step/stage.h"

namespace talus::network {

/// Evaluates the formulas of a setup's links on one thread.
class Formulas {
  public:
    explicit Formulas(const Setup& setup);
    double operator()(const LinkLaw& law, double distance, double rate);

  private:
    std::vector<std::optional<Formula::Evaluator>> of_;  ///< by link
    std::vector<double> values_;
};

/// What links read of the masses.
struct MassViews {
    exec::View<const Vec3d> position, velocity;
    exec::View<const std::uint16_t> group;
    exec::View<const std::uint32_t> point;
};

/// The distance vectors of two masses, along the axes in which they move.
Pair pairOf(const Setup& setup, const MassViews& masses, std::size_t i, std::size_t j);

/// Calls take(j, link, force on i) for every pair of mass i whose link is no spring of given pairs: those in
/// the same grain, and those near it. @param near null if no link acts on near masses
template <class Take>
void forPairs(const Setup& setup, const MassViews& masses, const NearMasses* near, Formulas& formulas,
              std::vector<neighbors::CellRange>& cells, std::size_t i, Take take) {
    const std::size_t groups = setup.groups.size(), g = masses.group[i];
    const std::size_t points = setup.groups[g].pointsOfAGrain(), first = i - masses.point[i];
    const auto add = [&](std::size_t j, std::uint32_t link) {
        take(j, link, forceOf(setup.laws[link], pairOf(setup, masses, i, j), formulas));
    };
    for (const std::uint32_t link : setup.in_grain[g])
        for (std::size_t j = first; j < first + points; ++j)
            if (j != i) add(j, link);
    const auto addNear = [&](std::size_t j) {
        if (j >= first && j < first + points) return;  // a grain does not touch itself
        for (const std::uint32_t link : setup.near[g * groups + masses.group[j]]) add(j, link);
    };
    if (setup.is_few[g]) {
        for (std::size_t j = 0; j < masses.position.size(); ++j) addNear(j);
        return;
    }
    for (const std::uint32_t j : setup.few_rows) addNear(j);
    if (near == nullptr) return;
    near->forNear(i, masses.position, cells, [&](std::size_t j) {
        if (!setup.is_few[masses.group[j]]) addNear(j);
    });
}

/// Sums all forces on each mass: gravity, the constant force of its group, the medium, springs, links within
/// the grain, near masses and walls. Each mass sums its own, so that any number of threads gives the same
/// bits; both masses of a pair compute the same force with opposite signs, so that momentum is kept.
struct SumForces {
    static constexpr const char* name = "sum forces of links";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network
