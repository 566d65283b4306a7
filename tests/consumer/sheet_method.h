#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include <talus/exec/for_each.h>
#include <talus/exec/reduce.h>
#include <talus/method/method.h>
#include <talus/picture/appearance.h>
#include <talus/picture/meshes/frame_mesh.h>
#include <talus/picture/puffs.h>
#include <talus/state/field.h>

// A method whose frames are a mesh, lines and a volume: a sheet that swings like a drum, the threads that it
// hangs from, and smoke that spreads above it. The sheet obeys u_tt = c^2 (u_xx + u_yy), the smoke
// r_t = D (r_xx + r_yy + r_zz), both by explicit differences. Used by a program outside of Talus and by its
// tests alike.
namespace outside {
namespace sheet_parts {

using namespace talus;

// 1. Settings.
struct Sheet {
    int cells = 12;       ///< along a side, of the sheet and of the smoke
    double side = 0.2;    ///< [m]
    double wave = 1;      ///< speed of waves in it [m/s]
    double swing = 0.02;  ///< of its middle at the start [m]

    std::size_t nodes() const { return static_cast<std::size_t>(cells) + 1; }
    double spacing() const { return side / cells; }
    double spread() const { return 0.003 * wave * side; }  ///< of the smoke [m^2/s]
    /// A quarter of what is stable for the sheet, dx / (c sqrt 2), and less than the smoke's dx^2 / (6 D).
    double longestStep() const {
        const double h = spacing();
        return std::min(0.25 * h / (wave * std::numbers::sqrt2), 0.5 * h * h / (6 * spread()));
    }
    state::VolumeGrid smoke() const {
        const auto n = static_cast<std::uint32_t>(cells);
        return {{-0.5 * side, -0.5 * side, 0.1 * side}, spacing(), {n, n, n}};
    }
};
struct Part {
    std::optional<Sheet> sheet;
};

inline std::vector<settings::Section> sections() {
    using namespace settings;
    return {optional(
        "sheet", &Part::sheet, "A sheet that swings.",
        {parameter(&Sheet::cells, {.key = "cells", .range = between(2, 200), .doc = "Along a side."}),
         parameter(&Sheet::side, {.key = "side", .unit = "m", .range = above(0), .doc = "Its length."}),
         parameter(&Sheet::wave, {.key = "wave", .unit = "m/s", .range = above(0), .doc = "Speed of waves."}),
         parameter(&Sheet::swing, {.key = "swing", .unit = "m", .doc = "Of the middle at the start."})})};
}

// 2. State. What joins the nodes never changes; it stands in tables all the same, since frames look there.
constexpr const char *nodes = "sheet_nodes", *triangles = "sheet_triangles", *threads = "sheet_threads",
                     *smoke = "sheet_smoke";
inline constexpr state::Field<Vec3d> position{"position", "m", "of a node"};
inline constexpr state::Field<double> rise{"rise", "m/s", "velocity upwards"};
inline constexpr state::Field<std::array<std::uint32_t, 3>> corners{"corners", "", "nodes of a triangle"};
inline constexpr state::Field<std::array<std::uint32_t, 2>> ends{"ends", "", "nodes of a thread"};
inline constexpr state::Field<double> tilt{"tilt", "", "slope of a triangle"};
inline constexpr state::Field<double> stretch{"stretch", "", "of a thread, over its length at rest"};
inline constexpr state::Field<double> density{"density", "", "of the smoke, 1 at its middle at the start"};
inline constexpr state::Field<double> next{"next", "", "density after this step", state::Lifetime::Scratch};

// 3. Stages: each writes its own rows alone.
struct Pull {
    static constexpr const char* name = "pull sheet";
    Sheet sheet;

    step::Access access() const { return {{{nodes, &position}, {nodes, &rise}}, {{nodes, &rise}}, {}}; }
    void run(step::Step& step) const {
        const auto at = step.read(nodes, position);
        const auto up = step.write(nodes, rise);
        const std::size_t n = sheet.nodes();
        const double share = step.dt * sheet.wave * sheet.wave / (sheet.spacing() * sheet.spacing());
        exec::for_each(step.exec, n * n, [=](std::size_t k) {
            const std::size_t x = k % n, y = k / n;
            if (x == 0 || y == 0 || x + 1 == n || y + 1 == n) return;  // the rim is held
            up[k] += share * (at[k - 1].z + at[k + 1].z + at[k - n].z + at[k + n].z - 4 * at[k].z);
        });
    }
};
struct Swing {
    static constexpr const char* name = "swing sheet";

    step::Access access() const { return {{{nodes, &position}, {nodes, &rise}}, {{nodes, &position}}, {}}; }
    void run(step::Step& step) const {
        const auto up = step.read(nodes, rise);
        const auto at = step.write(nodes, position);
        const double dt = step.dt;
        exec::for_each(step.exec, at.size(), [=](std::size_t k) { at[k].z += dt * up[k]; });
    }
};
struct Measure {
    static constexpr const char* name = "measure sheet";
    Sheet sheet;

    step::Access access() const {
        return {{{nodes, &position}, {triangles, &corners}, {threads, &ends}},
                {{triangles, &tilt}, {threads, &stretch}},
                {}};
    }
    void run(step::Step& step) const {
        const auto at = step.read(nodes, position);
        const auto corner = step.read(triangles, corners);
        const auto end = step.read(threads, ends);
        const auto slope = step.write(triangles, tilt);
        const auto longer = step.write(threads, stretch);
        const double rest = sheet.spacing();
        exec::for_each(step.exec, corner.size(), [=](std::size_t t) {
            const auto& [i, j, k] = corner[t];
            const Vec3d up = cross(at[j] - at[i], at[k] - at[i]);
            slope[t] = std::hypot(up.x, up.y) / up.z;
        });
        exec::for_each(step.exec, end.size(),
                       [=](std::size_t t) { longer[t] = length(at[end[t][1]] - at[end[t][0]]) / rest - 1; });
    }
};
struct Spread {
    static constexpr const char* name = "spread smoke";
    Sheet sheet;

    step::Access access() const { return {{{smoke, &density}}, {{smoke, &next}}, {}}; }
    void run(step::Step& step) const {
        const auto now = step.read(smoke, density);
        const auto then = step.write(smoke, next);
        const auto n = static_cast<std::size_t>(sheet.cells);
        const double share = step.dt * sheet.spread() / (sheet.spacing() * sheet.spacing());
        exec::for_each(step.exec, now.size(), [=](std::size_t cell) {
            double sum = 0;
            std::size_t stride = 1;
            for (int axis = 0; axis < 3; ++axis, stride *= n) {
                const std::size_t place = cell / stride % n;
                if (place > 0) sum += now[cell - stride] - now[cell];
                if (place + 1 < n) sum += now[cell + stride] - now[cell];
            }
            then[cell] = now[cell] + share * sum;
        });
    }
};
struct Keep {
    static constexpr const char* name = "keep smoke";

    step::Access access() const { return {{{smoke, &next}}, {{smoke, &density}}, {}}; }
    void run(step::Step& step) const {
        const auto then = step.read(smoke, next);
        const auto now = step.write(smoke, density);
        exec::for_each(step.exec, then.size(), [=](std::size_t cell) { now[cell] = then[cell]; });
    }
};

// 4. What a running scene asks of it.
class Running final : public method::Instance {
  public:
    explicit Running(Sheet sheet) : sheet_(sheet) {}

    void addTables(state::World& world) const override {
        const std::size_t n = sheet_.nodes();
        state::Table& points = add(world, nodes, {&position, &rise}, n * n);
        const auto at = points.write(position);
        for (std::size_t k = 0; k < n * n; ++k) {
            const double x = static_cast<double>(k % n) / static_cast<double>(n - 1),
                         y = static_cast<double>(k / n) / static_cast<double>(n - 1);
            at[k] = {(x - 0.5) * sheet_.side, (y - 0.5) * sheet_.side,
                     sheet_.swing * std::sin(std::numbers::pi * x) * std::sin(std::numbers::pi * y)};
        }
        std::vector<std::array<std::uint32_t, 3>> faces;
        std::vector<std::array<std::uint32_t, 2>> lines;
        for (std::uint32_t k = 0; k < n * n; ++k) {
            const auto row = static_cast<std::uint32_t>(n);
            const bool right = k % row + 1 < row, up = k / row + 1 < row;
            if (right) lines.push_back({k, k + 1});
            if (up) lines.push_back({k, k + row});
            if (!right || !up) continue;
            faces.push_back({k, k + 1, k + row + 1});
            faces.push_back({k, k + row + 1, k + row});
        }
        const auto corner = add(world, triangles, {&corners, &tilt}, faces.size()).write(corners);
        std::copy(faces.begin(), faces.end(), corner.begin());
        const auto end = add(world, threads, {&ends, &stretch}, lines.size()).write(ends);
        std::copy(lines.begin(), lines.end(), end.begin());
        const state::VolumeView cells{0, sheet_.smoke(), false, {}};
        const auto mass = add(world, smoke, {&density, &next}, cells.count()).write(density);
        const Vec3d middle{0, 0, 0.6 * sheet_.side};
        for (std::size_t cell = 0; cell < mass.size(); ++cell) {
            const double far = length(cells.at(cell) - middle) / (0.15 * sheet_.side);
            mass[cell] = std::exp(-far * far);
        }
    }
    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        step::PhasedStages all;
        all.add(step::Phase::Move, Pull{sheet_}, Swing{}, Spread{sheet_}, Keep{});
        all.add(step::Phase::End, Measure{sheet_});
        all.add(std::move(others));
        return step::Pipeline::compose("sheet", std::move(all).inOrder());
    }
    double longestStep(const exec::Exec&, const state::World&) const override { return sheet_.longestStep(); }
    std::vector<method::Columns> columns() const override {
        method::Columns columns;
        columns.names = {"sheet.middle [m]", "sheet.smoke"};
        columns.values = [](const exec::Exec& exec, const state::World& world,
                            std::vector<method::Cell>& values) {
            const auto at = world.table(nodes).read(position);
            const auto mass = world.table(smoke).read(density);
            values.insert(values.end(),
                          {at[at.size() / 2].z,
                           exec::sum(exec, mass.size(), 0.0, [&](std::size_t i) { return mass[i]; })});
        };
        return {columns};
    }
    std::vector<method::FrameSource> frames(std::span<const std::string>) const override {
        return {method::meshSet("sheet", {nodes, {"rise"}, triangles, &corners, {"tilt"}}),
                method::meshSet("threads", {nodes, {}, threads, &ends, {"stretch"}}),
                method::volumeSet("haze", smoke, sheet_.smoke(), {"density"})};
    }
    void check(state::StateCheck& check) const override {
        const std::size_t n = sheet_.nodes(), cells = n - 1;
        check.rows(nodes, n * n);
        check.rows(triangles, 2 * cells * cells);
        check.rows(threads, 2 * n * cells);
        check.rows(smoke, cells * cells * cells);
        for (const char* table : {nodes, triangles, threads, smoke}) check.finite(table);
        check.below(triangles, corners, n * n);
        check.below(threads, ends, n * n);
    }

  private:
    static state::Table& add(state::World& world, const char* name,
                             std::initializer_list<const state::FieldInfo*> fields, std::size_t rows) {
        state::Table& table = world.addTable(name);
        for (const state::FieldInfo* field : fields) table.add(*field);
        table.resize(rows);
        return table;
    }
    Sheet sheet_;
};

// 5. The scene's side: estimate, picture, plots.
inline bool used(const method::Scene& scene) { return scene.of<Part>().sheet.has_value(); }

inline method::Needs needs(const method::Scene& scene) {
    const Sheet& sheet = *scene.of<Part>().sheet;
    const double cells = std::pow(sheet.cells, 3);
    return {.longest_step = sheet.longestStep(),
            .why = "a wave crosses a quarter of a cell",
            .what = "cells",
            .count = cells,
            .memory_bytes = 16 * cells,
            .frame_bytes = 8 * cells};
}

inline Result<std::unique_ptr<method::Instance>> build(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Running>(*scene.of<Part>().sheet));
}

/// What the picture looks at.
struct Kept {
    picture::Puffs puffs;
    std::vector<Vec3d> knots;
    std::vector<double> radius;
};

inline Status draw(const method::Scene& scene, method::Drawing& drawing) {
    const Sheet& sheet = *scene.of<Part>().sheet;
    auto kept = std::make_shared<Kept>();
    drawing.keep.push_back(kept);
    if (const auto* mesh = drawing.find<state::MeshView>("sheet")) {
        const double fastest = 2 * sheet.swing * sheet.wave / sheet.side * std::numbers::pi;
        const picture::Legend legend{"rise", "m/s", -fastest, fastest};
        const auto tint = picture::Tint::byField(*mesh, "rise", legend);
        if (!tint) return tint.error();
        drawing.picture.meshes.push_back(picture::surfaceMesh(*mesh, *tint));
        if (!drawing.picture.legend) drawing.picture.legend = legend;
    }
    if (const auto* lines = drawing.find<state::MeshView>("threads")) {
        const double thick = 0.04 * sheet.spacing();
        const picture::Colour black{0.15f, 0.14f, 0.13f};
        drawing.picture.meshes.push_back(picture::tubeMesh(*lines, thick, picture::Tint::all(black)));
        for (std::size_t i = 0; i < lines->points.count; ++i) kept->knots.push_back(lines->points.at(i));
        kept->radius = {2 * thick};
        drawing.picture.spheres.push_back({kept->knots, kept->radius, {black}, {}, 0});
    }
    if (const auto* haze = drawing.find<state::VolumeView>("haze")) {
        auto puffs = picture::puffsOf(*haze, "density", 60 / sheet.side);
        if (!puffs) return puffs.error();
        kept->puffs = std::move(*puffs);
        drawing.picture.sprites.push_back(kept->puffs.sprites({{0.42f, 0.40f, 0.38f}}));
    }
    return success();
}

inline std::vector<environment::Source> sources(const method::Scene& scene) {
    const double side = scene.of<Part>().sheet->side;
    environment::Source source;
    source.box = {{-0.5 * side, -0.5 * side, -0.25 * side}, {0.5 * side, 0.5 * side, side}};
    return {source};
}

inline std::vector<method::Plot> plots() {
    const auto middle = [](const method::PlotInput& run) -> method::PlotResult {
        return method::overTime(run.statistics, "Middle of the sheet", {.name = "height", .unit = "m"},
                                {{"sheet.middle", "middle"}});
    };
    const auto profile = [](const method::PlotInput& run) -> method::PlotResult {
        const auto* haze = run.find<state::VolumeView>("haze");
        if (haze == nullptr) return std::nullopt;
        picture::Chart chart;
        chart.title = "Smoke by height";
        chart.x = {.name = "height", .unit = "m"};
        chart.y = {.name = "smoke in a layer", .unit = ""};
        picture::Series series{.name = "all of a layer", .x = {}, .y = {}};
        const auto [nx, ny, nz] = haze->sizes();
        const std::vector<double> mass = state::valuesOf(*haze->find("density"), haze->count());
        for (std::size_t k = 0; k < nz; ++k) {
            double sum = 0;
            for (std::size_t cell = k * nx * ny; cell < (k + 1) * nx * ny; ++cell) sum += mass[cell];
            series.x.push_back(haze->at(k * nx * ny).z);
            series.y.push_back(sum);
        }
        run.say("smoke in the lowest layer: " + std::to_string(series.y.front()));
        chart.series.push_back(std::move(series));
        return chart;
    };
    return {{"sheet-middle", "height of the middle over time", middle},
            {"smoke-by-height", "where the smoke is", profile}};
}

}  // namespace sheet_parts

// 6. The row.
inline talus::method::Method sheet() {
    using namespace sheet_parts;
    return {.name = "sheet",
            .line = "a sheet, its threads, and smoke",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .used = used,
            .needs = needs,
            .sources = sources,
            .build = build,
            .draw = draw,
            .plots = plots()};
}

}  // namespace outside
