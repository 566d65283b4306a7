#include "talus/couple/granular/instance.h"

#include <cmath>

#include <fmt/format.h>

#include "talus/couple/granular/check/check_state.h"
#include "talus/couple/granular/estimate.h"
#include "talus/couple/granular/setup.h"
#include "talus/couple/ground_contact/collide_ground.h"
#include "talus/couple/ground_contact/fields.h"
#include "talus/couple/ground_contact/ground_measures.h"
#include "talus/couple/hybrid/buried.h"
#include "talus/grains/check_state.h"
#include "talus/grains/clumps/list_clumps.h"
#include "talus/grains/device/device_steps.h"
#include "talus/grains/fields.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/load/initial_grains.h"
#include "talus/grains/search/sink.h"
#include "talus/grains/sources/new_grain.h"
#include "talus/ground/check_state.h"
#include "talus/ground/fields.h"
#include "talus/ground/load/setup.h"
#include "talus/ground/slide.h"
#include "talus/step/substeps.h"

namespace talus::couple::granular {
namespace {

/// Adds the tables of the ground, with its state before the first step.
void addGround(const Scene& scene, const grains::Setup& setup, const ground::Setup& ground_setup,
               state::World& world) {
    addGroundContacts(world, setup.laws.resistsTurning(), setup.params.rest, setup.settles);
    const geometry::Heightfield& start = *ground_setup.start;
    state::Table& ground = world.addTable(ground::ground_table);
    ground.add(ground::fields::height);
    ground.resize(start.height.size());
    state::Table& changes = world.addTable(ground::changes_table);
    changes.add(ground::fields::changes);
    changes.resize(1);
    std::copy_n(start.height.data(), start.height.size(), ground.write(ground::fields::height).data());
    if (ground::in(scene).soil) ground::addSoil(ground_setup, world);
}

/// An error text for the first grain whose force is not a number; empty: none.
std::string grainWithoutForce(const state::World& world) {
    const state::Table& grains = world.table(grains::grains_table);
    const auto position = grains.read(grains::fields::position);
    const auto forces = grains::forcesOf(grains);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3d sum = forces.force[i] + forces.torque[i];
        if (std::isfinite(sum.x) && std::isfinite(sum.y) && std::isfinite(sum.z)) continue;
        const Vec3d& at = position[i];
        return fmt::format(
            "the force on the grain at ({:.9g}, {:.9g}, {:.9g}) m is not a number; check whether another "
            "grain is at the same position, or a wall or body has its middle there",
            at.x, at.y, at.z);
    }
    return {};
}

/// Checks the number of grains: those at the start, poured and released from the ground must equal those that
/// exist and those that were removed or became ground.
void checkLedger(bool exchanges, state::StateCheck& check) {
    if (!check.ok()) return;
    const state::World& world = check.world();
    const std::uint64_t here = grains::grainCount(world);
    std::uint64_t made = check.rowsAtStart(grains::grains_table),
                  gone = grains::sunkSoFar(world.table(grains::sinks_table).read(grains::fields::taken));
    if (world.find(grains::clumps_table) != nullptr)
        made += check.rowsAtStart(grains::clumps_table) - check.rowsAtStart(grains::clump_spheres_table);
    for (const std::uint64_t emitted : world.table(grains::emitters_table).read(grains::fields::emitted))
        made = state::saturatingSum(made, emitted);
    if (exchanges) {
        made = state::saturatingSum(made, world.table(exchange_table).read(couple::fields::released)[0]);
        gone += world.table(grains::absorbed_table).read(grains::fields::absorbed)[0];
    }
    if (here + gone != made)
        check.fail(grains::grains_table, grains::fields::id.name, here,
                   fmt::format("{} grains were made, and {} are here or gone", made, here + gone));
}

/// Steps of the grains on a device.
class Steps final : public method::DeviceSteps {
  public:
    explicit Steps(grains::DeviceSteps steps) : steps_(std::move(steps)) {}
    step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps) override {
        return steps_.advance(world, clock, steps);
    }
    const std::vector<step::StageTime>& times() const override { return steps_.times(); }

  private:
    grains::DeviceSteps steps_;
};

}  // namespace

bool hasGrains(const Scene& scene) { return grains::hasGrains(scene) || couple::hybridIn(scene); }

bool moves(const Scene& scene) { return hasGrains(scene) || ground::in(scene).soil; }

Granular::Granular(const Scene& scene)
    : scene_(scene),
      shared_(scene.used().size() > (solids::in(scene).bodies.empty() ? 1 : 2)),
      setup_(grainSetup(scene)) {
    const Expected expected = expect(scene);
    longest_ = expected.dt;
    contact_time_ = expected.contact_time;
    if (ground::in(scene).ground) ground_ = ground::setupOf(scene);
    if (ground_ && ground_->soil && !solids::in(scene).bodies.empty())
        soil_bodies_ = soilBodiesOf(scene, *ground_);
    if (couple::hybridIn(scene)) exchange_ = exchangeSetup(scene, setup_);
}

/// @pre the scene has ground
CollideGround Granular::groundStage() const {
    return {.laws = setup_.laws,
            .grid = ground_->grid(),
            .material = ground_->material,
            .gravity = setup_.gravity,
            .largest_radius = grains::radiusRange(scene_).largest,
            .fixed = setup_.fixed,
            .spin = setup_.params.spin,
            .rests = setup_.params.rest,
            .wraps = setup_.search.domain.any(),
            .settles = setup_.settles,
            .precision = setup_.params.precision};
}

step::PhasedStages Granular::groundStages() const {
    step::PhasedStages stages;
    if (ground_) stages.add(step::Phase::Force, groundStage());
    return stages;
}

void Granular::addTables(state::World& world) const {
    grains::addGrainTables(world, {.emitters = grains::in(scene_).emitters.size(),
                                   .walls = scene_.environment.walls.size(),
                                   .sinks = setup_.sinks.size(),
                                   .resists_turning = setup_.laws.resistsTurning(),
                                   .rests = setup_.params.rest,
                                   .walls_follow = setup_.walls->anyFollows(),
                                   .wall_points = setup_.walls->pointCount(),
                                   .settles = setup_.settles,
                                   .clumps = !setup_.shapes.empty(),
                                   .precision = setup_.params.precision});
    if (ground_) addGround(scene_, setup_, *ground_, world);
    if (soil_bodies_) addPressedPoses(world);
    if (!exchange_) return;
    addStore(world, *exchange_->columns, couple::hybridIn(scene_)->depth, exchange_->pristine);
    addBuriedTable(world);
    addExchangeTable(world);
}

Status Granular::start(state::World& world, const exec::Exec& exec, double step,
                       step::PhasedStages others) const {
    if (const Status placed = grains::addInitialGrains(scene_, world); !placed) return placed;
    others.add(groundStages());
    // Sinks take nothing before the first step: the number of grains at the start is that of the scene.
    grains::Setup before = setup_;
    before.sinks.clear();
    Result<step::Pipeline> first = grains::firstForces(before, std::move(others));
    if (!first) return first.error();
    if (const step::StepReport report = first->run(world, exec, 0); !report.ok())
        return Error{ErrorKind::Input, fmt::format("the scene cannot start: {}; {}", report.trouble->what,
                                                   report.trouble->advice)};
    if (const std::string lost = grainWithoutForce(world); !lost.empty())
        return Error{ErrorKind::Input, "the scene cannot start: " + lost};
    if (!grains::isStaggered(setup_.params.integrator)) return success();
    Result<step::Pipeline> back = grains::halfStepBack(setup_);
    if (!back) return back.error();
    back->run(world, exec, step);
    return success();
}

Result<step::Pipeline> Granular::pipeline(step::PhasedStages others) const {
    step::PhasedStages all = groundStages();
    if (ground_ && ground_->soil) all.add(step::Phase::Add, ground::Slide(*ground_));
    if (exchange_) all.add(step::Phase::Add, *exchange_);
    all.add(std::move(others));
    return grains::pipeline(setup_, std::move(all));
}

step::PhasedStages Granular::stagesIn(std::string_view method) const {
    if (method == "solids" && soil_bodies_) return stagesOf(*soil_bodies_);
    return {};
}

double Granular::longestStepIn(std::string_view method, const exec::Exec&, const state::World&) const {
    const bool touched = method == "solids" || (method == "cloth" && setup_.walls->points() != nullptr);
    return touched ? longest_ : std::numeric_limits<double>::infinity();
}

void Granular::beginFrame(state::World& world) const {
    grains::clearWallSums(world);
    clearGroundSum(world);
}

std::optional<method::Count> Granular::count(const state::World& world) const {
    return method::Count{"grains", grains::grainCount(world)};
}

void Granular::check(state::StateCheck& check) const {
    const std::uint64_t steps_of_frame =
        check.run().steps_per_frame * step::substeps(check.run().dt, longest_);
    grains::checkState(setup_, grains::radiusRange(scene_).largest, steps_of_frame, check);
    if (ground_) {
        ground::checkState(*ground_, check);
        checkGroundContacts(steps_of_frame, check);
    }
    if (exchange_) checkExchange(*exchange_->columns, grains::radiusRange(scene_).largest, check);
    checkLedger(exchange_.has_value(), check);
}

Result<std::unique_ptr<method::DeviceSteps>> Granular::onDevice(const exec::Exec& device,
                                                                const exec::Exec& host) const {
    auto steps = grains::DeviceSteps::make(setup_, device, host);
    if (!steps) return steps.error();
    return std::unique_ptr<method::DeviceSteps>(std::make_unique<Steps>(std::move(*steps)));
}

grains::Measures Granular::measure(const exec::Exec& exec, const state::World& world) const {
    grains::Measures measures =
        grains::measure(exec, world, setup_.gravity, setup_.laws, *setup_.walls, setup_.search.domain);
    if (!ground_) return measures;
    const grains::Measures more = measureGround(exec, world, setup_.laws, *ground_);
    measures.wall_contacts += more.wall_contacts;
    measures.elastic += more.elastic;
    return measures;
}

std::vector<grains::WallLoad> Granular::wallLoads(const state::World& world) const {
    return grains::wallLoads(world);
}

grains::WallLoad Granular::groundLoad(const state::World& world) const { return couple::groundLoad(world); }

std::uint64_t Granular::fallen(const state::World& world) const {
    const auto taken = world.table(grains::sinks_table).read(grains::fields::taken);
    std::uint64_t count = 0;
    for (std::size_t s = 0; s < sinks().size(); ++s)
        if (sinks()[s].below_all) count += taken[s];
    return count;
}

}  // namespace talus::couple::granular
