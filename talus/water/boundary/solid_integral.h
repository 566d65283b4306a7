#pragma once
#include <array>
#include <vector>

#include "talus/math/vec.h"
#include "talus/water/boundary/wall_integral.h"

namespace talus::water {

/// The share of a kernel in a solid of any shape bounded by triangles, and the gradient of that share. By the
/// divergence theorem both are sums over the triangles (Feldman and Bonet 2007, "Dynamic refinement and
/// boundary contact forces in SPH with applications in fluid flow problems", Int. J. Numer. Meth. Eng. 72,
/// 295; Ferrand and others 2013, "Unified semi-analytical wall boundary conditions for inviscid, laminar or
/// turbulent flows in the meshless SPH method", Int. J. Numer. Meth. Fluids 71, 446):
///
///     int W dV  = -oint (r . n) Q(r) / r^3 dA,   Q(r) = int_r^h W s^2 ds
///     grad of it = -oint W n dA
///
/// with r from the centre of the kernel, n out of the solid. The sums are continuous as the centre moves, so
/// that water rests on many small facets without noise. Over a near triangle each integral is a sum over its
/// sides (Stokes) plus a solid angle in closed form; the integrands that remain are smooth. Over triangles
/// that are far compared to their size W and Q / r^3 are smooth, and three points suffice.
class SolidIntegral {
  public:
    /// @param support of the kernel [m], > 0 @param layers shares of a half space of the same kernel
    SolidIntegral(Kernel kernel, double support, const WallIntegral& layers);

    struct Sum {
        double share = 0;
        Vec3d gradient;  ///< [1/m]
    };
    /// Adds a triangle, counter-clockwise seen from outside. All triangles of a solid within the support have
    /// to be added.
    /// @pre the position is not in the solid: there 1 is missing from the sum
    void add(const Vec3d& position, const Vec3d& a, const Vec3d& b, const Vec3d& c, Sum& sum) const;

    /// The share in a ball, and its slope, in closed form. The part in the ball of a sphere of radius r about
    /// the position is the cap beyond the cosine c = (D^2 + r^2 - R^2) / (2 D r), D the distance of the
    /// centres. The gradient is along the normal. @param distance from the surface of the ball to the
    /// position [m]; negative inside, where the smaller spheres lie in the ball completely @param radius R of
    /// the ball [m]
    struct Slope {
        double share = 0, slope = 0;  ///< slope: decrease of the share with the distance [1/m]
    };
    Slope ball(double distance, double radius) const;

    /// Converts the share in a solid to the one of water at rest in layers in it (wall_integral.h): that of
    /// the half space with the same share. For a half space this is WallIntegral::share().
    Sum inLayers(const Sum& solid) const;

  private:
    struct Integrals {
        double ring, lift;    ///< int_r^h W s ds; int_0^r q / s^2 ds, q(r) = int_0^r W s^2 ds
        double square, cube;  ///< int_r^h W s^2 ds, int_r^h W s^3 ds
    };
    Integrals at(double square) const;
    /// The integrands: W(r), and Q(r) / r^3.
    struct Weights {
        double gradient, share;
    };
    Weights weightsAt(double square) const;
    void addNear(const std::array<Vec3d, 3>& corner, const Vec3d& twice_area, Sum& sum) const;
    void addFar(const std::array<Vec3d, 3>& corner, const Vec3d& twice_area, Sum& sum) const;

    double support_;
    std::vector<Integrals> integrals_;         ///< at equal steps of r^2, 0 to h^2
    std::vector<Weights> weights_;             ///< at equal steps of r^2, 0 to h^2
    std::vector<double> layered_, per_share_;  ///< at equal steps of the solid's share, 0 to 1
};

}  // namespace talus::water
