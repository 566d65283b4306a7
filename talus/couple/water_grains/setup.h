#pragma once
#include <memory>

#include "talus/couple/water_grains/drag.h"
#include "talus/grains/params.h"
#include "talus/method/scene.h"
#include "talus/water/search/neighbours.h"

namespace talus::couple::water_grains {

class SparseWater;

/// What the stages need to know about the water and the grains of a scene.
struct Setup {
    Drag drag = Drag::DiFelice;
    Liquid liquid;
    water::Smoothing smoothing;
    double particle_mass = 0;   ///< of the water [kg]
    bool compressible = false;  ///< the water's solver is wcsph
    Vec3d gravity;              ///< [m/s^2]
    grains::Precision precision = grains::Precision::Double;
    /// The share of a force that the grains' integrator applies in the step that computes it. The rest is
    /// applied at the start of the next step.
    double immediate_share = 0.5;

    /// The water's kernel at a distance r: its value [1/m^3], and its derivative over r [1/m^5].
    struct Kernel {
        double value = 0, gradient = 0;
    };
    Kernel kernel(double r) const;
    std::shared_ptr<const SparseWater> sparse;
};

/// Setup::kernel() for any kernel of the water.
Setup::Kernel kernelAt(const water::Smoothing& smoothing, double r);

/// @pre the scene passed the check, and has water and grains
Setup setupOf(const method::Scene& scene);

}  // namespace talus::couple::water_grains
