#pragma once
#include "talus/sand/grid/step_parts.h"

/// Zhu and Bridson (2005), "Animating sand as a fluid": an incompressible fluid whose cells are rigid where
/// the stress that would stop all strain within the step is below yield, and have a friction stress of that
/// strength elsewhere. Rigid cells that touch are one rigid body.
///
/// One coefficient says both when sand yields and how strong it then is: sqrt(J2) = friction p + cohesion. As
/// printed, the two differ by a factor of 2.12.
namespace talus::sand::grid {

struct ZhuBridsonSettings {
    bool unilateral = false;  ///< true: sand may fly apart, as in narain.h; the paper's cannot
    Stop pressure{1e-5, 100};
    double correction = 0.1;  ///< as in NarainSettings
};

/// What happened in a step.
struct ZhuBridsonReport {
    Solved pressure, correction;
    std::uint32_t clusters = 0;    ///< rigid ones
    double rigid = 0;              ///< share of the cells with sand that are rigid
    double least_dissipation = 0;  ///< the least s : D of a flowing cell [W/m^3]; never below zero
    Vec3d on_walls;                ///< impulse of the sand on all solids [N s]
    double squeezed = 0;           ///< as in NarainReport [m^3]
};

/// As narainStep().
ZhuBridsonReport zhuBridsonStep(const StepOf& step, const ZhuBridsonSettings& settings,
                                const Particles& particles, Stresses& stresses, SandGrid& grid,
                                exec::View<Vec3d> displacement);

}  // namespace talus::sand::grid
