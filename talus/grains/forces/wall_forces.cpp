#include "talus/grains/forces/wall_forces.h"

#include <algorithm>

#include "talus/environment/wall_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"
#include "talus/grains/forces/law_loops.h"

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
                                  {wall_contacts_table, &wall_moment},
                                  {environment::walls_table, &wall_force_sum},
                                  {environment::walls_table, &wall_torque_sum},
                                  {environment::walls_table, &wall_steps}},
                        .writes = {{wall_contacts_table, &wall_side},
                                   {wall_contacts_table, &wall_spring},
                                   {wall_contacts_table, &wall_touching},
                                   {wall_contacts_table, &wall_angle},
                                   {wall_contacts_table, &wall_moment},
                                   {wall_contacts_table, &wall_overlap},
                                   {wall_contacts_table, &wall_force},
                                   {wall_contacts_table, &wall_point},
                                   {environment::walls_table, &wall_force_sum},
                                   {environment::walls_table, &wall_torque_sum},
                                   {environment::walls_table, &wall_steps}},
                        .resizes = {}};
    for (const state::FieldInfo* field : forceFields(precision)) {
        access.reads.push_back({grains_table, field});
        access.writes.push_back({grains_table, field});
    }
    for (const auto& also :
         {environment::wallStateFields(*walls), environment::wallImpulseFields(), Sleepers::reads()})
        access.reads.insert(access.reads.end(), also.begin(), also.end());
    for (const step::FieldRef& field : environment::wallImpulseFields()) access.writes.push_back(field);
    if (const environment::DeformingPoints* points = walls->points())
        access.writes.push_back({points->table, points->velocity});
    return access;
}

namespace {

/// One run of the stage.
class Pass {
  public:
    Pass(const CollideWalls& stage, step::Step& step)
        : stage_(stage),
          loops_(stage.laws.loops()),
          at_(*stage.walls, step.time() + stage.ahead * step.dt, environment::wallState(step, *stage.walls)),
          sleepers_(Sleepers::of(step)),
          grain_(step.read(wall_contacts_table, fields::wall_grain)),
          collide_{
              at_,
              stage.laws,
              step.dt,
              stage.spin,
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
              stage.laws.resistsTurning() ? step.write(wall_contacts_table, fields::wall_angle)
                                          : View<Vec3d>{},
              step.write(wall_contacts_table, fields::wall_force),
              step.write(wall_contacts_table, fields::wall_point),
              stage.laws.resistsTurning() ? step.write(wall_contacts_table, fields::wall_moment)
                                          : View<Vec3d>{},
              step.write(wall_contacts_table, fields::wall_overlap),
              forcesIn(stage.precision, [&](const auto& field) { return step.write(grains_table, field); })} {
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    std::size_t part() const { return sleepers_.part(); }

    /// Computes the walls' forces on the grains from `begin` to `end`.
    void collide(std::size_t begin, std::size_t end) const {
        const std::uint32_t* const first = std::lower_bound(grain_.begin(), grain_.end(), begin);
        const std::size_t last_row =
            static_cast<std::size_t>(std::lower_bound(first, grain_.end(), end) - grain_.begin());
        std::vector<FaceTouch> touches;
        for (std::size_t row = static_cast<std::size_t>(first - grain_.begin()), next = row; row < last_row;
             row = next) {
            if (stage_.kernel == ContactForces::Kernel::Vector &&
                (next = row + loops_.planes(collide_, grain_, sleepers_, row, last_row)) != row)
                continue;
            while (next < last_row && grain_[next] == grain_[row]) ++next;
            // Sleeping grains keep their forces, and their walls keep the load.
            if (sleepers_.have(grain_[row])) continue;
            if (touches.size() < next - row) touches.resize(next - row);
            loops_.wall(collide_, grain_[row], row, next, {touches.data(), next - row});
        }
    }

    /// Sums the loads of the grains on the walls, and gives free bodies the impulses of this step.
    void sumLoads(step::Step& step) const {
        const auto force_sum = step.write(environment::walls_table, fields::wall_force_sum);
        const auto torque_sum = step.write(environment::walls_table, fields::wall_torque_sum);
        const std::size_t count = force_sum.size();
        std::vector<Vec3d> reference, push(count), twist(count);
        for (std::size_t w = 0; w < count; ++w) {
            reference.push_back(at_.pose(w).toWorld(stage_.walls->bodies()[w].reference));
            if (!isAbsent(at_.pose(w))) ++step.write(environment::walls_table, fields::wall_steps)[w];
        }
        // Partial sums over chunks of rows, as on a device, which computes the chunks in parallel.
        struct Load {
            Vec3d force, torque;
        };
        std::vector<Load> loads((grain_.size() + rows_a_chunk - 1) / rows_a_chunk * count);
        exec::for_each_range(
            step.exec, grain_.size(),
            [&](std::size_t begin, std::size_t end) {
                Load* own = loads.data() + begin / rows_a_chunk * count;
                for (std::size_t row = begin; row < end; ++row) {
                    if (collide_.touching[row] == 0) continue;
                    const std::size_t w = stage_.walls->faces()[collide_.face[row]].wall;
                    own[w].force += collide_.wall_force[row];
                    own[w].torque += cross(collide_.wall_point[row] - reference[w], collide_.wall_force[row]);
                    if (!collide_.wall_moment.empty()) own[w].torque += collide_.wall_moment[row];
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
        pushPoints(step);
        if (!stage_.walls->anyFreeBody()) return;
        const auto impulse = step.write(environment::wall_impulses_table, environment::fields::wall_impulse);
        const auto angular_impulse =
            step.write(environment::wall_impulses_table, environment::fields::wall_angular_impulse);
        for (std::size_t w = 0; w < count; ++w) {
            if (!stage_.walls->isFreeBody(w)) continue;
            impulse[w] += push[w] * step.dt;
            angular_impulse[w] += twist[w] * step.dt;
        }
    }

  private:
    /// Gives walls that deform the impulses of this step, in the order of the rows.
    void pushPoints(step::Step& step) const {
        const environment::DeformingPoints* points = stage_.walls->points();
        if (points == nullptr) return;
        const auto velocity = step.write(points->table, *points->velocity);
        for (std::size_t row = 0; row < grain_.size(); ++row) {
            const std::uint32_t face = collide_.face[row];
            if (collide_.touching[row] == 0 || !at_.deforms(at_.face(face).wall)) continue;
            at_.push({face, collide_.wall_point[row], collide_.wall_force[row] * -step.dt}, velocity);
        }
    }

    const CollideWalls& stage_;
    const LawLoops& loops_;
    environment::WallsAt at_;
    Sleepers sleepers_;
    View<const std::uint32_t> grain_;
    CollideWithWalls collide_;
};

}  // namespace

step::RangeWork CollideWalls::ranges(step::Step& step) const {
    const auto pass = std::make_shared<const Pass>(*this, step);
    return {.rows = step.rows(grains_table),
            .part = pass->part(),
            .on = [pass](std::size_t begin, std::size_t end) { pass->collide(begin, end); },
            .close = [pass, &step] { pass->sumLoads(step); }};
}

}  // namespace talus::grains
