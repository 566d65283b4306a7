#pragma once
#include <memory>

#include "talus/couple/water_grains/drag.h"
#include "talus/grains/params.h"
#include "talus/method/scene.h"
#include "talus/water/search/neighbours.h"

namespace talus::couple::water_grains {

class SparseWater;

/// Water and grains of a scene, as the stages between them need to know both.
struct Setup {
    Drag drag = Drag::DiFelice;
    Liquid liquid;
    water::Smoothing smoothing;
    double particle_mass = 0;   ///< of the water [kg]
    bool compressible = false;  ///< the water's solver is wcsph
    Vec3d gravity;              ///< [m/s^2]
    grains::Precision precision = grains::Precision::Double;
    /// Of a force that is found in a step, the share that the grains' integrator applies in that step; the
    /// rest comes at the start of the next one.
    double at_once = 0.5;

    /// The density of the water's kernel at a distance [1/m^3], and its slope over that distance.
    struct Kernel {
        double value = 0, gradient = 0;
    };
    Kernel kernel(double r) const;
    std::shared_ptr<const SparseWater> sparse;
};

/// The same for any kernel.
Setup::Kernel kernelAt(const water::Smoothing& smoothing, double r);

/// @pre the scene passed the check, and has both
Setup setupOf(const method::Scene& scene);

}  // namespace talus::couple::water_grains
