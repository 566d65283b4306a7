#include "talus/grains/acting_contacts.h"

#include "talus/grains/fields.h"
#include "talus/grains/forces/contact_kernel.h"
#include "talus/grains/forces/law_loops.h"
#include "talus/grains/inverse_mass.h"
#include "talus/grains/law/laws.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/springs.h"

namespace talus::grains {
namespace {

/// Computes the listed pairs from the present state.
class Pairs {
  public:
    Pairs(const state::World& world, const Setup& setup)
        : setup_(setup),
          list_(ListViews::of(world)),
          position_(world.table(grains_table).read(fields::position)),
          velocity_(world.table(grains_table).read(fields::velocity)),
          spin_(world.table(grains_table).read(fields::spin)),
          radius_(world.table(grains_table).read(fields::radius)),
          mass_(world.table(grains_table).read(fields::mass)),
          material_(world.table(grains_table).read(fields::material)),
          touching_(world.table(contacts_table).read(fields::touching)),
          spring_(shearSprings(world.table(contacts_table))),
          angle_(turningSprings(world.table(contacts_table))),
          first_settled_(list_.blocks() == 0 ? 0 : list_.grains_end[list_.blocks() - 1]),
          listed_twice_(list_.ghosts() == 0) {}

    /// Adds each pair that acts.
    void addTo(std::vector<method::Contact>& contacts) const {
        for (std::size_t b = 0; b < list_.blocks(); ++b) {
            const Block block = list_.block(b);
            for (std::size_t row = block.first_row; row < block.last_row; ++row) {
                const auto [i, j, image] = list_.pair(block, row);
                if (listed_twice_ && j < i) continue;
                const LawConstants& law = setup_.laws.at(material_[i], material_[j]);
                if (law.row == nullptr) continue;
                const Vec3d shift = shiftOf(setup_.search.domain, image);
                const Vec3d apart = (position_[i] - position_[j]) - shift;
                const PairMemory<double> held{touching_[row] != 0, spring_[row],
                                              angle_.empty() ? Vec3d{} : angle_[row]};
                const Vec3d turning = angle_.empty() ? Vec3d{} : spin_[i] - spin_[j];
                // In no time the springs stay as they are.
                const auto action = actionOf<BuiltInLaws>(
                    relativeState(apart, radius_[i] + radius_[j], motionOf(i), motionOf(j)), law, held,
                    turning, setup_.params.spin, 0);
                if (!action.memory.touching) continue;
                contacts.push_back({position_[i], position_[j] + shift, action.force,
                                    radius_[i] + radius_[j] - length(apart), static_cast<std::uint32_t>(i),
                                    method::Touched::Grain, static_cast<std::uint32_t>(j)});
            }
        }
    }

  private:
    /// As block_grains.h packs it.
    Octet<double> motionOf(std::size_t i) const {
        const bool held = i >= first_settled_ || (!setup_.fixed.empty() && setup_.fixed[material_[i]] != 0);
        return {quad<double>(velocity_[i], inverseMass(mass_[i], held)),
                quad<double>(spin_[i] * radius_[i], radius_[i])};
    }

    const Setup& setup_;
    ListViews list_;
    state::View<const Vec3d> position_, velocity_, spin_;
    state::View<const double> radius_, mass_;
    state::View<const std::uint16_t> material_;
    state::View<const std::uint8_t> touching_;
    KeptVectors<const Vec3d> spring_, angle_;
    std::size_t first_settled_;
    bool listed_twice_;  ///< both blocks list a pair across them, or there is no such pair
};

}  // namespace

Result<std::vector<method::Contact>> actingContacts(const state::World& world, const Setup& setup) {
    if (&setup.laws.loops() != &loopsOf<BuiltInLaws>())
        return Error{ErrorKind::Input,
                     "forces of contacts are known only for the contact laws of Talus, not for those of "
                     "another program; leave contact_force out of output.fields"};
    std::vector<method::Contact> contacts;
    Pairs(world, setup).addTo(contacts);
    const state::Table& walls = world.table(wall_contacts_table);
    const auto position = world.table(grains_table).read(fields::position);
    const auto grain = walls.read(fields::wall_grain);
    const auto face = walls.read(fields::wall_face);
    const auto point = walls.read(fields::wall_point);
    const auto force = walls.read(fields::wall_force);
    const auto overlap = walls.read(fields::wall_overlap);
    const auto touching = walls.read(fields::wall_touching);
    for (std::size_t row = 0; row < walls.size(); ++row)
        if (touching[row] != 0 && force[row] != Vec3d{})
            contacts.push_back({position[grain[row]], point[row], force[row], overlap[row], grain[row],
                                method::Touched::Wall, setup.walls->faces()[face[row]].wall});
    return contacts;
}

}  // namespace talus::grains
