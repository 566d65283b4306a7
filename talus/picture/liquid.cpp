#include "talus/picture/liquid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/geometry/grow_box.h"

namespace talus::picture {
namespace {

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

bool isShare(float x) { return x >= 0 && x <= 1; }
bool isColour(const Colour& c) { return isShare(c.r) && isShare(c.g) && isShare(c.b); }

/// [1/m]. With this coefficient a micrometre of liquid is opaque. A larger value is most likely given in a
/// wrong unit.
constexpr double max_coefficient = 1e7;
bool isCoefficient(double x) { return x >= 0 && x <= max_coefficient; }

Status checkCounts(const Liquid& l, std::size_t set) {
    const std::size_t n = l.centre.size();
    if (n > 0 && l.radius.size() != n && l.radius.size() != 1)
        return input(fmt::format("liquid {}: {} centres but {} radii; give one each, or one for all", set, n,
                                 l.radius.size()));
    const struct {
        const char* name;
        std::size_t count;
    } columns[] = {{"scatterings", l.scattering.size()},
                   {"tints", l.tint.size()},
                   {"foams", l.foam.size()},
                   {"ids", l.id.size()}};
    for (const auto& column : columns)
        if (column.count != 0 && column.count != n)
            return input(fmt::format("liquid {}: {} centres but {} {}; give one each, or none", set, n,
                                     column.count, column.name));
    return success();
}

Status checkMatter(const LiquidMatter& m, std::size_t set) {
    if (!isCoefficient(m.absorption.x) || !isCoefficient(m.absorption.y) || !isCoefficient(m.absorption.z) ||
        !isCoefficient(double(m.scattering)))
        return input(fmt::format(
            "liquid {}: absorption and scattering must be 0 to {:g} 1/m, not ({:g}, {:g}, {:g}) and {:g}",
            set, max_coefficient, m.absorption.x, m.absorption.y, m.absorption.z, m.scattering));
    if (!isColour(m.tint))
        return input(fmt::format("liquid {}: the components of its tint must be 0 to 1", set));
    if (!(m.refractive_index >= 1 && m.refractive_index <= 3))
        return input(fmt::format("liquid {}: the refractive index must be 1 to 3 (water: 1.333), not {:g}",
                                 set, m.refractive_index));
    if (!isShare(m.roughness))
        return input(fmt::format("liquid {}: roughness must be 0 to 1, not {:g}", set, m.roughness));
    return success();
}

}  // namespace

Status checkLiquid(const Liquid& l, std::size_t set) {
    if (Status counts = checkCounts(l, set); !counts.ok()) return counts;
    if (Status matter = checkMatter(l.matter, set); !matter.ok()) return matter;
    for (std::size_t i = 0; i < l.centre.size(); ++i)
        if (!finite(l.centre[i]))
            return input(
                fmt::format("particle {} of liquid {} is at ({}, {}, {}), which is not finite; the frame is "
                            "damaged or the run diverged",
                            i, set, l.centre[i].x, l.centre[i].y, l.centre[i].z));
    for (std::size_t i = 0; i < l.radius.size(); ++i)
        if (!(l.radius[i] > 0) || !std::isfinite(l.radius[i]))
            return input(
                fmt::format("particle {} of liquid {} has the radius {} m; it must be > 0 and finite", i, set,
                            l.radius[i]));
    for (std::size_t i = 0; i < l.scattering.size(); ++i)
        if (!isCoefficient(double(l.scattering[i])))
            return input(
                fmt::format("particle {} of liquid {} has the scattering {} 1/m; it must be 0 to {:g}", i,
                            set, l.scattering[i], max_coefficient));
    for (std::size_t i = 0; i < l.tint.size(); ++i)
        if (!isColour(l.tint[i]))
            return input(fmt::format(
                "particle {} of liquid {} has a tint whose components are not all 0 to 1", i, set));
    for (std::size_t i = 0; i < l.foam.size(); ++i)
        if (!isShare(l.foam[i]))
            return input(fmt::format("particle {} of liquid {} has the foam {}; it must be 0 to 1", i, set,
                                     l.foam[i]));
    return success();
}

geometry::Box boundsOf(const Liquid& liquid) {
    geometry::Box box = geometry::emptyBox();
    for (std::size_t i = 0; i < liquid.centre.size(); ++i)
        if (finite(liquid.centre[i]) && !liquid.radius.empty())
            geometry::include(box, liquid.centre[i], liquid.radius[i < liquid.radius.size() ? i : 0]);
    return box;
}

}  // namespace talus::picture
