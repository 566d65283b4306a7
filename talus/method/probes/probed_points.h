#pragma once
#include "talus/environment/periodic.h"
#include "talus/method/probes/probed.h"

namespace talus::method {

/// A table of points, each of which stands for some volume about it.
struct PointsToProbe {
    std::string name;
    std::string table;
    const state::Field<Vec3d>* position = nullptr;
    std::vector<const state::FieldInfo*> fields;  ///< that a probe may ask for
    double radius = 0;                            ///< as in Probed [m]

    /// With both of these, what flows is counted; with the amount alone, heights and how full space is.
    const state::Field<std::uint32_t>* id = nullptr;
    std::function<Amount(const state::Table& rows, std::size_t row)> amount = {};

    double full = 1;  ///< share of space that they take where they lie side by side
    environment::Periodic domain{};
    /// Share of the space about a place, as far as `radius`, that is not in walls. Absent: all of it.
    std::function<double(const state::World& world, const Vec3d& at)> room = {};
};

/// What they answer. A field is the mean about a place, weighted by the points' volumes and by
/// probeWeight(); with amounts, "density" is besides their mass in that space, where no field is called so.
/// The surface is where they take half of the room that there is for them.
Probed probedPoints(PointsToProbe points);

/// Weight of what is at a distance, for means about a place: the cubic spline (Monaghan 1992, "Smoothed
/// particle hydrodynamics"), whose integral over all space is 1. @return [1/m^3]
double probeWeight(double distance, double radius);

}  // namespace talus::method
