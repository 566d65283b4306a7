#pragma once
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/sand/grid/narain.h"
#include "talus/sand/grid/zhu_bridson.h"

namespace talus::sand::grid {

/// Particles for tests: eight in a cell.
struct Blob {
    double spacing = 0.1;  ///< of cells [m]
    double density = 1000;
    std::vector<Vec3d> position;
    std::vector<Vec3f> velocity, dx, dy, dz;
    std::vector<Vec3d> displacement;

    /// Adds the particles of a box for which inside(position) holds, with velocity(position).
    template <class Inside, class Velocity>
    void add(const Vec3d& low, const Vec3d& high, Inside inside, Velocity of) {
        const double s = spacing / 2;
        for (double z = low.z + s / 2; z < high.z; z += s)
            for (double y = low.y + s / 2; y < high.y; y += s)
                for (double x = low.x + s / 2; x < high.x; x += s) {
                    if (!inside(Vec3d{x, y, z})) continue;
                    position.push_back({x, y, z});
                    velocity.push_back(narrow(of(Vec3d{x, y, z})));
                    for (std::vector<Vec3f>* slope : {&dx, &dy, &dz}) slope->push_back({});
                }
        displacement.resize(position.size());
    }
    void addBox(const Vec3d& low, const Vec3d& high, const Vec3d& v = {}) {
        add(
            low, high, [](const Vec3d&) { return true; }, [&](const Vec3d&) { return v; });
    }
    double mass() const { return density * spacing * spacing * spacing / 8; }
    Particles particles() {
        const std::size_t n = position.size();
        return {{position.data(), n}, {velocity.data(), n}, {dx.data(), n},
                {dy.data(), n},       {dz.data(), n},       mass()};
    }
    exec::View<Vec3d> moves() { return {displacement.data(), displacement.size()}; }
    /// @param period in cells, from the origin on; 0: open
    void move(const Vec3i& period = {}) {
        const environment::Periodic domain{{},
                                           Vec3d{1.0 * period.x, 1.0 * period.y, 1.0 * period.z} * spacing};
        for (std::size_t i = 0; i < position.size(); ++i)
            position[i] = wrapped(domain, position[i] + displacement[i]);
    }
    double kinetic() const {
        double sum = 0;
        for (const Vec3f& v : velocity) sum += 0.5 * mass() * squaredLength(wide(v));
        return sum;
    }
    Vec3d momentum() const {
        Vec3d sum;
        for (const Vec3f& v : velocity) sum += wide(v) * mass();
        return sum;
    }
    Vec3d centre() const {
        Vec3d sum;
        for (const Vec3d& x : position) sum += x;
        return sum / static_cast<double>(position.size());
    }
};

/// An open tank: its floor at z = 0 and walls at the given distances from the origin, which let sand slide.
inline SolidField tank(double x, double y, double floor_friction) {
    return [=](const Vec3d& p) {
        const double side = std::min({p.x, x - p.x, p.y, y - p.y});
        return SolidAt{std::min(side, p.z), {}, p.z <= side ? floor_friction : 0};
    };
}

}  // namespace talus::sand::grid
