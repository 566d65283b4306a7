#pragma once
#include <array>
#include <cstdint>

#include "talus/cloth/fields.h"
#include "talus/state/world.h"

/// What a coupling needs to let something else touch cloth: the triangles as they move, the mass that a push
/// on one of them meets, and the push itself. A place on a triangle is given by its barycentric coordinates.
/// Nothing here knows what touches the cloth.
namespace talus::cloth {

using state::View;

/// Barycentric coordinates of a place on a triangle: three shares, >= 0, with the sum 1.
using Place = std::array<double, 3>;

/// The triangles of all cloth as they are now. Points of triangle t are points of corners(t).
class Surface {
  public:
    /// @pre the world has cloth (state::World::find(points_table))
    explicit Surface(const state::World& world)
        : corners_(world.table(triangles_table).read(fields::corners)),
          position_(world.table(points_table).read(fields::position)),
          velocity_(world.table(points_table).read(fields::velocity)),
          mass_(world.table(points_table).read(fields::mass)),
          torn_(world.table(triangles_table).read(fields::torn)) {}

    std::size_t triangles() const { return corners_.size(); }
    /// Whether a triangle is torn, so that there is nothing to touch.
    bool isTorn(std::size_t triangle) const { return (torn_[triangle] & 1U) != 0; }
    const std::array<std::uint32_t, 3>& corners(std::size_t triangle) const { return corners_[triangle]; }
    /// [m]
    Vec3d at(std::size_t triangle, const Place& place) const { return mean(position_, triangle, place); }
    /// [m/s]
    Vec3d velocityAt(std::size_t triangle, const Place& place) const {
        return mean(velocity_, triangle, place);
    }
    /// The inverse of the mass that an impulse at a place meets: the place moves by this times the impulse
    /// [1/kg]. Points that are held count as free; what holds them takes the impulse in the next step.
    double inverseMassAt(std::size_t triangle, const Place& place) const {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += place[k] * place[k] / mass_[corners_[triangle][k]];
        return sum;
    }

  private:
    Vec3d mean(View<const Vec3d> values, std::size_t triangle, const Place& place) const {
        const auto& corner = corners_[triangle];
        return values[corner[0]] * place[0] + values[corner[1]] * place[1] + values[corner[2]] * place[2];
    }

    View<const std::array<std::uint32_t, 3>> corners_;
    View<const Vec3d> position_, velocity_;
    View<const double> mass_;
    View<const std::uint8_t> torn_;
};

/// Adds an impulse [N s] at a place of a triangle: each corner gets its share, so momentum and angular
/// momentum are those of the impulse at that place. For a stage of a coupling, before the cloth moves;
/// impulses on a corner must be added one after another, in an order that does not depend on threads.
/// @param velocity of the points, as the stage writes it
inline void addImpulse(const Surface& surface, View<const double> mass, View<Vec3d> velocity,
                       std::size_t triangle, const Place& place, const Vec3d& impulse) {
    const auto& corner = surface.corners(triangle);
    for (std::size_t k = 0; k < 3; ++k) velocity[corner[k]] += impulse * (place[k] / mass[corner[k]]);
}

}  // namespace talus::cloth
