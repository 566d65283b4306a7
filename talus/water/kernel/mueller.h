#pragma once
#include <cmath>
#include <numbers>

#include "talus/water/kernel/spline.h"

/// The kernels of Mueller, Charypar, Gross (2003), "Particle-based fluid simulation for interactive
/// applications", with the interface of spline.h; and laplacian(r) where the Laplacian is used.
namespace talus::water {

/// For densities and the colour field, equation 20. Only r^2 occurs in it, so it has no singular point.
template <class Real>
class Poly6 {
  public:
    explicit Poly6(double support)
        : square_(static_cast<Real>(support * support)),
          scale_(static_cast<Real>(315 / (64 * std::numbers::pi * std::pow(support, 9)))) {}

    template <class V>
    V valueOfSquare(const V& r2) const {
        const V d = larger<V>(number<V>(0), V(square_) - r2);
        return V(scale_) * d * d * d;
    }
    template <class V>
    V value(const V& r) const {
        return valueOfSquare<V>(r * r);
    }
    /// (dW/dr) / r = -6 s (h^2 - r^2)^2. (The text of the lab omits the minus sign.)
    template <class V>
    V gradientOfSquare(const V& r2) const {
        const V d = larger<V>(number<V>(0), V(square_) - r2);
        return number<V>(-6) * V(scale_) * d * d;
    }
    template <class V>
    V gradient(const V& r, const V&) const {
        return gradientOfSquare<V>(r * r);
    }
    /// -6 s (h^2 - r^2) (3 h^2 - 7 r^2)
    template <class V>
    V laplacianOfSquare(const V& r2) const {
        const V d = larger<V>(number<V>(0), V(square_) - r2);
        return number<V>(-6) * V(scale_) * d * (number<V>(3) * V(square_) - number<V>(7) * r2);
    }

  private:
    Real square_, scale_;
};

/// For pressure (Desbrun and Gascuel 1996; equation 21): W = 15 / (pi h^6) (h - r)^3, steep near 0.
template <class Real>
class Spiky {
  public:
    explicit Spiky(double support)
        : support_(static_cast<Real>(support)),
          scale_(static_cast<Real>(15 / (std::numbers::pi * std::pow(support, 6)))) {}

    template <class V>
    V value(const V& r) const {
        const V d = larger<V>(number<V>(0), V(support_) - r);
        return V(scale_) * d * d * d;
    }
    template <class V>
    V gradient(const V& r, const V& inverse_r) const {
        const V d = larger<V>(number<V>(0), V(support_) - r);
        return number<V>(-3) * V(scale_) * d * d * inverse_r;
    }
    /// -6 s (h - r) (h - 2 r) / r
    template <class V>
    V laplacian(const V& r, const V& inverse_r) const {
        const V d = larger<V>(number<V>(0), V(support_) - r);
        return number<V>(-6) * V(scale_) * d * (V(support_) - number<V>(2) * r) * inverse_r;
    }

  private:
    Real support_, scale_;
};

/// For viscosity, equation 22, whose Laplacian is positive throughout:
/// W = 15 / (2 pi h^3) (-r^3 / (2 h^3) + r^2 / h^2 + h / (2 r) - 1), lap W = 45 / (pi h^6) (h - r).
template <class Real>
class Viscosity {
  public:
    explicit Viscosity(double support)
        : support_(static_cast<Real>(support)),
          inverse_(static_cast<Real>(1 / support)),
          scale_(static_cast<Real>(15 / (2 * std::numbers::pi * support * support * support))),
          bend_(static_cast<Real>(45 / (std::numbers::pi * std::pow(support, 6)))) {}

    /// @pre r > 0
    template <class V>
    V value(const V& r) const {
        const V q = r * V(inverse_), half = number<V>(0.5);
        const V inside = V(scale_) * (q * q - half * q * q * q + half / q - number<V>(1));
        return select<V>(q < number<V>(1), inside, number<V>(0));
    }
    /// s (-3 q / 2 + 2 - 1 / (2 q^3)) / h^2
    template <class V>
    V gradient(const V& r, const V&) const {
        const V q = r * V(inverse_), half = number<V>(0.5);
        const V inside =
            V(scale_) * V(inverse_) * V(inverse_) * (number<V>(2) - number<V>(1.5) * q - half / (q * q * q));
        return select<V>(q < number<V>(1), inside, number<V>(0));
    }
    template <class V>
    V laplacian(const V& r) const {
        return V(bend_) * larger<V>(number<V>(0), V(support_) - r);
    }

  private:
    Real support_, inverse_, scale_, bend_;
};

/// A Gaussian cut at its support, three of its smoothing lengths l (Kelager 2006, "Lagrangian fluid dynamics
/// using smoothed particle hydrodynamics", 3.3): exp(-(r / l)^2) / (pi^(3/2) l^3). The tail that is cut off
/// has erfc(3) + 6 exp(-9) / sqrt(pi) = 4.4e-4 of its integral.
template <class Real>
class Gaussian {
  public:
    explicit Gaussian(double support)
        : support_(static_cast<Real>(support)),
          inverse_(static_cast<Real>(3 / support)),
          scale_(static_cast<Real>(std::pow(3 / support / std::sqrt(std::numbers::pi), 3))) {}

    template <class V>
    V value(const V& r) const {
        using std::exp;
        const V q = r * V(inverse_);
        return select<V>(r < V(support_), V(scale_) * exp(-(q * q)), number<V>(0));
    }
    template <class V>
    V gradient(const V& r, const V&) const {
        return number<V>(-2) * V(inverse_) * V(inverse_) * value<V>(r);
    }

  private:
    Real support_, inverse_, scale_;
};

}  // namespace talus::water
