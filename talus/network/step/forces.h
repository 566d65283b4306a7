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

/// Their fields, for the lists of a stage, and as it reads them.
std::vector<step::FieldRef> massFields();
MassViews readMasses(const step::Step& step);

/// The distance vectors of two masses, along the axes in which they move.
Pair pairOf(const Setup& setup, const MassViews& masses, std::size_t i, std::size_t j);

/// What finds the pairs of masses, on one thread.
struct PairSearch {
    const Setup& setup;
    const NearMasses* near;  ///< null if no link acts on near masses
    Formulas formulas{setup};
    NearMasses::Around around{};

    /// Masses come in the order of the cells.
    std::size_t row(std::size_t k) const { return near != nullptr ? near->row(k) : k; }
};

/// Calls take(j, link, force on the mass) for every pair of the k-th mass whose link is no spring of given
/// pairs: those in the same grain, and those near it.
template <class Take>
void forPairs(PairSearch& search, const MassViews& masses, std::size_t k, Take take) {
    const Setup& setup = search.setup;
    const std::size_t i = search.row(k), groups = setup.groups.size(), g = masses.group[i];
    const std::size_t points = setup.groups[g].pointsOfAGrain(), first = i - masses.point[i];
    const auto add = [&](std::size_t j, std::uint32_t link) {
        take(j, link, forceOf(setup.laws[link], pairOf(setup, masses, i, j), search.formulas));
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
    if (search.near == nullptr) return;
    search.near->forNear(k, search.around, [&](std::size_t j) {
        if (!setup.is_few[masses.group[j]]) addNear(j);
    });
}

/// Sums all forces on each free mass: gravity, the constant force of its group, the medium, springs, links
/// within the grain, near masses and walls. Each mass sums its own, so that any number of threads gives the
/// same bits; both masses of a pair get the same force with opposite signs, so that momentum is kept. For
/// masses that a free body carries it sums the forces of links, which act on the body (push_bodies.h).
struct SumForces {
    static constexpr const char* name = "sum forces of links";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;

  private:
    template <int Dimensions>
    void sum(step::Step& step) const;
};

}  // namespace talus::network
