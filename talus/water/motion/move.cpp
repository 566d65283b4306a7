#include "talus/water/motion/move.h"

#include <algorithm>

#include "talus/environment/followed_poses.h"
#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/water/boundary/loads.h"

namespace talus::water {
namespace {

constexpr std::size_t part_rows = 2048;
/// By how much any wall is moved in this step, at the most [m].
double driftOf(const environment::WallsAt& begin, const environment::WallsAt& end) {
    const environment::Walls& walls = begin.walls();
    double most = 0;
    for (std::size_t w = 0; w < walls.bodies().size(); ++w)
        if (walls.moves(w)) most = std::max(most, walls.drift(w, begin.pose(w), end.pose(w)));
    return most;
}

/// A room: what tasks borrow.
struct MoveRoom {
    exec::Pool<environment::Obstacles::Scratch> tasks;
    std::vector<environment::Loads> loads;  ///< of each part
};

}  // namespace

Move::Move(Solids all, environment::Surface of_walls, double particle_mass, double of_kernel,
           environment::Periodic periodic, By which)
    : solids(std::move(all)),
      surface(of_walls),
      mass(particle_mass),
      support(of_kernel),
      domain(periodic),
      by(which),
      surfaces_{std::vector<environment::Surface>(solids.count(), surface), surface},
      bounds_(std::make_shared<const environment::FaceBounds>(*solids.walls)) {}

step::Access Move::access() const {
    using namespace fields;
    step::Access access{.reads = {{water_table, &position}, {work_table, &clearance}},
                        .writes = {{water_table, &position}, {water_table, &velocity}},
                        .resizes = {},
                        .fills = {name}};
    if (by == By::State)
        access.reads.push_back({water_table, &velocity});
    else
        access.reads.push_back({work_table, &flow});
    if (by == By::FlowAndPush) access.reads.push_back({work_table, &push});
    for (const step::FieldRef& field : loadFields(solids)) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    }
    if (solids.walls->anyFollows())
        for (const step::FieldRef& field : environment::followedPoseFields()) access.reads.push_back(field);
    if (solids.ground) access.reads.push_back({solids.ground->table, solids.ground->height});
    return access;
}

void Move::run(step::Step& step) const {
    const auto position = step.write(water_table, fields::position);
    const auto velocity = step.write(water_table, fields::velocity);
    const std::size_t count = position.size();
    const double dt = step.dt;
    const environment::FollowedPoses followed = environment::followedPoses(step, *solids.walls);
    const environment::WallsAt begin_walls(*solids.walls, step.time(), followed),
        end_walls(*solids.walls, step.time() + dt, followed);
    std::optional<geometry::GroundSurface> ground;
    if (solids.ground)
        ground.emplace(solids.ground->grid, step.read(solids.ground->table, *solids.ground->height));
    const environment::Obstacles obstacles(surfaces_, *bounds_, begin_walls, end_walls,
                                           ground ? &*ground : nullptr);
    MoveRoom& s = step.fill<MoveRoom>(name);
    s.loads.resize((count + part_rows - 1) / part_rows);
    const auto clearance = step.read(work_table, fields::clearance);
    const state::View<const Quad<float>> none;
    const auto flow = by == By::State ? none : step.read(work_table, fields::flow);
    const auto push = by == By::FlowAndPush ? step.read(work_table, fields::push) : none;
    // A micrometre more than contact asks for.
    const double margin = driftOf(begin_walls, end_walls) + 2 * environment::Obstacles::smallest_reach;
    exec::for_each_range(
        step.exec, count,
        [&](std::size_t begin, std::size_t end) {
            auto task = s.tasks.borrow();
            for (; begin < end; begin += part_rows) {
                environment::Loads& own = s.loads[begin / part_rows];
                own.walls.assign(solids.count(), {});
                own.ground = {};
                for (std::size_t i = begin; i < std::min(end, begin + part_rows); ++i) {
                    const Vec3d v = wide(flow.empty() ? velocity[i] : flow[i].xyz());
                    const Vec3d way = v * dt + (push.empty() ? Vec3d{} : wide(push[i].xyz()) * (dt * dt));
                    environment::Traveller t{position[i], position[i] + way, v, 0, mass};
                    // What cannot get to any wall within the step need not ask which it meets first.
                    if (solids.any() && !(length(way) + margin < clearance[i]))
                        obstacles.travel(t, dt, *task, own);
                    else
                        t.place = t.target;
                    position[i] = environment::wrapped(domain, t.place);
                    velocity[i] = narrow(t.velocity);
                }
            }
        },
        part_rows);
    environment::Loads sum{std::vector<environment::Load>(solids.count()), {}};
    for (const environment::Loads& part : s.loads) addTo(sum, part);
    giveLoads(step, solids, sum);
}

}  // namespace talus::water
