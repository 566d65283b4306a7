#pragma once
#include <cmath>
#include <numbers>
#include <vector>

#include "talus/core/rng.h"
#include "talus/picture/picture.h"

/// Liquids by hand: lattices of particles with some disorder, as a smoothed-particle method leaves them.
namespace talus::render {

struct Particles {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
    std::vector<float> foam;

    picture::Liquid liquid() const {
        picture::Liquid l;
        l.centre = centre;
        l.radius = radius;
        l.foam = foam;
        return l;
    }
};

/// The radius of a ball with the volume of a lattice's cell.
inline double radiusFor(double spacing) { return spacing * std::cbrt(3 / (4 * std::numbers::pi)); }

/// Fills what is inside of a shape, from a box around it.
/// @param jitter share of the spacing by which each is off its place at most
template <class Inside>
Particles filled(const geometry::Box& box, double spacing, double jitter, Inside&& inside) {
    const Random random{1, 0x4c495155};
    Particles particles;
    particles.radius = {radiusFor(spacing)};
    const Vec3d size = box.max - box.min;
    const auto count = [&](double length) { return int(std::lround(length / spacing)); };
    std::uint32_t id = 0;
    for (int k = 0; k < count(size.z); ++k)
        for (int j = 0; j < count(size.y); ++j)
            for (int i = 0; i < count(size.x); ++i, ++id) {
                const auto off = [&](std::uint32_t axis) {
                    return jitter * spacing * random.uniform(-1, 1, id, axis);
                };
                const Vec3d p =
                    box.min + spacing * Vec3d{i + 0.5, j + 0.5, k + 0.5} + Vec3d{off(0), off(1), off(2)};
                if (inside(p)) particles.centre.push_back(p);
            }
    return particles;
}

/// Water with waves in a box that stands on z = 0.
inline Particles pool(double side, double depth, double wave, double spacing) {
    const geometry::Box box{{0, 0, 0}, {side, side, depth + 2 * wave}};
    return filled(box, spacing, 0.25, [&](const Vec3d& p) {
        const double k = 2 * std::numbers::pi / side;
        const double surface = depth + wave * (0.6 * std::sin(1.5 * k * p.x + 0.7) +
                                               0.4 * std::sin(2.3 * k * p.y + 1.1 * k * p.x));
        return p.z < surface;
    });
}

}  // namespace talus::render
