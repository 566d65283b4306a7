#pragma once
#include <vector>

#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/bodies.h"
#include "talus/sand/grid/solve/bounded.h"

namespace talus::sand::grid {

/// The parts of the friction stress. Each is an array of one value a cell, one after another in a vector of
/// `stress_parts` times the cells.
enum class Stress : int {
    Tension,  ///< centre: (s_xx - s_zz) / sqrt(2)
    Squeeze,  ///< centre: (s_xx - 2 s_yy + s_zz) / sqrt(6)
    YZ,       ///< on edges along x
    ZX,       ///< on edges along y
    XY,       ///< on edges along z
    Wall1,    ///< shear traction on the wall in a cell, along the first tangent
    Wall2,    ///< along the second
};
inline constexpr int stress_parts = 7;

/// s_xx, s_yy or s_zz of a cell, by the axis [Pa]. @param s all parts
double normalStress(const std::vector<double>& s, std::size_t cells, std::size_t c, int axis);

/// The matrix of the friction problem for solveBounded. The friction stress s is traceless and minimises the
/// kinetic energy under its bound (Narain, Golas, Lin 2010, "Free-flowing granular materials with two-way
/// solid coupling"):
///
///     min 1/2 s (A + C) s - s B v,   A = dt B M^-1 B^T,   |s| <= bound of each part,
///     v <- v - dt M^-1 B^T s
///
/// with B the rate of strain times the volume: the differences of the velocities of a cell's faces, and on an
/// edge the two differences across it, which count s_xy and s_yx. Tension and Squeeze are an orthonormal
/// basis of the traceless diagonals. The compliance C of sand in flow turns s along the strain (flow_rule.h);
/// without it the bounds of single parts make a cone into boxes, up to sqrt(2) too strong where the strain is
/// diagonal to the grid. Free bodies add dt K M^-1 K^T of six columns each, with K the
/// rate of strain times the volume by their motion.
class FrictionProblem {
  public:
    /// @param inverse_mass of faces that move; 0 for those whose velocity is given [1/kg]
    /// @param bound of each part [Pa]; 0 where there is none
    /// @param bodies free ones, of which the rows of pressures are not read
    FrictionProblem(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                    const Faces& inverse_mass, const std::vector<double>& bound, double dt,
                    const std::vector<BodyRows>& bodies = {});

    /// Adds what the sand strains by a unit of each part, in flow, to the diagonal of A: C.
    /// @param compliance of all parts [m^3/(s Pa)]
    void addCompliance(const std::vector<double>& compliance);

    /// The unknowns: parts with a bound, as positions in the array of all parts.
    const std::vector<std::uint32_t>& unknowns() const { return unknown_; }

    std::size_t size() const { return unknown_.size(); }
    const Lattice& lattice() const { return lattice_; }
    exec::View<const double> diagonal() const { return {of_unknowns_.data(), of_unknowns_.size()}; }
    double norm() const { return norm_; }
    void apply(exec::View<const double> s, exec::View<double> y);
    void setFree(exec::View<const std::uint8_t>) {}
    void precondition(exec::View<const double> r, exec::View<double> z) const;

    /// The rate of strain times the volume: B v, where there is friction; that of walls relative to them.
    void strain(const Faces& velocity, bool of_walls, exec::View<double> y) const;
    /// The same of all parts, with the motion that free bodies gained. @param motions empty: none
    std::vector<double> strainOf(const Faces& velocity, const Motions& motions) const;
    /// v -= dt M^-1 B^T s
    void push(exec::View<const double> s, Faces& velocity) const;

    /// The motions that the friction gives the bodies.
    Motions motionsBy(exec::View<const double> s) const;
    /// The free bodies, with rows for the unknowns.
    const std::vector<BodyRows>& bodies() const { return bodies_; }

    /// Appends the impulses of the friction on the walls.
    void addReactions(exec::View<const double> s, std::vector<Reaction>& reactions) const;

  private:
    void list();
    void addBodies(const std::vector<BodyRows>& bodies);
    double force(exec::View<const double> s, int axis, std::size_t f) const;
    /// The share of a cell's lower or upper face in the velocity of its sand along a wall, and so in the
    /// traction of the wall: a face that does not move has none, unless the other one does not move either.
    double wallShare(int axis, std::size_t c, bool upper) const;

    const exec::Exec& exec_;
    const Lattice& lattice_;
    const Solids& solids_;
    const Faces& inverse_mass_;
    const std::vector<double>& bound_;
    double dt_;
    std::vector<std::uint32_t> unknown_;
    std::vector<double> of_unknowns_;  ///< the diagonal of A
    std::vector<double> compliance_;   ///< of the unknowns; empty: none
    std::vector<double> diagonal_;     ///< of all parts; then scratch
    double norm_ = 1;
    std::vector<double> strains_;
    Spans spans_;  ///< with all faces that move
    Faces scratch_;
    std::vector<Vec3d> tangents_[2];  ///< of the wall in each cell, times a face's area; zero without
    std::vector<BodyRows> bodies_;
};

/// Solves for the friction stress of a velocity without it.
/// @param by_pressure motions that the pressure gives the bodies; empty: none
/// @param s of all parts; at first a guess
Solved solveFriction(const exec::Exec& exec, FrictionProblem& problem, const std::vector<double>& bound,
                     const Faces& velocity, const Stop& stop, BoundedScratch& scratch, exec::View<double> s,
                     const Motions& by_pressure = {});

}  // namespace talus::sand::grid
