#pragma once
#include <vector>

#include "talus/grains/contact_list.h"
#include "talus/math/quad.h"

namespace talus::grains {

/// What the contact loop of one block reads and writes. Forces and springs of the block's own grains and
/// rows are written; nothing else is.
struct ContactViews {
    state::View<const Vec3d> position, velocity, spin;
    state::View<const double> radius, mass;
    state::View<const std::uint16_t> material;
    ListViews list;
    state::View<std::uint8_t> touching;
    state::View<Vec3d> spring;
    state::View<Vec3d> angle;  ///< empty where nothing resists turning
    state::View<Vec3d> force, torque;
};

/// What a contact needs of a grain, packed so that it is three aligned loads, for the grains of one block and
/// its halo, numbered as the contacts number them. The scratch of one task.
struct BlockGrains {
    std::vector<Quad> place;    ///< x, and the radius a
    std::vector<Quad> motion;   ///< v, and 1/m
    std::vector<Quad> turning;  ///< a w (velocity of the surface), and a
    std::vector<Quad> spin;     ///< w; filled where something resists turning
    std::vector<Quad> shift;    ///< of a periodic copy; filled where `has_images`
    std::vector<std::uint16_t> material;
    bool has_images = false;

    // Sums over the contacts of a grain; those of the halo are thrown away, which is cheaper than to ask.
    std::vector<Quad> force;   ///< [N]
    std::vector<Quad> torque;  ///< [N m]

    /// Packs the grains of the block and zeroes the sums.
    void load(const ContactViews& views, const Block& block, const Periodic& domain);
};

}  // namespace talus::grains
