#include "talus/couple/release.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

/// Makes grains, one after the other in the order in which places come.
class Maker {
  public:
    Maker(const Exchange& exchange, const Stacks& stacks, const Disturbance& moving, double time,
          std::uint64_t taken, state::Table& grains, ColumnStore& store)
        : exchange_(exchange),
          stacks_(stacks),
          moving_(moving),
          time_(time),
          taken_(taken),
          first_new_(grains.size()),
          grains_(grains),
          store_(store) {}

    void tryAt(const Vec3d& place, std::uint64_t number, bool settled) {
        const double draw = exchange_.random.uniform(number);
        const auto sand = store_.sandAt(place.x, place.y, draw);
        if (!sand) return;
        const double density = exchange_.columns->density[sand->material];
        const double radius = std::cbrt(sand->grain_mass / density * 3 / (4 * std::numbers::pi));
        if (place.z - radius < store_.bedrockAt(place.x, place.y) || !isFree(place, radius)) return;
        grains::NewGrain grain{.position = place,
                               .velocity = {},
                               .spin = {},
                               .radius = radius,
                               .density = density,
                               .material = sand->material,
                               .birth = time_};
        grains::appendGrain(grains_, grain, exchange_.gravity, taken_);
        const std::size_t row = grains_.size() - 1;
        const double mass = grains_.read(f::mass)[row];
        if (!store_.take(place.x, place.y, sand->material, mass)) {
            grains_.resize(row);
            return;
        }
        if (settled) {
            grains_.write(f::settled)[row] = grains::lies_as_ground;
            grains_.write(f::force)[row] = {};
        }
        ++made_.count;
        made_.mass += mass;
    }
    const Released& made() const { return made_; }

  private:
    bool isFree(const Vec3d& place, double radius) const {
        constexpr double allowed = 0.98;  // of the sum of radii: 2% of overlap does no harm
        const auto position = std::as_const(grains_).read(f::position);
        const auto radii = std::as_const(grains_).read(f::radius);
        bool is_free = true;
        const auto look = [&](std::size_t j) {
            const double least = allowed * (radii[j] + radius);
            is_free = is_free && squaredLength(position[j] - place) >= least * least;
        };
        stacks_.forNear(place, look);
        // Those made now are not in the stacks; places of the pattern keep apart but where sizes differ.
        if (radius > exchange_.pattern->radius() * 1.01)
            for (std::size_t j = first_new_; is_free && j < position.size(); ++j) look(j);
        return is_free && !moving_.inWall(place, radius);
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

}  // namespace

Released release(const Exchange& exchange, const Stacks& stacks, const Disturbance& moving, double time,
                 std::uint64_t taken, View<const double> height, state::Table& grains, ColumnStore& store) {
    const geometry::ColumnGrid& grid = exchange.columns->grid;
    const Loosening loosening(exchange, height, grains);
    Maker maker(exchange, stacks, moving, time, taken, grains, store);
    const double diameter = 2 * exchange.pattern->radius(), slab = 4 * diameter;
    const Vec3d around{0.51 * grid.spacing, 0.51 * grid.spacing, 0};

    // Whole grains, under the surface: of bare ground the topmost layer, of disturbed ground all within
    // reach.
    const auto loosen = [&](std::size_t column, const Vec3d& low, const Vec3d& high, bool all, bool near) {
        exchange.pattern->forPlacesIn(low - around, high + around, [&](const Vec3d& p, std::uint64_t number) {
            if (columnAt(grid, p) != column || !store.has(p.x, p.y)) return;
            const bool disturbed = near && moving.at(p);
            if (all || disturbed) maker.tryAt(p, number, !disturbed);
        });
    };
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const std::size_t k = grid.at(i, j);
            const double depth = loosening.thickness(k), bottom = height[k] - depth;
            if (depth < 0.5 * diameter) continue;
            const bool bare = loosening.isBareAndSteep(i, j);
            const double top = height[k];
            for (double low = top - diameter, high = top; high > bottom; high = low, low -= slab) {
                const Vec3d middle{grid.x(i), grid.y(j), 0.5 * (low + high)};
                const bool near = moving.any() && moving.at(middle, 0.5 * (high - low) + grid.spacing);
                const bool all = bare && high == top;
                if (near || all)
                    loosen(k, {grid.x(i), grid.y(j), low}, {grid.x(i), grid.y(j), high}, all, near);
            }
        }
    return maker.made();
}

}  // namespace talus::couple
