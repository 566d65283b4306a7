#pragma once
#include "talus/environment/periodic.h"
#include "talus/method/probes/probed.h"

namespace talus::method {

/// A table of points, each of which represents a volume around it.
struct PointsToProbe {
    std::string name;
    std::string table;
    const state::Field<Vec3d>* position = nullptr;
    std::vector<const state::FieldInfo*> fields;  ///< that a probe can measure
    double radius = 0;                            ///< as in Probed [m]

    /// With both of these fluxes can be measured; with `amount` alone heights and the filled share.
    const state::Field<std::uint32_t>* id = nullptr;
    std::function<Amount(const state::Table& rows, std::size_t row)> amount = {};

    double full = 1;  ///< share of space that the points fill where they are packed
    environment::Periodic domain{};
    /// Share of the space within `radius` of a position that is not inside walls. Empty: all of it.
    std::function<double(const state::World& world, const Vec3d& at)> free_share = {};
};

/// Makes points measurable. The value of a field is the mean around a position, weighted by the points'
/// volumes and by probeWeight(). With `amount` there is also "density", their mass in that space, unless a
/// field has that name. The surface is where they fill half of the available space.
Probed probedPoints(PointsToProbe points);

/// The weight of a point at a distance, for means around a position: the cubic spline kernel (Monaghan 1992,
/// "Smoothed particle hydrodynamics"), whose integral over all space is 1. @return [1/m^3]
double probeWeight(double distance, double radius);

}  // namespace talus::method
