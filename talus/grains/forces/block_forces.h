#pragma once
#include "talus/grains/forces/contact_kernel.h"
#include "talus/grains/forces/law_loops.h"

namespace talus::grains {

template <class List, class Real>
void addBlockForces(const ContactForces& stage, const ContactViews<Real>& v, const Block& block,
                    BlockGrains<Real>& g, double dt) {
    for (std::size_t row = block.first_row; row < block.last_row; ++row) {
        const std::size_t i = v.list.first[row], j = v.list.second[row];
        const LawConstants& law = stage.laws.at(g.material[i], g.material[j]);
        Vec3d apart = g.position[i].xyz() - g.position[j].xyz();
        if (g.has_images) apart = apart - g.shift[j].xyz();
        PairMemory<Real> held{v.touching[row] != 0, v.spring[row], {}};
        Vec3<Real> turning;
        if (!v.angle.empty()) {
            turning = g.spin[i].xyz() - g.spin[j].xyz();
            held.angle = v.angle[row];
        }
        const PairAction<Real> action = actionOf<List>(
            relativeState<Real>(apart, g.position[i].w + g.position[j].w, g.motion[i], g.motion[j]), law,
            held, turning, stage.spin, dt);
        v.touching[row] = action.memory.touching;
        v.spring[row] = action.memory.spring;
        if (!v.angle.empty()) v.angle[row] = action.memory.angle;
        if (!action.memory.touching) continue;
        g.sum[i].low += action.force;
        g.sum[j].low += -action.force;
        if (!stage.spin) continue;
        g.sum[i].high += action.torques.on_i;
        g.sum[j].high += action.torques.on_j;
    }
}

}  // namespace talus::grains
