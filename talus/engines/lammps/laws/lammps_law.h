#pragma once
#include <string>

namespace talus::engines {

/// A spring of LAMMPS' `rolling sds` or `twisting sds`; stiffness 0: none.
struct LammpsSpring {
    double stiffness = 0;  ///< rolling [N/m], twisting [N m]
    double damping = 0;    ///< rolling [N s/m], twisting [N m s]
    double friction = 0;   ///< limit over the normal force: rolling [1], twisting [m]
    bool operator==(const LammpsSpring&) const = default;
};

/// A contact law and its cohesion as the coefficients of LAMMPS' `granular` styles (derived in
/// docs/theory/lammps.md). R_e is the effective radius, d the overlap, m_e the effective mass.
struct LammpsLaw {
    bool hertz = false;          ///< normal force K sqrt(R_e) d^(3/2), else K d
    double stiffness = 0;        ///< K: [Pa] for hertz, else [N/m]
    std::string damping;         ///< "mass_velocity", "viscoelastic", "tsuji" or "velocity"
    double damping_value = 0;    ///< damping argument after K; for tsuji see tsujiArgument()
    double shear_stiffness = 0;  ///< k_t [N/m]; 0: linear_nohistory
    /// The history is the shear force (mindlin/force); the shear stiffness is then k_t sqrt(R_e d).
    bool history_is_force = false;
    double shear_ratio = 0;      ///< shear dashpot over normal dashpot
    double friction = 0;         ///< mu
    bool limit_damping = false;  ///< the normal force never pulls
    LammpsSpring rolling, twisting;
    /// Surface energy of a JKR neck [J/m^2]; above 0: the normal force is `jkr`, not `hertz`.
    double neck = 0;
    /// At walls: surface energy of an additional attraction 4 pi pull R_e in contact [J/m^2].
    double pull = 0;

    bool operator==(const LammpsLaw&) const = default;
    /// The coefficients as in `pair_coeff` and `fix wall/gran`.
    std::string text() const;
    /// The attraction alone, for a second `fix wall/gran`: `dmt` with zero stiffness.
    std::string pullText() const;
    /// Sets `damping tsuji` for the dashpot c sqrt(m_e S), with S the stiffness of the spring at the present
    /// overlap. @param coefficient c; 0: no damping
    void setTsuji(double coefficient);
};

/// The argument e of LAMMPS' `damping tsuji` for which its dashpot is c sqrt(m_e K). LAMMPS takes e as a
/// restitution and computes c from it with a polynomial of degree six; this is the inverse. An e below 0
/// means strong damping. @param coefficient c > 0
double tsujiArgument(double coefficient);

}  // namespace talus::engines
