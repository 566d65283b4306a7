#include "talus/grains/contact_forces.h"

#include "talus/exec/in_turn.h"
#include "talus/grains/contact_kernel.h"
#include "talus/grains/forces.h"
#include "talus/grains/springs.h"
#include "talus/grains/visits.h"

namespace talus::grains {
namespace {

template <class Real>
void addForces(const ContactForces& stage, step::Step& step, const step::RangeFunction& then) {
    const bool one_material = stage.grain_materials.size() == 1;
    const ContactViews<Real> views{
        .position = step.read(grains_table, fields::position),
        .velocity = step.read(grains_table, fields::velocity),
        .spin = step.read(grains_table, fields::spin),
        .radius = step.read(grains_table, fields::radius),
        .mass = step.read(grains_table, fields::mass),
        .material =
            one_material ? state::View<const std::uint16_t>{} : step.read(grains_table, fields::material),
        .only_material = one_material ? stage.grain_materials.front() : std::uint16_t{0},
        .fixed = {stage.fixed.data(), stage.fixed.size()},
        .list = ListViews::of(step),
        .touching = step.write(contacts_table, fields::touching),
        .spring = step.write(contacts_table, fields::spring<Real>),
        .angle = stage.laws.resistsTurning() ? step.write(contacts_table, fields::angle<Real>)
                                             : state::View<Vec3<Real>>{},
        .force = step.write(grains_table, fields::force<Real>),
        .torque = step.write(grains_table, fields::torque<Real>)};
    const auto asleep = step.read(blocks_table, fields::asleep);
    auto& scratch = stage.scratch->of<Real>();
    const bool visited = views.list.visits() > 0;
    if (visited) scratch.visits.resize(views.list.halo_grain.size());
    const std::size_t blocks = views.list.blocks();
    const auto meet = [&](std::size_t b, std::size_t next) {
        if (asleep[b] != 0) return;  // its forces are as they were
        const Block block = views.list.block(b);
        auto grains = scratch.blocks.borrow();
        grains->load(views, block, stage.domain);
        if (stage.kernel == ContactForces::Kernel::Vector)
            addBlockForcesVector(stage, views, block, next < blocks ? views.list.block(next) : Block{},
                                 *grains, step.dt);
        else
            addBlockForces(stage, views, block, *grains, step.dt);
        grains->store(views, block, stage.gravity);
        if (visited) grains->storeVisits(block, scratch.visits);
    };
    const auto finish = [&](std::size_t b) {
        if (visited) addVisits(views, b, scratch.visits);
        const Block block = views.list.block(b);
        if (then) then(block.first_grain, block.last_grain);
    };
    // No block looks at one before it, but where both list a pair across the two.
    if (visited) {
        exec::for_each_in_turn(step.exec, blocks, meet, finish);
    } else {
        exec::for_each(
            step.exec, blocks, [&](std::size_t b) { meet(b, b + 1); }, 1);
        exec::for_each(step.exec, blocks, finish, 1);
    }
    const std::size_t first_settled = blocks == 0 ? 0 : views.list.grains_end[blocks - 1];
    if (then && first_settled < views.force.size()) then(first_settled, views.force.size());
}

}  // namespace

step::Access ContactForces::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &position},
                                  {grains_table, &velocity},
                                  {grains_table, &fields::spin},
                                  {grains_table, &radius},
                                  {grains_table, &mass},
                                  {grains_table, &material},
                                  {blocks_table, &asleep}},
                        .writes = {{contacts_table, &touching}},
                        .resizes = {}};
    const auto list = ListViews::reads();
    access.reads.insert(access.reads.end(), list.begin(), list.end());
    const auto remembers = [&](const state::FieldInfo& field) {
        access.reads.push_back({contacts_table, &field});
        access.writes.push_back({contacts_table, &field});
    };
    for (const state::FieldInfo* field : forceFields(precision))
        access.writes.push_back({grains_table, field});
    const bool single = precision == Precision::Mixed;
    single ? remembers(fields::spring<float>) : remembers(fields::spring<double>);
    if (laws.resistsTurning()) single ? remembers(fields::angle<float>) : remembers(fields::angle<double>);
    access.reads.push_back({contacts_table, &touching});
    return access;
}

void ContactForces::run(step::Step& step, const step::RangeFunction& then) {
    precision == Precision::Mixed ? addForces<float>(*this, step, then)
                                  : addForces<double>(*this, step, then);
}

template <class Real>
void addBlockForces(const ContactForces& stage, const ContactViews<Real>& v, const Block& block,
                    BlockGrains<Real>& g, double dt) {
    for (std::size_t row = block.first_row; row < block.last_row; ++row) {
        const std::size_t i = v.list.first[row], j = v.list.second[row];
        const LawConstants& law = stage.laws.at(g.material[i], g.material[j]);
        Vec3d apart = g.place[i].xyz() - g.place[j].xyz();
        if (g.has_images) apart = apart - g.shift[j].xyz();
        PairMemory<Real> held{v.touching[row] != 0, v.spring[row], {}};
        Vec3<Real> turning;
        if (!v.angle.empty()) {
            turning = g.spin[i].xyz() - g.spin[j].xyz();
            held.angle = v.angle[row];
        }
        const PairAction<Real> action =
            actionOf(together<Real>(apart, g.place[i].w + g.place[j].w, g.motion[i], g.motion[j]), law, held,
                     turning, stage.spin, dt);
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

template void addBlockForces(const ContactForces&, const ContactViews<double>&, const Block&,
                             BlockGrains<double>&, double);
template void addBlockForces(const ContactForces&, const ContactViews<float>&, const Block&,
                             BlockGrains<float>&, double);

}  // namespace talus::grains
