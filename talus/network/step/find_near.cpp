#include "talus/network/step/find_near.h"

#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/network/fields.h"

namespace talus::network {

void NearMasses::find(const exec::Exec& exec, const Setup& setup, exec::View<const Vec3d> position) {
    grid_.reset();
    square_ = setup.reach * setup.reach;
    projected_.resize(position.size());
    const auto projected = projected_.view();
    exec::for_each(exec, position.size(), [&](std::size_t i) { projected[i] = setup.project(position[i]); });
    neighbors::spatialOrder(exec, std::as_const(projected_).view(), setup.reach, order_);
    sorted_.resize(position.size());
    const auto sorted = sorted_.view();
    const auto order = std::as_const(order_).view();
    exec::for_each(exec, sorted.size(), [=](std::size_t k) { sorted[k] = projected[order[k]]; });
    if (!position.empty())
        grid_.emplace(exec, std::as_const(sorted_).view(), setup.reach,
                      neighbors::CellGrid::Lookup::Automatic);
}

step::Access FindNear::access() const {
    return {.reads = {{masses_table, &fields::position}},
            .writes = {},
            .resizes = {},
            .produces = {near_scratch}};
}

void FindNear::run(step::Step& step) const {
    NearMasses& near = step.produce<NearMasses>(near_scratch);
    const auto position = step.read(masses_table, fields::position);
    const double far = neighbors::farthest_cell * setup->reach;
    const bool lost = exec::reduce(
        step.exec, position.size(), false,
        [&](std::size_t i) {
            const Vec3d& p = position[i];
            return !(std::abs(p.x) < far && std::abs(p.y) < far && std::abs(p.z) < far);
        },
        [](bool a, bool b) { return a || b; });
    if (lost)
        return step.report.fail({.what = "a mass of the network is too far from the origin",
                                 .advice = "raise rate in [network], or lower the stiffness of its links",
                                 .ids = {},
                                 .positions = {}});
    near.find(step.exec, *setup, position);
}

}  // namespace talus::network
