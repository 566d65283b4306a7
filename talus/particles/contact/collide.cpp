#include "talus/particles/contact/collide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "talus/environment/contact/limits.h"
#include "talus/environment/contact/planes.h"
#include "talus/environment/wall_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/exec/pool.h"
#include "talus/exec/reduce.h"
#include "talus/particles/forces/forces.h"

namespace talus::particles {

namespace {

/// Scratch of the stage.
struct Scratch {
    struct Task {
        environment::Obstacles::Scratch obstacles;
        std::array<std::uint32_t, part_rows> may_hit;  ///< rows of the part that may meet a plane
        environment::Loads loads;
    };
    exec::Pool<Task> tasks;
    std::vector<environment::Load> on_walls;                      ///< of each part a row a wall
    std::vector<environment::Load> on_ground;                     ///< of each part
    std::vector<std::vector<environment::FaceImpulse>> on_faces;  ///< of each part; empty if no wall deforms
    std::optional<environment::Barriers::InStep> now;
    double ground_top = 0;
};

using environment::Load;
using environment::Obstacles;
using environment::Traveller;
using environment::WallFace;
using environment::WallState;

static_assert(part_rows <= environment::max_rows);

/// The poses of walls that follow something, as at the end of the last step; the current ones in the first
/// step.
WallState metPoses(const step::Step& step, const TableNames& tables, const environment::Walls& walls) {
    const WallState now = environment::wallState(step, walls);
    const char* loads = tables.loads.c_str();
    const auto axis_x = step.read(loads, fields::met_axis_x);
    for (std::size_t w = 0; w < walls.bodies().size(); ++w)
        if (walls.bodies()[w].follows && axis_x[w] == Vec3d{}) return now;
    return {step.read(loads, fields::met_shift),
            axis_x,
            step.read(loads, fields::met_axis_y),
            now.velocity,
            now.spin,
            now.points};
}

struct Displacements {
    state::View<Vec3d> position;
    state::View<const Vec3d> way;
    state::View<const Vec3f> velocity;
    double dt;

    Vec3d operator()(std::size_t i) const { return way.empty() ? wide(velocity[i]) * dt : way[i]; }
};

/// Height by which a particle must be lifted to lie on ground that rose above it [m].
double buriedBy(const geometry::ColumnGrid& grid, state::View<const double> height, const Vec3d& position,
                double reach) {
    const auto surface = geometry::surfaceAt(grid, height, position.x, position.y);
    const double low = position.z - reach;
    // Half of the tolerance within which GroundSurface::crossing() stops paths that lead down.
    return surface && low < surface->height - 0.5 * environment::ground_tolerance * reach
               ? surface->height - low
               : 0;
}

}  // namespace

Collide::Collide(Names names, std::shared_ptr<const environment::Walls> all_walls,
                 environment::Surfaces all_surfaces, std::optional<environment::GroundSurface> the_ground,
                 environment::Periodic periodic, bool displacement_is_field)
    : tables(std::move(names)),
      barriers(std::move(all_walls), the_ground, std::move(all_surfaces)),
      ground(std::move(the_ground)),
      domain(periodic),
      has_displacement(displacement_is_field) {
    planes_only_ = !ground;
    for (const WallFace& face : barriers.walls().faces())
        planes_only_ &= face.kind == WallFace::Kind::Plane && !barriers.walls().moves(face.wall);
}

step::Access Collide::access() const {
    using namespace fields;
    const char* particles = tables->particles.c_str();
    const char* loads = tables->loads.c_str();
    step::Access access{
        .reads = {{particles, &position}, {particles, &velocity}, {particles, &radius}, {particles, &mass}},
        .writes = {{particles, &position},
                   {particles, &velocity},
                   {loads, &impulse},
                   {loads, &angular_impulse},
                   {loads, &last_impulse},
                   {loads, &last_angular_impulse},
                   {loads, &load_time},
                   {loads, &met_shift},
                   {loads, &met_axis_x},
                   {loads, &met_axis_y}},
        .resizes = {},
        .produces = {tables->contact.c_str()}};
    if (ground)
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &impulse, &angular_impulse, &last_impulse, &load_time})
            access.writes.push_back({tables->ground_load.c_str(), field});
    if (barriers.walls().anyFreeBody())
        for (const step::FieldRef& field : environment::wallImpulseFields()) access.writes.push_back(field);
    if (const environment::DeformingPoints* points = barriers.walls().points())
        access.writes.push_back({points->table, points->velocity});
    for (const step::FieldRef& field : access.writes)
        if (std::string_view(field.table) != particles) access.reads.push_back(field);
    if (has_displacement) access.reads.push_back({particles, &way});
    for (const step::FieldRef& field : barriers.fields()) access.reads.push_back(field);
    return access;
}

step::RangeWork Collide::ranges(step::Step& step) const {
    const char* particles = tables->particles.c_str();
    const char* loads = tables->loads.c_str();
    const std::size_t count = step.rows(particles), wall_count = barriers.walls().bodies().size();
    const environment::Walls& walls = barriers.walls();
    Scratch& scratch = step.produce<Scratch>(tables->contact.c_str());
    scratch.now.emplace(
        barriers, step,
        walls.anyFollows() ? metPoses(step, *tables, walls) : environment::wallState(step, walls));
    const state::View<const double> height = scratch.now->ground();
    if (ground)
        scratch.ground_top = exec::reduce(
            step.exec, height.size(), -std::numeric_limits<double>::infinity(),
            [&](std::size_t k) { return height[k]; }, [](double a, double b) { return std::max(a, b); });
    const std::size_t parts = (count + part_rows - 1) / part_rows;
    scratch.on_walls.assign(parts * wall_count, {});
    scratch.on_ground.assign(ground ? parts : 0, {});
    scratch.on_faces.assign(walls.points() != nullptr ? parts : 0, {});
    const Obstacles& obstacles = scratch.now->obstacles();
    const auto velocity = step.write(particles, fields::velocity);
    const Displacements displacements{
        step.write(particles, fields::position),
        has_displacement ? step.read(particles, fields::way) : state::View<const Vec3d>{}, velocity, step.dt};
    const auto radius = step.read(particles, fields::radius);
    const auto mass = step.read(particles, fields::mass);
    const auto doPart = [=, this, &scratch, &obstacles, &walls, dt = step.dt](std::size_t begin,
                                                                              std::size_t end) {
        auto task = scratch.tasks.borrow();
        task->loads.walls.assign(wall_count, {});
        task->loads.ground = {};
        task->loads.on_faces.clear();
        if (planes_only_) {
            const environment::Planes planes{walls, barriers.surfaces().walls};
            const environment::MovedRows rows{displacements.position.data() + begin, velocity.data() + begin,
                                              radius.data() + begin, mass.data() + begin,
                                              has_displacement ? displacements.way.data() + begin : nullptr};
            const std::size_t may_hit = listTouching(planes, rows, end - begin, task->may_hit.data());
            travelBetweenPlanes(planes, rows, {task->may_hit.data(), may_hit}, dt, task->loads.walls);
        }
        for (std::size_t i = begin; i < end && !planes_only_; ++i) {
            Vec3d target = displacements.position[i], from = target - displacements(i);
            if (ground && from.z < scratch.ground_top + radius[i]) {
                const double up = buriedBy(ground->grid, height, from,
                                           std::max(double{radius[i]}, Obstacles::smallest_reach));
                from.z += up;
                target.z += up;
            }
            Traveller t{from, target, wide(velocity[i]), radius[i], mass[i]};
            obstacles.travel(t, dt, task->obstacles, task->loads);
            displacements.position[i] = t.position;
            velocity[i] = narrow(t.velocity);
        }
        if (domain.any())
            for (std::size_t i = begin; i < end; ++i)
                displacements.position[i] = wrapped(domain, displacements.position[i]);
        const std::size_t part = begin / part_rows;
        std::copy(task->loads.walls.begin(), task->loads.walls.end(),
                  scratch.on_walls.begin() + static_cast<std::ptrdiff_t>(part * wall_count));
        if (ground) scratch.on_ground[part] = task->loads.ground;
        if (!scratch.on_faces.empty()) scratch.on_faces[part] = task->loads.on_faces;
    };
    const auto on = [doPart](std::size_t begin, std::size_t end) {
        for (std::size_t part = begin; part < end; part += part_rows)
            doPart(part, std::min(end, part + part_rows));
    };
    const auto impulse = step.write(loads, fields::impulse);
    const auto angular = step.write(loads, fields::angular_impulse);
    const auto last = step.write(loads, fields::last_impulse);
    const auto last_angular = step.write(loads, fields::last_angular_impulse);
    const auto time = step.write(loads, fields::load_time);
    const auto shift = step.write(loads, fields::met_shift);
    const auto axis_x = step.write(loads, fields::met_axis_x);
    const auto axis_y = step.write(loads, fields::met_axis_y);
    struct {
        state::View<Vec3d> impulse, angular, last;
        state::View<double> time;
    } on_ground;
    if (ground) {
        const char* table = tables->ground_load.c_str();
        on_ground = {step.write(table, fields::impulse), step.write(table, fields::angular_impulse),
                     step.write(table, fields::last_impulse), step.write(table, fields::load_time)};
    }
    const bool pushes = walls.anyFreeBody();
    using environment::wall_impulses_table;
    const auto pushed =
        pushes ? step.write(wall_impulses_table, environment::fields::wall_impulse) : state::View<Vec3d>{};
    const auto twisted = pushes ? step.write(wall_impulses_table, environment::fields::wall_angular_impulse)
                                : state::View<Vec3d>{};
    const auto points = walls.points() != nullptr
                            ? step.write(walls.points()->table, *walls.points()->velocity)
                            : state::View<Vec3d>{};
    // In the order of the parts, so that the sums do not depend on the number of threads.
    const auto close = [=, this, &scratch, &walls, dt = step.dt] {
        for (std::size_t w = 0; w < wall_count; ++w) {
            Load sum;
            for (std::size_t k = w; k < scratch.on_walls.size(); k += wall_count) {
                sum.impulse += scratch.on_walls[k].impulse;
                sum.angular_impulse += scratch.on_walls[k].angular_impulse;
            }
            last[w] = sum.impulse;
            last_angular[w] = sum.angular_impulse;
            impulse[w] += sum.impulse;
            angular[w] += sum.angular_impulse;
            if (!isAbsent(scratch.now->end().pose(w))) time[w] += dt;
            if (pushes && walls.isFreeBody(w)) {
                pushed[w] += sum.impulse;
                twisted[w] += sum.angular_impulse;  // its reference point is the origin of its frame
            }
            if (walls.bodies()[w].follows) {
                const environment::Pose& pose = scratch.now->end().pose(w);
                shift[w] = pose.shift;
                axis_x[w] = pose.rotation.x;
                axis_y[w] = pose.rotation.y;
            }
        }
        for (const auto& impulses : scratch.on_faces)
            for (const environment::FaceImpulse& one : impulses) scratch.now->end().push(one, points);
        if (!ground) return;
        Load sum;
        for (const Load& load : scratch.on_ground) {
            sum.impulse += load.impulse;
            sum.angular_impulse += load.angular_impulse;
        }
        on_ground.last[0] = sum.impulse;
        on_ground.impulse[0] += sum.impulse;
        on_ground.angular[0] += sum.angular_impulse;
        on_ground.time[0] += dt;
    };
    return {.rows = count, .part = part_rows, .on = on, .close = close};
}

step::Access Wrap::access() const {
    return {.reads = {{tables->particles.c_str(), &fields::position}},
            .writes = {{tables->particles.c_str(), &fields::position}},
            .resizes = {}};
}

step::RangeWork Wrap::ranges(step::Step& step) const {
    const auto position = step.write(tables->particles.c_str(), fields::position);
    return {.rows = position.size(),
            .part = part_rows,
            .on =
                [=, this](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) position[i] = wrapped(domain, position[i]);
                },
            .close = {}};
}

}  // namespace talus::particles
