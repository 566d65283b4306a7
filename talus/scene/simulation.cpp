#include "talus/scene/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/couple/buried.h"
#include "talus/couple/check_state.h"
#include "talus/couple/collide_ground.h"
#include "talus/couple/fields.h"
#include "talus/couple/ground_measures.h"
#include "talus/grains/check_state.h"
#include "talus/grains/fields.h"
#include "talus/grains/fill.h"
#include "talus/grains/forces.h"
#include "talus/grains/new_grain.h"
#include "talus/ground/fields.h"
#include "talus/ground/slide.h"
#include "talus/scene/body_setup.h"
#include "talus/scene/setup.h"

namespace talus::scene {
namespace {

/// The grains that are there before the first step.
Status placeGrains(const Scene& scene, state::World& world) {
    state::Table& grains = world.table(grains::grains_table);
    const Vec3d& gravity = scene.grains.gravity;
    const auto add = [&](const std::string& name, grains::NewGrain grain) {
        grain.material = materialIndex(scene, name);
        grain.density = scene.materials[grain.material].density;
        grains::appendGrain(grains, grain, gravity);
    };
    for (const auto& g : scene.placed)
        add(g.material, {.position = g.position, .velocity = g.velocity, .spin = g.spin, .radius = g.radius});
    for (std::size_t f = 0; f < scene.fills.size(); ++f) {
        const grains::Fill& fill = scene.fills[f];
        grains.reserve(grains.size() + static_cast<std::size_t>(grains::fillCount(fill)));
        const Result<std::vector<grains::Place>> places = grains::fillPlaces(fill, fillRandom(scene, f));
        if (!places) return places.error();
        for (const grains::Place& place : *places)
            add(fill.material,
                {.position = place.position, .velocity = fill.velocity, .spin = {}, .radius = place.radius});
    }
    for (const grains::Import& import : scene.imports) {
        grains.reserve(grains.size() + import.grains->size());
        for (const grains::GrainRow& row : *import.grains)
            add(import.material,
                {.position = row.position, .velocity = row.velocity, .spin = row.spin, .radius = row.radius});
    }
    return success();
}

/// The stages of the ground among those of the grains.
std::vector<step::Stage> groundStages(const Scene& scene, const grains::Setup& grains) {
    std::vector<step::Stage> stages;
    if (!scene.ground) return stages;
    const ground::Setup ground = groundSetup(scene);
    stages.emplace_back(couple::CollideGround{.laws = grains.laws,
                                              .grid = ground.grid(),
                                              .material = ground.material,
                                              .gravity = grains.params.gravity,
                                              .largest_radius = radiusRange(scene).largest,
                                              .fixed = grains.fixed,
                                              .spin = grains.params.spin,
                                              .rests = grains.params.rest,
                                              .wraps = grains.search.domain.any(),
                                              .settles = grains.settles,
                                              .precision = grains.params.precision});
    return stages;
}

/// The ground as it is before the first step.
void addGround(const Scene& scene, const grains::Setup& setup, state::World& world) {
    if (!scene.ground) return;
    couple::addGroundContacts(world, setup.laws.resistsTurning(), setup.params.rest, setup.settles);
    const geometry::Heightfield& start = *scene.ground->surface;
    state::Table& ground = world.addTable(ground::ground_table);
    ground.add(ground::fields::height);
    ground.resize(start.height.size());
    state::Table& changes = world.addTable(ground::changes_table);
    changes.add(ground::fields::changes);
    changes.resize(1);
    std::copy_n(start.height.data(), start.height.size(), ground.write(ground::fields::height).data());
    if (scene.soil) ground::addSoil(groundSetup(scene), world);
}

/// What becomes of grains that turn into ground, and of ground that turns into grains.
void addHybrid(const Scene& scene, const couple::Exchange& exchange, state::World& world) {
    couple::addStore(world, *exchange.columns, scene.hybrid->depth, exchange.pristine);
    couple::addBuriedTable(world);
    couple::addExchangeTable(world);
}

/// What is wrong with the first grain on which no force can be given; empty: nothing.
std::string grainWithoutForce(const state::World& world) {
    const state::Table& grains = world.table(grains::grains_table);
    const auto position = grains.read(grains::fields::position);
    const auto forces = grains::forcesOf(grains);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3d sum = forces.force[i] + forces.torque[i];
        if (std::isfinite(sum.x) && std::isfinite(sum.y) && std::isfinite(sum.z)) continue;
        const Vec3d& at = position[i];
        return fmt::format(
            "the force on the grain at ({:.9g}, {:.9g}, {:.9g}) m is not a number; see whether another "
            "grain is at the same place, or a wall or body has its middle there",
            at.x, at.y, at.z);
    }
    return {};
}

}  // namespace

Simulation::Simulation(Scene scene, const exec::Exec& exec, step::Clock clock, grains::Setup setup,
                       step::Pipeline pipeline, state::World world)
    : scene_(std::move(scene)),
      exec_(exec),
      clock_(clock),
      setup_(std::move(setup)),
      pipeline_(std::move(pipeline)),
      world_(std::move(world)) {}

Result<Simulation> Simulation::build(const Scene& scene, const exec::Exec& exec, int host_threads) {
    if (exec.device() != exec::Device::Cpu) {
        if (const auto refused = notOnDevice(scene); !refused.empty())
            return Error{ErrorKind::Runtime,
                         fmt::format("the graphics card cannot do all that this scene asks for: it has {}; "
                                     "leave --device out, or take that out of the scene",
                                     fmt::join(refused, ", "))};
        // What comes before the first step is the processor's, and the steps have the same bits.
        Result<Simulation> simulation = build(scene, exec::Exec::cpu(host_threads));
        if (!simulation) return simulation;
        auto steps = grains::DeviceSteps::make(simulation->setup_, exec, simulation->exec_);
        if (!steps) return steps.error();
        simulation->runStepsOn(std::move(*steps));
        return simulation;
    }
    const Estimate expected = estimate(scene);
    if (expected.grains >= std::numeric_limits<std::uint32_t>::max())
        return Error{
            ErrorKind::Input,
            fmt::format("a scene can have 4294967294 grains at most; this one asks for {}", expected.grains)};
    grains::Setup setup = grainSetup(scene);
    const couple::Bodies bodies = bodySetup(scene, setup);
    grains::Guests guests;
    guests.trade = couple::bodyStages(bodies);
    guests.push = groundStages(scene, setup);
    std::optional<couple::Exchange> exchange;
    if (scene.hybrid) {
        exchange = exchangeSetup(scene, setup);
        guests.trade.emplace_back(*exchange);
    }
    Result<step::Pipeline> pipeline = grains::pipeline(setup, std::move(guests));
    if (!pipeline) return pipeline.error();
    Result<step::Pipeline> first = grains::firstForces(setup, groundStages(scene, setup));
    if (!first) return first.error();

    state::World world;
    grains::addGrainTables(world, {.emitters = scene.emitters.size(),
                                   .walls = scene.walls.size(),
                                   .sinks = setup.sinks.size(),
                                   .resists_turning = setup.laws.resistsTurning(),
                                   .rests = scene.grains.rest,
                                   .walls_follow = !scene.bodies.empty(),
                                   .settles = setup.settles,
                                   .precision = scene.grains.precision});
    addGround(scene, setup, world);
    if (!scene.bodies.empty()) couple::addBodies(bodies, world);
    if (exchange) addHybrid(scene, *exchange, world);
    if (const Status placed = placeGrains(scene, world); !placed) return placed.error();
    if (const step::StepReport report = first->run(world, exec, 0); !report.ok())
        return Error{ErrorKind::Input, fmt::format("the scene cannot start: {}; {}", report.trouble->what,
                                                   report.trouble->advice)};
    if (const std::string lost = grainWithoutForce(world); !lost.empty())
        return Error{ErrorKind::Input, "the scene cannot start: " + lost};
    const auto clock = step::Clock::forLongestStep(scene.time.frame_interval, expected.dt);
    if (grains::isStaggered(scene.grains.integrator)) {
        Result<step::Pipeline> back = grains::halfStepBack(setup);
        if (!back) return back.error();
        back->run(world, exec, clock.dt());
    }
    world.step = 0;
    world.time = 0;
    return Simulation(scene, exec, clock, std::move(setup), std::move(*pipeline), std::move(world));
}

step::StepReport Simulation::advance(std::uint64_t steps) {
    if (steps_there_) return steps_there_->advance(world_, clock_, steps);
    step::StepReport report;
    for (std::uint64_t k = 0; k < steps && report.ok(); ++k) {
        if (clock_.endsFrame(world_.step)) {
            grains::clearWallSums(world_);
            couple::clearGroundSum(world_);
        }
        report = pipeline_.run(world_, exec_, clock_.dt(), {.follows = k > 0, .goes_on = k + 1 < steps});
        // Time comes from the count of steps, so that no round-off builds up over a long run.
        if (report.ok()) world_.time = clock_.time(world_.step);
    }
    return report;
}

Status Simulation::restore(const state::Snapshot& saved) {
    if (Status status = state::restore(saved, world_); !status) return status;
    // Steps that no clock can count to are not of a run.
    constexpr std::uint64_t most_steps = std::uint64_t{1} << 53;
    if (world_.step > most_steps || world_.time != clock_.time(world_.step))
        return Error{ErrorKind::Input,
                     fmt::format("its time, {:g} s, is not that of its step, {}", world_.time, world_.step)};
    state::StateCheck check(world_);
    grains::checkState(setup_, radiusRange(scene_).largest, check);
    if (scene_.ground) couple::checkGround(groundSetup(scene_), check);
    if (scene_.hybrid) couple::checkExchange(*columnSetup(scene_), radiusRange(scene_).largest, check);
    if (!scene_.bodies.empty()) couple::checkBodies(bodySetup(scene_, setup_), check);
    return check.status();
}

std::uint64_t Simulation::fallen() const {
    const std::size_t of_scene = scene_.sinks.size();
    if (sinks().size() == of_scene) return 0;
    return world_.table(grains::sinks_table).read(grains::fields::taken)[of_scene];
}

std::vector<step::StageTime> Simulation::stageTimes() const {
    std::vector<step::StageTime> times = pipeline_.times();
    if (!steps_there_) return times;
    for (step::StageTime& stage : times)
        for (const step::StageTime& there : steps_there_->times())
            if (there.name == stage.name) stage = there;
    return times;
}

std::vector<std::string> notOnDevice(const Scene& scene) {
    std::vector<std::string> refused;
    if (scene.ground) refused.emplace_back("[ground]");
    if (scene.soil) refused.emplace_back("[soil]");
    if (scene.hybrid) refused.emplace_back("[hybrid]");
    if (!scene.bodies.empty()) refused.emplace_back("[[body]]");
    if (scene.grains.rest) refused.emplace_back("grains.rest = true");
    return refused;
}

grains::Measures Simulation::measure() const {
    grains::Measures measures = grains::measure(exec_, world_, setup_.params.gravity, setup_.laws,
                                                *setup_.walls, setup_.search.domain);
    if (!scene_.ground) return measures;
    const grains::Measures more = couple::measureGround(exec_, world_, setup_.laws, groundSetup(scene_));
    measures.wall_contacts += more.wall_contacts;
    measures.elastic += more.elastic;
    return measures;
}

std::string Simulation::startTrouble() const {
    // Sand under load overlaps by a hundredth of a radius.
    const auto deep = grains::deepOverlaps(exec_, world_, setup_.search.domain, 0.2);
    if (deep.pairs + deep.walls == 0) return {};
    const auto counted = [](std::uint64_t count, const char* what) {
        return fmt::format("{} pair{} of {}", count, count == 1 ? "" : "s", what);
    };
    std::string what;
    if (deep.pairs > 0) what = counted(deep.pairs, "grains");
    if (deep.walls > 0)
        what += (what.empty() ? "" : " and ") + counted(deep.walls, "a grain and a wall or body");
    return fmt::format(
        "{} overlap at the start, by up to {:.3g} m near ({:.4g}, {:.4g}, {:.4g}) m: they will "
        "fly apart; leave room between fills, imports, single grains, walls and bodies{}",
        what, deep.deepest, deep.at.x, deep.at.y, deep.at.z,
        setup_.search.domain.any() ? ", across periodic sides too" : "");
}

std::vector<grains::WallLoad> Simulation::wallLoads() const { return grains::wallLoads(world_); }

grains::WallLoad Simulation::groundLoad() const { return couple::groundLoad(world_); }

}  // namespace talus::scene
