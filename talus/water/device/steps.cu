#include <algorithm>
#include <chrono>
#include <limits>

#include "talus/environment/device/placed_walls.h"
#include "talus/exec/reduce.h"
#include "talus/step/pipeline.h"
#include "talus/step/substeps.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/device/device_steps.h"
#include "talus/water/device/not_on_device.h"
#include "talus/water/device/placed_settings.h"
#include "talus/water/device/water_state.h"
#include "talus/water/forces/forces.h"
#include "talus/water/motion/follow.h"
#include "talus/water/motion/move.h"
#include "talus/water/pipeline.h"
#include "talus/water/search/find_neighbours.h"
#include "talus/water/search/place_particle.h"
#include "talus/water/solver/wcsph.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Steps final : public method::DeviceSteps {
  public:
    /// @param sources the processor's stages that let water in and take it out
    Steps(const Setup& setup, const exec::Exec& device, const exec::Exec& host, step::Pipeline sources)
        : setup_(setup),
          exec_(device),
          host_(host),
          sources_(std::move(sources)),
          law_(setup.compressible()),
          integral_(
              WallIntegral(setup.smoothing.kernel, setup.smoothing.support, setup.water.spacing).table(),
              device.device()),
          walls_(setup.solids.walls, device.device()),
          sinks_(device.device()),
          surfaces_{std::vector<environment::Surface>(setup.solids.count(), {setup.water.restitution, 0}),
                    {}},
          bounds_(*setup.solids.walls),
          state_(device.device()) {
        const auto shapes = environment::device::shapesOf(setup.sinks);
        sinks_.assign({shapes.data(), shapes.size()});
        if (setup.fallen) lowest_ = heightOfFallen(*setup.fallen, host, setup.solids, {});
    }

    step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps) override {
        const double first_time = world.time;
        const std::uint64_t first_step = world.step;
        step::StepReport report;
        try {
            state_.water.upload(world.table(water_table));
            for (std::uint64_t k = 0; k < steps && report.ok(); ++k) {
                if (clock.endsFrame(world.step)) beginFrame(world);
                report = stepOfScene(world, clock.dt());
                if (report.ok()) world.time = clock.time(++world.step);
            }
            state_.water.download(world.table(water_table));
        } catch (const exec::DeviceMemoryFull& full) {
            // The table is as it was when it last came back.
            world.time = first_time;
            world.step = first_step;
            report.fail({.what = full.what(), .advice = "", .ids = {}, .positions = {}});
        }
        return report;
    }
    const std::vector<step::StageTime>& times() const override { return times_; }

  private:
    /// As Simulation takes them: so many equal ones as the fastest particle asks for.
    step::StepReport stepOfScene(state::World& world, double scene_dt) {
        const std::uint64_t step = world.step,
                            count = step::substeps(scene_dt,
                                                   longestStepNow(setup_, device::fastestOf(exec_, state_)));
        const double time = world.time, dt = scene_dt / static_cast<double>(count);
        step::StepReport report;
        for (std::uint64_t k = 0; k < count && report.ok(); ++k) {
            world.step = step * count + k;
            world.time = time + static_cast<double>(k) * dt;
            report = stepOfWater(world, dt);
        }
        world.step = step;
        world.time = time;
        return report;
    }

    /// As wcsph() in pipeline.cpp lists it.
    step::StepReport stepOfWater(state::World& world, double dt) {
        step::StepReport report = letInAndTakeOut(world, dt);
        if (report.ok()) timed(FindNeighbours::name, [&] { findNeighbours(world, report); });
        if (!report.ok()) return report;
        timed(MeetWalls::name, [&] {
            if (walls_.anyMoves()) walls_.placeAt(world.time);
            device::meetWalls(exec_, setup_, walls_.view(), integral_.view(), state_);
        });
        timed(ApplyGravity::name, [&] { device::applyGravity(exec_, setup_, integral_.view(), state_); });
        forces(dt);
        timed(FinishStep::name, [&] { device::finishStep(exec_, setup_, law_, dt, state_); });
        if (setup_.solids.any())
            timed(LoadWalls::name, [&] {
                give(world, device::loadWalls(exec_, setup_, walls_.view(), dt, state_));
                for (double& t : world.table(load_table).write(fields::load_time)) t += dt;
                world.table(ground_load_table).write(fields::load_time)[0] += dt;
            });
        timed(Move::name, [&] { move(world, dt); });
        return report;
    }

    void forces(double dt) {
        const Water& w = setup_.water;
        timed(Predict::name, [&] { device::predict(exec_, law_, dt, state_); });
        if (w.xsph > 0) timed(Viscosity::name, [&] { device::mixVelocities(exec_, setup_, dt, state_); });
        if (setup_.solids.any() && setup_.stick() > 0 && w.viscosity > 0)
            timed(WallFriction::name, [&] { device::rubOnWalls(exec_, setup_.wallFriction(), state_); });
        if (w.surface_tension > 0)
            timed(Cohesion::name, [&] { device::pullTogether(exec_, setup_, state_); });
        timed(FindRates::name, [&] { device::findRates(exec_, setup_, law_, state_); });
    }

    bool sourcesDue(const state::World& world) const {
        if (!setup_.inflows.empty() && anyLetsIn(setup_.inflows, setup_.water.spacing,
                                                 world.table(inflow_table).read(fields::layers), world.time))
            return true;
        if (!setup_.rains.empty() && anyRains(setup_.rains, setup_.smoothing.volume,
                                              world.table(rain_table).read(fields::drops), world.time))
            return true;
        if (setup_.sinks.empty() && !setup_.fallen) return false;
        return exec::reduce(exec_, state_.water.size(), std::uint32_t{0},
                            device::IsGone{sinks_.view(), setup_.fallen ? setup_.fallen->up : Vec3d{},
                                           lowest_, state_.water.read(fields::position)},
                            device::Either{}) != 0;
    }

    step::StepReport letInAndTakeOut(state::World& world, double dt) {
        if (!sourcesDue(world)) return {};
        state::Table& water = world.table(water_table);
        state_.water.download(water);
        const double time = world.time;
        const std::uint64_t step = world.step;
        step::StepReport report = sources_.run(world, host_, dt);
        world.time = time;
        world.step = step;
        if (report.ok()) state_.water.upload(water);
        return report;
    }

    void findNeighbours(state::World& world, step::StepReport& report) {
        const auto lost = device::findNeighbours(exec_, setup_, state_);
        if (!lost) return;
        state_.water.download(world.table(water_table));
        report.fail(lostParticle(std::as_const(world).table(water_table).read(fields::id)[*lost]));
    }

    /// What may get to a wall in this step the processor follows: there it is decided what is met first.
    void move(state::World& world, double dt) {
        const environment::WallsAt begin(*setup_.solids.walls, world.time),
            end(*setup_.solids.walls, world.time + dt);
        const std::size_t held = device::moveFreely(exec_, setup_, marginOf(begin, end), dt, state_);
        if (held == 0) return;
        exec::Array<Vec3d> position(held);
        exec::Array<Vec3f> velocity(held);
        state_.followed.position.copyTo(position.view());
        state_.followed.velocity.copyTo(velocity.view());
        const environment::Obstacles obstacles(surfaces_, bounds_, begin, end, nullptr);
        give(world, follow(host_, obstacles, setup_.solids.count(), setup_.mass, dt, position.view(),
                           velocity.view()));
        state_.followed.position.assign(std::as_const(position).view());
        state_.followed.velocity.assign(std::as_const(velocity).view());
        device::putFollowed(exec_, setup_, state_);
    }

    /// Adds to the loads of the frame.
    void give(state::World& world, const environment::Loads& given) const {
        const auto impulse = world.table(load_table).write(fields::impulse),
                   angular = world.table(load_table).write(fields::angular_impulse);
        for (std::size_t w = 0; w < given.walls.size(); ++w) {
            impulse[w] += given.walls[w].impulse;
            angular[w] += given.walls[w].angular_impulse;
        }
    }

    /// Runs a stage of the step and charges it for the time.
    template <class Stage>
    void timed(const char* name, Stage stage) {
        const double begin = now();
        stage();
        auto of = std::find_if(times_.begin(), times_.end(),
                               [&](const step::StageTime& t) { return t.name == name; });
        if (of == times_.end()) of = times_.insert(times_.end(), {name, 0, 0});
        of->seconds += now() - begin;
        ++of->calls;
    }

    Setup setup_;
    exec::Exec exec_, host_;
    step::Pipeline sources_;
    Compressible law_;
    device::PlacedIntegral integral_;
    environment::device::PlacedWalls walls_;
    exec::PlacedArray<environment::device::SinkShape> sinks_;
    double lowest_ =
        -std::numeric_limits<double>::infinity();  ///< below it water has fallen off the scene [m]
    environment::Surfaces surfaces_;
    environment::FaceBounds bounds_;
    device::WaterState state_;
    std::vector<step::StageTime> times_;
};

}  // namespace

void device::Work::resize(std::size_t particles) {
    for (PlacedArray<Quad<float>>* each : {&place, &flow, &wall}) each->resize(particles);
    for (PlacedArray<float>* each : {&wall_rate, &clearance}) each->resize(particles);
    for (PlacedArray<Vec3f>* each : {&carried, &force}) each->resize(particles);
}

void device::Contacts::resize(std::size_t rows) {
    wall.resize(rows);
    for (PlacedArray<Vec3f>* each : {&gradient, &velocity, &point}) each->resize(rows);
    rub.resize(rows);
    for (PlacedArray<Vec3d>* each : {&impulse, &angular_impulse}) each->resize(rows);
}

Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup& setup, const exec::Exec& device,
                                                         const exec::Exec& host) try {
    if (const auto refused = refusedOnDevice(setup); !refused.empty())
        return Error{ErrorKind::Runtime, "water on a device cannot have " + refused.front()};
    Result<step::Pipeline> sources = step::Pipeline::compose("sources", sourcesOf(setup).inOrder());
    if (!sources) return sources.error();
    return std::unique_ptr<method::DeviceSteps>(
        std::make_unique<Steps>(setup, device, host, std::move(*sources)));
} catch (const exec::DeviceMemoryFull& full) {
    return Error{ErrorKind::Runtime, full.what()};
}

}  // namespace talus::water
