#pragma once
#include "talus/couple/water_grains/params.h"

/// Drag on a sphere among others: F = beta (u - v), with the velocity u of the water between the spheres. eps
/// is the volume fraction of water, s = |u - v| the slip, and Re = rho eps d s / mu.
///
/// Both laws go with a pressure force of -V grad p on each sphere ("model A": Gidaspow 1994, "Multiphase flow
/// and fluidization"; "set II" of Zhou, Kuang, Chu, Yu 2010, "Discrete particle simulation of particle-fluid
/// flow: model formulations and their applicability", J. Fluid Mech. 661). A suspension that settles
/// uniformly then has F = eps (rho_s - rho) V g. From this follow the exponents of Richardson and Zaki
/// (1954): 4.7 at low and 2.35 at high Reynolds numbers.
namespace talus::couple::water_grains {

struct Liquid {
    double density = 1000;    ///< rho [kg/m^3], > 0
    double viscosity = 1e-3;  ///< mu [Pa s], >= 0
};

/// F = 1/2 C rho (pi d^2 / 4) eps^2 s^2 eps^-chi with C = (0.63 + 4.8 / sqrt(Re))^2 (DallaValle 1948,
/// "Micromeritics") and chi = 3.7 - 0.65 exp(-(1.5 - log10 Re)^2 / 2) (Di Felice 1994, "The voidage function
/// for fluid-particle interaction systems", Int. J. Multiphase Flow 20, 153). In slow flow C Re is 4.8^2 =
/// 23.04, 4% less than Stokes' 24.
/// @param water_share eps @return beta [kg/s]; finite at s = 0
double diFeliceDrag(double diameter, double slip, double water_share, const Liquid& liquid);

/// F = 1/2 C rho (pi d^2 / 4) s^2 eps^-1.65 with C = 24 / Re (1 + 0.15 Re^0.687), and 0.44 from Re = 1000 on
/// (Schiller and Naumann 1935; Wen and Yu 1966, "Mechanics of fluidization", Chem. Eng. Prog. Symp. Ser. 62,
/// in the form of Gidaspow 1994).
/// @param water_share eps @return beta [kg/s]; finite at s = 0
double wenYuDrag(double diameter, double slip, double water_share, const Liquid& liquid);

/// beta by the law of the scene [kg/s]; 0 for Drag::None.
double dragOf(Drag law, double diameter, double slip, double water_share, const Liquid& liquid);

/// Speed at which a single sphere settles or rises in water at rest [m/s].
double settlingSpeed(Drag law, double diameter, double density, const Liquid& liquid, double gravity);

/// Drag between a grain and the water around it in a step, implicit in both velocities.
struct Exchange {
    double beta = 0;    ///< [kg/s]
    double mass = 1;    ///< of the grain [kg]
    double around = 1;  ///< mass of the water that the drag acts on [kg]; infinite: its velocity is constant
    /// Force over the slip at the start of the step [kg/s].
    double factor(double dt) const { return beta / (1 + beta * dt * (1 / mass + 1 / around)); }
};

}  // namespace talus::couple::water_grains
