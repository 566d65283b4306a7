#include "talus/geometry/liquid_surface/surface_particles.h"

#include <fmt/format.h>

#include "talus/exec/reduce.h"

namespace talus::geometry::liquid {
namespace {

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

struct Extremes {
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
};

Status checkNumbers(const LiquidParticles& in) {
    for (std::size_t i = 0; i < in.position.size(); ++i)
        if (!finite(in.position[i]))
            return Error{ErrorKind::Input, fmt::format("the position of particle {} is not finite", i)};
    for (std::size_t i = 0; i < in.radius.size(); ++i)
        if (!(in.radius[i] > 0) || !std::isfinite(in.radius[i]))
            return Error{ErrorKind::Input,
                         fmt::format("the radius of particle {} is {}; a surface needs radii above 0", i,
                                     in.radius[i])};
    for (std::size_t i = 0; i < in.velocity.size(); ++i)
        if (!finite(in.velocity[i]))
            return Error{ErrorKind::Input, fmt::format("the velocity of particle {} is not finite", i)};
    return success();
}

/// Computes n of each particle.
void countNeighbours(const exec::Exec& exec, Particles& p) {
    const exec::View<const Vec3d> position = std::as_const(p).position.view();
    exec::for_each_range(exec, position.size(), [&](std::size_t begin, std::size_t end) {
        Around around(*p.grid);
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3d centre = position[i];
            float sum = 0;
            for (const auto& range : around(centre))
                for (std::size_t j = range.begin; j < range.end; ++j)
                    sum += kernel(static_cast<float>(squaredLength(centre - position[j])) *
                                  p.inverse_square.data()[j]);
            p.crowd.data()[i] = sum;
        }
    });
}

}  // namespace

Result<Particles> Particles::of(const exec::Exec& exec, const LiquidParticles& in) {
    const std::size_t count = in.position.size();
    TALUS_ASSERT(in.radius.size() == count || in.radius.size() == 1,
                 "a radius for each particle, or one for all");
    TALUS_ASSERT(in.velocity.size() == count || in.velocity.empty(), "a velocity for each particle, or none");
    if (Status status = checkNumbers(in); !status) return status.error();
    Extremes radii;
    double sum = 0;
    for (const double r : in.radius) {
        radii = {std::min(radii.smallest, r), std::max(radii.largest, r)};
        sum += r;
    }
    // With a few large particles, searches for neighbours of the small ones would be slow.
    if (constexpr double max_ratio = 10; radii.largest > max_ratio * radii.smallest)
        return Error{
            ErrorKind::Input,
            fmt::format("the radii go from {:.3g} to {:.3g} m; for a surface they may differ by at most a "
                        "factor of {}: give one radius for all",
                        radii.smallest, radii.largest, max_ratio)};
    Particles p;
    p.mean_radius = sum / static_cast<double>(in.radius.size());
    p.farthest = reach * 2 * radii.largest;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d& x = in.position[i];
        if (std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}) >=
            neighbors::farthest_cell * radii.smallest / 16)
            return Error{ErrorKind::Input,
                         fmt::format("particle {} is {:.3g} m from the origin, too far for its "
                                     "radius of {:.3g} m",
                                     i, length(x), in.radius[in.radius.size() == 1 ? 0 : i])};
    }
    exec::Array<std::uint32_t> order;
    neighbors::spatialOrder(exec, in.position, p.farthest, order);
    p.position.resize(count);
    p.range.resize(count);
    p.inverse_square.resize(count);
    p.crowd.resize(count);
    p.velocity.resize(in.velocity.size());
    exec::for_each(exec, count, [&](std::size_t k) {
        const std::size_t i = order.data()[k];
        const double range = reach * 2 * in.radius[in.radius.size() == 1 ? 0 : i];
        p.position.data()[k] = in.position[i];
        p.range.data()[k] = static_cast<float>(range);
        p.inverse_square.data()[k] = static_cast<float>(1 / (range * range));
        if (!in.velocity.empty()) p.velocity.data()[k] = narrow(in.velocity[i]);
    });
    p.grid.emplace(exec, p.position.view(), p.farthest, neighbors::CellGrid::Lookup::Automatic);
    countNeighbours(exec, p);
    return p;
}

}  // namespace talus::geometry::liquid
