#include "talus/water/boundary/integrate_boundaries.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/geometry/grow_box.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/boundary/separate_pairs.h"

namespace talus::water {
namespace {

/// Sheets move at each place with their points, and the water slips along them.
void moveWithPoints(const environment::WallsAt& walls, const Vec3d& position, ContactRow& row) {
    row.velocity = walls.velocityAt(row.face, position + row.point);
    row.friction = 0;
}

/// Rows that are searched together: adjacent in memory, so near in space.
constexpr std::size_t part_rows = 64;
/// More faces than this are searched again for each particle of a part that is wide.
constexpr std::size_t many_faces = 64;

/// Scratch that tasks borrow.
struct WallSearch {
    exec::Pool<ContactSearch> tasks;
    std::vector<std::vector<ContactRow>> rows;  ///< of each part
};

}  // namespace

step::Access IntegrateBoundaries::access() const {
    using namespace fields;
    step::Access access{.reads = {{water_table, &position},
                                  {work_table, &first},
                                  {work_table, &end_of},
                                  {work_table, &fields::runs},
                                  {run_table, &run_start},
                                  {list_table, &neighbour}},
                        .writes = {{list_table, &neighbour},
                                   {work_table, &wall},
                                   {work_table, &wall_rate},
                                   {work_table, &clearance},
                                   {work_table, &first_contact},
                                   {contact_table, &contact_wall},
                                   {contact_table, &contact_gradient},
                                   {contact_table, &contact_velocity},
                                   {contact_table, &contact_point},
                                   {contact_table, &contact_friction}},
                        .resizes = {contact_table},
                        .produces = {name}};
    for (const step::FieldRef& field : environment::wallStateFields(*solids.walls))
        access.reads.push_back(field);
    if (solids.walls->points() != nullptr) access.writes.push_back({contact_table, &contact_face});
    if (solids.ground) access.reads.push_back({solids.ground->table, solids.ground->height});
    if (solids.volume) access.reads_scratch.push_back(environment::volume_scratch);
    return access;
}

void IntegrateBoundaries::run(step::Step& step) const {
    const auto position = step.read(water_table, fields::position);
    const auto wall = step.write(work_table, fields::wall);
    const auto wall_rate = step.write(work_table, fields::wall_rate);
    const auto clearance = step.write(work_table, fields::clearance);
    const auto first = step.write(work_table, fields::first_contact);
    const auto list_begin = step.read(work_table, fields::first),
               list_end = step.read(work_table, fields::end_of);
    const std::size_t count = position.size(), parts = (count + part_rows - 1) / part_rows;
    const environment::WallsAt walls(*solids.walls, step.time(), environment::wallState(step, *solids.walls));
    SolidsAt at{walls};
    at.ground_index = static_cast<std::uint32_t>(solids.count());
    if (solids.volume) at.volume = &step.readScratch<geometry::VolumeSurface>(environment::volume_scratch);
    std::optional<geometry::GroundSurface> surface;
    if (solids.ground) {
        at.height = step.read(solids.ground->table, *solids.ground->height);
        at.grid = &solids.ground->grid;
        at.ground = &surface.emplace(solids.ground->grid, at.height);
    }
    WallSearch& s = step.produce<WallSearch>(name);
    const SeparatePairs separate_pairs{walls,
                                       position,
                                       step.write(list_table, fields::neighbour),
                                       step.read(work_table, fields::runs),
                                       step.read(run_table, fields::run_start),
                                       domain};
    s.rows.resize(std::max(s.rows.size(), parts));
    const auto onPart = [&](std::size_t part) {
        const std::size_t begin = part * part_rows, end = std::min(count, begin + part_rows);
        std::vector<ContactRow>& rows = s.rows[part];
        rows.clear();
        auto task = s.tasks.borrow();
        geometry::Box box = geometry::emptyBox();
        for (std::size_t i = begin; i < end; ++i) geometry::include(box, position[i]);
        const Vec3d centre = (box.min + box.max) * 0.5;
        facesNear(at, centre, length(box.max - centre) + integral->reach(), task->faces);
        // Drops that are far from each other have many faces between them.
        const bool alone =
            task->faces.size() > many_faces && length(box.max - centre) > 2 * integral->reach();
        const bool near_ground =
            surface &&
            box.min.z - integral->reach() <
                surface->highestWithin(centre.x, centre.y, length(box.max - centre) + integral->reach());
        const Vec3d around{integral->reach(), integral->reach(), integral->reach()};
        const bool near_volume =
            at.volume != nullptr && at.volume->anyIn({box.min - around, box.max + around});
        SolidsAt own = at;
        if (!near_ground) own.ground = nullptr;
        if (!near_volume) own.volume = nullptr;
        for (std::size_t i = begin; i < end; ++i) {
            wall[i] = {0, 0, 0, 0};
            wall_rate[i] = 0;
            clearance[i] = static_cast<float>(integral->reach());
            first[i] = static_cast<std::uint32_t>(rows.size());
            if (alone) facesNear(at, position[i], integral->reach(), task->faces);
            if (task->faces.empty() && !near_ground && !near_volume) continue;
            const double free = contactsOf(own, *integral, position[i], *task);
            clearance[i] = static_cast<float>(task->clearance);
            if (!task->near.empty())
                separate_pairs(static_cast<std::uint32_t>(i), list_begin[i], list_end[i], task->near);
            if (task->found.empty()) continue;
            Vec3d sum;
            double rate = 0;
            for (const Contact& c : task->found) {
                rows.push_back(rowOf(walls, solids.count(), position[i], nearest, c));
                if (c.wall < solids.count() && walls.deforms(c.wall))
                    moveWithPoints(walls, position[i], rows.back());
                sum += rows.back().gradient;
                rate += dot(rows.back().velocity, rows.back().gradient);
            }
            wall[i] = quad<float>(sum, 1 - free);
            wall_rate[i] = static_cast<float>(rate);
        }
    };
    exec::for_each(step.exec, parts, onPart, 8);
    std::vector<std::uint32_t> offset(parts + 1, 0);
    for (std::size_t p = 0; p < parts; ++p)
        offset[p + 1] = offset[p] + static_cast<std::uint32_t>(s.rows[p].size());
    step.resizable(contact_table).resize(offset[parts]);
    const auto of_wall = step.write(contact_table, fields::contact_wall);
    const auto gradient = step.write(contact_table, fields::contact_gradient);
    const auto velocity = step.write(contact_table, fields::contact_velocity);
    const auto point = step.write(contact_table, fields::contact_point);
    const auto friction = step.write(contact_table, fields::contact_friction);
    const auto face = solids.walls->points() != nullptr ? step.write(contact_table, fields::contact_face)
                                                        : state::View<std::uint32_t>{};
    exec::for_each(
        step.exec, parts,
        [&](std::size_t part) {
            const std::size_t begin = part * part_rows, end = std::min(count, begin + part_rows);
            for (std::size_t i = begin; i < end; ++i) first[i] += offset[part];
            std::size_t k = offset[part];
            for (const ContactRow& row : s.rows[part]) {
                of_wall[k] = row.wall;
                if (!face.empty()) face[k] = row.face;
                gradient[k] = narrow(row.gradient);
                velocity[k] = narrow(row.velocity);
                point[k] = narrow(row.point);
                friction[k++] = row.friction;
            }
        },
        64);
    first[count] = offset[parts];
}

}  // namespace talus::water
