#include "talus/network/step/forces.h"

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/network/fields.h"

namespace talus::network {
namespace {

using environment::WallDistance;
using environment::WallsAt;

/// Force of a wall on a mass: by the faces whose nearest point is inside of them, and by the nearest face.
Vec3d wallForce(const Setup& setup, const WallsAt& walls, std::size_t wall, const LinkLaw& law,
                const Vec3d& position, const Vec3d& velocity, double dt, Formulas& formulas) {
    std::optional<std::pair<std::uint32_t, WallDistance>> nearest;
    std::vector<std::pair<std::uint32_t, WallDistance>> acting;
    walls.forFacesNear(wall, walls.inFrame(wall, position), law.reach, [&](std::uint32_t face) {
        const WallDistance found = walls.distance(face, position);
        if (!(found.distance < law.reach)) return;
        if (!found.at_edge) acting.emplace_back(face, found);
        if (!nearest || found.distance < nearest->second.distance) nearest.emplace(face, found);
    });
    if (nearest && nearest->second.at_edge) acting.push_back(*nearest);
    Vec3d force;
    for (const auto& [face, found] : acting) {
        const Vec3d apart = found.normal * -found.distance;  // from the mass to the wall
        const Vec3d closing = walls.velocityAt(face, position + apart) - velocity;
        const Vec3d moved{closing.x * setup.axes.x, closing.y * setup.axes.y, closing.z};
        // Behind a solid face the distance is negative: the law sees it as 0, and its direction is the
        // normal.
        if (found.distance > 0) {
            force += forceOf(law, {apart, apart - moved * dt, dt}, formulas);
        } else {
            const Vec3d small = found.normal * -1e-9;
            force += forceOf(law, {small, small - moved * dt, dt}, formulas) +
                     found.normal * (-found.distance * law.stiffness);
        }
    }
    return force;
}

}  // namespace

Formulas::Formulas(const Setup& setup) : values_(formulaVariables().size()) {
    for (const LinkLaw& law : setup.laws)
        if (law.formula)
            of_.emplace_back(std::in_place, *law.formula);
        else
            of_.emplace_back();
}

double Formulas::operator()(const LinkLaw& law, double distance, double rate) {
    values_[0] = distance;
    values_[1] = rate;
    values_[2] = law.length;
    values_[3] = law.stiffness;
    values_[4] = law.damping;
    return (*of_[law.link])(values_);
}

Pair pairOf(const Setup& setup, const MassViews& masses, std::size_t i, std::size_t j) {
    const auto project = [&](const Vec3d& v) { return Vec3d{v.x * setup.axes.x, v.y * setup.axes.y, v.z}; };
    const Vec3d apart = project(masses.position[j] - masses.position[i]);
    return {apart, apart - project(masses.velocity[j] - masses.velocity[i]) * setup.step(), setup.step()};
}

step::Access SumForces::access() const {
    step::Access access{.reads = {{masses_table, &fields::position},
                                  {masses_table, &fields::velocity},
                                  {masses_table, &fields::group},
                                  {masses_table, &fields::point}},
                        .writes = {{masses_table, &fields::force}},
                        .resizes = {}};
    if (setup->reach > 0) access.reads_scratch = {near_scratch};
    for (const step::FieldRef& field : environment::wallStateFields(*setup->walls))
        access.reads.push_back(field);
    return access;
}

void SumForces::run(step::Step& step) const {
    const MassViews masses{step.read(masses_table, fields::position),
                           step.read(masses_table, fields::velocity), step.read(masses_table, fields::group),
                           step.read(masses_table, fields::point)};
    const auto sum = step.write(masses_table, fields::force);
    const NearMasses* near = setup->reach > 0 ? &step.readScratch<NearMasses>(near_scratch) : nullptr;
    const WallsAt walls(*setup->walls, step.time(), environment::wallState(step, *setup->walls));
    const double dt = setup->step();
    exec::for_each_range(
        step.exec, sum.size(),
        [&](std::size_t begin, std::size_t end) {
            Formulas formulas(*setup);
            std::vector<neighbors::CellRange> cells;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t g = masses.group[i];
                const Masses& group = setup->groups[g];
                if (group.kind != Masses::Kind::Free) continue;
                Vec3d force = setup->gravity * group.mass + group.force - masses.velocity[i] * group.damping;
                if (i < setup->start_rows)
                    for (std::uint32_t k = setup->first_incidence[i]; k < setup->first_incidence[i + 1];
                         ++k) {
                        const Incidence& spring = setup->incidences[k];
                        force += forceOf(setup->spring_laws[spring.spring],
                                         pairOf(*setup, masses, i, spring.other), formulas);
                    }
                forPairs(*setup, masses, near, formulas, cells, i,
                         [&](std::size_t, std::uint32_t, const Vec3d& of_pair) { force += of_pair; });
                for (const auto& [wall, link] : setup->at_walls[g])
                    force += wallForce(*setup, walls, wall, setup->laws[link], masses.position[i],
                                       masses.velocity[i], dt, formulas);
                sum[i] = force;
            }
        },
        256);
}

}  // namespace talus::network
