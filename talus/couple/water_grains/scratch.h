#pragma once
#include <algorithm>
#include <numbers>

#include "talus/couple/water_grains/fields.h"
#include "talus/couple/water_grains/point_cells.h"
#include "talus/step/stage.h"

/// Scratch and formulas that the stages in the water's step share.
namespace talus::couple::water_grains {

/// Scratch of the water's step (step/scratch.h). MapGrains produces it; SampleWater adds its part.
struct CouplingScratch {
    PointCells grains, water;
    // Of each grain:
    exec::Array<double> kernel_sum;        ///< sum of the kernel over the particles near it [1/m^3]
    exec::Array<double> drag_dt;           ///< drag over slip, times the water's time step [kg]
    exec::Array<Vec3d> balanced_velocity;  ///< velocity towards which drag draws the particles near it [m/s]
    exec::Array<double> wall_load;         ///< force towards walls over the gradient of the walls' share [J]
    exec::Array<Vec3d> solver_force;  ///< force of the solver on the water because of the grain, reversed [N]
    // Of each particle:
    exec::Array<double> slip_left;  ///< share of its slip that is left after the step
};
inline constexpr const char* coupling_scratch = "water near grains";

/// The share of the owed impulses that the water loses in this step: its time step over the time that is left
/// until the water has caught up with the grains.
inline double impulseShare(const step::Step& step) {
    const double left = step.read(clock_table, fields::grains_time)[0] - step.time();
    return step.dt < left * (1 - 1e-9) ? step.dt / left : 1;
}

inline double volumeOf(double radius) { return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius; }

/// Volume fraction of water around a particle, outside of walls. At least a quarter: no packing of spheres
/// leaves less.
/// @param filled share of grains in its kernel @param wall_share share of walls in its kernel
inline double waterShare(double filled, double wall_share) {
    return std::clamp(1 - filled / std::max(1 - wall_share, 0.1), 0.25, 1.0);
}

/// Share of grains in the part of a kernel that is outside of walls.
inline double grainShare(double filled, double wall_share) { return filled / std::max(1 - wall_share, 0.1); }

}  // namespace talus::couple::water_grains
