#pragma once
#include <string>

namespace talus::grains {

/// A spring of LAMMPS' `rolling sds` or `twisting sds`; none where its stiffness is 0.
struct LammpsSpring {
    double stiffness = 0;  ///< rolling [N/m], twisting [N m]
    double damping = 0;    ///< rolling [N s/m], twisting [N m s]
    double friction = 0;   ///< limit over F_n: rolling 1, twisting [m]
    bool operator==(const LammpsSpring&) const = default;
};

/// One contact law with the numbers of LAMMPS' `granular` styles (docs/theory/lammps.md derives them).
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

    bool operator==(const LammpsLaw&) const = default;
    /// As it stands in `pair_coeff` and `fix wall/gran`.
    std::string text() const;
    /// `damping tsuji` for the dashpot c sqrt(m_e S), S the stiffness of the spring at this overlap; none
    /// where c = 0.
    void setTsuji(double coefficient);
};

/// What two touching bodies are to a law; zeros where the law needs none of it (LammpsNeeds).
struct LammpsTouch {
    double our_radius = 0;    ///< effective radius as Talus takes it [m]
    double their_radius = 0;  ///< as LAMMPS does: it knows the radius of curved walls, which Talus leaves out
    double mass = 0;          ///< effective mass [kg]
};

/// Where LAMMPS' numbers depend on radii on which ours do not depend in the same way.
enum class LammpsNeeds { NoRadius, RadiusOfCurvedWalls, Radius };

/// What a law says of its dashpots in LAMMPS' terms.
struct LammpsDashpots {
    double normal = 0;  ///< coefficient of the normal one, as the law has it; 0: undamped
    double scale = 1;  ///< LAMMPS' shear dashpot at shear_ratio = 1 over Talus' one at shear_damping = normal
};

/// The damping coefficient c for which LAMMPS' `damping tsuji` gives the dashpot c sqrt(m_e K).
/// LAMMPS takes a restitution e there and turns it into c by a polynomial of degree six; this is its inverse
/// (e below 0 stands for strong damping). @pre coefficient > 0
double tsujiArgument(double coefficient);

}  // namespace talus::grains
