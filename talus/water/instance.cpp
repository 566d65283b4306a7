#include "talus/water/instance.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/exec/reduce.h"
#include "talus/method/probes/probed_points.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/boundary/solids_now.h"
#include "talus/water/boundary/wall_pressure.h"
#include "talus/water/check_state.h"
#include "talus/water/device/device_steps.h"
#include "talus/water/measures.h"
#include "talus/water/pipeline.h"
#include "talus/water/search/cells.h"
#include "talus/water/shown_pressure.h"
#include "talus/water/sources/fill.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/start_pressure.h"

namespace talus::water {
namespace {

class Running final : public method::Instance {
  public:
    Running(Setup setup, const environment::Environment& world) : setup_(std::move(setup)) {
        for (const environment::Wall& wall : world.walls) wall_names_.push_back("wall." + wall.name);
    }

    void addTables(state::World& world) const override { water::addTables(world, setup_); }
    Status start(state::World& world, const exec::Exec& exec, double step,
                 step::PhasedStages) const override {
        fillBlocks(world, setup_);
        return findStartPressure(world, exec, setup_, step);
    }
    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        step::PhasedStages all = stagesOf(setup_);
        all.add(std::move(others));
        return step::Pipeline::compose("water", std::move(all).inOrder());
    }
    /// Bodies and sheets take the impulses of a step of the water in steps that are not longer.
    double longestStepIn(std::string_view method, const exec::Exec& exec,
                         const state::World& world) const override {
        const bool touched =
            method == "solids" || (method == "cloth" && setup_.solids.walls->points() != nullptr);
        return touched ? longestStep(exec, world) : std::numeric_limits<double>::infinity();
    }
    double longestStep(const exec::Exec& exec, const state::World& world) const override {
        return longestStepNow(setup_, extremesOf(exec, world));
    }

    void beginFrame(state::World& world) const override { water::beginFrame(world); }
    Result<std::unique_ptr<method::DeviceSteps>> onDevice(const exec::Exec& device,
                                                          const exec::Exec& host) const override {
        return deviceSteps(setup_, device, host);
    }

    std::vector<method::Columns> columns() const override { return {sums(), loads()}; }

    std::vector<method::FrameSource> frames(std::span<const std::string> wanted) const override {
        std::vector<method::FrameSource> sets{
            {"water", [this](const exec::Exec& exec, const state::World& world, double time) {
                 return shown(exec, world, time);
             }}};
        if (std::find(wanted.begin(), wanted.end(), method::search_cells) != wanted.end())
            sets.push_back({std::string("water") + method::cells_suffix,
                            [this](const exec::Exec& exec, const state::World& world,
                                   double time) -> Result<state::FrameSet> {
                                return state::FrameSet(occupiedCells(exec, world, time));
                            }});
        return sets;
    }
    std::vector<method::Probed> probed() const override {
        const auto integral = wallIntegral();
        method::PointsToProbe points{.name = "water",
                                     .table = water_table,
                                     .position = &fields::position,
                                     .fields = {&fields::velocity, &fields::pressure, &fields::density},
                                     .radius = setup_.smoothing.support,
                                     .id = &fields::id};
        points.amount = [volume = setup_.smoothing.volume, mass = setup_.mass](const state::Table&,
                                                                               std::size_t) {
            return method::Amount{volume, mass};
        };
        points.domain = setup_.smoothing.domain;
        if (setup_.solids.any())
            points.free_share = [solids = setup_.solids, integral](const state::World& world,
                                                                   const Vec3d& at) {
                return freeShareAt(solids, *integral, world, at);
            };
        method::Probed water = method::probedPoints(std::move(points));
        water.pressure = WallPressure(setup_.solids, integral, setup_.gravity, setup_.water.density,
                                      setup_.smoothing.volume);
        return {std::move(water)};
    }
    std::optional<method::Count> count(const state::World& world) const override {
        return method::Count{"particles of water", world.table(water_table).size()};
    }

    std::optional<step::Trouble> trouble(const exec::Exec& exec, const state::World& world) const override {
        const Measures now = measure(exec, world, setup_.mass, setup_.water.density);
        if (!now.finite)
            return step::Trouble{"the position or velocity of a particle of the water is not a number",
                                 "make cfl in [water] smaller",
                                 {},
                                 {}};
        // Far above the speed that falls and inflows can reach: the solver is unstable.
        if (now.fastest > 20 * setup_.reachable + 1)
            return step::Trouble{
                fmt::format("water moves at {:.3g} m/s; the expected maximum speed is {:.3g} m/s",
                            now.fastest, setup_.reachable),
                setup_.water.dt
                    ? "leave dt out of [water], or make it shorter"
                    : "make cfl in [water] smaller; if such speeds are intended, set speed in [water]",
                {},
                {}};
        // Solvers leave a compression of a thousandth or a hundredth. Those of impacts and of overlapping
        // blocks end within a frame.
        constexpr double too_dense = 0.3;
        if (setup_.water.solver != Solver::Mueller && now.compression > too_dense)
            return step::Trouble{
                fmt::format(
                    "the water is compressed to {:.2g} times its density: there is more of it than fits "
                    "between its walls",
                    1 + now.compression),
                "end the [[inflow]] earlier, open a side of what holds the water, or make its blocks "
                "smaller; if "
                "it should fit, make cfl in [water] smaller",
                {},
                {}};
        return std::nullopt;
    }

    std::vector<method::Note> notes(const exec::Exec&, const state::World& world,
                                    method::Moment moment) const override {
        std::vector<method::Note> notes;
        if (moment == method::Moment::Start) noteInflowsInSolids(world, notes);
        const state::Table& ledger = world.table(ledger_table);
        const double error = ledger.read(fields::density_error)[0];
        if (error > 2 * setup_.water.density_error)
            notes.push_back(
                {"density_error", fmt::format("the solver of the water left a mean compression of {:.2g}, "
                                              "more than density_error = {:g} in [water]: raise "
                                              "max_iterations, or make cfl smaller",
                                              error, setup_.water.density_error)});
        if (const std::uint64_t fallen = ledger.read(fields::fallen)[0]; fallen > 0)
            notes.push_back(
                {"water fallen",
                 fmt::format("water falls off the scene: {} particles so far were removed and counted "
                             "(water.fallen in stats.csv); to keep it, make the ground larger or put a "
                             "wall around it; to remove it on purpose, add a [[sink]]",
                             fallen)});
        return notes;
    }

    void check(state::StateCheck& check) const override { checkState(setup_, check); }

  private:
    Result<state::FrameSet> shown(const exec::Exec& exec, const state::World& world, double time) const {
        const state::Table& rows = world.table(water_table);
        std::vector<std::string> names{"velocity", "density", "pressure", "id"};
        if (rows.has(fields::concentration)) names.emplace_back(fields::concentration.name);
        auto points = state::viewOf(rows, names, time);
        if (!points) return points.error();
        if (setup_.water.solver == Solver::Mueller) return state::FrameSet(std::move(*points));
        const auto pressures = std::make_shared<const std::vector<float>>(
            shownPressures(exec, setup_.smoothing, setup_.solids, world));
        for (state::ArrayView& field : points->fields)
            if (field.name == fields::pressure.name)
                field = state::arrayOf(field.name, std::span<const float>(*pressures));
        state::FrameSet set(std::move(*points));
        set.kept = pressures;
        return set;
    }

    /// The cells of the search for neighbours.
    state::Points occupiedCells(const exec::Exec& exec, const state::World& world, double time) const {
        const auto position = world.table(water_table).read(fields::position);
        if (position.empty()) return method::occupiedCells(position, {}, time);
        const Cells cells = cellsFor(exec, position, setup_.smoothing.support, setup_.smoothing.domain);
        const method::SearchGrid grid{cells.origin,
                                      {1 / cells.inverse.x, 1 / cells.inverse.y, 1 / cells.inverse.z}};
        return method::occupiedCells(
            position, [&](std::size_t) { return grid; }, time);
    }

    void noteInflowsInSolids(const state::World& world, std::vector<method::Note>& notes) const {
        const SolidsNow solids(setup_.solids, world);
        for (const Inflow& inflow : setup_.inflows) {
            std::vector<Vec3d> positions = layerOf(inflow, setup_.water.spacing);
            const std::size_t all = positions.size();
            for (Vec3d& position : positions) position += inflow.centre;
            removeInSolids(solids.at(), {}, positions);
            if (positions.size() < all)
                notes.push_back(
                    {"inflow " + inflow.name,
                     fmt::format(
                         "{} of the {} particles in a layer of the inflow '{}' come in behind a wall or "
                         "in the ground, where water is compressed: move the inflow, or make it smaller",
                         all - positions.size(), all, inflow.name)});
        }
    }

    std::shared_ptr<const WallIntegral> wallIntegral() const {
        return std::make_shared<const WallIntegral>(setup_.smoothing.kernel, setup_.smoothing.support,
                                                    setup_.water.spacing);
    }

    method::Columns sums() const {
        method::Columns columns;
        for (const char* part :
             {"count", "mass [kg]", "kinetic [J]", "momentum_x [kg m/s]", "momentum_y [kg m/s]",
              "momentum_z [kg m/s]", "fastest [m/s]", "compression", "density_error", "pressure_iterations",
              "drift_iterations", "frame_steps", "made", "sunk", "fallen"})
            columns.names.push_back(fmt::format("water.{}", part));
        columns.values = [mass = setup_.mass, rest = setup_.water.density](
                             const exec::Exec& exec, const state::World& world,
                             std::vector<method::Cell>& values) {
            const Measures m = measure(exec, world, mass, rest);
            const state::Table& ledger = world.table(ledger_table);
            const double steps = std::max(1.0, ledger.read(fields::steps)[0]);
            values.insert(
                values.end(),
                {m.count, mass * static_cast<double>(m.count), m.kinetic, m.momentum.x, m.momentum.y,
                 m.momentum.z, m.fastest, m.compression, ledger.read(fields::density_error)[0],
                 ledger.read(fields::pressure_iterations)[0] / steps,
                 ledger.read(fields::drift_iterations)[0] / steps, ledger.read(fields::steps)[0],
                 ledger.read(fields::made)[0], ledger.read(fields::sunk)[0], ledger.read(fields::fallen)[0]});
        };
        return columns;
    }

    /// The loads of water on each wall and the ground. Each appears twice: in the columns without "water.",
    /// to which all methods add, and in its own columns.
    method::Columns loads() const {
        method::Columns columns;
        std::vector<std::string> names = wall_names_;
        if (setup_.solids.hasGround()) names.emplace_back("ground");
        for (const std::string& wall : names)
            for (const char* from : {"", "water."})
                for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"})
                    columns.names.push_back(fmt::format("{}.{}{}", wall, from, part));
        columns.values = [walls = wall_names_.size(), ground = setup_.solids.hasGround()](
                             const exec::Exec&, const state::World& world,
                             std::vector<method::Cell>& values) {
            const state::Table& rows = world.table(load_table);
            for (std::size_t w = 0; w < walls + ground; ++w) {
                const state::Table& table = w < walls ? rows : world.table(ground_load_table);
                const std::size_t row = w < walls ? w : 0;
                const double time = table.read(fields::load_time)[row];
                const double per_time = time > 0 ? 1 / time : 0;
                const Vec3d force = table.read(fields::impulse)[row] * per_time,
                            torque = table.read(fields::angular_impulse)[row] * per_time;
                for (int twice = 0; twice < 2; ++twice)
                    values.insert(values.end(), {force.x, force.y, force.z, torque.x, torque.y, torque.z});
            }
        };
        return columns;
    }

    Setup setup_;
    std::vector<std::string> wall_names_;
};

}  // namespace

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Running>(setupOf(scene), scene.environment));
}

}  // namespace talus::water
