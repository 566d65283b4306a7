#pragma once
#include "talus/core/host_device.h"
#include "talus/math/vec.h"

namespace talus::water {

/// A slightly compressible liquid: Tait's equation of state (Monaghan 1994).
struct Compressible {
    double sound_speed = 10;  ///< c [m/s]
    double diffusion = 0.1;   ///< delta (Molteni and Colagrossi 2009)
    double artificial = 0;    ///< alpha (Monaghan 1992)
    double viscosity = 0;     ///< nu [m^2/s]
    Vec3d gravity;            ///< for hydrostatic densities [m/s^2]
    double spray = 0;  ///< filled share of the kernel below which a particle is spray (spray.h); 0: none is

    /// p / rho_0 = c^2 / 7 (D^7 - 1), as k = p / (rho_0 D^2) [m^2/s^2].
    template <class Real>
    TALUS_HD Real pressure(Real density) const {
        const Real square = density * density;
        return static_cast<Real>(sound_speed * sound_speed / 7) * (square * square * square * density - 1) /
               square;
    }
};

}  // namespace talus::water
