#include "talus/volume/instance.h"

#include <algorithm>
#include <limits>

#include "talus/exec/reduce.h"
#include "talus/state/columns.h"
#include "talus/state/mesh.h"
#include "talus/state/volume.h"
#include "talus/volume/fields.h"
#include "talus/volume/make_surface.h"
#include "talus/volume/params.h"
#include "talus/volume/tops.h"

namespace talus::volume {
namespace {

/// Share of loose ground in all ground of the eight cells around a position.
float looseAround(const geometry::VolumeCells& cells, const Vec3d& p) {
    const geometry::BlockGrid& grid = cells.grid;
    const geometry::CellAt at = cellAt(grid, p - Vec3d{0.5, 0.5, 0.5} * grid.cell);
    double loose = 0, all = 0;
    for (int c = 0; c < 8; ++c) {
        const geometry::CellAt one{at.i + (c & 1), at.j + (c >> 1 & 1), at.k + (c >> 2)};
        loose += cells.looseAt(one);
        all += cells.filled(one);
    }
    return static_cast<float>(all > 0 ? std::clamp(loose / all, 0.0, 1.0) : 0);
}

template <class T>
state::Points::Array owned(const char* name, const std::vector<T>& values) {
    const state::ArrayView view = state::arrayOf<T>(name, values);
    return {view.name, view.scalar, view.components, {view.bytes.begin(), view.bytes.end()}};
}

/// All cells of the grid, including those of empty and full blocks.
state::Volume allCells(const geometry::VolumeCells& cells, const std::vector<std::string>& shares,
                       double time) {
    const geometry::BlockGrid& grid = cells.grid;
    state::Volume all{time, {grid.corner, grid.cell, {}}, false, {}};
    for (std::size_t axis = 0; axis < 3; ++axis)
        all.grid.cells[axis] = static_cast<std::uint32_t>(grid.cellsAlong(axis));
    for (const std::string& name : shares) {
        std::vector<float> values;
        values.reserve(all.view().count());
        const bool firm = name == fields::firm.name;
        for (std::int64_t k = 0; k < grid.cellsAlong(2); ++k)
            for (std::int64_t j = 0; j < grid.cellsAlong(1); ++j)
                for (std::int64_t i = 0; i < grid.cellsAlong(0); ++i)
                    values.push_back(
                        static_cast<float>(firm ? cells.firmAt({i, j, k}) : cells.looseAt({i, j, k})));
        all.fields.push_back(owned(name.c_str(), values));
    }
    return all;
}

/// Has no time step of its own: adds a stage to the water's step.
class Ground final : public method::Instance {
  public:
    Ground(std::shared_ptr<const Start> start, environment::GroundVolume volume)
        : start_(std::move(start)), volume_(std::move(volume)) {}

    void addTables(state::World& world) const override {
        state::Table& blocks = world.addTable(blocks_table);
        blocks.add(fields::slot);
        blocks.add(fields::changes);
        blocks.resize(start_->slot.size());
        std::copy(start_->slot.begin(), start_->slot.end(), blocks.write(fields::slot).begin());
        state::Table& cells = world.addTable(cells_table);
        cells.add(fields::firm);
        cells.add(fields::loose);
        cells.resize(start_->firm.size());
        const auto firm = start_->firm.view();
        std::copy(firm.begin(), firm.end(), cells.write(fields::firm).begin());
    }
    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        return step::Pipeline::compose("volume", std::move(others).inOrder());
    }
    double longestStep(const exec::Exec&, const state::World&) const override {
        return std::numeric_limits<double>::infinity();
    }
    step::PhasedStages stagesIn(std::string_view method) const override {
        step::PhasedStages stages;
        if (method == "water") stages.add(step::Phase::Add, MakeSurface{volume_});
        return stages;
    }

    std::vector<method::Columns> columns() const override {
        method::Columns columns;
        columns.names = {"volume.firm [m^3]", "volume.loose [m^3]"};
        columns.values = [volume = volume_](const exec::Exec& exec, const state::World& world,
                                            std::vector<method::Cell>& values) {
            const geometry::VolumeCells cells = cellsOf(volume, world);
            const double whole = static_cast<double>(
                std::count(cells.slot.begin(), cells.slot.end(), geometry::VolumeCells::full) *
                std::ptrdiff_t{geometry::BlockGrid::cells_of_block});
            const auto sum = [&](exec::View<const double> part) {
                return exec::sum(exec, part.size(), 0.0, [=](std::size_t k) { return part[k]; });
            };
            values.insert(values.end(), {(whole + sum(cells.firm)) * cells.grid.volumeOfCell(),
                                         sum(cells.loose) * cells.grid.volumeOfCell()});
        };
        return {columns};
    }

    std::vector<method::FrameSource> frames(std::span<const std::string> wanted) const override {
        const auto surface = [volume = volume_](const exec::Exec&, const state::World& world,
                                                double time) -> Result<state::FrameSet> {
            const geometry::Mesh mesh = surfaceOf(volume, world).mesh();
            const geometry::VolumeCells cells = cellsOf(volume, world);
            std::vector<float> loose(mesh.points.size());
            for (std::size_t p = 0; p < loose.size(); ++p) loose[p] = looseAround(cells, mesh.points[p]);
            state::Mesh set;
            set.points = state::Points{
                time, mesh.points.size(), owned("position", mesh.points), {owned("loose", loose)}};
            set.count = mesh.triangles.size();
            set.corners = owned("corners", mesh.triangles);
            return state::FrameSet(std::move(set));
        };
        const auto tops = [volume = volume_, box = start_->box](const exec::Exec&, const state::World& world,
                                                                double time) -> Result<state::FrameSet> {
            const geometry::Heightfield field = topsOf(cellsOf(volume, world), box);
            const auto height = field.height.view();
            const std::vector<float> values(height.begin(), height.end());
            return state::FrameSet(state::Columns{time, field.grid, {owned("height", values)}});
        };
        std::vector<method::FrameSource> sources{{surface_set, surface}, {tops_set, tops}};
        std::vector<std::string> shares;
        for (const char* name : {fields::firm.name, fields::loose.name})
            if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) shares.emplace_back(name);
        if (!shares.empty())
            sources.push_back(
                {cells_set,
                 [volume = volume_, shares](const exec::Exec&, const state::World& world, double time) {
                     return Result(state::FrameSet(allCells(cellsOf(volume, world), shares, time)));
                 }});
        return sources;
    }

    void check(state::StateCheck& check) const override {
        check.rows(blocks_table, volume_.grid.size());
        const std::size_t cells = check.world().table(cells_table).size();
        constexpr std::size_t block = geometry::BlockGrid::cells_of_block;
        if (cells % block != 0)
            check.fail(cells_table, fields::firm.name, cells - 1,
                       "the last block of 512 cells is not complete");
        check.below(blocks_table, fields::slot, geometry::VolumeCells::first + cells / block);
        check.anyValue(blocks_table, fields::changes);  // only compared for equality
        // With a tolerance for the round-off of sums.
        check.within(cells_table, fields::firm, -1e-9, 1 + 1e-9);
        check.within(cells_table, fields::loose, -1e-9, 1 + 1e-9);
        const state::Table& table = check.world().table(cells_table);
        const auto firm = table.read(fields::firm), loose = table.read(fields::loose);
        for (std::size_t k = 0; k < cells; ++k)
            if (!(firm[k] + loose[k] <= 1 + 1e-9))
                return check.fail(cells_table, fields::loose.name, k,
                                  "the firm and loose shares of the cell are more than 1 together");
    }

  private:
    std::shared_ptr<const Start> start_;
    environment::GroundVolume volume_;
};

}  // namespace

environment::GroundVolume groundOf(const geometry::BlockGrid& grid, std::string material) {
    return {grid,        blocks_table,  &fields::slot,  &fields::changes,
            cells_table, &fields::firm, &fields::loose, std::move(material)};
}

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(
        std::make_unique<Ground>(in(scene).volume->start, *scene.environment.volume));
}

}  // namespace talus::volume
