#include "heat_method.h"

#include <algorithm>
#include <cmath>

#include <talus/exec/reduce.h>
#include <talus/method/drawing.h>
#include <talus/method/plot.h>
#include <talus/method/probes/probed_points.h>
#include <talus/picture/appearance.h>

// dT/dt = D (d2T/dx2 + d2T/dy2) in square cells, no heat through the rim. Explicit differences, forward in
// time and centred in space (Morton and Mayers, Numerical Solution of Partial Differential Equations,
// 2005, 3.1).
namespace outside {
namespace {

using namespace talus;

// 1. Settings: they never change during a step. [heat] may be left out of a scene.
struct Plate {
    std::vector<int> cells{32, 32};  ///< along x and y
    Vec3d corner;                    ///< [m] the lowest in x and y
    double spacing = 0.01;           ///< [m]
    double diffusivity = 1e-4;       ///< [m^2/s], copper's
    double temperature = 293;        ///< at the start, but for the hot spot [K]
    Vec3d hot_spot;                  ///< its centre [m]
    double hot_radius = 0.02;        ///< [m]
    double hot_temperature = 373;    ///< [K]

    std::size_t columns() const { return static_cast<std::size_t>(cells[0]); }
    std::size_t rows() const { return static_cast<std::size_t>(cells[1]); }
    Vec3d centre(std::size_t cell) const {
        const auto x = static_cast<double>(cell % columns()), y = static_cast<double>(cell / columns());
        return corner + Vec3d{(x + 0.5) * spacing, (y + 0.5) * spacing, 0};
    }
    /// Half of what is stable: 4 D dt = dx^2 (as above, 3.1).
    double longestStep() const { return spacing * spacing / (8 * diffusivity); }
};
struct Part {
    std::optional<Plate> plate;
};

std::vector<settings::Section> sections() {
    using namespace settings;
    return {optional(
        "heat", &Part::plate, "A flat plate in which heat spreads.",
        {parameter(&Plate::cells, {.key = "cells",
                                   .range = between(2, 4096),
                                   .length = 2,
                                   .doc = "How many cells it has along x and y."}),
         parameter(&Plate::corner,
                   {.key = "corner", .unit = "m", .required = true, .doc = "Its corner, lowest in x and y."}),
         parameter(&Plate::spacing,
                   {.key = "spacing", .unit = "m", .range = above(0), .doc = "Side of a cell."}),
         parameter(&Plate::diffusivity, {.key = "diffusivity",
                                         .unit = "m^2/s",
                                         .range = above(0),
                                         .doc = "Conductivity over density and specific heat."}),
         parameter(&Plate::temperature, {.key = "temperature",
                                         .unit = "K",
                                         .range = atLeast(0),
                                         .doc = "At the start, outside the hot spot [K]."}),
         parameter(&Plate::hot_spot,
                   {.key = "hot_spot", .unit = "m", .required = true, .doc = "Centre of the hot spot."}),
         parameter(&Plate::hot_radius,
                   {.key = "hot_radius", .unit = "m", .range = atLeast(0), .doc = "Its radius."}),
         parameter(&Plate::hot_temperature, {.key = "hot_temperature",
                                             .unit = "K",
                                             .range = atLeast(0),
                                             .doc = "In it at the start [K]."})})};
}

// 2. State: checkpoints, the state hash, frames and resume follow from these.
constexpr const char* table = "heat";
constexpr state::Field<Vec3d> position{"position", "m", "centre of the cell"};
constexpr state::Field<double> temperature{"temperature", "K", "temperature"};
constexpr state::Field<double> next{"next", "K", "temperature after this step", state::Lifetime::Scratch};

// 3. Stages: what each reads and writes is declared; each cell gathers, so any number of threads has the same
// bits.
struct Conduct {
    static constexpr const char* name = "conduct heat";
    Plate plate;

    step::Access access() const { return {{{table, &temperature}}, {{table, &next}}, {}}; }
    void run(step::Step& step) const {
        const auto now = step.read(table, temperature);
        const auto then = step.write(table, next);
        const std::size_t nx = plate.columns(), ny = plate.rows();
        const double share = plate.diffusivity * step.dt / (plate.spacing * plate.spacing);
        exec::for_each(step.exec, nx * ny, [=](std::size_t cell) {
            const std::size_t x = cell % nx, y = cell / nx;
            double sum = 0;
            if (x > 0) sum += now[cell - 1] - now[cell];
            if (x + 1 < nx) sum += now[cell + 1] - now[cell];
            if (y > 0) sum += now[cell - nx] - now[cell];
            if (y + 1 < ny) sum += now[cell + nx] - now[cell];
            then[cell] = now[cell] + share * sum;
        });
    }
};
struct Keep {
    static constexpr const char* name = "keep heat";

    step::Access access() const { return {{{table, &next}}, {{table, &temperature}}, {}}; }
    void run(step::Step& step) const {
        const auto then = step.read(table, next);
        const auto now = step.write(table, temperature);
        exec::for_each(step.exec, then.size(), [=](std::size_t cell) { now[cell] = then[cell]; });
    }
};

// 4. What a running scene asks of it.
class Running final : public method::Instance {
  public:
    explicit Running(Plate plate) : plate_(std::move(plate)) {}

    void addTables(state::World& world) const override {
        state::Table& cells = world.addTable(table);
        for (const state::FieldInfo* field :
             std::initializer_list<const state::FieldInfo*>{&position, &temperature, &next})
            cells.add(*field);
        cells.resize(plate_.columns() * plate_.rows());
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const Vec3d centre = plate_.centre(cell);
            const bool hot = length(centre - plate_.hot_spot) <= plate_.hot_radius;
            cells.write(position)[cell] = centre;
            cells.write(temperature)[cell] = hot ? plate_.hot_temperature : plate_.temperature;
        }
    }
    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        step::PhasedStages all;
        all.add(step::Phase::Move, Conduct{plate_}, Keep{});
        all.add(std::move(others));
        return step::Pipeline::compose("heat", std::move(all).inOrder());
    }
    double longestStep(const exec::Exec&, const state::World&) const override { return plate_.longestStep(); }
    std::vector<method::Columns> columns() const override {
        method::Columns columns;
        columns.names = {"heat.total [K m^2]", "heat.hottest [K]", "heat.spread [m^2]"};
        columns.values = [plate = plate_](const exec::Exec& exec, const state::World& world,
                                          std::vector<method::Cell>& values) {
            const auto now = world.table(table).read(temperature);
            const double total = exec::sum(exec, now.size(), 0.0, [&](std::size_t i) { return now[i]; });
            const double hottest = exec::reduce(
                exec, now.size(), 0.0, [&](std::size_t i) { return now[i]; },
                [](double a, double b) { return std::max(a, b); });
            // Mean square distance of the heat that is too much from the hot spot.
            const double excess = total - static_cast<double>(now.size()) * plate.temperature;
            const double moment = exec::sum(exec, now.size(), 0.0, [&](std::size_t i) {
                return (now[i] - plate.temperature) * squaredLength(plate.centre(i) - plate.hot_spot);
            });
            values.insert(values.end(), {total * plate.spacing * plate.spacing, hottest,
                                         excess > 0 ? moment / excess : 0.0});
        };
        return {columns};
    }
    std::vector<method::FrameSource> frames(std::span<const std::string>) const override {
        return {method::pointSet("heat", table, {temperature.name})};  // files heat.NNNN.vtp
    }
    std::vector<method::Probed> probed() const override {
        return {method::probedPoints({.name = "heat",
                                      .table = table,
                                      .position = &position,
                                      .fields = {&temperature},
                                      .radius = 2 * plate_.spacing})};  // a [[probe]] of = "heat"
    }
    std::optional<step::Trouble> trouble(const exec::Exec& exec, const state::World& world) const override {
        const auto now = world.table(table).read(temperature);
        const double sum = exec::sum(exec, now.size(), 0.0, [&](std::size_t i) { return now[i]; });
        if (std::isfinite(sum)) return std::nullopt;
        return step::Trouble{"a cell's temperature is not a number", "make diffusivity smaller", {}, {}};
    }
    void check(state::StateCheck& check) const override {
        check.rows(table, plate_.columns() * plate_.rows());
        check.finite(table);
    }

  private:
    Plate plate_;
};

// 5. What the scene's check, its estimate and its pictures ask, of the settings alone.
bool used(const method::Scene& scene) { return scene.of<Part>().plate.has_value(); }

void check(const method::Checking& checking) {
    const auto& plate = checking.scene.of<Part>().plate;
    if (!plate) return;
    const Vec3d at = (plate->hot_spot - plate->corner) / plate->spacing;
    if (at.x >= 0 && at.y >= 0 && at.x <= plate->cells[0] && at.y <= plate->cells[1]) return;
    checking.error("heat", 0, "hot_spot", "the hot spot is not on the plate",
                   "the plate begins at 'corner' and has 'cells' of 'spacing'");
}

method::Needs needs(const method::Scene& scene) {
    const Plate& plate = *scene.of<Part>().plate;
    const double cells = static_cast<double>(plate.columns() * plate.rows());
    return {.longest_step = plate.longestStep(),
            .why = "heat crosses half a cell",
            .what = "cells",
            .count = cells,
            .memory_bytes = 40 * cells,
            .frame_bytes = 32 * cells,
            .checkpoint_bytes = 32 * cells,
            .work = 2e-9 * cells * scene.time.end() / plate.longestStep()};
}

Result<std::unique_ptr<method::Instance>> build(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Running>(*scene.of<Part>().plate));
}

/// A square for each cell of the frame.
Status draw(const method::Scene& scene, method::Drawing& drawing) {
    const auto* found = drawing.find<state::PointsView>("heat");
    if (found == nullptr) return success();
    const state::PointsView& cells = *found;
    const state::ArrayView* value = cells.find(temperature.name);
    if (value == nullptr || value->components != 1)
        return Error{ErrorKind::Input, "the frames of the heat have no temperature"};
    const Plate& plate = *scene.of<Part>().plate;
    std::vector<double> corner_values;
    picture::Mesh mesh;
    for (std::size_t cell = 0; cell < cells.count; ++cell) {
        const auto first = static_cast<std::uint32_t>(mesh.position.size());
        for (const Vec3d& way : {Vec3d{-1, -1, 0}, Vec3d{1, -1, 0}, Vec3d{1, 1, 0}, Vec3d{-1, 1, 0}}) {
            mesh.position.push_back(cells.at(cell) + way * (0.5 * plate.spacing));
            mesh.normal.push_back({0, 0, 1});
            corner_values.push_back(value->value(cell));
        }
        mesh.triangle.push_back({first, first + 1, first + 2});
        mesh.triangle.push_back({first, first + 2, first + 3});
    }
    picture::Legend legend{.name = "temperature", .unit = "K", .map = picture::ColourMap::Plasma};
    legend.low = std::min(plate.temperature, plate.hot_temperature);
    legend.high = std::max({plate.temperature, plate.hot_temperature, legend.low + 1});
    mesh.colour = picture::fieldColours(corner_values, legend);
    if (!drawing.picture.legend) drawing.picture.legend = legend;
    drawing.picture.meshes.push_back(std::move(mesh));
    return success();
}

}  // namespace

// 6. The row.
method::Method heat() {
    return {.name = "heat",
            .line = "heat in a plate",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .used = used,
            .check = check,
            .needs = needs,
            .build = build,
            .draw = draw};
}

}  // namespace outside
