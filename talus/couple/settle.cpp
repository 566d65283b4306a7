#include "talus/couple/settle.h"

#include <limits>

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

    /// Whether b lies over a: higher by a radius, and in a wide cone above it. Any grain in the inside of a
    /// heap has one there; the neighbour further up on a slope is not counted.
    bool isOver(std::size_t b, std::size_t a) const {
        const Vec3d d = position[b] - position[a];
        const double sum = radius[a] + radius[b];
        return d.z > 0.5 * sum && d.z < 1.6 * sum && d.x * d.x + d.y * d.y < 0.64 * sum * sum;
    }
    /// Whether a lies on b.
    bool restsOn(std::size_t a, std::size_t b) const {
        const Vec3d d = position[a] - position[b];
        const double sum = radius[a] + radius[b];
        return d.z > 0.35 * sum && squaredLength(d) < 1.3 * sum * sum;
    }

    /// One more than the most of those that lie over it, up to `most`.
    std::uint8_t nextLevel(std::size_t i, View<const std::uint8_t> level, std::uint8_t most,
                           bool of_settled) const {
        std::uint8_t found = 0;
        stacks.forNear(position[i], [&](std::uint32_t j) {
            if (found < most && (!of_settled || settled[j] != 0) && isOver(j, i))
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
};

/// How many grains (or how many settled ones) lie over each, one on the other, up to `most`.
Array<std::uint8_t> levelsOf(const exec::Exec& exec, const Pile& pile, std::uint32_t levels,
                             bool of_settled) {
    const auto most = static_cast<std::uint8_t>(levels);
    Array<std::uint8_t> level(pile.position.size()), next(pile.position.size());
    for (std::uint8_t pass = 0; pass < most; ++pass) {
        exec::for_each(exec, level.size(), [&](std::size_t i) {
            next.data()[i] = pile.nextLevel(i, std::as_const(level).view(), most, of_settled);
        });
        level.swap(next);
    }
    return level;
}

}  // namespace

Holder::Holder(state::Table& grains)
    : settled_(grains.write(grains::fields::settled)),
      velocity_(grains.write(grains::fields::velocity)),
      spin_(grains.write(grains::fields::spin)),
      force_(grains.write(grains::fields::force)),
      torque_(grains.write(grains::fields::torque)),
      drift_(grains.write(grains::fields::drift)) {}

void Holder::change(std::size_t row, std::uint8_t settled) const {
    settled_[row] = settled;
    velocity_[row] = spin_[row] = force_[row] = torque_[row] = {};
    drift_[row] = {std::numeric_limits<float>::infinity(), 0, 0};
}

void settle(const exec::Exec& exec, const Hybrid& hybrid, const Stacks& stacks, const Disturbance& moving,
            state::Table& table, ColumnStore& store) {
    namespace f = grains::fields;
    const state::Table& old = table;
    const Pile pile{old.read(f::position), old.read(f::radius), old.read(f::settled), stacks};
    const Array<std::uint8_t> level = levelsOf(exec, pile, hybrid.layers, false);
    const Array<std::uint8_t> shell = levelsOf(exec, pile, hybrid.shell, true);
    const auto seen_at = old.read(f::seen_at);

    const auto becomes = [&](std::size_t i) -> std::uint8_t {
        const Vec3d& p = pile.position[i];
        const bool covered = level.data()[i] >= hybrid.layers;
        if (pile.settled[i] == 0) {
            const double way = 2 * hybrid.still * pile.radius[i];
            if (!covered || !(squaredLength(p - seen_at[i]) < way * way) || !store.has(p.x, p.y)) return 0;
            const bool on_ground = p.z - pile.radius[i] < store.heightAt(p.x, p.y) + 0.5 * pile.radius[i];
            return (on_ground || pile.hasSettledUnder(i)) && !moving.at(p) ? lies_as_ground : 0;
        }
        if (moving.any() && moving.at(p)) return 0;
        // What the ground holds stays in it, covered or not.
        const double above = store.has(p.x, p.y) ? p.z - store.heightAt(p.x, p.y) : pile.radius[i];
        if (!covered && above > 0) return 0;
        const bool deep = shell.data()[i] >= hybrid.shell && pile.isLowest(i);
        return deep || above < -pile.radius[i] ? gone_to_ground : lies_as_ground;
    };
    const std::size_t count = pile.position.size();
    Array<std::uint8_t> next(count);
    exec::for_each(exec, count, [&](std::size_t i) { next.data()[i] = becomes(i); });

    const auto mass = old.read(f::mass);
    const auto material = old.read(f::material);
    for (std::size_t i = 0; i < count; ++i) {
        if (next.data()[i] != gone_to_ground) continue;
        store.add(pile.position[i].x, pile.position[i].y, material[i], mass[i]);
    }
    const Holder holder(table);
    const auto seen = table.write(f::seen_at);
    exec::for_each(exec, count, [&](std::size_t i) {
        seen[i] = pile.position[i];
        if (pile.settled[i] != next.data()[i]) holder.change(i, next.data()[i]);
    });
}

}  // namespace talus::couple
