#include "talus/grains/contact_forces.h"

#include "talus/exec/for_each.h"
#include "talus/grains/block_grains.h"
#include "talus/grains/contact_kernel.h"

namespace talus::grains {

step::Access ContactForces::access() const {
    using namespace fields;
    return {.reads = {{grains_table, &position},
                      {grains_table, &velocity},
                      {grains_table, &fields::spin},
                      {grains_table, &radius},
                      {grains_table, &mass},
                      {grains_table, &material},
                      {blocks_table, &grains_end},
                      {blocks_table, &rows_end},
                      {blocks_table, &halo_end},
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
}

void ContactForces::run(step::Step& step) {
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
        .force = step.write(grains_table, fields::force),
        .torque = step.write(grains_table, fields::torque)};
    exec::for_each(
        step.exec, views.list.blocks(),
        [&](std::size_t b) {
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
                views.torque[i] = grains->moment[k].xyz() * -views.radius[i];
            }
        },
        1);
}

void addBlockForces(const ContactForces& stage, const ContactViews& v, const Block& block, BlockGrains& g,
                    double dt) {
    for (std::size_t row = block.first_row; row < block.last_row; ++row) {
        const std::size_t i = v.list.first[row], j = v.list.second[row];
        Quad apart = differenceOf(g.place[i], g.place[j]);
        if (g.has_images)
            apart = {apart.x - g.shift[j].x, apart.y - g.shift[j].y, apart.z - g.shift[j].z, apart.w};
        v.touching[row] = squaredLength(apart.xyz()) < apart.w * apart.w;
        if (!v.touching[row]) {
            v.spring[row] = {};
            continue;
        }
        const Quad motion = differenceOf(g.motion[i], g.motion[j]);
        const Quad turning = sumOf(g.turning[i], g.turning[j]);
        const LawConstants& law = stage.laws.at(g.material[i], g.material[j]);
        withLaw(law.law, [&](auto chosen) {
            const Touch<double> touch =
                touchOf<double>(apart.xyz(), apart.w, motion.xyz(), motion.w, turning.xyz(), stage.spin);
            const auto found = pairForce<decltype(chosen)>(LawLanes<double>(law), touch, v.spring[row], dt);
            v.spring[row] = found.spring;
            add(g.force[i], found.force);
            add(g.force[j], -found.force);
            if (!stage.spin) return;
            const Vec3d moment = cross(touch.normal, found.shear);
            add(g.moment[i], moment);
            add(g.moment[j], moment);
        });
    }
}

}  // namespace talus::grains
