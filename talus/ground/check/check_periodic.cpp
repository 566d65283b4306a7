#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/geometry/heightfield.h"
#include "talus/ground/check/checks.h"

namespace talus::ground {

void checkPeriodic(const Checking& checked, double reach) {
    const environment::Environment& world = checked.scene.environment;
    const geometry::Heightfield& field = *in(checked.scene).ground->surface;
    const geometry::ColumnGrid& grid = field.grid;
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        checked.diagnostics.error(checked.spanOf("world", 0, "periodic"), what, hint);
    };
    const double slack = 1e-9 * grid.spacing;
    const auto along = [&](const char* axis, double low, double high, double first, double last) {
        if (low < first - slack || high > last + slack) {
            refuse(fmt::format(
                       "the ground does not reach over the periodic domain: along {} the domain goes from "
                       "{} to {} m, the ground from {:.6g} to {:.6g} m",
                       axis, low, high, first, last),
                   "make the ground as long as the domain, or longer");
            return false;
        }
        return true;
    };
    const auto heightAt = [&](double x, double y) {
        const auto inside = [&](double v, double low, double high) { return std::clamp(v, low, high); };
        return geometry::surfaceAt(grid, field.height.view(),
                                   inside(x, grid.origin_x, grid.x(grid.columns - 1)),
                                   inside(y, grid.origin_y, grid.y(grid.rows - 1)))
            ->height;
    };
    const auto sameBothSides = [&](const char* axis, double jump) {
        if (jump > 1e-6 * grid.spacing)
            refuse(fmt::format(
                       "the ground has different heights at the two periodic sides along {}: it is up to "
                       "{:.3g} m higher on one side",
                       axis, jump),
                   "use flat ground, or ground that has the same heights on both sides");
    };
    const auto sameBehind = [&](const char* axis, double jump) {
        if (jump > 1e-6 * grid.spacing)
            checked.warn(
                checked.spanOf("world", 0, "periodic"),
                fmt::format(
                    "grains near the sides of the domain along {} do not touch the ground beyond them", axis),
                fmt::format("use ground that is {:.2g} m longer on both sides, with the heights of the other "
                            "side, or level there",
                            reach));
    };
    if (in(checked.scene).soil && !world.periodic.empty())
        checked.warn(checked.spanOf("world", 0, "periodic"),
                     "soil that slides or is pressed aside does not go through periodic sides",
                     "leave [soil] or periodic out, or make the domain so long that its sides do not matter");
    const auto offsets = {-reach, -0.5 * reach, 0.5 * reach, reach};
    for (const std::string& axis : world.periodic) {
        const Vec3d &low = world.domain_min, &high = world.domain_max;
        double jump = 0;
        if (axis == "x" && high.x > low.x &&
            along("x", low.x, high.x, grid.origin_x, grid.x(grid.columns - 1))) {
            for (std::uint32_t j = 0; j < grid.rows; ++j)
                jump = std::max(jump, std::abs(heightAt(low.x, grid.y(j)) - heightAt(high.x, grid.y(j))));
            sameBothSides("x", jump);
            double behind = 0;
            for (const double d : offsets)
                for (std::uint32_t j = 0; j < grid.rows; ++j)
                    behind = std::max(
                        behind, std::abs(heightAt(low.x + d, grid.y(j)) - heightAt(high.x + d, grid.y(j))));
            if (jump <= 1e-6 * grid.spacing) sameBehind("x", behind);
        }
        if (axis == "y" && high.y > low.y &&
            along("y", low.y, high.y, grid.origin_y, grid.y(grid.rows - 1))) {
            for (std::uint32_t i = 0; i < grid.columns; ++i)
                jump = std::max(jump, std::abs(heightAt(grid.x(i), low.y) - heightAt(grid.x(i), high.y)));
            sameBothSides("y", jump);
            double behind = 0;
            for (const double d : offsets)
                for (std::uint32_t i = 0; i < grid.columns; ++i)
                    behind = std::max(
                        behind, std::abs(heightAt(grid.x(i), low.y + d) - heightAt(grid.x(i), high.y + d)));
            if (jump <= 1e-6 * grid.spacing) sameBehind("y", behind);
        }
        if (axis == "z")
            refuse("ground does not go with a domain that is periodic along z",
                   "leave \"z\" out of world.periodic, or leave out [ground]");
    }
}

}  // namespace talus::ground
