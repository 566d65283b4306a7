#include "talus/network/step/forces.h"

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/network/fields.h"
#include "talus/network/step/spring_forces.h"
#include "talus/network/step/wall_forces.h"

namespace talus::network {
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

std::vector<step::FieldRef> massFields() {
    return {{masses_table, &fields::position},
            {masses_table, &fields::velocity},
            {masses_table, &fields::group},
            {masses_table, &fields::point}};
}

MassViews readMasses(const step::Step& step) {
    return {step.read(masses_table, fields::position), step.read(masses_table, fields::velocity),
            step.read(masses_table, fields::group), step.read(masses_table, fields::point)};
}

Pair pairOf(const Setup& setup, const MassViews& masses, std::size_t i, std::size_t j) {
    const Vec3d apart = setup.project(masses.position[j] - masses.position[i]);
    return {apart, apart - setup.project(masses.velocity[j] - masses.velocity[i]) * setup.step(),
            setup.step()};
}

step::Access SumForces::access() const {
    step::Access access{.reads = massFields(), .writes = {{masses_table, &fields::force}}, .resizes = {}};
    if (setup->springs.size() > 0) access.reads_scratch.push_back(springs_scratch);
    if (setup->reach > 0) access.reads_scratch.push_back(near_scratch);
    for (const step::FieldRef& field : environment::wallStateFields(*setup->walls))
        access.reads.push_back(field);
    return access;
}

namespace {

/// The forces of springs on a mass.
template <int Dimensions>
void addSprings(const Setup& setup, const SpringForces& springs, std::size_t i, Vec3d& force) {
    if (i >= setup.start_rows) return;
    const std::uint32_t begin = setup.begin_of_ends[i], end = setup.begin_of_ends[i + 1];
    springs.addAt<Dimensions>({setup.ends.data() + begin, end - begin}, force);
}

}  // namespace

void SumForces::run(step::Step& step) const {
    if (setup->network.dimensions == 1) return sum<1>(step);
    if (setup->network.dimensions == 2) return sum<2>(step);
    sum<3>(step);
}

template <int Dimensions>
void SumForces::sum(step::Step& step) const {
    const MassViews masses = readMasses(step);
    const auto force_on = step.write(masses_table, fields::force);
    const NearMasses* near = setup->reach > 0 ? &step.readScratch<NearMasses>(near_scratch) : nullptr;
    const SpringForces* springs =
        setup->springs.size() > 0 ? &step.readScratch<SpringForces>(springs_scratch) : nullptr;
    const environment::WallsAt walls(*setup->walls, step.time(), environment::wallState(step, *setup->walls));
    exec::for_each_range(
        step.exec, force_on.size(),
        [&](std::size_t begin, std::size_t end) {
            PairSearch search{*setup, near};
            for (std::size_t k = begin; k < end; ++k) {
                const std::size_t i = search.row(k), g = masses.group[i];
                const GroupForces& of = setup->group_forces[g];
                if (!of.is_free && !of.is_load) continue;
                Vec3d force = of.is_free ? of.constant - masses.velocity[i] * of.damping : Vec3d{};
                if (springs != nullptr) addSprings<Dimensions>(*setup, *springs, i, force);
                if (of.has_pairs) {
                    forPairs(search, masses, k,
                             [&](std::size_t, std::uint32_t, const Vec3d& of_pair) { force += of_pair; });
                    for (const auto& [wall, link] : setup->at_walls[g])
                        forWallForces(*setup, walls, wall, setup->laws[link], masses.position[i],
                                      masses.velocity[i], search.formulas,
                                      [&](const Vec3d& of_wall, const Vec3d&) { force += of_wall; });
                }
                force_on[i] = force;
            }
        },
        256);
}

}  // namespace talus::network
