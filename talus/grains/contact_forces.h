#pragma once
#include <vector>

#include "talus/grains/law.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// The constants for every pair of materials, row by row.
class LawTable {
  public:
    LawTable() = default;
    LawTable(std::size_t materials, std::vector<LawConstants> laws)
        : materials_(materials), laws_(std::move(laws)) {}

    const LawConstants& at(std::size_t a, std::size_t b) const { return laws_[a * materials_ + b]; }
    std::size_t materials() const { return materials_; }

  private:
    std::size_t materials_ = 0;
    std::vector<LawConstants> laws_;
};

/// What the contact loop of one block reads and writes. Forces and springs of the block's own grains and
/// rows are written; nothing else is.
struct ContactViews {
    state::View<const Vec3d> position, velocity, spin;
    state::View<const double> radius, mass;
    state::View<const std::uint16_t> material;
    state::View<const std::uint32_t> contacts_end, partner;
    state::View<std::uint8_t> touching;
    state::View<Vec3d> spring, force, torque;
};

/// Every force starts as the grain's weight and every torque as zero; then the forces of the contacts between
/// grains are added. One task a block (contact_list.h): its forces are still in the cache when the contacts
/// add to them, which a pass of its own for gravity would cost a sixth of all memory traffic.
struct ContactForces {
    static constexpr const char* name = "gravity and contacts";
    /// Portable: the plain loop, the reference for the vector one. Both give the same bits.
    enum class Kernel { Portable, Vector };

    LawTable laws;
    std::vector<std::uint16_t> grain_materials;  ///< the materials that grains can have
    Vec3d gravity;                               ///< [m/s^2]
    bool spin = true;
    Kernel kernel = Kernel::Vector;

    step::Access access() const;
    void run(step::Step& step);
};

/// The loop over the contacts of the grains [first, last), which are one block.
/// Portable: contact_forces.cpp; Vector: contact_forces_simd.cpp.
void addBlockForces(const ContactForces& stage, const ContactViews& views, std::size_t first,
                    std::size_t last, double dt);
void addBlockForcesVector(const ContactForces& stage, const ContactViews& views, std::size_t first,
                          std::size_t last, double dt);

}  // namespace talus::grains
