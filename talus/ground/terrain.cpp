#include "talus/ground/terrain.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "talus/core/rng.h"
#include "talus/exec/for_each.h"
#include "talus/ground/noise.h"

namespace talus::ground {
namespace {

using geometry::ColumnGrid;

constexpr std::uint32_t hills_purpose = 0x48494c4cu, dunes_purpose = 0x44554e45u,
                        craters_purpose = 0x43524154u;  // they select independent random numbers

Error inputError(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// Checks the distance from the origin: lattice points have 32-bit numbers.
Status checkExtent(const ColumnGrid& grid, double wavelength) {
    const double far = std::max(std::max(std::abs(grid.x(0)), std::abs(grid.x(grid.columns - 1))),
                                std::max(std::abs(grid.y(0)), std::abs(grid.y(grid.rows - 1))));
    if (far / wavelength < 1e9) return success();
    return inputError(
        fmt::format("the ground extends to {} m from the origin, too far for a wavelength of {} m; move its "
                    "corner closer to the origin",
                    far, wavelength));
}

/// Calls row(j) for every row, in any order.
template <class Row>
void forRows(const exec::Exec& exec, const ColumnGrid& grid, Row row) {
    exec::for_each(
        exec, grid.rows, [&](std::size_t j) { row(static_cast<std::uint32_t>(j)); }, 8);
}

}  // namespace

Status addHills(const exec::Exec& exec, const ColumnGrid& grid, exec::View<double> height,
                const Hills& hills) {
    if (!(hills.height > 0 && std::isfinite(hills.height)))
        return inputError(fmt::format("the height of hills must be above 0, not {} m", hills.height));
    if (!(hills.wavelength >= 2 * grid.spacing))
        return inputError(
            fmt::format("the wavelength of hills is {} m, and the spacing of columns is {} m; the wavelength "
                        "must be at least two spacings",
                        hills.wavelength, grid.spacing));
    if (hills.octaves < 1 || hills.octaves > 32)
        return inputError(fmt::format("hills have 1 to 32 octaves, not {}", hills.octaves));
    if (!(hills.roughness > 0 && hills.roughness <= 1))
        return inputError(
            fmt::format("the roughness of hills is above 0 and at most 1, not {}", hills.roughness));
    double wavelength = hills.wavelength, scale = hills.height;
    for (int octave = 0; octave < hills.octaves && wavelength >= 2 * grid.spacing; ++octave) {
        if (const Status far = checkExtent(grid, wavelength); !far) return far.error();
        const Noise noise(exec, grid, wavelength, hills.seed, hills_purpose,
                          static_cast<std::uint32_t>(octave));
        forRows(exec, grid, [&](std::uint32_t j) {
            for (std::uint32_t i = 0; i < grid.columns; ++i)
                height[grid.at(i, j)] += scale * noise.at(grid.x(i), grid.y(j));
        });
        wavelength /= 2;
        scale *= hills.roughness;
    }
    return success();
}

Status addDunes(const exec::Exec& exec, const ColumnGrid& grid, exec::View<double> height,
                const Dunes& dunes) {
    if (!(dunes.height > 0 && std::isfinite(dunes.height)))
        return inputError(fmt::format("the height of dunes must be above 0, not {} m", dunes.height));
    if (!(dunes.slip > 0 && dunes.slip < std::numbers::pi / 2))
        return inputError(
            fmt::format("the slope of slip faces must be between 0 and 90 degrees, not {} rad", dunes.slip));
    const double lee = dunes.height / std::tan(dunes.slip);
    if (!(dunes.wavelength > 2 * lee))
        return inputError(fmt::format(
            "dunes of height {} m with slip faces of {} rad need a wavelength above {:.4g} m, not {}",
            dunes.height, dunes.slip, 2 * lee, dunes.wavelength));
    if (!(dunes.wander >= 0 && dunes.wander <= 1))
        return inputError(fmt::format("the wander of dunes is 0 to 1, not {}", dunes.wander));
    // Crests vary over three wavelengths, but over at least two columns on coarse grids.
    const double bends = std::max(3 * dunes.wavelength, 2 * grid.spacing);
    if (const Status far = checkExtent(grid, bends); !far) return far.error();
    const Noise shift(exec, grid, bends, dunes.seed, dunes_purpose, 0);
    const Noise rise(exec, grid, bends, dunes.seed, dunes_purpose, 1);
    const double along_x = std::cos(dunes.wind), along_y = std::sin(dunes.wind);
    const double crest =
        1 - lee / dunes.wavelength;  // position of the crest, where the windward side ends, in wavelengths
    forRows(exec, grid, [&](std::uint32_t j) {
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const double x = grid.x(i), y = grid.y(j);
            const double at = (x * along_x + y * along_y) / dunes.wavelength + dunes.wander * shift.at(x, y);
            const double phase = at - std::floor(at);
            const double profile = phase < crest ? 0.5 - 0.5 * std::cos(std::numbers::pi * phase / crest)
                                                 : (1 - phase) / (1 - crest);
            const double tall = 0.75 + 0.25 * rise.at(x, y);  // 0.5 to 1
            height[grid.at(i, j)] += dunes.height * tall * profile;
        }
    });
    return success();
}

Status addCraters(const exec::Exec& exec, const ColumnGrid& grid, exec::View<double> height,
                  const Craters& craters) {
    if (!(craters.smallest > 0 && craters.smallest <= craters.largest && std::isfinite(craters.largest)))
        return inputError(fmt::format("radii of craters must be 0 < smallest <= largest, not {} and {} m",
                                      craters.smallest, craters.largest));
    if (!(craters.slope > 0))
        return inputError(
            fmt::format("the slope of the sizes of craters must be above 0, not {}", craters.slope));
    if (craters.count > 1'000'000)
        return inputError(fmt::format("there can be at most a million craters, not {}", craters.count));
    struct Crater {
        double x, y, radius;
    };
    std::vector<Crater> all(craters.count);
    const Random random{craters.seed, craters_purpose};
    const double range = 1 - std::pow(craters.smallest / craters.largest, craters.slope);
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {random.uniform(grid.x(0), grid.x(grid.columns - 1), k, 0),
                  random.uniform(grid.y(0), grid.y(grid.rows - 1), k, 1),
                  craters.smallest * std::pow(1 - random.uniform(k, 2) * range, -1 / craters.slope)};
    forRows(exec, grid, [&](std::uint32_t j) {
        for (const Crater& crater : all) {
            const double dy = grid.y(j) - crater.y, reach = 3 * crater.radius;
            if (std::abs(dy) >= reach) continue;
            const geometry::ColumnRange near = geometry::columnsWithin(
                grid, {{crater.x - reach, grid.y(0), 0}, {crater.x + reach, grid.y(0), 0}});
            for (std::uint32_t i = near.first_i; i < near.last_i; ++i) {
                const double r = std::hypot(grid.x(i) - crater.x, dy) / crater.radius;
                if (r >= 3) continue;
                constexpr double rim = 0.08, depth = 0.4;  // see Craters
                // Shifted by the value of r^-3 at three radii, so that it ends without a step.
                const double outside = rim * (std::pow(r, -3) - 1.0 / 27) / (1 - 1.0 / 27);
                const double inside = rim + depth * (r * r - 1);
                height[grid.at(i, j)] += crater.radius * (r < 1 ? inside : outside);
            }
        }
    });
    return success();
}

}  // namespace talus::ground
