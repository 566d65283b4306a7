#pragma once
#include <cmath>
#include <cstdint>

#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/geometry/heightfield.h"

namespace talus::ground {

/// One octave of gradient noise over a grid: a smooth function with values between -1 and 1 and hills about
/// `wavelength` apart. It is 0 at the points of a square lattice through the origin. Source: Perlin (2002),
/// "Improving noise"; gradients are unit vectors of random direction.
class Noise {
  public:
    /// @param purpose, octave select independent random numbers for one seed @pre wavelength >= 2 spacings
    Noise(const exec::Exec& exec, const geometry::ColumnGrid& grid, double wavelength, std::uint32_t seed,
          std::uint32_t purpose, std::uint32_t octave);

    /// @pre (x, y) within the grid
    double at(double x, double y) const {
        const double u = x / wavelength_ - first_x_, v = y / wavelength_ - first_y_;
        const double cell_u = std::floor(u), cell_v = std::floor(v);
        const double s = u - cell_u, t = v - cell_v;
        const std::size_t k = static_cast<std::size_t>(cell_v) * across_ + static_cast<std::size_t>(cell_u);
        const double bottom = mixed(smooth(s), slope(k, s, t), slope(k + 1, s - 1, t));
        const double top =
            mixed(smooth(s), slope(k + across_, s, t - 1), slope(k + across_ + 1, s - 1, t - 1));
        return mixed(smooth(t), bottom, top) * std::sqrt(2.0);
    }

  private:
    static double smooth(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }
    static double mixed(double t, double a, double b) { return a + t * (b - a); }
    double slope(std::size_t k, double s, double t) const { return gradient_x_[k] * s + gradient_y_[k] * t; }

    double wavelength_, first_x_, first_y_;
    std::size_t across_;
    exec::Array<double> gradient_x_, gradient_y_;
};

}  // namespace talus::ground
