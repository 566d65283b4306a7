#include "talus/grains/forces/contact_forces.h"

#include "talus/exec/pool.h"
#include "talus/exec/two_pass.h"
#include "talus/grains/forces/block_forces.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/law/laws.h"
#include "talus/grains/search/ghosts.h"
#include "talus/grains/springs.h"

namespace talus::grains {
namespace {

/// Scratch of the stage.
template <class Real>
struct ContactScratch {
    exec::Pool<BlockGrains<Real>> blocks;  ///< each task borrows one
    std::vector<Octet<Real>> ghosts;       ///< force and torque on each row of the halo
};

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
    auto& scratch = step.produce<ContactScratch<Real>>(ContactForces::name);
    const bool any_ghosts = views.list.ghosts() > 0;
    if (any_ghosts) scratch.ghosts.resize(views.list.halo_grain.size());
    const std::size_t blocks = views.list.blocks();
    const LawLoops::Blocks<Real>& loops = stage.laws.loops().template blocks<Real>();
    const auto computeBlock = [&](std::size_t b, std::size_t next) {
        if (asleep[b] != 0) return;  // its grains keep their forces
        const Block block = views.list.block(b);
        auto grains = scratch.blocks.borrow();
        grains->load(views, block, stage.domain);
        if (stage.kernel == ContactForces::Kernel::Vector)
            loops.vector(stage, views, block, next < blocks ? views.list.block(next) : Block{}, *grains,
                         step.dt);
        else
            loops.plain(stage, views, block, *grains, step.dt);
        grains->store(views, block, stage.gravity);
        if (any_ghosts) grains->storeGhosts(block, scratch.ghosts);
    };
    const auto finishBlock = [&](std::size_t b) {
        if (any_ghosts) addGhostForces(views, b, scratch.ghosts);
        const Block block = views.list.block(b);
        if (then) then(block.first_grain, block.last_grain);
    };
    // Blocks depend on each other only through ghosts. Without ghosts each of two blocks lists the pairs
    // across them.
    if (any_ghosts) {
        exec::for_each_two_pass(step.exec, blocks, computeBlock, finishBlock);
    } else {
        exec::for_each(
            step.exec, blocks, [&](std::size_t b) { computeBlock(b, b + 1); }, 1);
        exec::for_each(step.exec, blocks, finishBlock, 1);
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
                        .resizes = {},
                        .produces = {name}};
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

template void addBlockForces<BuiltInLaws, double>(const ContactForces&, const ContactViews<double>&,
                                                  const Block&, BlockGrains<double>&, double);
template void addBlockForces<BuiltInLaws, float>(const ContactForces&, const ContactViews<float>&,
                                                 const Block&, BlockGrains<float>&, double);

}  // namespace talus::grains
