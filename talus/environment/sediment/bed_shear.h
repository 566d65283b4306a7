#pragma once
#include <algorithm>
#include <cmath>

/// The shear stress of a flow on its bed, from its velocity along the bed at one height above it [Pa].
namespace talus::environment {

/// Von Karman's constant.
inline constexpr double karman = 0.41;

/// The larger of the stress of a laminar layer, mu u / z, and of a rough wall, rho (kappa u / ln(z / z0))^2
/// with z0 = k_s / 30 (Nikuradse 1933). In a viscous sublayer (u* z / nu < 11) the first is the larger.
struct WallLaw {
    double viscosity = 1e-3;  ///< mu [Pa s]
    double density = 1000;    ///< rho [kg/m^3]
    double roughness = 1e-3;  ///< k_s [m], > 0
    /// Height at which the rough wall's profile has the given speed [m]; 0: the height that is passed.
    double flow_height = 0;

    double laminar(double speed, double height) const { return viscosity * speed / height; }
    /// Within the roughness, z < e z0, the logarithmic profile does not hold: z = e z0 is used instead.
    double frictionCoefficient(double height) const {
        const double z = flow_height > 0 ? flow_height : height;
        const double log = std::max(1.0, std::log(30 * z / roughness));
        return (karman / log) * (karman / log);
    }
    double operator()(double speed, double height) const {
        return std::max(laminar(speed, height), density * frictionCoefficient(height) * speed * speed);
    }
};

/// tau = K theta^n of the shear rate theta = u / l (Wojtan, Carlson, Mucha, Turk 2007, "Animating corrosion
/// and erosion"; Kristof and others 2009, with n = 1/2). n = 1 and K = mu: a Newtonian liquid.
struct PowerLaw {
    double consistency = 1e-3;  ///< K [Pa s^n], >= 0
    double exponent = 1;        ///< n, > 0

    double operator()(double speed, double distance) const {
        return consistency * std::pow(speed / distance, exponent);
    }
};

}  // namespace talus::environment
