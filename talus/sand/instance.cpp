#include "talus/sand/instance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "talus/method/probes/probed_points.h"
#include "talus/sand/check_state.h"
#include "talus/sand/fields.h"
#include "talus/sand/grid/fields.h"
#include "talus/sand/measures.h"
#include "talus/sand/mpm/device/device_steps.h"
#include "talus/sand/pipeline.h"
#include "talus/sand/shown_pressure.h"
#include "talus/sand/sources/block_notes.h"
#include "talus/sand/sources/fill.h"
#include "talus/sand/tables.h"

namespace talus::sand {
namespace {

class Running final : public method::Instance {
  public:
    explicit Running(Setup setup) : setup_(std::move(setup)) {
        for (const environment::Wall& wall : setup_.walls) load_names_.push_back("wall." + wall.name);
        if (setup_.boundaries.ground) load_names_.emplace_back("ground");
    }

    void addTables(state::World& world) const override { sand::addTables(world, setup_); }
    Status start(state::World& world, const exec::Exec&, double, step::PhasedStages) const override {
        fillBlocks(world, setup_);
        return success();
    }
    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        step::PhasedStages all = stagesOf(setup_);
        all.add(std::move(others));
        return step::Pipeline::compose("sand", std::move(all).inOrder());
    }
    double longestStep(const exec::Exec& exec, const state::World& world) const override {
        return longestStepNow(setup_, world, fastestOf(exec, world));
    }
    /// Bodies take the impulses of a step of the sand in steps that are not longer.
    double longestStepIn(std::string_view method, const exec::Exec& exec,
                         const state::World& world) const override {
        return method == "solids" ? longestStep(exec, world) : std::numeric_limits<double>::infinity();
    }

    Result<std::unique_ptr<method::DeviceSteps>> onDevice(const exec::Exec& device,
                                                          const exec::Exec& host) const override {
        return mpm::deviceSteps(setup_, device, host);
    }

    void beginFrame(state::World& world) const override { sand::beginFrame(world); }
    std::vector<method::Columns> columns() const override {
        std::vector<method::Columns> all{sums(), loads()};
        if (!setup_.spouts.empty()) all.push_back(refused());
        return all;
    }

    std::vector<method::FrameSource> frames(std::span<const std::string>) const override {
        return {{"sand", [setup = setup_](const exec::Exec& exec, const state::World& world, double time) {
                     return shown(exec, world, setup, time);
                 }}};
    }
    std::vector<method::Probed> probed() const override {
        method::PointsToProbe points{.name = "sand",
                                     .table = sand_table,
                                     .position = &fields::position,
                                     .fields = {&fields::velocity},
                                     .radius = setup_.sand.cell,
                                     .id = &fields::id};
        points.amount = [volume = setup_.volume, mass = setup_.mass](const state::Table&, std::size_t) {
            return method::Amount{volume, mass};
        };
        points.domain = setup_.domain;
        return {method::probedPoints(std::move(points))};
    }
    std::optional<method::Count> count(const state::World& world) const override {
        return method::Count{"particles of sand", world.table(sand_table).size()};
    }
    std::optional<step::Trouble> trouble(const exec::Exec& exec, const state::World& world) const override {
        const Measures now = measure(exec, world, setup_);
        if (!now.finite)
            return step::Trouble{"the position or velocity of a particle of the sand is not a number",
                                 adviceForShorterSteps(setup_.sand),
                                 {},
                                 {}};
        if (now.fastest > maxSpeed(setup_))
            return step::Trouble{
                fmt::format("sand moves at {:.3g} m/s; the expected maximum speed is {:.3g} m/s", now.fastest,
                            setup_.fastest),
                adviceForShorterSteps(setup_.sand) + "; if such speeds are intended, set speed in [sand]",
                {},
                {}};
        return std::nullopt;
    }
    std::vector<method::Note> notes(const exec::Exec& exec, const state::World& world,
                                    method::Moment moment) const override {
        std::vector<method::Note> notes;
        if (moment == method::Moment::Start) notes = notesOnBlocks(world, setup_);
        if (setup_.sand.solver == Solver::Mpm) addCompressed(measure(exec, world, setup_), notes);
        if (const double share = squeezedShare(world); share > 1e-3)
            notes.push_back(
                {"sand squeezed",
                 fmt::format(
                     "walls or bodies moved into containers that are full of sand, and took {:.2g}% of its "
                     "volume there: it had nowhere to go and became denser, and what presses on the "
                     "walls of such containers is too little; stop the walls before, or leave the sand a "
                     "way out",
                     100 * share)});
        const auto refused = world.table(spout_table).read(fields::refused);
        for (std::size_t f = 0; f < refused.size(); ++f)
            if (refused[f] > 0)
                notes.push_back(
                    {"sand_spout " + setup_.spouts[f].name,
                     fmt::format("there is sand in the way of the spout '{}': {} of its particles "
                                 "so far were left out (sand.refused in "
                                 "stats.csv); move it up, or give the sand more space",
                                 setup_.spouts[f].name, refused[f])});
        if (const std::uint64_t fallen = world.table(ledger_table).read(fields::fallen)[0]; fallen > 0)
            notes.push_back(
                {"sand fallen",
                 fmt::format("sand falls off the scene: {} particles so far were removed and counted "
                             "(sand.fallen in stats.csv); to keep it, make the ground larger or put a wall "
                             "around it; to remove it on purpose, add a [[sink]]",
                             fallen)});
        return notes;
    }
    void check(state::StateCheck& check) const override { checkState(setup_, check); }

  private:
    static Result<state::FrameSet> shown(const exec::Exec& exec, const state::World& world,
                                         const Setup& setup, double time) {
        const std::vector<std::string> names{"velocity", "id", "source"};
        auto points = state::viewOf(world.table(sand_table), names, time);
        if (!points) return points.error();
        const auto pressures = std::make_shared<const std::vector<float>>(shownPressures(exec, world, setup));
        points->fields.push_back(state::arrayOf("pressure", std::span<const float>(*pressures)));
        state::FrameSet set(std::move(*points));
        set.kept = pressures;
        return set;
    }

    /// Narain and ZhuBridson: what walls took from full containers, as a share of the volume of the sand.
    double squeezedShare(const state::World& world) const {
        if (setup_.sand.solver == Solver::Mpm) return 0;
        const double volume = setup_.volume * static_cast<double>(world.table(sand_table).size());
        return volume > 0 ? world.table(grid::box_table).read(grid::fields::squeezed)[0] / volume : 0;
    }
    method::Columns sums() const {
        method::Columns columns;
        for (const char* part :
             {"count", "mass [kg]", "kinetic [J]", "potential [J]", "momentum_x [kg m/s]",
              "momentum_y [kg m/s]", "momentum_z [kg m/s]", "centre_x [m]", "centre_y [m]", "centre_z [m]",
              "fastest [m/s]", "max_compression", "frame_steps", "made", "sunk", "fallen"})
            columns.names.push_back(fmt::format("sand.{}", part));
        columns.values = [setup = setup_](const exec::Exec& exec, const state::World& world,
                                          std::vector<method::Cell>& values) {
            const Measures m = measure(exec, world, setup);
            const state::Table& ledger = world.table(ledger_table);
            values.insert(values.end(), {m.count, setup.mass * static_cast<double>(m.count), m.kinetic,
                                         m.potential, m.momentum.x, m.momentum.y, m.momentum.z, m.centre.x,
                                         m.centre.y, m.centre.z, m.fastest, m.max_compression,
                                         ledger.read(fields::steps)[0], ledger.read(fields::made)[0],
                                         ledger.read(fields::sunk)[0], ledger.read(fields::fallen)[0]});
        };
        return columns;
    }

    /// A few particles in an impact are always compressed by much: without effect on the rest, so that they
    /// are not reported.
    void addCompressed(const Measures& now, std::vector<method::Note>& notes) const {
        constexpr double few = 0.02;  // chosen: falls, pours and drums with the default keys reach 0.014
        const double share = static_cast<double>(now.compressed) / static_cast<double>(now.count);
        if (!(share > few)) return;
        const double accepted = setup_.sand.compression;
        notes.push_back(
            {"sand compressed",
             fmt::format(
                 "{:.2g}% of the sand has lost more than {:g}% of its volume, and some {:.0f}% "
                 "(sand.max_compression in stats.csv), where compression = {:g} accepts {:g}%: it is "
                 "pressed harder than by its own fall, or pours into sand that cannot move away; make "
                 "stiffness in [sand] larger, or give it more space",
                 100 * share, 100 * far_above * accepted, 100 * now.max_compression, accepted,
                 100 * accepted)});
    }

    /// Particles of all spouts that sand was in the way of.
    method::Columns refused() const {
        method::Columns columns;
        columns.names = {"sand.refused"};
        columns.values = [](const exec::Exec&, const state::World& world, std::vector<method::Cell>& values) {
            std::uint64_t sum = 0;
            for (const std::uint64_t of : world.table(spout_table).read(fields::refused)) sum += of;
            values.emplace_back(sum);
        };
        return columns;
    }

    /// The loads of sand on each wall and the ground. Each appears twice: in the columns without "sand.", to
    /// which all methods add, and in its own columns.
    method::Columns loads() const {
        method::Columns columns;
        for (const std::string& wall : load_names_)
            for (const char* from : {"", "sand."})
                for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"})
                    columns.names.push_back(fmt::format("{}.{}{}", wall, from, part));
        columns.values = [walls = setup_.boundaries.count(), all = load_names_.size()](
                             const exec::Exec&, const state::World& world,
                             std::vector<method::Cell>& values) {
            for (std::size_t w = 0; w < all; ++w) {
                const state::Table& table = world.table(w < walls ? load_table : ground_load_table);
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
    std::vector<std::string> load_names_;
};

}  // namespace

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Running>(setupOf(scene)));
}

}  // namespace talus::sand
