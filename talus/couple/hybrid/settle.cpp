#include "talus/couple/hybrid/settle.h"

#include "talus/couple/hybrid/movers.h"
#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"

namespace talus::couple {
namespace {

using exec::Array;
using exec::View;
using grains::gone_to_ground;
using grains::lies_as_ground;

/// Grains as they lie, for questions of what is over and under one.
struct Pile {
    View<const Vec3d> position;
    View<const double> radius;
    View<const std::uint8_t> settled;
    const Stacks& stacks;

    // In sums of radii, chosen by how spheres lie; the cone by heaps (bench/results/ground-2026-11.md).

    /// Grains that touch are no further apart: they may rock a little. Far below sqrt(2), where the next
    /// neighbours of a close packing are.
    static constexpr double touching = 1.14;

    /// Whether b lies over a: higher by a radius, and in a cone above it. Any grain in the inside of a heap
    /// has one there. The cone is steeper than sand stands (49 degrees where the two touch): on a slope the
    /// neighbour further up is not in it, or all of the surface would count as covered by what is next to it
    /// (down to 37 degrees, as it was first, heaps came out 2 degrees too flat). Up to 1.6: two layers of a
    /// close packing are 1.63 apart.
    bool isOver(std::size_t b, std::size_t a) const {
        constexpr double wide = 0.65;
        const Vec3d d = position[b] - position[a];
        const double sum = radius[a] + radius[b];
        return d.z > 0.5 * sum && d.z < 1.6 * sum && d.x * d.x + d.y * d.y < wide * wide * sum * sum;
    }
    /// Whether a lies on b: the line of centres stands at some 20 degrees or more; what is lower is beside
    /// it.
    bool restsOn(std::size_t a, std::size_t b) const {
        const Vec3d d = position[a] - position[b];
        const double sum = radius[a] + radius[b];
        return d.z > 0.35 * sum && squaredLength(d) < touching * touching * sum * sum;
    }

    /// One more than the most of those that count and lie over it, up to `most`.
    template <class Counts>
    std::uint8_t nextLevel(std::size_t i, View<const std::uint8_t> level, std::uint8_t most,
                           const Counts& counts) const {
        std::uint8_t found = 0;
        stacks.forNear(position[i], [&](std::uint32_t j) {
            if (found < most && counts(j) && isOver(j, i))
                found = std::max(found, static_cast<std::uint8_t>(std::min<int>(level[j] + 1, most)));
        });
        return found;
    }
    bool hasSettledUnder(std::size_t i) const {
        bool found = false;
        stacks.forNear(position[i], [&](std::uint32_t j) {
            found = found || (settled[j] == lies_as_ground && restsOn(i, j));
        });
        return found;
    }
    bool isLowest(std::size_t i) const {
        bool lowest = true;
        stacks.forNear(position[i], [&](std::uint32_t j) { lowest = lowest && !isOver(i, j); });
        return lowest;
    }
    /// Whether a free grain is beside it, which would fall into the hole that it leaves.
    bool hasFreeBeside(std::size_t i) const {
        bool found = false;
        stacks.forNear(position[i], [&](std::uint32_t j) {
            const double near = touching * (radius[i] + radius[j]);
            found = found || (settled[j] == 0 && squaredLength(position[j] - position[i]) < near * near);
        });
        return found;
    }
};

/// How many grains lie over each, one on the other, up to `most`; of those that count.
template <class Counts>
Array<std::uint8_t> levelsOf(const exec::Exec& exec, const Pile& pile, std::uint32_t levels, Counts counts) {
    const auto most = static_cast<std::uint8_t>(levels);
    Array<std::uint8_t> level(pile.position.size()), next(pile.position.size());
    for (std::uint8_t pass = 0; pass < most; ++pass) {
        // After so many passes a level below their number is final, and none is above it.
        exec::for_each(exec, level.size(), [&](std::size_t i) {
            const std::uint8_t before = level.data()[i];
            const auto highest = static_cast<std::uint8_t>(pass + 1);
            next.data()[i] =
                before < pass ? before : pile.nextLevel(i, std::as_const(level).view(), highest, counts);
        });
        level.swap(next);
    }
    return level;
}

/// Counts the rounds for which each has stayed in its place. Returns how far each is from there; of those
/// that left it the way since the last round, but for `still`.
Array<Vec3d> countRoundsAtRest(const exec::Exec& exec, const Hybrid& hybrid, const Pile& pile,
                               state::Table& table) {
    Array<Vec3d> moved(pile.position.size());
    const auto seen_at = table.write(grains::fields::seen_at);
    const auto at_rest = table.write(grains::fields::rounds_at_rest);
    exec::for_each(exec, pile.position.size(), [&](std::size_t i) {
        const Vec3d& p = pile.position[i];
        const double way = 2 * hybrid.still * pile.radius[i];
        moved.data()[i] = p - seen_at[i];
        if (squaredLength(moved.data()[i]) < way * way) {
            at_rest[i] = static_cast<std::uint8_t>(std::min(255, at_rest[i] + 1));
        } else {
            seen_at[i] = p;
            at_rest[i] = 0;
        }
    });
    return moved;
}

/// Grains that went on by a few hundredths of their diameters since the last round: what creeps does not
/// count. Chosen: with 4 mm and rounds of 20 ms it is 6 mm/s.
std::vector<Movers::Mover> moversOf(const Pile& pile, const Array<Vec3d>& moved, double until) {
    constexpr double least = 0.03;
    std::vector<Movers::Mover> movers;
    for (std::size_t i = 0; i < pile.position.size(); ++i)
        if (pile.settled[i] == 0 && length(moved.data()[i]) > least * 2 * pile.radius[i])
            movers.push_back({pile.position[i], moved.data()[i] * (1 / until)});
    return movers;
}

}  // namespace

Settler::Settler(state::Table& grains)
    : settled_(grains.write(grains::fields::settled)),
      velocity_(grains.write(grains::fields::velocity)),
      spin_(grains.write(grains::fields::spin)),
      forces_(grains::forcesOf(grains)) {}

void Settler::change(std::size_t row, std::uint8_t settled) const {
    settled_[row] = settled;
    velocity_[row] = spin_[row] = {};
    forces_.force.put(row, {});
    forces_.torque.put(row, {});
}

bool settle(const exec::Exec& exec, const Exchange& exchange, const Stacks& stacks, const Disturbance& moving,
            double until, state::Table& table, ColumnStore& store, Buried& buried) {
    namespace f = grains::fields;
    const Hybrid& hybrid = exchange.hybrid;
    const state::Table& old = table;
    const Pile pile{old.read(f::position), old.read(f::radius), old.read(f::settled), stacks};
    const std::size_t count = pile.position.size();
    const Array<Vec3d> moved = countRoundsAtRest(exec, hybrid, pile, table);
    const Movers movers(exec, moversOf(pile, moved, until), exchange.gravity, until,
                        2 * hybrid.wake * exchange.largest_radius);
    const Array<std::uint8_t> level = levelsOf(exec, pile, hybrid.layers, [](std::size_t) { return true; });
    const Array<std::uint8_t> shell = levelsOf(exec, pile, hybrid.shell, [&](std::size_t j) {
        return pile.settled[j] != 0 && level.data()[j] >= hybrid.layers;
    });
    const auto at_rest = old.read(f::rounds_at_rest);
    const auto quiet =
        static_cast<std::uint8_t>(std::clamp(std::ceil(hybrid.quiet / until - 1e-6), 1.0, 255.0));

    const auto becomes = [&](std::size_t i) -> std::uint8_t {
        const Vec3d& p = pile.position[i];
        const bool covered = level.data()[i] >= hybrid.layers;
        if (pile.settled[i] == 0) {
            if (at_rest[i] < quiet || !store.has(p.x, p.y)) return 0;
            const bool on_ground = p.z - pile.radius[i] < store.heightAt(p.x, p.y) + 0.5 * pile.radius[i];
            if (!on_ground && !pile.hasSettledUnder(i)) return 0;
            return (covered || !movers.near(p)) && !moving.at(p) ? lies_as_ground : 0;
        }
        if (moving.any() && moving.at(p)) return 0;
        // What the ground holds stays in it, covered or not.
        const double above = store.has(p.x, p.y) ? p.z - store.heightAt(p.x, p.y) : pile.radius[i];
        if (!covered && above > 0) return movers.near(p) ? 0 : lies_as_ground;
        if (moving.any() && moving.at(p, exchange.apron())) return lies_as_ground;
        const bool deep =
            covered && shell.data()[i] >= hybrid.shell && pile.isLowest(i) && !pile.hasFreeBeside(i);
        return deep || above < -pile.radius[i] ? gone_to_ground : lies_as_ground;
    };
    Array<std::uint8_t> next(count);
    exec::for_each(exec, count, [&](std::size_t i) { next.data()[i] = becomes(i); });

    const auto mass = old.read(f::mass);
    const auto material = old.read(f::material);
    bool changes = false;
    for (std::size_t i = 0; i < count; ++i) {
        changes |= pile.settled[i] != next.data()[i];
        if (next.data()[i] != gone_to_ground) continue;
        const BuriedGrain grain{
            .place = pile.position[i], .radius = pile.radius[i], .mass = mass[i], .material = material[i]};
        store.add(sharesOf(grain, store), material[i], mass[i]);
        buried.add(grain);
    }
    const Settler holder(table);
    exec::for_each(exec, count, [&](std::size_t i) {
        if (pile.settled[i] != next.data()[i]) holder.change(i, next.data()[i]);
    });
    return changes;
}

}  // namespace talus::couple
