#include "talus/water/motion/move.h"

#include <algorithm>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/math/slowest.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/motion/follow.h"
#include "talus/water/motion/free_fall.h"

namespace talus::water {
namespace {

constexpr std::size_t part_rows = 2048;

/// Scratch that tasks borrow.
struct MoveScratch {
    exec::Pool<environment::Obstacles::Scratch> tasks;
    std::vector<environment::Loads> loads;  ///< of each part
};

/// Where the way between two positions ends at a sheet, or its end.
Vec3d stoppedAtSheets(const environment::WallsAt& sheets, const Vec3d& from, const Vec3d& to) {
    constexpr double reach = environment::Obstacles::smallest_reach;
    double share = 1;
    for (std::size_t w = 0; w < sheets.walls().bodies().size(); ++w) {
        if (!sheets.deforms(w)) continue;
        sheets.forFacesNear(w, (from + to) * 0.5, 0.5 * length(to - from) + 2 * reach, [&](std::size_t face) {
            const auto hit = environment::firstHit(sheets.face(face), from, to, reach);
            if (hit) share = std::min(share, hit->share);
        });
    }
    return share < 1 ? from + (to - from) * share : to;
}

}  // namespace

Move::Move(Solids all, std::shared_ptr<const environment::Walls> rigid, environment::Surface of_walls,
           double particle_mass, double of_kernel, environment::Periodic periodic, const Vec3d& of_fall,
           By which)
    : solids(std::move(all)),
      mass(particle_mass),
      support(of_kernel),
      domain(periodic),
      gravity(of_fall),
      by(which),
      barriers_(std::move(rigid), solids.ground, of_walls) {}

step::Access Move::access() const {
    using namespace fields;
    step::Access access{.reads = {{water_table, &position}, {work_table, &clearance}},
                        .writes = {{water_table, &position}, {water_table, &velocity}},
                        .resizes = {},
                        .produces = {name}};
    access.reads.push_back({work_table, &flow});
    if (by == By::State) access.reads.push_back({water_table, &acceleration});
    if (by != By::Flow) access.reads.push_back({water_table, &velocity});
    if (by == By::FlowAndShift) access.reads.push_back({work_table, &pressure_acceleration});
    for (const step::FieldRef& field : loadFields(solids)) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    }
    for (const step::FieldRef& field : barriers_.fields()) access.reads.push_back(field);
    for (const step::FieldRef& field : environment::wallStateFields(*solids.walls))
        access.reads.push_back(field);
    if (solids.volume) access.reads_scratch.push_back(environment::volume_scratch);
    return access;
}

void Move::run(step::Step& step) const {
    const auto position = step.write(water_table, fields::position);
    const auto velocity = step.write(water_table, fields::velocity);
    const std::size_t count = position.size();
    const double dt = step.dt;
    const environment::Barriers::InStep now(
        barriers_, step,
        solids.volume ? &step.readScratch<geometry::VolumeSurface>(environment::volume_scratch) : nullptr);
    MoveScratch& s = step.produce<MoveScratch>(name);
    s.loads.resize((count + part_rows - 1) / part_rows);
    const auto clearance = step.read(work_table, fields::clearance);
    const auto flow = step.read(work_table, fields::flow);
    const auto shift = by == By::FlowAndShift ? step.read(work_table, fields::pressure_acceleration)
                                              : state::View<const Quad<float>>{};
    const auto kick =
        by == By::State ? step.read(water_table, fields::acceleration) : state::View<const Vec3f>{};
    const environment::WallsAt sheets(*solids.walls, step.time(),
                                      environment::wallState(step, *solids.walls));
    const bool any_sheets = solids.walls->points() != nullptr;
    const double margin = marginOf(now.begin(), now.end());
    exec::for_each_range(
        step.exec, count,
        [&](std::size_t begin, std::size_t end) {
            auto task = s.tasks.borrow();
            for (; begin < end; begin += part_rows) {
                environment::Loads& own = s.loads[begin / part_rows];
                own.walls.assign(solids.count(), {});
                own.ground = {};
                for (std::size_t i = begin; i < std::min(end, begin + part_rows); ++i) {
                    Vec3d v, displacement;
                    if (by == By::State) {
                        v = wide(velocity[i]);
                        displacement = displacementInStep(wide(flow[i].xyz()) - wide(kick[i]) * (0.5 * dt), v,
                                                          gravity, dt);
                    } else {
                        v = wide(flow[i].xyz());
                        displacement = shift.empty() ? v * dt
                                                     : displacementInStep(wide(velocity[i]), v, gravity, dt) +
                                                           wide(shift[i].xyz()) * (dt * dt);
                    }
                    environment::Traveller t{position[i], position[i] + displacement, v, 0, mass};
                    // Particles that cannot reach a wall in this step skip the search for obstacles.
                    if (solids.any() && !(length(displacement) + margin < clearance[i]))
                        now.obstacles().travel(t, dt, *task, own);
                    else
                        t.position = t.target;
                    if (any_sheets && !(length(displacement) < clearance[i]))
                        t.position = stoppedAtSheets(sheets, position[i], t.position);
                    position[i] = environment::wrapped(domain, t.position);
                    velocity[i] = stoppedIfSlow(narrow(t.velocity));
                }
            }
        },
        part_rows);
    environment::Loads sum{std::vector<environment::Load>(solids.count()), {}};
    for (const environment::Loads& part : s.loads) addTo(sum, part);
    addLoads(step, solids, sum);
}

}  // namespace talus::water
