#pragma once
#include <array>
#include <vector>

#include "talus/math/vec.h"
#include "talus/water/boundary/wall_integral.h"

namespace talus::water {

/// How much of a kernel lies in a solid of any shape behind triangles, and the gradient of that. By the
/// divergence theorem both are sums over the triangles alone (Feldman and Bonet 2007, "Dynamic refinement and
/// boundary contact forces in SPH with applications in fluid flow problems", Int. J. Numer. Meth. Eng. 72,
/// 295; Ferrand and others 2013, "Unified semi-analytical wall boundary conditions for inviscid, laminar or
/// turbulent flows in the meshless SPH method", Int. J. Numer. Meth. Fluids 71, 446):
///
///     int W dV  = -oint (r . n) Q(r) / r^3 dA,   Q(r) = int_r^h W s^2 ds
///     grad of it = -oint W n dA
///
/// with r from the middle of the kernel, n out of the solid. Nothing jumps as the middle moves: water that
/// rests on many small facets is pushed by all of them, each with its part. In the plane of a triangle each
/// is a sum over its sides (Stokes); the solid angle is known in closed form, and what is left is smooth.
/// Over triangles that are farther than they are large W and Q / r^3 are smooth themselves, and three points
/// do.
class SolidIntegral {
  public:
    /// @param support of the kernel [m], > 0 @param layers of a half space
    SolidIntegral(Kernel kernel, double support, const WallIntegral& layers);

    struct Sum {
        double share = 0;
        Vec3d gradient;  ///< [1/m]
    };
    /// Adds a triangle, counter-clockwise seen from outside. Of a solid all that are within the support
    /// count.
    /// @pre the place is not in the solid: there the sum lacks 1
    void add(const Vec3d& place, const Vec3d& a, const Vec3d& b, const Vec3d& c, Sum& sum) const;

    /// Of a ball that stands in front of a place, in closed form: of the sphere of radius r about the place
    /// the part in the ball is the cap beyond the cosine c = (D^2 + r^2 - R^2) / (2 D r), D from middle to
    /// middle. The gradient is along the normal. @param distance from its surface to the place; in it
    /// negative, and then what is nearer than that is all in it @param radius R of the ball [m]
    struct Slope {
        double share = 0, slope = 0;  ///< by how much the share falls with the distance [1/m]
    };
    Slope ball(double distance, double radius) const;

    /// The same as if water at rest went on in the solid in layers (wall_integral.h): what a half space with
    /// as much of the kernel has. So it is the wall's own share where the solid is a half space.
    Sum inLayers(const Sum& solid) const;

  private:
    struct Integrals {
        double ring, lift;    ///< int_r^h W s ds; int_0^r q / s^2 ds, q(r) = int_0^r W s^2 ds
        double square, cube;  ///< int_r^h W s^2 ds, int_r^h W s^3 ds
    };
    Integrals at(double square) const;
    /// Of what is under the integrals: W(r), and Q(r) / r^3.
    struct Weights {
        double gradient, share;
    };
    Weights weightsAt(double square) const;
    void addNear(const std::array<Vec3d, 3>& corner, const Vec3d& twice_area, Sum& sum) const;
    void addFar(const std::array<Vec3d, 3>& corner, const Vec3d& twice_area, Sum& sum) const;

    double support_;
    std::vector<Integrals> integrals_;         ///< at equal steps of r^2, 0 to h^2
    std::vector<Weights> weights_;             ///< likewise
    std::vector<double> layered_, per_share_;  ///< at equal steps of the solid's share, 0 to 1
};

}  // namespace talus::water
