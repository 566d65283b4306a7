#include "talus/couple/ground_contact/collide_ground.h"

#include <algorithm>

#include "talus/couple/ground_contact/grain_on_ground.h"
#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/search/unsettled_runs.h"
#include "talus/ground/fields.h"

namespace talus::couple {
namespace {

using grains::grains_table;
using state::View;

/// Scratch of the stage.
struct CollideScratch {
    exec::Pool<GroundScratch> tasks;
    geometry::GroundHeightBound tops;           ///< bounds of the heights
    std::optional<std::uint64_t> tops_version;  ///< number of ground changes for which they hold
};

}  // namespace

step::Access CollideGround::access() const {
    using namespace grains::fields;
    step::Access access{.reads = {{grains_table, &radius},
                                  {grains_table, &mass},
                                  {grains_table, &grains::fields::material},
                                  {ground::ground_table, &ground::fields::height},
                                  {ground::changes_table, &ground::fields::changes},
                                  {ground_load_table, &fields::clearance_version},
                                  {ground_load_table, &fields::load_sum},
                                  {ground_load_table, &fields::load_torque_sum},
                                  {ground_load_table, &fields::load_steps}},
                        .writes = {{ground_load_table, &fields::clearance_version},
                                   {ground_load_table, &fields::load_sum},
                                   {ground_load_table, &fields::load_torque_sum},
                                   {ground_load_table, &fields::load_steps}},
                        .resizes = {},
                        .produces = {name}};
    std::vector<step::FieldRef> both = GroundMemory::columns(laws.resistsTurning());
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&position, &velocity, &grains::fields::spin, &drift})
        both.push_back({grains_table, field});
    for (const state::FieldInfo* field : grains::forceFields(precision))
        both.push_back({grains_table, field});
    if (settles) access.reads.push_back({grains_table, &settled});
    both.push_back({grains_table, &fields::ground_clearance});
    for (const step::FieldRef& field : grains::Sleepers::reads()) access.reads.push_back(field);
    if (settles) both.push_back({grains_table, &fields::sunk});
    if (rests) {
        both.push_back({grains_table, &fields::ground_force});
        both.push_back({grains_table, &fields::ground_torque});
    }
    access.reads.insert(access.reads.end(), both.begin(), both.end());
    access.writes.insert(access.writes.end(), both.begin(), both.end());
    return access;
}

void CollideGround::run(step::Step& step) {
    const auto height = step.read(ground::ground_table, ground::fields::height);
    const double range = laws.range();
    const std::uint64_t changes = step.read(ground::changes_table, ground::fields::changes)[0];
    CollideScratch& scratch = step.produce<CollideScratch>(name);
    if (scratch.tops_version != changes) scratch.tops.build(step.exec, grid, height, largest_radius + range);
    scratch.tops_version = changes;
    std::uint64_t& version = step.write(ground_load_table, fields::clearance_version)[0];
    if (version != changes)
        for (float& clearance : step.write(grains_table, fields::ground_clearance)) clearance = 0;
    version = changes;
    const GrainOnGround collide{
        *this,
        scratch.tops,
        geometry::GroundSurface(grid, height),
        height,
        step.dt,
        range,
        step.write(grains_table, grains::fields::position),
        step.write(grains_table, grains::fields::velocity),
        step.write(grains_table, grains::fields::spin),
        grains::forcesIn(precision, [&](const auto& field) { return step.write(grains_table, field); }),
        step.write(grains_table, grains::fields::drift),
        step.read(grains_table, grains::fields::radius),
        step.read(grains_table, grains::fields::mass),
        step.read(grains_table, grains::fields::material),
        GroundMemory::of(step, laws.resistsTurning()),
        rests ? step.write(grains_table, fields::ground_force) : View<Vec3f>{},
        rests ? step.write(grains_table, fields::ground_torque) : View<Vec3f>{},
        step.write(grains_table, fields::ground_clearance),
        settles ? step.write(grains_table, fields::sunk) : View<float>{}};
    const auto settled =
        settles ? step.read(grains_table, grains::fields::settled) : View<const std::uint8_t>{};
    const grains::Sleepers sleepers = grains::Sleepers::of(step);
    // Small parts, one task each: few grains touch the ground, and each takes long.
    const std::size_t part = sleepers.part();
    const std::size_t count = collide.radius.size();
    std::vector<GroundForce> part_forces((count + part - 1) / part);
    exec::for_each_range(
        step.exec, count,
        [&](std::size_t begin, std::size_t end) {
            GroundForce sum;
            // Sleeping grains keep their forces, and the ground its load.
            if (sleepers.have(begin)) {
                for (std::size_t i = begin; i < end; ++i) sum += collide.kept(i);
            } else {
                auto borrowed = scratch.tasks.borrow();
                borrowed->begin(laws.materials());
                grains::forUnsettledRuns(settled, begin, end, [&](std::size_t first, std::size_t last) {
                    collide.listNear(first, last, *borrowed);
                });
                for (const std::uint32_t i : borrowed->near) sum += collide.find(i, *borrowed);
                for (std::size_t m = 0; m < laws.materials(); ++m)
                    borrowed->batches[m].compute(laws.at(m, material), step.dt);
                for (const BatchedContacts& batched : borrowed->batched)
                    sum += collide.finish(batched, borrowed->batches[collide.material[batched.grain]]);
            }
            part_forces[begin / part] = sum;
        },
        part);
    Vec3d& load = step.write(ground_load_table, fields::load_sum)[0];
    Vec3d& torque = step.write(ground_load_table, fields::load_torque_sum)[0];
    for (const GroundForce& sum : part_forces) {
        load -= sum.force;
        torque -= sum.torque;
    }
    ++step.write(ground_load_table, fields::load_steps)[0];
}

}  // namespace talus::couple
