#include "talus/sand/grid/stages.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/pool.h"
#include "talus/exec/reduce.h"
#include "talus/sand/boundary/loads.h"
#include "talus/sand/fields.h"
#include "talus/sand/grid/fields.h"
#include "talus/sand/grid/kept_stresses.h"
#include "talus/sand/grid/narain.h"
#include "talus/sand/grid/walls.h"
#include "talus/sand/grid/zhu_bridson.h"

namespace talus::sand::grid {
namespace {

using namespace sand::fields;

constexpr const char* grid_scratch = "grid of the sand";
constexpr const char* move_scratch = "moves of the sand";
constexpr std::size_t part_rows = 512;
/// A grid of more cells is a mistake: a few particles far from the others make it.
constexpr double most_cells = 2e8;

struct Work {
    SandGrid grid;
    std::vector<Vec3d> displacement;
};

std::vector<step::FieldRef> velocityFields() {
    return {{sand_table, &velocity},
            {sand_table, &velocity_dx},
            {sand_table, &velocity_dy},
            {sand_table, &velocity_dz}};
}

void addLoadFields(const Boundaries& boundaries, step::Access& access) {
    for (const step::FieldRef& field : loadFields(boundaries)) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    }
}

}  // namespace

SolveOnGrid::SolveOnGrid(const Setup& of)
    : setup(of), barriers(of.boundaries.walls, of.boundaries.ground, environment::Surface{0, 0}) {}

step::Access SolveOnGrid::access() const {
    step::Access access{.reads = velocityFields(), .writes = velocityFields(), .resizes = {}};
    access.reads.push_back({sand_table, &position});
    addLoadFields(setup.boundaries, access);
    for (const step::FieldRef& field : gainFields(setup.boundaries)) access.reads.push_back(field);
    for (const step::FieldRef& field : barriers.fields()) access.reads.push_back(field);
    addStressAccess(access);
    access.produces = {grid_scratch};
    return access;
}

void SolveOnGrid::run(step::Step& step) const {
    const auto at = step.read(sand_table, position);
    Work& work = step.produce<Work>(grid_scratch);
    work.displacement.resize(at.size());
    const environment::Barriers::InStep now(barriers, step);
    environment::Loads loads{std::vector<environment::Load>(setup.boundaries.count()), {}};
    if (!at.empty()) {
        const double h = setup.sand.cell;
        const Lattice box = boxAround(step.exec, at, h, setup.origin, periodOf(setup));
        if (!(static_cast<double>(box.count.x) * box.count.y * box.count.z < most_cells))
            return step.report.fail({"the box around the sand has too many cells",
                                     "add a [[sink]] for sand that flies away, or make cell in [sand] larger",
                                     {},
                                     {}});
        const Contacts contacts(setup.boundaries, now.begin(), now.ground());
        const Vec3d size = Vec3d{static_cast<double>(box.count.x), static_cast<double>(box.count.y),
                                 static_cast<double>(box.count.z)};
        const std::vector<Gain> gains = gainsWithoutSand(step, setup.boundaries, now.begin());
        const SolidsNear solids(contacts, box.position(size * 0.5), 0.5 * h * length(size), gains);
        const Particles particles{at,
                                  step.write(sand_table, velocity),
                                  step.write(sand_table, velocity_dx),
                                  step.write(sand_table, velocity_dy),
                                  step.write(sand_table, velocity_dz),
                                  setup.mass};
        Stresses stresses = readStresses(step, setup);
        const Matter matter{setup.bulk.density, setup.bulk.friction(), setup.bulk.cohesion};
        const SolidField solid =
            solids.any() ? SolidField([&](const Vec3d& x) { return solids.at(x); }) : SolidField{};
        const ThinField thin =
            solids.anyThin()
                ? ThinField([&](const Vec3d& from, const Vec3d& to) { return solids.between(from, to); })
                : ThinField{};
        const StepOf of{step.exec, matter,       solid,           thin,           setup.gravity, step.dt,
                        h,         setup.origin, periodOf(setup), solids.bodies()};
        const exec::View<Vec3d> moves(work.displacement.data(), work.displacement.size());
        const bool by_narain = setup.sand.solver == Solver::Narain;
        const bool unilateral =
            setup.sand.pressure == "auto" ? by_narain : setup.sand.pressure == "unilateral";
        const double squeezed =
            by_narain
                ? narainStep(of, {.unilateral = unilateral}, particles, stresses, work.grid, moves).squeezed
                : zhuBridsonStep(of, {.unilateral = unilateral}, particles, stresses, work.grid, moves)
                      .squeezed;
        step.write(box_table, grid::fields::squeezed)[0] += squeezed;
        keepStresses(step, stresses);
        for (const Reaction& reaction : work.grid.reactions) solids.add(reaction, loads);
    }
    addLoads(step, setup.boundaries, loads, now.begin());
}

MoveParticles::MoveParticles(const Setup& of)
    : setup(of),
      // Friction acts on the grid.
      barriers(of.boundaries.walls, of.boundaries.ground, environment::Surface{0, 0}) {}

step::Access MoveParticles::access() const {
    step::Access access{.reads = {{sand_table, &position}, {sand_table, &velocity}, {ledger_table, &steps}},
                        .writes = {{sand_table, &position}, {sand_table, &velocity}, {ledger_table, &steps}},
                        .resizes = {}};
    addLoadFields(setup.boundaries, access);
    for (const step::FieldRef& field : barriers.fields()) access.reads.push_back(field);
    access.produces = {move_scratch};
    access.reads_scratch = {grid_scratch};
    return access;
}

void MoveParticles::run(step::Step& step) const {
    struct Task {
        Near near;
        environment::Obstacles::Scratch path;
    };
    const auto at = step.write(sand_table, position);
    const auto v = step.write(sand_table, velocity);
    const std::vector<Vec3d>& displacement = step.readScratch<Work>(grid_scratch).displacement;
    exec::Pool<Task>& tasks = step.produce<exec::Pool<Task>>(move_scratch);
    const environment::Barriers::InStep now(barriers, step);
    const Contacts contacts(setup.boundaries, now.begin(), now.ground());
    const std::size_t count = at.size(), parts = (count + part_rows - 1) / part_rows;
    const double cell = setup.sand.cell;
    std::vector<environment::Loads> loads(parts,
                                          {std::vector<environment::Load>(setup.boundaries.count()), {}});
    std::vector<double> farthest(parts, 0.0);
    exec::for_each(
        step.exec, parts,
        [&](std::size_t part) {
            auto task = tasks.borrow();
            for (std::size_t i = part * part_rows; i < std::min(count, (part + 1) * part_rows); ++i) {
                const double far = length(displacement[i]);
                if (!(far < 4 * cell)) {  // also where it is not a number; the step is not used
                    farthest[part] = std::numeric_limits<double>::infinity();
                    continue;
                }
                Vec3d position = at[i] + displacement[i];
                task->near.clear();
                contacts.addFixed(at[i], far + 0.05 * cell, task->near);
                contacts.addMoving(at[i], far + 0.05 * cell, task->near);
                if (task->near.any()) {
                    environment::Traveller t{at[i], position, wide(v[i]), 0, setup.mass};
                    now.obstacles().travel(t, step.dt, task->path, loads[part]);
                    position = t.position;
                    v[i] = narrow(t.velocity);
                }
                at[i] = environment::wrapped(setup.domain, position);
            }
        },
        1);
    if (std::any_of(farthest.begin(), farthest.end(), [](double far) { return far > 0; }))
        step.report.fail(
            {"a particle of the sand crosses four cells in a step, or its velocity is not a number",
             adviceForShorterSteps(setup.sand),
             {},
             {}});
    step.write(ledger_table, steps)[0] += 1;
    environment::Loads sum{std::vector<environment::Load>(setup.boundaries.count()), {}};
    for (const environment::Loads& part : loads) addTo(sum, part);
    addImpulses(step, setup.boundaries, sum);
}

void addStages(const Setup& setup, step::PhasedStages& all) {
    all.add(step::Phase::Force, SolveOnGrid{setup});
    all.add(step::Phase::Kick, MoveParticles{setup});
}

}  // namespace talus::sand::grid
