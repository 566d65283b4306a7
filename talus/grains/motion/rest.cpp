#include "talus/grains/motion/rest.h"

#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/contact_list.h"

namespace talus::grains {

step::Access Rest::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &velocity},
                                  {grains_table, &spin},
                                  {grains_table, &radius},
                                  {grains_table, &still},
                                  {grains_table, &wandered},
                                  {wall_contacts_table, &wall_grain},
                                  {wall_contacts_table, &wall_face}},
                        .writes = {{grains_table, &velocity},
                                   {grains_table, &spin},
                                   {grains_table, &still},
                                   {grains_table, &wandered},
                                   {blocks_table, &asleep}},
                        .resizes = {}};
    const auto list = ListViews::reads();
    access.reads.insert(access.reads.end(), list.begin(), list.end());
    return access;
}

void Rest::run(step::Step& step) {
    const auto velocity = step.write(grains_table, fields::velocity);
    const auto turn = step.write(grains_table, fields::spin);
    const auto radius = step.read(grains_table, fields::radius);
    const auto still = step.write(grains_table, fields::still);
    const auto wandered = step.write(grains_table, fields::wandered);
    const auto asleep = step.write(blocks_table, fields::asleep);
    const auto dt = static_cast<float>(step.dt);

    exec::for_each(step.exec, still.size(), [&](std::size_t i) {
        const Vec3d& v = velocity[i];
        wandered[i] += narrow(v) * dt;
        const double allowed = distance * radius[i];
        if (squaredLength(wandered[i]) <= allowed * allowed) {
            still[i] += dt;
        } else {
            still[i] = 0;
            wandered[i] = {};
        }
    });
    const auto wall_grain = step.read(wall_contacts_table, fields::wall_grain);
    const auto wall_face = step.read(wall_contacts_table, fields::wall_face);
    for (std::size_t row = 0; row < wall_grain.size(); ++row)
        if (walls->moves(walls->faces()[wall_face[row]].wall)) still[wall_grain[row]] = 0;

    const ListViews list = ListViews::of(step);
    exec::for_each(
        step.exec, list.blocks(),
        [&](std::size_t b) {
            const Block block = list.block(b);
            bool rests = true;
            for (std::size_t i = block.first_grain; rests && i < block.last_grain; ++i)
                rests = still[i] >= window;
            for (std::size_t h = block.first_halo; rests && h < block.last_halo; ++h)
                rests = still[list.halo_grain[h]] >= window;
            asleep[b] = rests;
            if (!rests) return;
            for (std::size_t i = block.first_grain; i < block.last_grain; ++i) velocity[i] = turn[i] = {};
        },
        1);
}

}  // namespace talus::grains
