#include "talus/run/probes/probes.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "talus/core/whole_number.h"
#include "talus/environment/contact/barriers.h"
#include "talus/io/file.h"

namespace talus::run {

using method::Probe;
using method::Probed;

namespace {

using Note = std::function<void(const std::string&)>;

constexpr std::size_t time_column = 0, step_column = 1, first_value = 2;

std::vector<std::string> columnNames(const std::vector<std::string>& values) {
    std::vector<std::string> names{"time [s]", "step"};
    names.insert(names.end(), values.begin(), values.end());
    return names;
}

const std::vector<std::string>& flowNames() {
    static const std::vector<std::string> names{"forward",   "backward",     "volume [m^3]",
                                                "mass [kg]", "flow [m^3/s]", "mass_flow [kg/s]"};
    return names;
}

}  // namespace

/// The file of a probe, and the sums and means that its next row needs. They are not stored elsewhere.
class Probes::File {
  public:
    File(const scene::Simulation& simulation, const Probe& probe, Probed probed,
         std::shared_ptr<const environment::Walls> walls)
        : probe_(probe), schedule_(simulation.clock(), probe) {
        if (probe.countsFlow()) {
            patch_.emplace_back(probe);
            flow_.resize(1);
            crossings_.emplace(*probed.flow, environment::periodicDomain(simulation.scene().environment));
            crossings_->begin(simulation.world());
        } else {
            value_.emplace(simulation.scene(), probe, std::move(probed), std::move(walls));
        }
    }

    Status open(const ConfinedPath& folder, const scene::Simulation& simulation, bool resumed,
                const Note& note) {
        const ConfinedPath path = folder / (probe_.name + ".csv");
        const auto names = columnNames(value_ ? value_->names() : flowNames());
        std::error_code code;
        if (!resumed || !std::filesystem::exists(path.path(), code)) {
            auto file = io::CsvFile::create(path, names);
            if (!file) return file.error();
            file_.emplace(std::move(*file));
            last_step_ = simulation.world().step;
            if (resumed && note)
                note(fmt::format("'{}' is missing; its rows and sums start again here", path.string()));
            return success();
        }
        const std::uint64_t step = simulation.world().step;
        const bool between = !schedule_.isRow(step);
        // A row that is not due was written by stop(). A resumed run reads it and then drops it.
        const auto reopen = [&](std::uint64_t last) -> Status {
            auto file = io::CsvFile::reopen(path, names, names[step_column], static_cast<double>(last), note);
            if (!file) return file.error();
            file_.emplace(std::move(*file));
            return success();
        };
        // Reopening drops damaged rows. Then the sums are read from the remaining rows.
        if (Status status = reopen(step); !status) return status;
        const auto table = io::readCsv(path);
        if (!table) return table.error();
        readSums(*table, step, between, path, note);
        return between ? reopen(step - 1) : success();
    }

    std::uint64_t stepsTo(std::uint64_t step) const { return schedule_.nextSample(step) - step; }
    bool mayStop(std::uint64_t step) const { return schedule_.mayStop(step); }

    Status sample(const scene::Simulation& simulation) {
        const state::World& world = simulation.world();
        if (!schedule_.isSample(world.step)) return success();
        if (crossings_) crossings_->count(world, patch_, flow_);
        if (value_) addToMean(world);
        return schedule_.isRow(world.step) ? write(simulation.clock(), world.step) : success();
    }
    /// Writes a row of the values so far, unless a regular row is due.
    Status stop(const scene::Simulation& simulation) {
        const state::World& world = simulation.world();
        if (schedule_.isRow(world.step)) return success();
        if (value_ && !schedule_.isSample(world.step)) addToMean(world);
        return write(simulation.clock(), world.step);
    }

    Status sync() { return file_->sync(); }

  private:
    /// Updates the mean since the last row. The form of the update gives the same bits if the mean is written
    /// to the file and read again between two samples.
    void addToMean(const state::World& world) {
        const std::vector<double> now = value_->values(world);
        mean_.resize(now.size());
        ++samples_;
        for (std::size_t k = 0; k < now.size(); ++k)
            mean_[k] =
                samples_ == 1 ? now[k] : mean_[k] + (now[k] - mean_[k]) / static_cast<double>(samples_);
    }

    Status write(const step::Clock& clock, std::uint64_t step) {
        const double time = clock.time(step);
        std::vector<std::string> cells{io::csvNumber(time), fmt::format("{}", step)};
        if (value_) {
            for (const double value : mean_) cells.push_back(io::csvNumber(value));
        } else {
            const Flow& flow = flow_.front();
            const double elapsed = time - last_time_;
            cells.push_back(fmt::format("{}", flow.forward));
            cells.push_back(fmt::format("{}", flow.backward));
            for (const double value :
                 {flow.volume, flow.mass, elapsed > 0 ? (flow.volume - last_flow_.volume) / elapsed : 0.0,
                  elapsed > 0 ? (flow.mass - last_flow_.mass) / elapsed : 0.0})
                cells.push_back(io::csvNumber(value));
        }
        last_step_ = step;
        last_time_ = time;
        samples_ = 0;
        if (!flow_.empty()) last_flow_ = flow_.front();
        return file_->append(cells);
    }

    /// Reads sums and means from the rows of an earlier session. @param between whether `step` lies between
    /// two regular rows
    void readSums(const io::CsvTable& table, std::uint64_t step, bool between, const ConfinedPath& path,
                  const Note& note) {
        // The last regular row, and the row of stop() at `step` if there is one.
        const std::vector<double>*last = nullptr, *part = nullptr;
        for (const std::vector<double>& row : table.rows) {
            if (!countsAreWhole(row)) continue;
            if (row[step_column] > static_cast<double>(step)) break;
            if (between && row[step_column] == static_cast<double>(step))
                part = &row;
            else
                last = &row;
        }
        if (last != nullptr) {
            last_step_ = *wholeNumber<std::uint64_t>((*last)[step_column]);
            last_time_ = (*last)[time_column];
            if (!flow_.empty()) flow_.front() = last_flow_ = flowOf(*last);
        }
        if (part != nullptr && !flow_.empty()) flow_.front() = flowOf(*part);
        const bool sums = Schedule::samplesBetween(probe_);
        if (part != nullptr && value_ && sums) {
            mean_.assign(part->begin() + first_value, part->end());
            for (std::uint64_t k = schedule_.nextSample(last_step_); k <= step; k = schedule_.nextSample(k))
                ++samples_;
        }
        const bool whole =
            last != nullptr && (between ? schedule_.nextRow(last_step_) > step && (part != nullptr || !sums)
                                        : last_step_ == step);
        if (!whole && note)
            note(fmt::format(
                "'{}' lacks rows before step {}, so its sums continue without them; to write these "
                "rows again, resume from an earlier frame (--from FRAME)",
                path.string(), step));
    }
    /// Whether the counts in a row are whole numbers: the step, and for a flux the numbers of points. Other
    /// rows are damaged.
    bool countsAreWhole(const std::vector<double>& row) const {
        const auto whole = [&](std::size_t column) {
            return wholeNumber<std::uint64_t>(row[column]).has_value();
        };
        return whole(step_column) && (flow_.empty() || (whole(first_value) && whole(first_value + 1)));
    }
    /// @pre countsAreWhole(row)
    static Flow flowOf(const std::vector<double>& row) {
        return {*wholeNumber<std::uint64_t>(row[first_value]),
                *wholeNumber<std::uint64_t>(row[first_value + 1]), row[first_value + 2],
                row[first_value + 3]};
    }

    Probe probe_;
    Schedule schedule_;
    std::optional<ProbeValue> value_;  ///< of all kinds except fluxes
    std::vector<double> mean_;         ///< of the samples since the last row
    std::uint64_t samples_ = 0;        ///< number of samples since the last row
    std::vector<FluxPatch> patch_;     ///< one for a flux, else empty
    std::vector<Flow> flow_;           ///< since the start; one for a flux, else empty
    std::optional<Crossings> crossings_;
    std::optional<io::CsvFile> file_;
    std::uint64_t last_step_ = 0;  ///< of the last row
    double last_time_ = 0;         ///< of the last row [s]
    Flow last_flow_;               ///< sums in the last row
};

Result<Probes> Probes::open(const Path& run, const scene::Simulation& simulation, bool resumed,
                            const Note& note) {
    Probes probes;
    const scene::Scene& scene = simulation.scene();
    if (scene.probes.empty()) return probes;
    const ConfinedPath folder = layout::probes(run);
    if (Status status = io::createFolder(folder); !status) return status.error();
    const auto walls = environment::rigidWallsOf(scene.environment);
    std::vector<Probed> all;
    for (const scene::Running& running : simulation.methods())
        for (Probed& probed : running.instance->probed()) all.push_back(std::move(probed));
    for (const Probe& probe : scene.probes) {
        const auto probed =
            std::find_if(all.begin(), all.end(), [&](const Probed& one) { return one.name == probe.of; });
        if (probed == all.end())
            return Error{ErrorKind::Input,
                         fmt::format("the scene has no '{}', which the probe '{}' measures; "
                                     "check the scene: talus check",
                                     probe.of, probe.name)};
        auto file = std::make_shared<File>(simulation, probe, *probed, walls);
        if (Status status = file->open(folder, simulation, resumed, note); !status) return status.error();
        probes.files_.push_back(std::move(file));
    }
    return probes;
}

std::uint64_t Probes::stepsTo(std::uint64_t step) const {
    std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
    for (const auto& file : files_) steps = std::min(steps, file->stepsTo(step));
    return steps;
}

bool Probes::mayStop(std::uint64_t step) const {
    return std::all_of(files_.begin(), files_.end(), [&](const auto& file) { return file->mayStop(step); });
}

Status Probes::sample(const scene::Simulation& simulation) {
    for (const auto& file : files_)
        if (Status status = file->sample(simulation); !status) return status;
    return success();
}

Status Probes::stop(const scene::Simulation& simulation) {
    for (const auto& file : files_)
        if (Status status = file->stop(simulation); !status) return status;
    return success();
}

Status Probes::sync() {
    for (const auto& file : files_)
        if (Status status = file->sync(); !status) return status;
    return success();
}

}  // namespace talus::run
