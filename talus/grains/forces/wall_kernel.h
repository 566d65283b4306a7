#pragma once
#include "talus/environment/contact/face_touch.h"
#include "talus/exec/view.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/law/pair_force.h"

// Contacts of a grain with the walls near it, for loops on the processor and on a device. Walls is WallsAt or
// environment::WallView. Laws is LawTable or device::LawView.
namespace talus::grains {

using environment::FaceTouch;

/// Rows per partial sum of the loads on walls. It fixes the order of the sums, also on a device. Another
/// number gives other last bits.
inline constexpr std::size_t rows_a_chunk = 256;

/// Computes the wall contacts of one grain.
template <class Walls, class Laws>
struct CollideGrain {
    Walls walls;
    Laws laws;
    double dt;
    bool spins;
    exec::View<const Vec3d> position, velocity, turn;
    exec::View<const double> radius, mass;
    exec::View<const std::uint16_t> material;
    exec::View<const std::uint32_t> face;
    exec::View<std::uint8_t> side;
    exec::View<std::uint8_t> touching;
    exec::View<Vec3d> spring, angle, wall_force, wall_point,
        wall_moment;  ///< angle and wall_moment are empty where no contact resists rolling or twisting
    exec::View<double> overlap;
    Forces<Vec3d> forces;

    /// @tparam List list of laws (law/laws.h)
    /// @param touches scratch for the rows begin to end; its contents are overwritten
    template <class List>
    TALUS_HD void compute(std::size_t i, std::size_t begin, std::size_t end,
                          exec::View<FaceTouch> touches) const {
        for (std::size_t row = begin; row < end; ++row) {
            FaceTouch& touch = touches[row - begin] = {};
            touch.face = face[row];
            touch.side = static_cast<environment::Side>(side[row]);
            touch.spring = spring[row];
            if (!angle.empty()) touch.angle = angle[row];
            environment::face_touches::find(walls, position[i], radius[i], touch);
            const LawConstants& law = lawOf(i, touch);
            touch.acting = law.isPlain() ? touch.overlap > 0
                                         : acts<double>(law, law, contactOf(i, touch), touching[row] != 0);
        }
        environment::face_touches::keepMinima(walls, position[i], radius[i], touches);
        for (std::size_t row = begin; row < end; ++row) {
            const FaceTouch& touch = touches[row - begin];
            side[row] = static_cast<std::uint8_t>(touch.side);
            touching[row] = touch.acting;
            overlap[row] = touch.acting ? std::max(touch.overlap, 0.0) : 0.0;
            wall_force[row] = wall_point[row] = spring[row] = {};
            if (!angle.empty()) angle[row] = wall_moment[row] = {};
            if (touch.acting) addForce<List>(i, row, touch);
        }
    }

  private:
    TALUS_HD const environment::WallFace& faceOf(const FaceTouch& touch) const {
        return walls.face(touch.face);
    }
    TALUS_HD const LawConstants& lawOf(std::size_t i, const FaceTouch& touch) const {
        return laws.at(material[i], faceOf(touch).material);
    }
    TALUS_HD Vec3d surfacePoint(std::size_t i, const FaceTouch& touch) const {
        return position[i] - touch.found.normal * radius[i];
    }

    /// The contact as the law reads it. The wall counts as flat. Its mass is infinite, or the effective mass
    /// of a free body at the contact.
    TALUS_HD Touch<double> contactOf(std::size_t i, const FaceTouch& found) const {
        const Vec3d& normal = found.found.normal;
        Touch<double> touch;
        touch.overlap = found.overlap;
        touch.normal = normal;
        touch.effective_mass = mass[i];
        touch.effective_radius = radius[i];
        touch.velocity = spins ? velocity[i] - cross(turn[i] * radius[i], normal) : velocity[i];
        if (!angle.empty()) touch.turning = turn[i];
        if (const std::size_t w = faceOf(found).wall; walls.moves(w)) {
            const Vec3d point = surfacePoint(i, found);
            touch.velocity -= walls.velocityAt(found.face, point);
            touch.effective_mass = mass[i] / (1 + mass[i] * walls.mobility(found.face, point, normal));
            if (!angle.empty()) touch.turning -= walls.pose(w).spin;
        }
        return touch;
    }

    template <class List>
    TALUS_HD void addForce(std::size_t i, std::size_t row, const FaceTouch& found) const {
        const Touch<double> touch = contactOf(i, found);
        const LawConstants& law = lawOf(i, found);
        List::with(law.law, [&](auto chosen) {
            const auto result =
                interact<decltype(chosen), double>(law, law, touch, found.spring, found.angle, dt);
            spring[row] = result.history;
            if (!angle.empty()) {
                angle[row] = result.angle;
                wall_moment[row] = result.moment;
            }
            wall_force[row] = result.force;
            wall_point[row] = surfacePoint(i, found);
            forces.force.add(i, result.force);
            if (spins) forces.torque.add(i, result.moment - cross(touch.normal, result.shear) * radius[i]);
        });
    }
};

}  // namespace talus::grains
