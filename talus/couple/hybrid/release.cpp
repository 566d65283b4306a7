#include "talus/couple/hybrid/release.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/couple/hybrid/pristine_sand.h"
#include "talus/exec/for_each.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/sources/new_grain.h"

namespace talus::couple {
namespace {

using exec::View;
namespace f = grains::fields;

/// Finds bare ground that is too steep.
class BareSlopes {
  public:
    BareSlopes(const Exchange& exchange, View<const double> height, const state::Table& grains)
        : exchange_(exchange), grid_(exchange.columns->grid), height_(height), covered_(grid_.size()) {
        std::copy_n(height.data(), height.size(), covered_.data());
        const auto position = grains.read(f::position);
        const auto radius = grains.read(f::radius);
        const auto settled = grains.read(f::settled);
        for (std::size_t i = 0; i < position.size(); ++i)
            if (settled[i] != grains::gone_to_ground) cover(position[i], radius[i]);
    }

    /// Whether no grain lies on the column and a slope from it to a neighbour, with the grains on that, is
    /// too steep.
    bool have(std::uint32_t i, std::uint32_t j) const {
        const std::size_t k = grid_.at(i, j);
        if (covered_[k] > height_[k]) return false;
        const double steepest = std::tan(exchange_.hybrid.stability), step = 2 * exchange_.pattern->radius();
        const geometry::ColumnRange around = geometry::grown({i, i + 1, j, j + 1}, 1, grid_);
        for (std::uint32_t b = around.first_j; b < around.last_j; ++b)
            for (std::uint32_t a = around.first_i; a < around.last_i; ++a) {
                const double run = grid_.spacing * (a != i && b != j ? std::numbers::sqrt2 : 1.0);
                // A step of one grain's height does not count as a slope.
                if (height_[k] - covered_[grid_.at(a, b)] > steepest * run + step) return true;
            }
        return false;
    }

  private:
    void cover(const Vec3d& p, double radius) {
        const Vec3d reach{radius + 0.5 * grid_.spacing, radius + 0.5 * grid_.spacing, 0};
        const geometry::ColumnRange under = geometry::columnsWithin(grid_, {p - reach, p + reach});
        for (std::uint32_t j = under.first_j; j < under.last_j; ++j)
            for (std::uint32_t i = under.first_i; i < under.last_i; ++i)
                covered_[grid_.at(i, j)] = std::max(covered_[grid_.at(i, j)], p.z);
    }

    const Exchange& exchange_;
    const geometry::ColumnGrid& grid_;
    View<const double> height_;
    exec::Array<double> covered_;  ///< height of each column, or of the centre of the highest grain on it [m]
};

/// Puts buried grains back to their positions, one after the other.
class GrainReleaser {
  public:
    GrainReleaser(const Exchange& exchange, const Stacks& stacks, const Disturbance& moving, double time,
                  std::uint64_t gone, state::Table& grains, ColumnStore& store)
        : exchange_(exchange),
          stacks_(stacks),
          moving_(moving),
          time_(time),
          gone_(gone),
          first_new_(grains.size()),
          grains_(grains),
          store_(store) {}

    /// Adds a settled grain at its old position. Does nothing and returns false if the position is not free.
    bool asGround(const BuriedGrain& buried) {
        if (moving_.inWall(buried.position, buried.radius) || !isFree(buried.position, buried.radius))
            return false;
        append(buried, buried.position);
        grains_.write(f::settled)[grains_.size() - 1] = grains::lies_as_ground;
        grains::forcesOf(grains_).force.put(grains_.size() - 1, {});
        return true;
    }
    /// Adds a free grain at its old position, or on top of other grains that are there now. Returns false,
    /// and the grain stays ground, if its position is in a wall or no free position is found.
    bool asGrain(const BuriedGrain& buried) {
        constexpr int steps = 20;  // maximum height above the old position, in radii
        Vec3d position = buried.position;
        for (int k = 0; k <= steps; ++k, position.z += buried.radius) {
            if (moving_.inWall(position, buried.radius)) return false;
            if (!isFree(position, buried.radius) || (k > 0 && !isFreeOfNew(position, buried.radius)))
                continue;
            append(buried, position);
            if (k > 0) lifted_.push_back(grains_.size() - 1);
            return true;
        }
        return false;
    }
    const Released& made() const { return made_; }

  private:
    void append(const BuriedGrain& buried, const Vec3d& position) {
        const double volume = 4.0 / 3.0 * std::numbers::pi * buried.radius * buried.radius * buried.radius;
        grains::appendGrain(grains_,
                            {.position = position,
                             .velocity = {},
                             .spin = {},
                             .radius = buried.radius,
                             .density = buried.mass / volume,
                             .material = buried.material,
                             .birth = time_},
                            exchange_.gravity, gone_);
        grains_.write(f::mass)[grains_.size() - 1] = buried.mass;  // to the last bit
        store_.take(sharesOf(buried, store_), buried.material, buried.mass);
        ++made_.count;
        made_.mass += buried.mass;
    }
    bool isApart(std::size_t row, const Vec3d& position, double radius) const {
        constexpr double allowed = 0.98;  // of the sum of radii: 2% of overlap does no harm
        const double least = allowed * (std::as_const(grains_).read(f::radius)[row] + radius);
        return squaredLength(std::as_const(grains_).read(f::position)[row] - position) >= least * least;
    }
    bool isFree(const Vec3d& position, double radius) const {
        bool is_free = true;
        stacks_.forNear(position, [&](std::size_t j) { is_free = is_free && isApart(j, position, radius); });
        for (const std::size_t j : lifted_) is_free = is_free && isApart(j, position, radius);
        return is_free;
    }
    /// Whether a position is free of grains of this round, which are not in the stacks. At their old
    /// positions they do not overlap, so only a grain that is lifted may overlap them.
    bool isFreeOfNew(const Vec3d& position, double radius) const {
        for (std::size_t j = first_new_; j < grains_.size(); ++j)
            if (!isApart(j, position, radius)) return false;
        return true;
    }

    const Exchange& exchange_;
    const Stacks& stacks_;
    const Disturbance& moving_;
    double time_;
    std::uint64_t gone_;
    std::size_t first_new_;
    std::vector<std::size_t> lifted_;
    state::Table& grains_;
    ColumnStore& store_;
    Released made_;
};

/// The column that is nearest to a position.
std::size_t columnAt(const geometry::ColumnGrid& grid, const Vec3d& p) {
    const auto index = [&](double x, double origin, std::uint32_t count) {
        const double k = std::round((x - origin) / grid.spacing);
        return static_cast<std::uint32_t>(std::clamp(k, 0.0, count - 1.0));
    };
    return grid.at(index(p.x, grid.origin_x, grid.columns), index(p.y, grid.origin_y, grid.rows));
}

/// Which grains come out of a column: the topmost ones; those within reach of moving walls; those in the
/// margin around that (Exchange::apron).
enum Loose : std::uint8_t { top = 1, near = 2, on_apron = 4 };

exec::Array<std::uint8_t> looseColumns(const Exchange& exchange, const Disturbance& moving,
                                       View<const double> height, const state::Table& grains) {
    const geometry::ColumnGrid& grid = exchange.columns->grid;
    const BareSlopes bare_slopes(exchange, height, grains);
    const double diameter = 2 * exchange.pattern->radius();
    exec::Array<std::uint8_t> loose(grid.size());
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const std::size_t k = grid.at(i, j);
            const double bottom = exchange.columns->bedrock[k];
            if (height[k] - bottom >= 0.5 * diameter && bare_slopes.have(i, j)) loose.data()[k] |= top;
            if (!moving.any()) continue;
            const auto isAround = [&](double slab, double margin) {
                for (double high = height[k]; high > bottom; high -= slab) {
                    const double low = std::max(bottom, high - slab);
                    if (moving.at({grid.x(i), grid.y(j), 0.5 * (low + high)}, 0.5 * (high - low) + margin))
                        return true;
                }
                return false;
            };
            if (!isAround(4 * diameter, grid.spacing + exchange.apron())) continue;
            loose.data()[k] |= on_apron;
            if (isAround(0.5 * diameter, 0)) loose.data()[k] |= near;
        }
    return loose;
}

}  // namespace

Released release(const exec::Exec& exec, const Exchange& exchange, const Stacks& stacks,
                 const Disturbance& moving, double time, std::uint64_t gone, View<const double> height,
                 state::Table& grains, ColumnStore& store, Buried& buried) {
    const geometry::ColumnGrid& grid = exchange.columns->grid;
    const exec::Array<std::uint8_t> loose = looseColumns(exchange, moving, height, grains);
    layOutPristineSand(exchange, loose.view(), store, buried);

    // What each buried grain becomes, if its position is free.
    enum Becomes : std::uint8_t { stays, held, free };
    const double layer = 2 * exchange.pattern->radius();
    exec::Array<std::uint8_t> becomes(buried.size());
    exec::for_each(exec, buried.size(), [&](std::size_t b) {
        const Vec3d p = buried.position(b);
        const std::size_t k = columnAt(grid, p);
        const bool on_top = (loose.data()[k] & top) != 0 && p.z > height[k] - layer;
        const bool near_moving = moving.any() && moving.at(p, exchange.apron());
        becomes.data()[b] = near_moving && moving.at(p) ? free : near_moving || on_top ? held : stays;
    });
    GrainReleaser unearther(exchange, stacks, moving, time, gone, grains, store);
    std::vector<std::uint32_t> out;
    for (std::uint32_t b = 0; b < becomes.size(); ++b) {
        if (becomes.data()[b] == stays) continue;
        const BuriedGrain grain = buried.at(b);
        if (becomes.data()[b] == free ? unearther.asGrain(grain) : unearther.asGround(grain))
            out.push_back(b);
    }
    buried.remove(exec, out);
    Released made = unearther.made();
    made.stays_high.resize(grid.size());
    for (std::size_t k = 0; k < grid.size(); ++k)
        made.stays_high.data()[k] = (loose.data()[k] & on_apron) != 0 && (loose.data()[k] & near) == 0;
    return made;
}

}  // namespace talus::couple
