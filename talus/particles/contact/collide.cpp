#include "talus/particles/contact/collide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "talus/environment/contact/limits.h"
#include "talus/environment/contact/planes.h"
#include "talus/environment/followed_poses.h"
#include "talus/environment/wall_impulses.h"
#include "talus/exec/pool.h"
#include "talus/exec/reduce.h"
#include "talus/particles/forces/forces.h"

namespace talus::particles {

namespace {

/// What the stage works in.
struct Scratch {
    struct Task {
        environment::Obstacles::Scratch obstacles;
        std::array<std::uint32_t, part_rows> beyond;  ///< rows of the part that may meet a plane
        environment::Loads loads;
    };
    exec::Pool<Task> tasks;
    std::vector<environment::Load> on_walls;   ///< of each part a row a wall
    std::vector<environment::Load> on_ground;  ///< of each part
    std::optional<environment::Barriers::InStep> now;
    double ground_top = 0;
};

using environment::FollowedPoses;
using environment::Load;
using environment::Obstacles;
using environment::Traveller;
using environment::WallFace;

static_assert(part_rows <= environment::max_rows);

/// The poses at which the last step met walls that follow something; those of now where none did.
FollowedPoses metPoses(const step::Step& step, const TableNames& tables, const environment::Walls& walls) {
    const FollowedPoses now = environment::followedPoses(step, walls);
    const char* loads = tables.loads.c_str();
    const auto turn_x = step.read(loads, fields::met_turn_x);
    for (std::size_t w = 0; w < walls.bodies().size(); ++w)
        if (walls.bodies()[w].follows && turn_x[w] == Vec3d{}) return now;
    return {step.read(loads, fields::met_shift), turn_x, step.read(loads, fields::met_turn_y), now.velocity,
            now.spin};
}

struct Ways {
    state::View<Vec3d> position;
    state::View<const Vec3d> way;
    state::View<const Vec3f> velocity;
    double dt;

    Vec3d operator()(std::size_t i) const { return way.empty() ? wide(velocity[i]) * dt : way[i]; }
};

/// How far a particle must be lifted to lie on ground that has come up over it.
double buriedBy(const geometry::ColumnGrid& grid, state::View<const double> height, const Vec3d& place,
                double reach) {
    const auto surface = geometry::surfaceAt(grid, height, place.x, place.y);
    const double low = place.z - reach;
    // Half of the slack within which GroundSurface::crossing() still stops what leads down.
    return surface && low < surface->height - 0.5 * environment::ground_tolerance * reach ? surface->height - low
                                                                                      : 0;
}

}  // namespace

Collide::Collide(Names names, std::shared_ptr<const environment::Walls> all_walls,
                 environment::Surfaces all_surfaces, std::optional<environment::GroundSurface> the_ground,
                 environment::Periodic periodic, bool way_is_field)
    : tables(std::move(names)),
      barriers(std::move(all_walls), the_ground, std::move(all_surfaces)),
      ground(std::move(the_ground)),
      domain(periodic),
      by_way(way_is_field) {
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
                   {loads, &met_turn_x},
                   {loads, &met_turn_y}},
        .resizes = {},
        .produces = {tables->contact.c_str()}};
    if (ground)
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &impulse, &angular_impulse, &last_impulse, &load_time})
            access.writes.push_back({tables->ground_load.c_str(), field});
    if (barriers.walls().anyFreeBody())
        for (const step::FieldRef& field : environment::wallImpulseFields()) access.writes.push_back(field);
    for (const step::FieldRef& field : access.writes)
        if (std::string_view(field.table) != particles) access.reads.push_back(field);
    if (by_way) access.reads.push_back({particles, &way});
    for (const step::FieldRef& field : barriers.fields()) access.reads.push_back(field);
    return access;
}

step::RangeWork Collide::ranges(step::Step& step) const {
    const char* particles = tables->particles.c_str();
    const char* loads = tables->loads.c_str();
    const std::size_t count = step.rows(particles), of_walls = barriers.walls().bodies().size();
    const environment::Walls& walls = barriers.walls();
    Scratch& scratch = step.produce<Scratch>(tables->contact.c_str());
    scratch.now.emplace(barriers, step,
                        walls.anyFollows() ? metPoses(step, *tables, walls) : FollowedPoses{});
    const state::View<const double> height = scratch.now->ground();
    if (ground)
        scratch.ground_top = exec::reduce(
            step.exec, height.size(), -std::numeric_limits<double>::infinity(),
            [&](std::size_t k) { return height[k]; }, [](double a, double b) { return std::max(a, b); });
    const std::size_t parts = (count + part_rows - 1) / part_rows;
    scratch.on_walls.assign(parts * of_walls, {});
    scratch.on_ground.assign(ground ? parts : 0, {});
    const Obstacles& obstacles = scratch.now->obstacles();
    const auto velocity = step.write(particles, fields::velocity);
    const Ways ways{step.write(particles, fields::position),
                    by_way ? step.read(particles, fields::way) : state::View<const Vec3d>{}, velocity,
                    step.dt};
    const auto radius = step.read(particles, fields::radius);
    const auto mass = step.read(particles, fields::mass);
    const auto onPart = [=, this, &scratch, &obstacles, &walls, dt = step.dt](std::size_t begin,
                                                                              std::size_t end) {
        auto task = scratch.tasks.borrow();
        task->loads.walls.assign(of_walls, {});
        task->loads.ground = {};
        if (planes_only_) {
            const environment::Planes planes{walls, barriers.surfaces().walls};
            const environment::MovedRows rows{ways.position.data() + begin, velocity.data() + begin,
                                              radius.data() + begin, mass.data() + begin,
                                              by_way ? ways.way.data() + begin : nullptr};
            const std::size_t beyond = listTouching(planes, rows, end - begin, task->beyond.data());
            travelBetweenPlanes(planes, rows, {task->beyond.data(), beyond}, dt, task->loads.walls);
        }
        for (std::size_t i = begin; i < end && !planes_only_; ++i) {
            Vec3d target = ways.position[i], from = target - ways(i);
            if (ground && from.z < scratch.ground_top + radius[i]) {
                const double up = buriedBy(ground->grid, height, from,
                                           std::max(double{radius[i]}, Obstacles::smallest_reach));
                from.z += up;
                target.z += up;
            }
            Traveller t{from, target, wide(velocity[i]), radius[i], mass[i]};
            obstacles.travel(t, dt, task->obstacles, task->loads);
            ways.position[i] = t.place;
            velocity[i] = narrow(t.velocity);
        }
        if (domain.any())
            for (std::size_t i = begin; i < end; ++i) ways.position[i] = wrapped(domain, ways.position[i]);
        const std::size_t part = begin / part_rows;
        std::copy(task->loads.walls.begin(), task->loads.walls.end(),
                  scratch.on_walls.begin() + static_cast<std::ptrdiff_t>(part * of_walls));
        if (ground) scratch.on_ground[part] = task->loads.ground;
    };
    const auto on = [onPart](std::size_t begin, std::size_t end) {
        for (std::size_t part = begin; part < end; part += part_rows)
            onPart(part, std::min(end, part + part_rows));
    };
    const auto impulse = step.write(loads, fields::impulse);
    const auto angular = step.write(loads, fields::angular_impulse);
    const auto last = step.write(loads, fields::last_impulse);
    const auto last_angular = step.write(loads, fields::last_angular_impulse);
    const auto time = step.write(loads, fields::load_time);
    const auto shift = step.write(loads, fields::met_shift);
    const auto turn_x = step.write(loads, fields::met_turn_x);
    const auto turn_y = step.write(loads, fields::met_turn_y);
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
    const auto twisted =
        pushes ? step.write(wall_impulses_table, environment::fields::wall_angular_impulse) : state::View<Vec3d>{};
    // Parts in their order, so that the sums do not depend on the threads.
    const auto close = [=, this, &scratch, &walls, dt = step.dt] {
        for (std::size_t w = 0; w < of_walls; ++w) {
            Load sum;
            for (std::size_t k = w; k < scratch.on_walls.size(); k += of_walls) {
                sum.impulse += scratch.on_walls[k].impulse;
                sum.angular_impulse += scratch.on_walls[k].angular_impulse;
            }
            last[w] = sum.impulse;
            last_angular[w] = sum.angular_impulse;
            impulse[w] += sum.impulse;
            angular[w] += sum.angular_impulse;
            time[w] += dt;
            if (pushes && walls.isFreeBody(w)) {
                pushed[w] += sum.impulse;
                twisted[w] += sum.angular_impulse;  // its reference point is the origin of its frame
            }
            if (walls.bodies()[w].follows) {
                const environment::Pose& pose = scratch.now->end().pose(w);
                shift[w] = pose.shift;
                turn_x[w] = pose.turn.x;
                turn_y[w] = pose.turn.y;
            }
        }
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
