#include "talus/run/stats.h"

#include <chrono>
#include <numeric>

#include <fmt/format.h>

#include "talus/couple/bodies.h"
#include "talus/couple/exchange.h"
#include "talus/grains/fields.h"
#include "talus/ground/fields.h"
#include "talus/solids/fields.h"

namespace talus::run {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<std::string> columnNames(const scene::Simulation& simulation, StatsWriter::Engine engine) {
    std::vector<std::string> names{"time [s]",
                                   "step",
                                   "frame",
                                   "dt [s]",
                                   "grains",
                                   "contacts",
                                   "wall_contacts",
                                   "mass [kg]",
                                   "kinetic [J]",
                                   "rotational [J]",
                                   "potential [J]",
                                   "elastic [J]",
                                   "momentum_x [kg m/s]",
                                   "momentum_y [kg m/s]",
                                   "momentum_z [kg m/s]",
                                   "fastest [m/s]"};
    const std::vector<std::string> last{"wall_clock [s]", "steps_per_second [1/s]"};
    if (engine == StatsWriter::Engine::Other) {
        names.erase(std::find(names.begin(), names.end(), "elastic [J]"));
        names.insert(names.end(), last.begin(), last.end());
        return names;
    }
    for (const grains::Wall& wall : simulation.scene().walls)
        for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"})
            names.push_back(fmt::format("wall.{}.{}", wall.name, part));
    for (const solids::Body& body : simulation.scene().bodies)
        for (const char* part : {"x [m]", "y [m]", "z [m]", "vx [m/s]", "vy [m/s]", "vz [m/s]", "rx [rad]",
                                 "ry [rad]", "rz [rad]", "wx [rad/s]", "wy [rad/s]", "wz [rad/s]"})
            names.push_back(fmt::format("body.{}.{}", body.name, part));
    if (simulation.scene().soil)
        for (const char* part : {"removed", "moved", "compressed", "blocked"})
            names.push_back(fmt::format("ground.{} [m^3]", part));
    if (simulation.scene().ground)
        for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"})
            names.push_back(fmt::format("ground.{}", part));
    if (simulation.scene().ground) names.emplace_back("ground.volume [m^3]");
    for (std::size_t s = 0; s < simulation.sinks().size(); ++s)
        for (const char* part : {"count", "mass [kg]"})
            names.push_back(s < simulation.scene().sinks.size()
                                ? fmt::format("sink.{}.{}", simulation.sinks()[s].name, part)
                                : fmt::format("fallen.{}", part));
    if (simulation.scene().hybrid)
        for (const char* part : {"settled", "absorbed", "released", "stored_mass [kg]"})
            names.push_back(fmt::format("ground.{}", part));
    names.insert(names.end(), last.begin(), last.end());
    // A list may hold a stage twice; a column's name may not.
    for (const step::StageTime& stage : simulation.stageTimes()) {
        std::string name = fmt::format("{} [ms/step]", stage.name);
        for (int i = 2; std::find(names.begin(), names.end(), name) != names.end(); ++i)
            name = fmt::format("{}_{} [ms/step]", stage.name, i);
        names.push_back(std::move(name));
    }
    return names;
}

std::vector<double> stageSeconds(const scene::Simulation& simulation) {
    std::vector<double> seconds;
    for (const step::StageTime& stage : simulation.stageTimes()) seconds.push_back(stage.seconds);
    return seconds;
}

/// Wall-clock seconds in the last row; 0 where there is none. Tells when rows up to frame `last` are missing.
double earlierSeconds(const ConfinedPath& path, std::uint64_t last,
                      const std::function<void(const std::string&)>& note) {
    const auto table = io::readCsv(path);
    if (!table) return 0;
    if (table->rows.size() < last + 1 && note)
        note(fmt::format(
            "'{}' has {} rows where {} belong to frames 0 to {}; those that are missing come back "
            "when the run goes on from a frame before them (--from FRAME, 0 is the start)",
            path.string(), table->rows.size(), last + 1, last));
    const int seconds = table->find("wall_clock");
    if (seconds < 0 || table->rows.empty()) return 0;
    return table->rows.back()[static_cast<std::size_t>(seconds)];
}

/// Of the columns, above z = 0 [m^3].
double groundVolume(const scene::Simulation& simulation) {
    const auto heights = simulation.world().table(ground::ground_table).read(ground::fields::height);
    return geometry::volumeOf(simulation.exec(), simulation.scene().ground->surface->grid, heights);
}

void addVector(const Vec3d& v, std::vector<std::string>& row) {
    for (const double value : {v.x, v.y, v.z}) row.push_back(io::csvNumber(value));
}

void addLoad(const grains::WallLoad& load, std::vector<std::string>& row) {
    addVector(load.force, row);
    addVector(load.torque, row);
}

/// What walls and ground carry, where bodies are, what became of the ground, and what the sinks took.
void addLoadsAndSinks(const scene::Simulation& simulation, std::vector<std::string>& row) {
    for (const grains::WallLoad& load : simulation.wallLoads()) addLoad(load, row);
    if (const state::Table* bodies = simulation.world().find(solids::bodies_table))
        for (std::size_t b = 0; b < bodies->size(); ++b) {
            const solids::BodyState body = couple::bodyIn(*bodies, b);
            for (const Vec3d& part : {body.position, body.velocity, rotationVector(body.turn), body.spin})
                addVector(part, row);
        }
    if (const state::Table* soil = simulation.world().find(ground::soil_table))
        for (const auto* field : {&ground::fields::removed, &ground::fields::moved,
                                  &ground::fields::compressed, &ground::fields::blocked})
            row.push_back(io::csvNumber(soil->read(*field)[0]));
    if (simulation.scene().ground) {
        addLoad(simulation.groundLoad(), row);
    }
    if (simulation.scene().ground) row.push_back(io::csvNumber(groundVolume(simulation)));
    const state::Table& sinks = simulation.world().table(grains::sinks_table);
    for (std::size_t s = 0; s < simulation.sinks().size(); ++s) {
        row.push_back(fmt::format("{}", sinks.read(grains::fields::taken)[s]));
        row.push_back(io::csvNumber(sinks.read(grains::fields::taken_mass)[s]));
    }
    if (!simulation.scene().hybrid) return;
    const couple::Ledger ledger = couple::ledgerOf(simulation.exec(), simulation.world());
    for (const std::uint64_t count : {ledger.settled, ledger.absorbed, ledger.released})
        row.push_back(fmt::format("{}", count));
    row.push_back(io::csvNumber(ledger.stored_mass));
}

}  // namespace

StatsWriter::StatsWriter(io::CsvFile file, const scene::Simulation& simulation, double earlier_seconds,
                         Engine engine)
    : file_(std::move(file)),
      engine_(engine),
      earlier_seconds_(earlier_seconds),
      started_(now()),
      last_time_(started_),
      last_step_(simulation.world().step),
      last_stage_seconds_(stageSeconds(simulation)) {}

Result<StatsWriter> StatsWriter::open(const Path& run, const scene::Simulation& simulation,
                                      std::optional<std::uint64_t> after, Engine engine,
                                      const std::function<void(const std::string&)>& note) {
    const ConfinedPath path = layout::stats(run);
    std::error_code code;
    const bool reopen = after && std::filesystem::exists(path.path(), code);
    if (code) return io::storageError("read", path, code.value());
    std::vector<std::string> names = columnNames(simulation, engine);
    auto file = reopen ? io::CsvFile::reopen(path, names, "frame", static_cast<double>(*after), note)
                       : io::CsvFile::create(path, names);
    if (!file) return file.error();
    const double earlier = after ? earlierSeconds(path, *after, note) : 0;
    return StatsWriter(std::move(*file), simulation, earlier, engine);
}

double StatsWriter::wallSeconds() const { return earlier_seconds_ + now() - started_; }

Status StatsWriter::write(const scene::Simulation& simulation, const grains::Measures& m) {
    const step::Clock& clock = simulation.clock();
    const std::uint64_t step = simulation.world().step;
    const double time = now();
    const auto steps = static_cast<double>(step - last_step_);
    std::vector<std::string> row{fmt::format("{}", clock.time(step)),  fmt::format("{}", step),
                                 fmt::format("{}", clock.frame(step)), fmt::format("{}", clock.dt()),
                                 fmt::format("{}", m.grains),          fmt::format("{}", m.contacts),
                                 fmt::format("{}", m.wall_contacts)};
    for (const double value : {m.mass, m.kinetic, m.rotational, m.potential})
        row.push_back(io::csvNumber(value));
    if (engine_ == Engine::Own) row.push_back(io::csvNumber(m.elastic));
    for (const double value : {m.momentum.x, m.momentum.y, m.momentum.z, m.fastest})
        row.push_back(io::csvNumber(value));
    if (engine_ == Engine::Own) addLoadsAndSinks(simulation, row);
    // What the clock on the wall says needs no more digits than it has.
    row.push_back(fmt::format("{:.3f}", wallSeconds()));
    // Of the steps alone, without pictures and files; who computes elsewhere does not tell these apart.
    const std::vector<double> stages = stageSeconds(simulation);
    double spent = time - last_time_;
    if (engine_ == Engine::Own)
        spent = std::reduce(stages.begin(), stages.end()) -
                std::reduce(last_stage_seconds_.begin(), last_stage_seconds_.end());
    row.push_back(fmt::format("{:.6g}", steps > 0 ? steps / spent : 0.0));
    for (std::size_t i = 0; engine_ == Engine::Own && i < stages.size(); ++i)
        row.push_back(
            fmt::format("{:.4g}", steps > 0 ? 1e3 * (stages[i] - last_stage_seconds_[i]) / steps : 0.0));
    last_time_ = time;
    last_step_ = step;
    last_stage_seconds_ = stages;
    return file_.append(row);
}

}  // namespace talus::run
