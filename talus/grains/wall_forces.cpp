#include "talus/grains/wall_forces.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"
#include "talus/grains/followed_poses.h"
#include "talus/grains/wall_kernel.h"
#include "talus/grains/wall_planes.h"

namespace talus::grains {

using state::View;

step::Access CollideWalls::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &position},
                                  {grains_table, &velocity},
                                  {grains_table, &fields::spin},
                                  {grains_table, &radius},
                                  {grains_table, &mass},
                                  {grains_table, &material},
                                  {wall_contacts_table, &wall_grain},
                                  {wall_contacts_table, &wall_face},
                                  {wall_contacts_table, &wall_side},
                                  {wall_contacts_table, &wall_spring},
                                  {wall_contacts_table, &wall_touching},
                                  {wall_contacts_table, &wall_angle},
                                  {walls_table, &wall_force_sum},
                                  {walls_table, &wall_torque_sum},
                                  {walls_table, &wall_steps}},
                        .writes = {{wall_contacts_table, &wall_side},
                                   {wall_contacts_table, &wall_spring},
                                   {wall_contacts_table, &wall_touching},
                                   {wall_contacts_table, &wall_angle},
                                   {wall_contacts_table, &wall_overlap},
                                   {wall_contacts_table, &wall_force},
                                   {wall_contacts_table, &wall_point},
                                   {walls_table, &wall_force_sum},
                                   {walls_table, &wall_torque_sum},
                                   {walls_table, &wall_steps},
                                   {walls_table, &wall_push},
                                   {walls_table, &wall_twist}},
                        .resizes = {}};
    for (const state::FieldInfo* field : forceFields(precision)) {
        access.reads.push_back({grains_table, field});
        access.writes.push_back({grains_table, field});
    }
    for (const auto& also : {followedPoseFields(), Sleepers::reads()})
        access.reads.insert(access.reads.end(), also.begin(), also.end());
    return access;
}

void CollideWalls::run(step::Step& step) {
    const WallsAt at(*walls, step.time() + ahead * step.dt, followedPoses(step, *walls));
    const auto grain = step.read(wall_contacts_table, fields::wall_grain);
    const CollideWithWalls collide{
        at,
        laws,
        step.dt,
        spin,
        step.read(grains_table, fields::position),
        step.read(grains_table, fields::velocity),
        step.read(grains_table, fields::spin),
        step.read(grains_table, fields::radius),
        step.read(grains_table, fields::mass),
        step.read(grains_table, fields::material),
        step.read(wall_contacts_table, fields::wall_face),
        step.write(wall_contacts_table, fields::wall_side),
        step.write(wall_contacts_table, fields::wall_touching),
        step.write(wall_contacts_table, fields::wall_spring),
        laws.resistsTurning() ? step.write(wall_contacts_table, fields::wall_angle) : View<Vec3d>{},
        step.write(wall_contacts_table, fields::wall_force),
        step.write(wall_contacts_table, fields::wall_point),
        step.write(wall_contacts_table, fields::wall_overlap),
        forcesIn(precision, [&](const auto& field) { return step.write(grains_table, field); })};

    // A task takes the grains whose first row is in its range: all rows of a grain are in one task, which so
    // is the only one that adds to the grain's force.
    const Sleepers sleepers = Sleepers::of(step);
    constexpr std::size_t rows_a_task = 256;
    exec::for_each_range(
        step.exec, grain.size(),
        [&](std::size_t begin, std::size_t end) {
            std::vector<FaceTouch> touches;
            while (begin > 0 && begin < end && grain[begin] == grain[begin - 1]) ++begin;
            for (std::size_t row = begin, next = row; row < end; row = next) {
                if (kernel == ContactForces::Kernel::Vector &&
                    (next = row + collideWithPlanes(collide, grain, sleepers, row, end)) != row)
                    continue;
                while (next < grain.size() && grain[next] == grain[row]) ++next;
                // What sleeps keeps its forces, and its walls their load.
                if (sleepers.have(grain[row])) continue;
                if (touches.size() < next - row) touches.resize(next - row);
                collide(grain[row], row, next, {touches.data(), next - row});
            }
        },
        rows_a_task);

    const auto force_sum = step.write(walls_table, fields::wall_force_sum);
    const auto torque_sum = step.write(walls_table, fields::wall_torque_sum);
    const std::size_t count = force_sum.size();
    std::vector<Vec3d> reference, push(count), twist(count);
    for (std::size_t w = 0; w < count; ++w) {
        reference.push_back(at.pose(w).place(walls->bodies()[w].reference));
        ++step.write(walls_table, fields::wall_steps)[w];
    }
    // Chunk by chunk, as on a device, which adds up the chunks side by side.
    struct Load {
        Vec3d force, torque;
    };
    std::vector<Load> loads((grain.size() + rows_a_chunk - 1) / rows_a_chunk * count);
    exec::for_each_range(
        step.exec, grain.size(),
        [&](std::size_t begin, std::size_t end) {
            Load* own = loads.data() + begin / rows_a_chunk * count;
            for (std::size_t row = begin; row < end; ++row) {
                if (collide.touching[row] == 0) continue;
                const std::size_t w = walls->faces()[collide.face[row]].wall;
                own[w].force += collide.wall_force[row];
                own[w].torque += cross(collide.wall_point[row] - reference[w], collide.wall_force[row]);
            }
        },
        rows_a_chunk);
    for (std::size_t k = 0; k < loads.size(); ++k) {
        push[k % count] -= loads[k].force;
        twist[k % count] -= loads[k].torque;
    }
    for (std::size_t w = 0; w < count; ++w) {
        force_sum[w] += push[w];
        torque_sum[w] += twist[w];
    }
    if (!walls->anyFollows()) return;
    std::copy(push.begin(), push.end(), step.write(walls_table, fields::wall_push).begin());
    std::copy(twist.begin(), twist.end(), step.write(walls_table, fields::wall_twist).begin());
}

}  // namespace talus::grains
