#include "talus/couple/release.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/couple/pristine_sand.h"
#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"
#include "talus/grains/new_grain.h"

namespace talus::couple {
namespace {

using exec::View;
namespace f = grains::fields;

/// Where ground may turn into grains: how thick the sand is, and where it lies bare.
class Loosening {
  public:
    Loosening(const Exchange& exchange, View<const double> height, const state::Table& grains)
        : exchange_(exchange), grid_(exchange.columns->grid), height_(height), covered_(grid_.size()) {
        const auto position = grains.read(f::position);
        const auto radius = grains.read(f::radius);
        const auto settled = grains.read(f::settled);
        for (std::size_t i = 0; i < position.size(); ++i)
            if (settled[i] != grains::gone_to_ground) cover(position[i], radius[i]);
    }

    /// Sand at a column [m].
    double thickness(std::size_t column) const {
        return height_[column] - exchange_.columns->bedrock[column];
    }
    /// No grain lies on the column, and one of its slopes is too steep to lie bare.
    bool isBareAndSteep(std::uint32_t i, std::uint32_t j) const {
        const std::size_t k = grid_.at(i, j);
        if (covered_[k] != 0) return false;
        const double steepest = std::tan(exchange_.hybrid.stability), step = 2 * exchange_.pattern->radius();
        const geometry::ColumnRange around = geometry::grown({i, i + 1, j, j + 1}, 1, grid_);
        for (std::uint32_t b = around.first_j; b < around.last_j; ++b)
            for (std::uint32_t a = around.first_i; a < around.last_i; ++a) {
                const double run = grid_.spacing * (a != i && b != j ? std::numbers::sqrt2 : 1.0);
                // A step of one grain is no slope.
                if (height_[k] - height_[grid_.at(a, b)] > steepest * run + step) return true;
            }
        return false;
    }

  private:
    void cover(const Vec3d& p, double radius) {
        const Vec3d reach{radius + 0.5 * grid_.spacing, radius + 0.5 * grid_.spacing, 0};
        const geometry::ColumnRange under = geometry::columnsWithin(grid_, {p - reach, p + reach});
        for (std::uint32_t j = under.first_j; j < under.last_j; ++j)
            for (std::uint32_t i = under.first_i; i < under.last_i; ++i)
                if (const double above = p.z - height_[grid_.at(i, j)]; above > 0 && above < 2 * radius)
                    covered_[grid_.at(i, j)] = 1;
    }

    const Exchange& exchange_;
    const geometry::ColumnGrid& grid_;
    View<const double> height_;
    exec::Array<std::uint8_t> covered_;
};

/// Puts grains where they were, one after the other.
class Unearther {
  public:
    Unearther(const Exchange& exchange, const Stacks& stacks, const Disturbance& moving, double time,
              std::uint64_t taken, state::Table& grains, ColumnStore& store)
        : exchange_(exchange),
          stacks_(stacks),
          moving_(moving),
          time_(time),
          taken_(taken),
          first_new_(grains.size()),
          grains_(grains),
          store_(store) {}

    /// As ground, as it lay; false, and nothing happens, where something else is now.
    bool asGround(const BuriedGrain& buried) {
        if (!isFree(buried.place, buried.radius)) return false;
        append(buried, buried.place);
        grains_.write(f::settled)[grains_.size() - 1] = grains::lies_as_ground;
        grains_.write(f::force)[grains_.size() - 1] = {};
        return true;
    }
    /// Free. Where something else is now, so a grain has come into the ground, it lies on top of that.
    bool asGrain(const BuriedGrain& buried) {
        constexpr int steps = 20;  // of a radius
        Vec3d place = buried.place;
        for (int k = 0; k <= steps; ++k, place.z += buried.radius) {
            if (!isFree(place, buried.radius) || (k > 0 && !isFreeOfNew(place, buried.radius))) continue;
            append(buried, place);
            return true;
        }
        return false;
    }
    const Released& made() const { return made_; }

  private:
    void append(const BuriedGrain& buried, const Vec3d& place) {
        const double volume = 4.0 / 3.0 * std::numbers::pi * buried.radius * buried.radius * buried.radius;
        grains::appendGrain(grains_,
                            {.position = place,
                             .velocity = {},
                             .spin = {},
                             .radius = buried.radius,
                             .density = buried.mass / volume,
                             .material = buried.material,
                             .birth = time_},
                            exchange_.gravity, taken_);
        grains_.write(f::mass)[grains_.size() - 1] = buried.mass;  // to the last bit
        store_.take(sharesOf(buried, store_), buried.material, buried.mass);
        ++made_.count;
        made_.mass += buried.mass;
    }
    bool isApart(std::size_t row, const Vec3d& place, double radius) const {
        constexpr double allowed = 0.98;  // of the sum of radii: 2% of overlap does no harm
        const double least = allowed * (std::as_const(grains_).read(f::radius)[row] + radius);
        return squaredLength(std::as_const(grains_).read(f::position)[row] - place) >= least * least;
    }
    bool isFree(const Vec3d& place, double radius) const {
        bool is_free = true;
        stacks_.forNear(place, [&](std::size_t j) { is_free = is_free && isApart(j, place, radius); });
        return is_free && !moving_.inWall(place, radius);
    }
    /// Those made now are not in the stacks. Where they lay in the ground they were apart.
    bool isFreeOfNew(const Vec3d& place, double radius) const {
        for (std::size_t j = first_new_; j < grains_.size(); ++j)
            if (!isApart(j, place, radius)) return false;
        return true;
    }

    const Exchange& exchange_;
    const Stacks& stacks_;
    const Disturbance& moving_;
    double time_;
    std::uint64_t taken_;
    std::size_t first_new_;
    state::Table& grains_;
    ColumnStore& store_;
    Released made_;
};

/// The column that a place stands in.
std::size_t columnAt(const geometry::ColumnGrid& grid, const Vec3d& p) {
    const auto index = [&](double x, double origin, std::uint32_t count) {
        const double k = std::round((x - origin) / grid.spacing);
        return static_cast<std::uint32_t>(std::clamp(k, 0.0, count - 1.0));
    };
    return grid.at(index(p.x, grid.origin_x, grid.columns), index(p.y, grid.origin_y, grid.rows));
}

/// What is to come out of a column: nothing, its topmost grains, or all within reach of what moves.
enum Loose : std::uint8_t { no = 0, top = 1, near = 2 };

exec::Array<std::uint8_t> looseColumns(const Exchange& exchange, const Disturbance& moving,
                                       View<const double> height, const state::Table& grains) {
    const geometry::ColumnGrid& grid = exchange.columns->grid;
    const Loosening loosening(exchange, height, grains);
    const double diameter = 2 * exchange.pattern->radius(), slab = 4 * diameter;
    exec::Array<std::uint8_t> loose(grid.size());
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const std::size_t k = grid.at(i, j);
            const double bottom = height[k] - loosening.thickness(k);
            if (height[k] - bottom >= 0.5 * diameter && loosening.isBareAndSteep(i, j)) loose.data()[k] |= top;
            if (!moving.any()) continue;
            for (double high = height[k]; high > bottom && (loose.data()[k] & near) == 0; high -= slab) {
                const double low = std::max(bottom, high - slab);
                if (moving.at({grid.x(i), grid.y(j), 0.5 * (low + high)}, 0.5 * (high - low) + grid.spacing))
                    loose.data()[k] |= near;
            }
        }
    return loose;
}

}  // namespace

Released release(const exec::Exec& exec, const Exchange& exchange, const Stacks& stacks, const Disturbance& moving,
                 double time, std::uint64_t taken, View<const double> height, state::Table& grains,
                 ColumnStore& store, Buried& buried) {
    const geometry::ColumnGrid& grid = exchange.columns->grid;
    const exec::Array<std::uint8_t> loose = looseColumns(exchange, moving, height, grains);
    layOutPristineSand(exchange, loose.view(), store, buried);

    // What each buried grain is to be, at most.
    enum Becomes : std::uint8_t { stays, held, free };
    const double layer = 2 * exchange.pattern->radius();
    exec::Array<std::uint8_t> becomes(buried.size());
    exec::for_each(exec, buried.size(), [&](std::size_t b) {
        const Vec3d p = buried.place(b);
        const std::size_t k = columnAt(grid, p);
        const bool on_top = (loose.data()[k] & top) != 0 && p.z > height[k] - layer;
        becomes.data()[b] = moving.any() && moving.at(p) ? free : on_top ? held : stays;
    });
    Unearther unearther(exchange, stacks, moving, time, taken, grains, store);
    std::vector<std::uint32_t> out;
    for (std::uint32_t b = 0; b < becomes.size(); ++b) {
        if (becomes.data()[b] == stays) continue;
        const BuriedGrain grain = buried.at(b);
        if (becomes.data()[b] == free ? unearther.asGrain(grain) : unearther.asGround(grain)) out.push_back(b);
    }
    buried.remove(exec, out);
    return unearther.made();
}

}  // namespace talus::couple
