#include "talus/grains/contact_forces.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/grains/contact_kernel.h"
#include "talus/grains/contact_list.h"
#include "talus/grains/fields.h"

namespace talus::grains {

step::Access ContactForces::access() const {
    using namespace fields;
    return {.reads = {{grains_table, &position},
                      {grains_table, &velocity},
                      {grains_table, &fields::spin},
                      {grains_table, &radius},
                      {grains_table, &mass},
                      {grains_table, &material},
                      {grains_table, &contacts_end},
                      {contacts_table, &partner},
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
        step.read(grains_table, fields::position),     step.read(grains_table, fields::velocity),
        step.read(grains_table, fields::spin),         step.read(grains_table, fields::radius),
        step.read(grains_table, fields::mass),         step.read(grains_table, fields::material),
        step.read(grains_table, fields::contacts_end), step.read(contacts_table, fields::partner),
        step.write(contacts_table, fields::touching),  step.write(contacts_table, fields::spring),
        step.write(grains_table, fields::force),       step.write(grains_table, fields::torque)};
    const std::size_t count = views.position.size();
    const std::size_t blocks = (count + block_size - 1) / block_size;
    exec::for_each(
        step.exec, blocks,
        [&](std::size_t block) {
            const std::size_t first = block * block_size, last = std::min(count, first + block_size);
            for (std::size_t i = first; i < last; ++i) {
                views.force[i] = gravity * views.mass[i];
                views.torque[i] = {};
            }
            if (kernel == Kernel::Vector)
                addBlockForcesVector(*this, views, first, last, step.dt);
            else
                addBlockForces(*this, views, first, last, step.dt);
        },
        1);
}

void addBlockForces(const ContactForces& stage, const ContactViews& v, std::size_t first, std::size_t last,
                    double dt) {
    std::size_t row = first == 0 ? 0 : v.contacts_end[first - 1];
    for (std::size_t i = first; i < last; ++i)
        for (; row < v.contacts_end[i]; ++row) {
            const std::size_t j = v.partner[row];
            const double reach = v.radius[i] + v.radius[j];
            v.touching[row] = squaredLength(v.position[i] - v.position[j]) < reach * reach;
            if (!v.touching[row]) {
                v.spring[row] = {};
                continue;
            }
            const LawConstants& law = stage.laws.at(v.material[i], v.material[j]);
            withLaw(law.law, [&](auto chosen) {
                const Touch<double> touch =
                    touchOf<double>(v.position[i] - v.position[j], v.velocity[i] - v.velocity[j], v.spin[i],
                                    v.spin[j], v.radius[i], v.radius[j], v.mass[i], v.mass[j], stage.spin);
                const auto found =
                    pairForce<decltype(chosen)>(LawLanes<double>(law), touch, v.spring[row], dt);
                const Vec3d turning = cross(touch.normal, found.shear);
                v.spring[row] = found.spring;
                v.force[i] += found.force;
                if (stage.spin) v.torque[i] -= turning * v.radius[i];
                if (j >= first && j < last) {
                    v.force[j] -= found.force;
                    if (stage.spin) v.torque[j] -= turning * v.radius[j];
                }
            });
        }
}

}  // namespace talus::grains
