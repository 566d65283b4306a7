#pragma once
#include <algorithm>
#include <numbers>

#include "talus/couple/water_grains/fields.h"
#include "talus/couple/water_grains/point_cells.h"
#include "talus/step/stage.h"

/// What the stages in a step of the water share.
namespace talus::couple::water_grains {

/// A room of the water's step (step/scratch.h).
struct Near {
    PointCells grains, water;
    exec::Array<double> total;   ///< of each grain the sum of kernels over the particles near it [1/m^3]
    exec::Array<double> pull;    ///< of each grain its drag over its slip, times the water's step [kg]
    exec::Array<double> yields;  ///< of each particle the share of its own slip that is left after the step
    exec::Array<Vec3d>
        even;  ///< of each grain the mean velocity towards which those around it are drawn [m/s]
    exec::Array<double> lean;  ///< of each grain what presses it to walls, over the slope of their share [J]
    exec::Array<Vec3d> taken;  ///< of each grain what the solver took off the water for it [N]
};
inline constexpr const char* near_scratch = "water near grains";

/// What of its debts the water pays in this step: the time that it has until the grains step again is theirs
/// before it.
inline double part(const step::Step& step) {
    const double left = step.read(clock_table, fields::grains_time)[0] - step.time();
    return step.dt < left * (1 - 1e-9) ? step.dt / left : 1;
}

inline double volumeOf(double radius) { return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius; }

/// The share of space that is water, of a particle whose kernel lies in walls with a share. No packing of
/// balls leaves less than a quarter.
inline double waterShare(double filled, double in_walls) {
    return std::clamp(1 - filled / std::max(1 - in_walls, 0.1), 0.25, 1.0);
}

/// What of a kernel that is partly in walls counts as grains, of the rest.
inline double grainShare(double filled, double in_walls) { return filled / std::max(1 - in_walls, 0.1); }

}  // namespace talus::couple::water_grains
