#pragma once
#include <vector>

#include "talus/grains/search/contact_list.h"
#include "talus/math/quad.h"

namespace talus::grains {

/// The columns that the contact loop of a block reads and writes. It writes the forces of the block's own
/// grains and the springs of its own rows.
template <class Real>
struct ContactViews {
    state::View<const Vec3d> position, velocity, spin;
    state::View<const double> radius, mass;
    state::View<const std::uint16_t> material;  ///< empty where all have `only_material`
    std::uint16_t only_material;
    state::View<const std::uint8_t> fixed;  ///< by material; empty where no material is fixed
    ListViews list;
    state::View<std::uint8_t> touching;
    state::View<Vec3<Real>> spring;
    state::View<Vec3<Real>> angle;  ///< empty where no contact resists rolling or twisting
    state::View<Vec3<Real>> force, torque;

    std::uint16_t materialOf(std::size_t i) const { return material.empty() ? only_material : material[i]; }
};

/// The grains of one block and its halo, numbered as in the contacts. They are packed so that each quantity
/// of a grain that a contact reads or adds to is one aligned load. Scratch of one task.
template <class Real>
struct BlockGrains {
    /// Position x and, as fourth component, radius a. Always in double precision: the difference of two
    /// positions is then exact to the last bit of Real.
    std::vector<Quad<double>> position;
    std::vector<Octet<Real>> motion;  ///< low: v and inverseMass(); high: a w (surface velocity) and a
    /// Sums over the contacts. low: force [N]; high: torque [N m].
    std::vector<Octet<Real>> sum;
    std::vector<Quad<Real>> spin;     ///< w; filled where contacts resist rolling or twisting
    std::vector<Quad<double>> shift;  ///< displacement of a periodic copy; filled where `has_images`
    std::vector<std::uint16_t> material;
    bool has_images = false;
    std::size_t first_image = 0;  ///< number of the first periodic copy; set where `has_images`

    /// Packs the grains of the block and its halo and sets the sums to zero.
    void load(const ContactViews<Real>& views, const Block& block, const environment::Periodic& domain);
    /// Writes weight plus sum of each of the block's own grains into the table.
    void store(const ContactViews<Real>& views, const Block& block, const Vec3d& gravity) const;
    /// Writes the sums of the halo, for the blocks that own these grains. @param sums one entry for each row
    /// of the halo
    void storeGhosts(const Block& block, std::vector<Octet<Real>>& sums) const;
};

extern template struct BlockGrains<double>;
extern template struct BlockGrains<float>;

}  // namespace talus::grains
