#include "talus/network/step/masses.h"

#include "talus/network/fields.h"

namespace talus::network {

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

}  // namespace talus::network
