#pragma once
#include <vector>

#include "talus/grains/search/contact_list.h"
#include "talus/math/quad.h"

namespace talus::grains {

/// What the contact loop of one block reads and writes. Forces of the block's own grains and springs of its
/// own rows are written.
template <class Real>
struct ContactViews {
    state::View<const Vec3d> position, velocity, spin;
    state::View<const double> radius, mass;
    state::View<const std::uint16_t> material;  ///< empty where all have `only_material`
    std::uint16_t only_material;
    state::View<const std::uint8_t> fixed;  ///< by material; empty where none is
    ListViews list;
    state::View<std::uint8_t> touching;
    state::View<Vec3<Real>> spring;
    state::View<Vec3<Real>> angle;  ///< empty where nothing resists turning
    state::View<Vec3<Real>> force, torque;

    std::uint16_t materialOf(std::size_t i) const { return material.empty() ? only_material : material[i]; }
};

/// The grains of one block and its halo, numbered as the contacts number them, packed so that what a contact
/// needs of a grain, and what it adds to it, are one aligned load each. The scratch of one task.
template <class Real>
struct BlockGrains {
    /// x, and the radius a. In double whatever Real is: the difference of two places is then exact to the
    /// last bit of Real.
    std::vector<Quad<double>> position;
    std::vector<Octet<Real>>
        motion;  ///< low: v, and inverseMass(); high: a w (velocity of the surface), and a
    /// Over the contacts; low: force [N], high: torque [N m].
    std::vector<Octet<Real>> sum;
    std::vector<Quad<Real>> spin;     ///< w; filled where something resists turning
    std::vector<Quad<double>> shift;  ///< of a periodic copy; filled where `has_images`
    std::vector<std::uint16_t> material;
    bool has_images = false;
    std::size_t first_image = 0;  ///< from here on there may be copies; where `has_images`

    /// Packs the grains of the block and zeroes the sums.
    void load(const ContactViews<Real>& views, const Block& block, const environment::Periodic& domain);
    /// The sums of the block's own grains, and their weights, into the table.
    void store(const ContactViews<Real>& views, const Block& block, const Vec3d& gravity) const;
    /// The sums of its halo, for the blocks that they are of. @param sums one for each row of the halo
    void storeGhosts(const Block& block, std::vector<Octet<Real>>& sums) const;
};

extern template struct BlockGrains<double>;
extern template struct BlockGrains<float>;

}  // namespace talus::grains
