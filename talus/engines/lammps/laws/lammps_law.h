#pragma once
#include <string>

namespace talus::engines {

/// A spring of LAMMPS' `rolling sds` or `twisting sds`; none where its stiffness is 0.
struct LammpsSpring {
    double stiffness = 0;  ///< rolling [N/m], twisting [N m]
    double damping = 0;    ///< rolling [N s/m], twisting [N m s]
    double friction = 0;   ///< limit over F_n: rolling 1, twisting [m]
    bool operator==(const LammpsSpring&) const = default;
};

/// One contact law and its cohesion with the numbers of LAMMPS' `granular` styles (docs/theory/lammps.md
/// derives them).
struct LammpsLaw {
    bool hertz = false;          ///< normal force K sqrt(R_e) d^(3/2), else K d
    double stiffness = 0;        ///< K: [Pa] for hertz, else [N/m]
    std::string damping;         ///< "mass_velocity", "viscoelastic", "tsuji" or "velocity"
    double damping_value = 0;    ///< what stands behind K; for tsuji not the damping ratio itself
    double shear_stiffness = 0;  ///< k_t [N/m]; 0: linear_nohistory
    bool keeps_force =
        false;  ///< the history is the shear force (mindlin/force), k_t then grows with sqrt(R_e d)
    double shear_ratio = 0;      ///< shear dashpot over normal dashpot
    double friction = 0;         ///< mu
    bool limit_damping = false;  ///< the normal force never pulls
    LammpsSpring rolling, twisting;
    double neck =
        0;  ///< surface energy of a JKR neck [J/m^2]; above 0: the normal force is `jkr`, not `hertz`
    double pull = 0;  ///< at walls, surface energy of a pull beside it all [J/m^2]: 4 pi pull R_e in contact

    bool operator==(const LammpsLaw&) const = default;
    /// As it stands in `pair_coeff` and `fix wall/gran`.
    std::string text() const;
    /// The pull alone, for a second `fix wall/gran` that has nothing else: `dmt` of no stiffness.
    std::string pullText() const;
    /// `damping tsuji` for the dashpot c sqrt(m_e S), S the stiffness of the spring at this overlap; none
    /// where c = 0.
    void setTsuji(double coefficient);
};

/// The damping coefficient c for which LAMMPS' `damping tsuji` gives the dashpot c sqrt(m_e K).
/// LAMMPS takes a restitution e there and turns it into c by a polynomial of degree six; this is its inverse
/// (e below 0 stands for strong damping). @pre coefficient > 0
double tsujiArgument(double coefficient);

}  // namespace talus::engines
