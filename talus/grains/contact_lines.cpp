#include "talus/grains/contact_lines.h"

#include <array>
#include <cstring>

#include "talus/grains/fields.h"
#include "talus/grains/forces/contact_kernel.h"
#include "talus/grains/forces/law_loops.h"
#include "talus/grains/inverse_mass.h"
#include "talus/grains/law/laws.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/search/springs.h"

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

    /// Calls take(centre of the first grain, of the second, force on the first) for each pair that acts.
    template <class Take>
    void forEach(Take take) const {
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
                if (action.memory.touching) take(position_[i], position_[j] + shift, action.force);
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

template <class T>
state::Points::Array arrayOf(const char* name, const std::vector<T>& values) {
    state::Points::Array array{name, state::Element<T>::scalar, state::Element<T>::components, {}};
    array.bytes.resize(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
}

}  // namespace

Result<state::Mesh> contactLines(const state::World& world, const Setup& setup, double time) {
    if (&setup.laws.loops() != &loopsOf<BuiltInLaws>())
        return Error{ErrorKind::Input,
                     "forces of contacts are known only for the contact laws of Talus, not for those of "
                     "another program; leave contact_force out of output.fields"};
    std::vector<Vec3d> ends;
    std::vector<Vec3f> forces;
    std::vector<std::array<std::uint32_t, 2>> corners;
    const auto add = [&](const Vec3d& from, const Vec3d& to, const Vec3d& force) {
        const auto first = static_cast<std::uint32_t>(ends.size());
        ends.push_back(from);
        ends.push_back(to);
        corners.push_back({first, first + 1});
        forces.push_back(narrow(force));
    };
    Pairs(world, setup).forEach(add);
    const state::Table& walls = world.table(wall_contacts_table);
    const auto position = world.table(grains_table).read(fields::position);
    const auto grain = walls.read(fields::wall_grain);
    const auto point = walls.read(fields::wall_point);
    const auto wall_force = walls.read(fields::wall_force);
    const auto touching = walls.read(fields::wall_touching);
    for (std::size_t row = 0; row < walls.size(); ++row)
        if (touching[row] != 0 && wall_force[row] != Vec3d{})
            add(position[grain[row]], point[row], wall_force[row]);
    state::Mesh lines;
    lines.points.time = time;
    lines.points.count = ends.size();
    lines.points.position = arrayOf("position", ends);
    lines.count = corners.size();
    lines.corners = arrayOf("corners", corners);
    lines.fields.push_back(arrayOf("force", forces));
    return lines;
}

}  // namespace talus::grains
