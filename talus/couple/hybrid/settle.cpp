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

/// The grains, with tests of which lie over, under and beside each other.
struct Pile {
    View<const Vec3d> position;
    View<const double> radius;
    View<const std::uint8_t> settled;
    const Stacks& stacks;

    // Distances are in sums of radii. They follow from the geometry of spheres; the cone was chosen by tests
    // with heaps (bench/results/ground-2026-11.md).

    /// Largest distance of grains that touch; it lets them rock a little. Far below sqrt(2), the distance of
    /// the second neighbours of a close packing.
    static constexpr double touching = 1.14;

    /// Whether b lies over a: higher by half the sum of radii, and in a cone above a. Every grain inside a
    /// heap has such a grain. The cone is steeper than a slope of sand (49 degrees for grains that touch):
    /// else the neighbour further up the slope would be in it, and the whole surface would count as covered
    /// (with 37 degrees heaps were 2 degrees too flat). The limit of 1.6 is below the 1.63 between the first
    /// and the third layer of a close packing.
    bool isOver(std::size_t b, std::size_t a) const {
        constexpr double wide = 0.65;
        const Vec3d d = position[b] - position[a];
        const double sum = radius[a] + radius[b];
        return d.z > 0.5 * sum && d.z < 1.6 * sum && d.x * d.x + d.y * d.y < wide * wide * sum * sum;
    }
    /// Whether a lies on b: they touch, and the line of centres rises by some 20 degrees or more. Below that
    /// they are side by side.
    bool restsOn(std::size_t a, std::size_t b) const {
        const Vec3d d = position[a] - position[b];
        const double sum = radius[a] + radius[b];
        return d.z > 0.35 * sum && squaredLength(d) < touching * touching * sum * sum;
    }

    /// One more than the maximum level of the grains that count and lie over it, up to `max_level`.
    template <class Counts>
    std::uint8_t nextLevel(std::size_t i, View<const std::uint8_t> level, std::uint8_t max_level,
                           const Counts& counts) const {
        std::uint8_t found = 0;
        stacks.forNear(position[i], [&](std::uint32_t j) {
            if (found < max_level && counts(j) && isOver(j, i))
                found = std::max(found, static_cast<std::uint8_t>(std::min<int>(level[j] + 1, max_level)));
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
    /// Whether a free grain is beside it. That would fall into the hole if this grain became ground.
    bool hasFreeBeside(std::size_t i) const {
        bool found = false;
        stacks.forNear(position[i], [&](std::uint32_t j) {
            const double near = touching * (radius[i] + radius[j]);
            found = found || (settled[j] == 0 && squaredLength(position[j] - position[i]) < near * near);
        });
        return found;
    }
};

/// The level of each grain: how many of the grains that count lie over it, one on the other, up to `levels`.
template <class Counts>
Array<std::uint8_t> levelsOf(const exec::Exec& exec, const Pile& pile, std::uint32_t levels, Counts counts) {
    const auto max_level = static_cast<std::uint8_t>(levels);
    Array<std::uint8_t> level(pile.position.size()), next(pile.position.size());
    for (std::uint8_t pass = 0; pass < max_level; ++pass) {
        // After n passes levels below n are final, and no level is above n.
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

/// Counts the rounds for which each grain has stayed in its position. Returns the displacement of each grain
/// from the stored position. A grain that moves leaves its stored position in every round, so for moving
/// grains it is the displacement since the last round, up to `still`.
Array<Vec3d> countRoundsAtRest(const exec::Exec& exec, const Hybrid& hybrid, const Pile& pile,
                               state::Table& table) {
    Array<Vec3d> moved(pile.position.size());
    const auto seen_at = table.write(grains::fields::seen_at);
    const auto at_rest = table.write(grains::fields::rounds_at_rest);
    exec::for_each(exec, pile.position.size(), [&](std::size_t i) {
        const Vec3d& p = pile.position[i];
        const double max_distance = 2 * hybrid.still * pile.radius[i];
        moved.data()[i] = p - seen_at[i];
        if (squaredLength(moved.data()[i]) < max_distance * max_distance) {
            at_rest[i] = static_cast<std::uint8_t>(std::min(255, at_rest[i] + 1));
        } else {
            seen_at[i] = p;
            at_rest[i] = 0;
        }
    });
    return moved;
}

/// Grains that moved by more than a few hundredths of their diameter since the last round; creeping grains do
/// not count. The limit is chosen: for grains of 4 mm and rounds of 20 ms it is 6 mm/s.
std::vector<Movers::Mover> moversOf(const Pile& pile, const Array<Vec3d>& moved, double duration) {
    constexpr double min_share = 0.03;
    std::vector<Movers::Mover> movers;
    for (std::size_t i = 0; i < pile.position.size(); ++i)
        if (pile.settled[i] == 0 && length(moved.data()[i]) > min_share * 2 * pile.radius[i])
            movers.push_back({pile.position[i], moved.data()[i] * (1 / duration)});
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
            double duration, state::Table& table, ColumnStore& store, Buried& buried) {
    namespace f = grains::fields;
    const Hybrid& hybrid = exchange.hybrid;
    const state::Table& old = table;
    const Pile pile{old.read(f::position), old.read(f::radius), old.read(f::settled), stacks};
    const std::size_t count = pile.position.size();
    const Array<Vec3d> moved = countRoundsAtRest(exec, hybrid, pile, table);
    const Movers movers(exec, moversOf(pile, moved, duration), exchange.gravity, duration,
                        2 * hybrid.wake * exchange.largest_radius);
    const Array<std::uint8_t> level = levelsOf(exec, pile, hybrid.layers, [](std::size_t) { return true; });
    const Array<std::uint8_t> shell = levelsOf(exec, pile, hybrid.shell, [&](std::size_t j) {
        return pile.settled[j] != 0 && level.data()[j] >= hybrid.layers;
    });
    const auto at_rest = old.read(f::rounds_at_rest);
    const auto quiet =
        static_cast<std::uint8_t>(std::clamp(std::ceil(hybrid.quiet / duration - 1e-6), 1.0, 255.0));

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
        // A grain whose centre is in the ground stays settled, covered or not.
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
            .position = pile.position[i], .radius = pile.radius[i], .mass = mass[i], .material = material[i]};
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
