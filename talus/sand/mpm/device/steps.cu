#include <algorithm>
#include <cmath>

#include "talus/environment/device/is_gone.h"
#include "talus/environment/device/placed_walls.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/sand/boundary/contacts.h"
#include "talus/sand/boundary/loads.h"
#include "talus/sand/fields.h"
#include "talus/sand/mpm/device/device_steps.h"
#include "talus/sand/mpm/device/follow.h"
#include "talus/sand/mpm/device/not_on_device.h"
#include "talus/sand/mpm/device/sand_state.h"
#include "talus/sand/mpm/limits.h"
#include "talus/sand/mpm/put_into_tiles.h"
#include "talus/sand/mpm/stages.h"
#include "talus/sand/mpm/walls/moments.h"
#include "talus/sand/mpm/walls/tile_walls.h"
#include "talus/sand/pipeline.h"
#include "talus/sand/sources/spouts.h"
#include "talus/sand/tables.h"
#include "talus/step/on_device.h"
#include "talus/step/pipeline.h"
#include "talus/step/sampled_times.h"

namespace talus::sand::mpm {
namespace {

/// Faces of walls in the order in which nodes meet them: those of walls that stand still come first.
std::vector<std::uint32_t> facesInOrder(const environment::Walls& walls) {
    std::vector<std::uint32_t> faces;
    for (const bool moving : {false, true})
        for (std::size_t w = 0; w < walls.bodies().size(); ++w)
            if (walls.moves(w) == moving)
                for (std::uint32_t f = walls.bodies()[w].first_face; f < walls.bodies()[w].end_face; ++f)
                    faces.push_back(f);
    return faces;
}

template <class T>
exec::View<const T> viewOf(const std::vector<T>& values) {
    return {values.data(), values.size()};
}

class Steps final : public method::DeviceSteps {
  public:
    /// @param sources stages of the processor that add and remove sand
    Steps(const Setup& setup, const exec::Exec& device, const exec::Exec& host, step::Pipeline sources)
        : setup_(setup),
          exec_(device),
          host_(host),
          sources_(std::move(sources)),
          lattice_(latticeOf(setup)),
          walls_(setup.boundaries.walls, device.device()),
          sinks_(device.device()),
          lowest_(heightOfFallen(setup.fallen, host, nullptr, {})),  // no ground: refusedOnDevice()
          surfaces_{std::vector<environment::Surface>(setup.boundaries.count(), {0, 0}), {0, 0}},
          bounds_(*setup.boundaries.walls),
          state_(device.device()),
          times_(device) {
        const auto shapes = environment::device::shapesOf(setup.sinks);
        sinks_.assign({shapes.data(), shapes.size()});
        state_.walls.faces.assign(viewOf(facesInOrder(*setup.boundaries.walls)));
        state_.walls.friction.assign(viewOf(setup.boundaries.wall_friction));
    }

    step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps) override {
        return step::advanceOnDevice(
            world, clock, steps,
            [&] {
                state_.sand.upload(world.table(sand_table));
                placed_ = 0;
            },
            [&](std::uint64_t) {
                if (clock.endsFrame(world.step)) beginFrame(world);
                return stepOfScene(world, clock.dt());
            },
            [&] { state_.sand.download(world.table(sand_table)); });
    }
    const std::vector<step::StageTime>& times() const override { return times_.all(); }

  private:
    /// A step of the scene: equal sub-steps, as many as the fastest particle requires.
    step::StepReport stepOfScene(state::World& world, double scene_dt) {
        return step::inSubsteps(world, scene_dt,
                                longestStepNow(setup_, world, device::fastestOf(exec_, state_)),
                                [&](double dt) { return stepOfSand(world, dt); });
    }

    /// A sub-step: the stages in the order of pipeline.cpp.
    step::StepReport stepOfSand(state::World& world, double dt) {
        times_.begin(world.step);
        step::StepReport report = runSources(world, dt);
        if (report.ok()) times_.run(PutIntoTiles::name, [&] { putIntoTiles(world, report); });
        if (!report.ok()) return report;
        const Transfer transfer = transferOf(setup_, dt);
        times_.run(ToGrid::name, [&] {
            listTilesAtWalls(world.time);
            device::toGrid(exec_, transfer, state_);
        });
        times_.run(MoveGrid::name, [&] { moveGrid(world, dt); });
        times_.run(ToParticles::name, [&] { toParticles(world, transfer, dt, report); });
        return report;
    }

    void putIntoTiles(state::World& world, step::StepReport& report) {
        state::Table& tiles = world.table(tile_table);
        double& wandered = world.table(ledger_table).write(fields::wandered)[0];
        const bool listed = tiles.size() > 0 || state_.sand.size() == 0;
        if (!listed || wandered > max_wandered) {
            const device::TileList list = device::sortByTiles(exec_, lattice_, state_);
            if (list.count > max_tiles) return report.fail(tooSpread(list.count));
            tiles.resize(list.count);
            std::copy(list.code.begin(), list.code.end(), tiles.write(fields::tile_code).begin());
            std::copy(list.end.begin(), list.end.end(), tiles.write(fields::tile_end).begin());
            wandered = 0;
        }
        const auto code = std::as_const(tiles).read(fields::tile_code);
        const auto end = std::as_const(tiles).read(fields::tile_end);
        if (!grid_.isOf(code, end)) grid_.connect(lattice_, code, end);
        if (placed_ == grid_.version && placed_ != 0) return;
        device::placeGrid(exec_, grid_, keepsResidual(setup_), state_);
        placed_ = grid_.version;
        walls_listed_ = false;
    }

    /// Lists the tiles whose nodes are near walls, and those whose particles reach such nodes.
    void listTilesAtWalls(double time) {
        if (walls_.anyMoves()) walls_.placeAt(time);
        if (walls_listed_ && !walls_.anyMoves()) return;
        const environment::WallsAt walls(*setup_.boundaries.walls, time);
        const Contacts contacts(setup_.boundaries, walls, {});
        std::vector<std::uint32_t> tiles, at_wall(grid_.reached.size());
        for (std::size_t k = 0; k < at_wall.size(); ++k) {
            const Ball nodes = ballAroundNodes(grid_.reached[k].corner, setup_.sand.cell);
            Near near;
            contacts.addFixed(nodes.middle, nodes.radius, near);
            contacts.addMoving(nodes.middle, nodes.radius, near);
            at_wall[k] = near.anySolid();
            if (at_wall[k] != 0) tiles.push_back(static_cast<std::uint32_t>(k));
        }
        Moments moments;
        moments.findTiles(grid_, [&](std::size_t k) { return at_wall[k] != 0 ? all_nodes : NodeSet{0}; });
        state_.walls.tiles.assign(viewOf(tiles));
        state_.walls.at_wall.assign(viewOf(at_wall));
        state_.walls.moment_tiles.assign(viewOf(moments.tiles));
        state_.walls.moment_of.assign(viewOf(moments.patch_of));
        walls_listed_ = true;
    }

    void moveGrid(state::World& world, double dt) {
        device::moveGrid(exec_, narrow(setup_.gravity * dt), state_);
        if (setup_.boundaries.any()) meetWalls(world, dt);
        device::findVolumes(exec_, walls_.view(), setup_.sand.cell, state_);
    }

    void meetWalls(state::World& world, double dt) {
        const std::vector<environment::Load> loads =
            device::meetWalls(exec_, walls_.view(), setup_.sand.cell, setup_.mass, dt, state_);
        const std::size_t count = setup_.boundaries.count();
        environment::Loads sum{std::vector<environment::Load>(count), {}};
        for (std::size_t tile = 0; tile * count < loads.size(); ++tile)
            addTo(sum, {{loads.begin() + static_cast<std::ptrdiff_t>(tile * count),
                         loads.begin() + static_cast<std::ptrdiff_t>((tile + 1) * count)},
                        {}});
        addToFrame(world, sum);
        for (double& time : world.table(load_table).write(fields::load_time)) time += dt;
        world.table(ground_load_table).write(fields::load_time)[0] += dt;
    }

    void toParticles(state::World& world, const Transfer& transfer, double dt, step::StepReport& report) {
        const double far = device::toParticles(exec_, transfer, dt, state_);
        if (!(far <= (1 - max_wandered) * setup_.sand.cell)) return report.fail(tooFast(setup_.sand));
        const std::size_t held = device::moveFreely(exec_, setup_, walls_.view(), dt, state_);
        if (held > 0) followHeld(world, held, dt);
        if (device::anyOffGrid(exec_, lattice_, state_)) return report.fail(tooFarOut());
        state::Table& ledger = world.table(ledger_table);
        ledger.write(fields::wandered)[0] += far / setup_.sand.cell;
        ledger.write(fields::steps)[0] += 1;
    }

    /// Moves the particles that may reach a wall in this step: the processor finds what each hits first.
    void followHeld(state::World& world, std::size_t held, double dt) {
        exec::Array<std::uint32_t> row(held);
        exec::Array<Vec3d> position(held);
        exec::Array<Vec3f> velocity(held), residual(held);
        state_.followed.row.copyTo(row.view());
        state_.followed.position.copyTo(position.view());
        state_.followed.velocity.copyTo(velocity.view());
        state_.followed.residual.copyTo(residual.view());
        const environment::WallsAt begin(*setup_.boundaries.walls, world.time),
            end(*setup_.boundaries.walls, world.time + dt);
        const environment::Obstacles obstacles(surfaces_, bounds_, begin, end, nullptr);
        const auto ends = std::as_const(world).table(tile_table).read(fields::tile_end);
        addToFrame(world, device::follow(host_, obstacles, setup_.boundaries.count(), setup_.mass, dt,
                                         {ends.data(), ends.size()}, std::as_const(row).view(),
                                         std::as_const(residual).view(), position.view(), velocity.view()));
        state_.followed.position.assign(std::as_const(position).view());
        state_.followed.velocity.assign(std::as_const(velocity).view());
        device::putFollowed(exec_, setup_, state_);
    }

    bool sourcesDue(const state::World& world) const {
        const auto layers = world.table(spout_table).read(fields::layers);
        for (std::size_t f = 0; f < setup_.spouts.size(); ++f)
            if (layers[f] < layersDue(setup_.spouts[f], setup_.spacing,
                                      layerOf(setup_.spouts[f], setup_.spacing).size(), world.time))
                return true;
        if (setup_.sinks.empty() && !setup_.fallen) return false;
        const Vec3d up = setup_.fallen ? setup_.fallen->up : Vec3d{};
        const environment::device::IsGone is_gone{sinks_.view(), up, lowest_,
                                                  state_.sand.read(fields::position)};
        return exec::reduce(exec_, state_.sand.size(), std::uint32_t{0}, is_gone, exec::Either{}) != 0;
    }

    step::StepReport runSources(state::World& world, double dt) {
        if (!sourcesDue(world)) return {};
        state::Table& sand = world.table(sand_table);
        state_.sand.download(sand);
        const double time = world.time;
        const std::uint64_t step = world.step;
        step::StepReport report = sources_.run(world, host_, dt);
        world.time = time;
        world.step = step;
        if (report.ok()) state_.sand.upload(sand);
        return report;
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
    Lattice lattice_;
    environment::device::PlacedWalls walls_;
    exec::DeviceOrHostArray<environment::device::SinkShape> sinks_;
    double lowest_;                   ///< height below which sand has fallen off the scene [m]
    environment::Surfaces surfaces_;  ///< without restitution and friction, which act at the nodes
    environment::FaceBounds bounds_;
    Grid grid_;
    std::uint64_t placed_ = 0;   ///< version of the grid that is on the device; 0: none
    bool walls_listed_ = false;  ///< whether the tiles at walls that stand still are those of this grid
    device::SandState state_;
    step::SampledTimes times_;
};

}  // namespace

Result<std::unique_ptr<method::DeviceSteps>> deviceSteps(const Setup& setup, const exec::Exec& device,
                                                         const exec::Exec& host) try {
    if (const auto refused = refusedOnDevice(setup); !refused.empty())
        return Error{ErrorKind::Runtime, "sand on a device does not support " + refused.front()};
    Result<step::Pipeline> sources = step::Pipeline::compose("sources", sourcesOf(setup).inOrder());
    if (!sources) return sources.error();
    return std::unique_ptr<method::DeviceSteps>(
        std::make_unique<Steps>(setup, device, host, std::move(*sources)));
} catch (const exec::DeviceMemoryFull& full) {
    return Error{ErrorKind::Runtime, full.what()};
}

}  // namespace talus::sand::mpm
