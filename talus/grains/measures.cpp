#include "talus/grains/measures.h"

#include <algorithm>
#include <cmath>

#include "talus/environment/wall_state.h"
#include "talus/exec/reduce.h"
#include "talus/grains/clumps/fields.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/springs.h"

namespace talus::grains {
namespace {

Measures combined(Measures a, const Measures& b) {
    a.grains += b.grains;
    a.contacts += b.contacts;
    a.wall_contacts += b.wall_contacts;
    a.mass += b.mass;
    a.kinetic += b.kinetic;
    a.rotational += b.rotational;
    a.potential += b.potential;
    a.elastic += b.elastic;
    a.momentum += b.momentum;
    a.angular_momentum += b.angular_momentum;
    a.fastest = std::max(a.fastest, b.fastest);
    return a;
}

/// Sums over the clumps.
Measures ofClumps(const exec::Exec& exec, const state::World& world, const Vec3d& gravity) {
    const state::Table* clumps = world.find(clumps_table);
    if (clumps == nullptr) return {};
    const auto position = clumps->read(fields::clump_position),
               velocity = clumps->read(fields::clump_velocity),
               turning = clumps->read(fields::angular_momentum);
    const auto mass = clumps->read(fields::clump_mass);
    const auto first = clumps->read(fields::first_sphere);
    const auto row = world.table(clump_spheres_table).read(fields::sphere_row);
    const auto spin = world.table(grains_table).read(fields::spin);
    const auto ofClump = [&](std::size_t c) {
        Measures m;
        m.grains = 1;
        m.mass = mass[c];
        m.kinetic = 0.5 * mass[c] * squaredLength(velocity[c]);
        m.rotational = 0.5 * dot(turning[c], spin[row[first[c]]]);
        m.potential = -mass[c] * dot(gravity, position[c]);
        m.momentum = velocity[c] * mass[c];
        m.angular_momentum = cross(position[c], m.momentum) + turning[c];
        return m;
    };
    return exec::reduce(exec, clumps->size(), Measures{}, ofClump, combined);
}

/// The listed pairs that overlap.
class Overlaps {
  public:
    Overlaps(const state::World& world, const environment::Periodic& domain)
        : list_(ListViews::of(world)),
          position_(world.table(grains_table).read(fields::position)),
          radius_(world.table(grains_table).read(fields::radius)),
          domain_(domain),
          listed_twice_(list_.ghosts() == 0) {}

    std::size_t blocks() const { return list_.blocks(); }

    /// Calls take(i, j, row, overlap [m]) for the overlapping pairs of a block. Over all blocks, each pair is
    /// passed once.
    template <class Take>
    void forBlock(std::size_t b, Take take) const {
        const Block block = list_.block(b);
        for (std::size_t row = block.first_row; row < block.last_row; ++row) {
            const auto [i, j, image] = list_.pair(block, row);
            if (listed_twice_ && j < i) continue;
            const Vec3d apart = (position_[i] - position_[j]) - shiftOf(domain_, image);
            const double overlap = radius_[i] + radius_[j] - length(apart);
            if (overlap <= 0) continue;
            take(i, j, row, overlap);
        }
    }

  private:
    ListViews list_;
    state::View<const Vec3d> position_;
    state::View<const double> radius_;
    const environment::Periodic& domain_;
    bool listed_twice_;  ///< both blocks list a pair across them, or there is no such pair
};

}  // namespace

Measures measure(const exec::Exec& exec, const state::World& world, const Vec3d& gravity,
                 const LawTable& laws, const environment::Walls& wall_set,
                 const environment::Periodic& domain) {
    const state::Table& grains = world.table(grains_table);
    const auto position = grains.read(fields::position);
    const auto velocity = grains.read(fields::velocity);
    const auto spin = grains.read(fields::spin);
    const auto radius = grains.read(fields::radius);
    const auto mass = grains.read(fields::mass);
    const auto material = grains.read(fields::material);
    const auto clump =
        grains.has(fields::clump) ? grains.read(fields::clump) : state::View<const std::uint32_t>{};
    const Overlaps overlaps(world, domain);
    const auto spring = shearSprings(world.table(contacts_table));

    const auto ofGrain = [&](std::size_t i) {
        Measures m;
        m.fastest = length(velocity[i]);
        if (!clump.empty() && clump[i] != no_clump) return m;
        const double inertia = 0.4 * mass[i] * radius[i] * radius[i];
        m.grains = 1;
        m.mass = mass[i];
        m.kinetic = 0.5 * mass[i] * squaredLength(velocity[i]);
        m.rotational = 0.5 * inertia * squaredLength(spin[i]);
        m.potential = -mass[i] * dot(gravity, position[i]);
        m.momentum = velocity[i] * mass[i];
        m.angular_momentum = cross(position[i], m.momentum) + spin[i] * inertia;
        return m;
    };
    Measures of_grains = exec::reduce(exec, grains.size(), Measures{}, ofGrain, combined);
    if (!clump.empty()) of_grains = combined(of_grains, ofClumps(exec, world, gravity));

    const auto ofBlock = [&](std::size_t b) {
        Measures m;
        overlaps.forBlock(b, [&](std::size_t i, std::size_t j, std::size_t row, double overlap) {
            ++m.contacts;
            const double m_e = mass[i] * mass[j] / (mass[i] + mass[j]);
            const double r_e = radius[i] * radius[j] / (radius[i] + radius[j]);
            m.elastic +=
                springEnergy(laws.at(material[i], material[j]), overlap, m_e, r_e, length(spring[row]));
        });
        return m;
    };
    const Measures between_grains =
        combined(of_grains, exec::reduce(exec, overlaps.blocks(), Measures{}, ofBlock, combined));

    const state::Table& walls = world.table(wall_contacts_table);
    const auto wall_grain = walls.read(fields::wall_grain);
    const auto wall_face = walls.read(fields::wall_face);
    const auto wall_spring = walls.read(fields::wall_spring);
    const auto wall_overlap = walls.read(fields::wall_overlap);
    const auto wall_point = walls.read(fields::wall_point);
    const environment::WallState poses = environment::wallState(world, wall_set);
    // The effective mass that the contact law uses (wall_kernel.h).
    const auto effectiveMass = [&](std::size_t i, const environment::WallFace& face, const Vec3d& point) {
        if (!wall_set.bodies()[face.wall].follows) return mass[i];
        const Vec3d normal = (position[i] - point) / radius[i];
        return mass[i] /
               (1 + mass[i] * wall_set.bodies()[face.wall].mobility.at(poses.at(face.wall), point, normal));
    };
    const auto ofWallRow = [&](std::size_t row) {
        Measures m;
        const std::size_t i = wall_grain[row];
        const environment::WallFace& face = wall_set.faces()[wall_face[row]];
        const double overlap = wall_overlap[row];
        if (overlap <= 0) return m;
        m.wall_contacts = 1;
        m.elastic =
            springEnergy(laws.at(material[i], face.material), overlap,
                         effectiveMass(i, face, wall_point[row]), radius[i], length(wall_spring[row]));
        return m;
    };
    return combined(between_grains, exec::reduce(exec, walls.size(), Measures{}, ofWallRow, combined));
}

DeepOverlaps deepOverlaps(const exec::Exec& exec, const state::World& world,
                          const environment::Periodic& domain, double share) {
    const state::Table& grains = world.table(grains_table);
    const auto position = grains.read(fields::position);
    const auto radius = grains.read(fields::radius);
    const Overlaps overlaps(world, domain);
    const auto both = [](DeepOverlaps a, const DeepOverlaps& b) {
        const bool second = b.deepest > a.deepest;
        return DeepOverlaps{a.pairs + b.pairs, a.walls + b.walls, second ? b.deepest : a.deepest,
                            second ? b.at : a.at};
    };
    const auto ofBlock = [&](std::size_t b) {
        DeepOverlaps found;
        overlaps.forBlock(b, [&](std::size_t i, std::size_t j, std::size_t, double overlap) {
            if (overlap > share * std::min(radius[i], radius[j]))
                found = both(found, {1, 0, overlap, position[i]});
        });
        return found;
    };
    const state::Table& walls = world.table(wall_contacts_table);
    const auto wall_grain = walls.read(fields::wall_grain);
    const auto wall_overlap = walls.read(fields::wall_overlap);
    const auto ofWallRow = [&](std::size_t row) {
        const std::size_t i = wall_grain[row];
        if (!(wall_overlap[row] > share * radius[i])) return DeepOverlaps{};
        return DeepOverlaps{0, 1, wall_overlap[row], position[i]};
    };
    return both(exec::reduce(exec, overlaps.blocks(), DeepOverlaps{}, ofBlock, both),
                exec::reduce(exec, walls.size(), DeepOverlaps{}, ofWallRow, both));
}

std::vector<WallLoad> wallLoads(const state::World& world) {
    const state::Table& walls = world.table(environment::walls_table);
    const auto force = walls.read(fields::wall_force_sum);
    const auto torque = walls.read(fields::wall_torque_sum);
    const auto steps = walls.read(fields::wall_steps);
    std::vector<WallLoad> loads(walls.size());
    for (std::size_t w = 0; w < loads.size(); ++w)
        if (steps[w] > 0) {
            const auto count = static_cast<double>(steps[w]);
            loads[w] = {force[w] / count, torque[w] / count};
        }
    return loads;
}

void clearWallSums(state::World& world) {
    state::Table& walls = world.table(environment::walls_table);
    for (Vec3d& force : walls.write(fields::wall_force_sum)) force = {};
    for (Vec3d& torque : walls.write(fields::wall_torque_sum)) torque = {};
    for (std::uint64_t& steps : walls.write(fields::wall_steps)) steps = 0;
}

}  // namespace talus::grains
