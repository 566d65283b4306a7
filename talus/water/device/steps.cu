#include <algorithm>
#include <limits>

#include "talus/environment/device/is_gone.h"
#include "talus/environment/device/placed_walls.h"
#include "talus/exec/reduce.h"
#include "talus/step/on_device.h"
#include "talus/step/pipeline.h"
#include "talus/step/sampled_times.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/device/device_steps.h"
#include "talus/water/device/not_on_device.h"
#include "talus/water/device/placed_settings.h"
#include "talus/water/device/water_state.h"
#include "talus/water/forces/forces.h"
#include "talus/water/forces/surface_tension.h"
#include "talus/water/motion/follow.h"
#include "talus/water/motion/move.h"
#include "talus/water/pipeline.h"
#include "talus/water/search/find_neighbours.h"
#include "talus/water/search/pack_particle.h"
#include "talus/water/solver/last_pressure.h"
#include "talus/water/solver/wcsph.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/rain.h"

namespace talus::water {
namespace {

using Parts = LoadWalls::Parts;

class Steps final : public method::DeviceSteps {
  public:
    /// @param sources stages of the processor that add and remove water
    Steps(const Setup& setup, const exec::Exec& device, const exec::Exec& host, step::Pipeline sources)
        : setup_(setup),
          exec_(device),
          host_(host),
          sources_(std::move(sources)),
          law_(setup.compressible()),
          viscosity_(viscosityOf(setup)),
          viscous_solve_(viscousSolveOf(setup)),
          drive_inflows_(driveInflowsOf(setup)),
          correct_velocity_(correctVelocityOf(setup)),
          correct_positions_(correctPositionsOf(setup)),
          integral_(
              WallIntegral(setup.smoothing.kernel, setup.smoothing.support, setup.water.spacing).table(),
              device.device()),
          walls_(setup.solids.walls, device.device()),
          sinks_(device.device()),
          surfaces_{std::vector<environment::Surface>(setup.solids.count(), {setup.water.restitution, 0}),
                    {}},
          bounds_(*setup.solids.walls),
          state_(device.device()),
          times_(device) {
        const auto shapes = environment::device::shapesOf(setup.sinks);
        sinks_.assign({shapes.data(), shapes.size()});
        lowest_ = heightOfFallen(setup.fallen, host, nullptr, {});  // no ground: refusedOnDevice()
    }

    step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps) override {
        return step::advanceOnDevice(
            world, clock, steps, [&] { state_.water.upload(world.table(water_table)); },
            [&](std::uint64_t) {
                if (clock.endsFrame(world.step)) beginFrame(world);
                return stepOfScene(world, clock.dt());
            },
            [&] { state_.water.download(world.table(water_table)); });
    }
    const std::vector<step::StageTime>& times() const override { return times_.all(); }

  private:
    /// A step of the scene: equal sub-steps, as many as the fastest particle requires.
    step::StepReport stepOfScene(state::World& world, double scene_dt) {
        return step::inSubsteps(world, scene_dt, longestStepNow(setup_, device::extremesOf(exec_, state_)),
                                [&](double dt) { return stepOfWater(world, dt); });
    }

    /// A sub-step: the stages in the order of pipeline.cpp.
    step::StepReport stepOfWater(state::World& world, double dt) {
        times_.begin(world.step);
        step::StepReport report = runSources(world, dt);
        if (report.ok()) times_.run(FindNeighbours::name, [&] { findNeighbours(world, report); });
        if (!report.ok()) return report;
        times_.run(IntegrateBoundaries::name, [&] {
            if (walls_.anyMoves()) walls_.placeAt(world.time);
            device::integrateBoundaries(exec_, setup_, walls_.view(), integral_.view(), state_);
        });
        times_.run(ApplyGravity::name,
                   [&] { device::applyGravity(exec_, setup_, integral_.view(), state_); });
        if (setup_.water.solver == Solver::Wcsph)
            wcsph(world, dt);
        else
            dfsph(world, dt, report);
        return report;
    }

    void wcsph(state::World& world, double dt) {
        times_.run(Predict::name, [&] { device::predict(exec_, law_, dt, state_); });
        viscosity(dt);
        if (hasWallFriction()) applyWallFriction();
        if (setup_.water.surface_tension > 0)
            times_.run(Cohesion::name, [&] { device::applyCohesion(exec_, setup_, state_); });
        times_.run(FindRates::name, [&] { device::findRates(exec_, setup_, law_, state_); });
        times_.run(FinishStep::name, [&] { device::finishStep(exec_, setup_, law_, dt, state_); });
        driveInflows(world);
        loadWalls(world, Parts::All, dt);
        times_.run(Move::name, [&] { move(world, Move::By::State, dt); });
    }

    void dfsph(state::World& world, double dt, step::StepReport& report) {
        state::Table& ledger = world.table(ledger_table);
        times_.run(FindDensity::name, [&] { device::findDensity(exec_, setup_, state_); });
        viscosity(dt);
        if (hasWallFriction() && !viscous_solve_) {
            applyWallFriction();
            loadWalls(world, Parts::Friction, dt);
        }
        if (setup_.water.surface_tension > 0)
            times_.run(SurfaceTension::name, [&] { device::applySurfaceTension(exec_, setup_, state_); });
        times_.run(Kick::name, [&] { device::kick(exec_, dt, state_); });
        if (viscous_solve_) {
            times_.run(AddLastPressure::name, [&] { device::addLastPressure(exec_, setup_, dt, state_); });
            times_.run(ViscousSolve::name, [&] {
                if (!device::solveForViscosity(exec_, setup_, *viscous_solve_, dt, state_))
                    report.fail(viscous_solve_->notSolved());
            });
            if (!report.ok()) return;
            if (hasWallFriction()) loadWalls(world, Parts::Friction, dt);
            times_.run(SubtractLastPressure::name, [&] { device::subtractLastPressure(exec_, dt, state_); });
        }
        times_.run(CorrectVelocity::name, [&] {
            const Solved solved = device::correctVelocity(exec_, setup_, correct_velocity_, dt, state_);
            ledger.write(fields::pressure_iterations)[0] += solved.iterations;
        });
        driveInflows(world);
        loadWalls(world, Parts::PressureAndWeight, dt);
        times_.run(CorrectPositions::name, [&] {
            const Solved solved = device::correctPositions(exec_, setup_, correct_positions_, dt, state_);
            ledger.write(fields::drift_iterations)[0] += solved.iterations;
            ledger.write(fields::density_error)[0] = solved.error;
        });
        ledger.write(fields::steps)[0] += 1;
        times_.run(Move::name, [&] { move(world, Move::By::FlowAndShift, dt); });
    }

    void driveInflows(const state::World& world) {
        if (!drive_inflows_) return;
        times_.run(DriveInflows::name, [&] {
            const auto layers = world.table(inflow_table).read(fields::layers);
            for (const Mouth& mouth : drive_inflows_->mouths(layers, world.time))
                device::driveInflow(exec_, mouth, drive_inflows_->moves_by_state, state_);
        });
    }
    void viscosity(double dt) {
        if (viscosity_)
            times_.run(Viscosity::name,
                       [&] { device::applyViscosity(exec_, setup_, *viscosity_, dt, state_); });
    }
    bool hasWallFriction() const {
        return setup_.solids.any() && setup_.stick() > 0 && setup_.water.viscosity > 0;
    }
    void applyWallFriction() {
        times_.run(WallFriction::name,
                   [&] { device::applyWallFriction(exec_, setup_.wallFriction(), state_); });
    }
    void loadWalls(state::World& world, Parts parts, double dt) {
        if (!setup_.solids.any()) return;
        times_.run(LoadWalls::name, [&] {
            addToFrame(world, device::loadWalls(exec_, setup_, parts, walls_.view(), dt, state_));
            if (parts == Parts::Friction) return;  // the time is counted once a step
            for (double& t : world.table(load_table).write(fields::load_time)) t += dt;
            world.table(ground_load_table).write(fields::load_time)[0] += dt;
        });
    }

    bool sourcesDue(const state::World& world) const {
        if (!setup_.inflows.empty() &&
            anyLayersDue(setup_.inflows, setup_.water.spacing, world.table(inflow_table).read(fields::layers),
                         world.time))
            return true;
        if (!setup_.rains.empty() && anyDropsDue(setup_.rains, setup_.smoothing.volume,
                                                 world.table(rain_table).read(fields::drops), world.time))
            return true;
        if (setup_.sinks.empty() && !setup_.fallen) return false;
        return exec::reduce(
                   exec_, state_.water.size(), std::uint32_t{0},
                   environment::device::IsGone{sinks_.view(), setup_.fallen ? setup_.fallen->up : Vec3d{},
                                               lowest_, state_.water.read(fields::position)},
                   exec::Either{}) != 0;
    }

    step::StepReport runSources(state::World& world, double dt) {
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

    /// Moves the particles. Those that may reach a wall in this step are moved by the processor, which finds
    /// the obstacle that each hits first.
    void move(state::World& world, Move::By by, double dt) {
        const environment::WallsAt begin(*setup_.solids.walls, world.time),
            end(*setup_.solids.walls, world.time + dt);
        const std::size_t held = device::moveFreely(exec_, setup_, by, marginOf(begin, end), dt, state_);
        if (held == 0) return;
        exec::Array<Vec3d> position(held), displacement(held);
        exec::Array<Vec3f> velocity(held);
        state_.followed.position.copyTo(position.view());
        state_.followed.displacement.copyTo(displacement.view());
        state_.followed.velocity.copyTo(velocity.view());
        const environment::Obstacles obstacles(surfaces_, bounds_, begin, end, nullptr);
        addToFrame(world, follow(host_, obstacles, setup_.solids.count(), setup_.mass, dt,
                                 std::as_const(displacement).view(), position.view(), velocity.view()));
        state_.followed.position.assign(std::as_const(position).view());
        state_.followed.velocity.assign(std::as_const(velocity).view());
        device::putFollowed(exec_, setup_, state_);
    }

    /// Adds to the loads of the frame.
    void addToFrame(state::World& world, const environment::Loads& given) const {
        const auto impulse = world.table(load_table).write(fields::impulse),
                   angular = world.table(load_table).write(fields::angular_impulse);
        for (std::size_t w = 0; w < given.walls.size(); ++w) {
            impulse[w] += given.walls[w].impulse;
            angular[w] += given.walls[w].angular_impulse;
        }
    }

    Setup setup_;
    exec::Exec exec_, host_;
    step::Pipeline sources_;
    Compressible law_;
    std::optional<Viscosity> viscosity_;
    std::optional<ViscousSolve> viscous_solve_;
    std::optional<DriveInflows> drive_inflows_;
    CorrectVelocity correct_velocity_;
    CorrectPositions correct_positions_;
    device::PlacedIntegral integral_;
    environment::device::PlacedWalls walls_;
    exec::DeviceOrHostArray<environment::device::SinkShape> sinks_;
    double lowest_ =
        -std::numeric_limits<double>::infinity();  ///< height below which water has fallen off the scene [m]
    environment::Surfaces surfaces_;
    environment::FaceBounds bounds_;
    device::WaterState state_;
    step::SampledTimes times_;
};

}  // namespace

void device::Work::resize(std::size_t particles) {
    for (DeviceOrHostArray<Quad<float>>* each : {&position_pressure, &flow, &wall}) each->resize(particles);
    for (DeviceOrHostArray<float>* each : {&wall_rate, &clearance}) each->resize(particles);
    for (DeviceOrHostArray<Vec3f>* each : {&carried, &force}) each->resize(particles);
}

void device::SolveWork::resize(std::size_t particles) {
    for (DeviceOrHostArray<Quad<float>>* each :
         {&pressure_acceleration, &correction_diagonal, &correction_off_diagonal, &best})
        each->resize(particles);
    for (DeviceOrHostArray<float>* each : {&response, &source, &residual}) each->resize(particles);
    product.resize(particles);
}

void device::Contacts::resize(std::size_t rows) {
    wall.resize(rows);
    for (DeviceOrHostArray<Vec3f>* each : {&gradient, &velocity, &point}) each->resize(rows);
    friction.resize(rows);
    for (DeviceOrHostArray<Vec3d>* each : {&impulse, &angular_impulse}) each->resize(rows);
}

Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup& setup, const exec::Exec& device,
                                                         const exec::Exec& host) try {
    if (const auto refused = refusedOnDevice(setup); !refused.empty())
        return Error{ErrorKind::Runtime, "water on a device does not support " + refused.front()};
    Result<step::Pipeline> sources = step::Pipeline::compose("sources", sourcesOf(setup).inOrder());
    if (!sources) return sources.error();
    return std::unique_ptr<method::DeviceSteps>(
        std::make_unique<Steps>(setup, device, host, std::move(*sources)));
} catch (const exec::DeviceMemoryFull& full) {
    return Error{ErrorKind::Runtime, full.what()};
}

}  // namespace talus::water
