#include "talus/grains/contact_forces.h"

#include "talus/exec/for_each.h"
#include "talus/grains/block_grains.h"
#include "talus/grains/contact_kernel.h"

namespace talus::grains {

step::Access ContactForces::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &position},
                                  {grains_table, &velocity},
                                  {grains_table, &fields::spin},
                                  {grains_table, &radius},
                                  {grains_table, &mass},
                                  {grains_table, &material},
                                  {blocks_table, &grains_end},
                                  {blocks_table, &rows_end},
                                  {blocks_table, &halo_end},
                                  {blocks_table, &asleep},
                                  {halo_table, &halo_grain},
                                  {halo_table, &halo_image},
                                  {contacts_table, &first},
                                  {contacts_table, &second},
                                  {contacts_table, &spring},
                                  {contacts_table, &touching}},
                        .writes = {{grains_table, &force},
                                   {grains_table, &torque},
                                   {contacts_table, &spring},
                                   {contacts_table, &touching}},
                        .resizes = {}};
    if (laws.resistsTurning()) {
        access.reads.push_back({contacts_table, &angle});
        access.writes.push_back({contacts_table, &angle});
    }
    return access;
}

void ContactForces::run(step::Step& step) {
    const bool resists_turning = laws.resistsTurning();
    const ContactViews views{
        .position = step.read(grains_table, fields::position),
        .velocity = step.read(grains_table, fields::velocity),
        .spin = step.read(grains_table, fields::spin),
        .radius = step.read(grains_table, fields::radius),
        .mass = step.read(grains_table, fields::mass),
        .material = step.read(grains_table, fields::material),
        .list = {step.read(blocks_table, fields::grains_end), step.read(blocks_table, fields::rows_end),
                 step.read(blocks_table, fields::halo_end), step.read(halo_table, fields::halo_grain),
                 step.read(halo_table, fields::halo_image), step.read(contacts_table, fields::first),
                 step.read(contacts_table, fields::second)},
        .touching = step.write(contacts_table, fields::touching),
        .spring = step.write(contacts_table, fields::spring),
        .angle = resists_turning ? step.write(contacts_table, fields::angle) : state::View<Vec3d>{},
        .force = step.write(grains_table, fields::force),
        .torque = step.write(grains_table, fields::torque)};
    const auto asleep = step.read(blocks_table, fields::asleep);
    exec::for_each(
        step.exec, views.list.blocks(),
        [&](std::size_t b) {
            if (asleep[b] != 0) return;  // its forces are as they were
            const Block block = views.list.block(b);
            auto grains = scratch->borrow();
            grains->load(views, block, domain);
            if (kernel == Kernel::Vector)
                addBlockForcesVector(*this, views, block, *grains, step.dt);
            else
                addBlockForces(*this, views, block, *grains, step.dt);
            for (std::size_t k = 0; k < block.grains(); ++k) {
                const std::size_t i = block.first_grain + k;
                views.force[i] = gravity * views.mass[i] + grains->force[k].xyz();
                views.torque[i] = grains->torque[k].xyz();
            }
        },
        1);
}

namespace {

Quad difference(const Quad& i, const Quad& j) { return {i.x - j.x, i.y - j.y, i.z - j.z, i.w + j.w}; }
Quad sum(const Quad& i, const Quad& j) { return {i.x + j.x, i.y + j.y, i.z + j.z, i.w - j.w}; }

void add(Quad& total, const Vec3d& v) {
    total.x += v.x;
    total.y += v.y;
    total.z += v.z;
}

}  // namespace

void addBlockForces(const ContactForces& stage, const ContactViews& v, const Block& block, BlockGrains& g,
                    double dt) {
    for (std::size_t row = block.first_row; row < block.last_row; ++row) {
        const std::size_t i = v.list.first[row], j = v.list.second[row];
        const LawConstants& law = stage.laws.at(g.material[i], g.material[j]);
        const Quad place = difference(g.place[i], g.place[j]), motion = difference(g.motion[i], g.motion[j]),
                   turning = sum(g.turning[i], g.turning[j]);
        const Vec3d apart = g.has_images ? place.xyz() - g.shift[j].xyz() : place.xyz();
        const Together<double> pair{apart, place.w, motion.xyz(), motion.w, turning.xyz(), turning.w};
        const double reach = pair.reach + law.range;
        bool acting = squaredLength(apart) < reach * reach;
        Touch<double> touch;
        if (acting) {
            touch = touchOf(pair, stage.spin);
            if (!law.isPlain()) acting = acts<double>(law, law, touch, v.touching[row] != 0);
        }
        v.touching[row] = acting;
        if (!acting) {
            v.spring[row] = {};
            if (!v.angle.empty()) v.angle[row] = {};
            continue;
        }
        Vec3d angle;
        if (!v.angle.empty()) {
            touch.turning = g.spin[i].xyz() - g.spin[j].xyz();
            angle = v.angle[row];
        }
        withLaw(law.law, [&](auto chosen) {
            const auto found = interact<decltype(chosen)>(law, law, touch, v.spring[row], angle, dt);
            v.spring[row] = found.history;
            if (!v.angle.empty()) v.angle[row] = found.angle;
            add(g.force[i], found.force);
            add(g.force[j], -found.force);
            if (!stage.spin) return;
            const Torques<double> torques = torquesOf(pair, touch, found.shear);
            add(g.torque[i], torques.on_i + found.moment);
            add(g.torque[j], torques.on_j - found.moment);
        });
    }
}

}  // namespace talus::grains
