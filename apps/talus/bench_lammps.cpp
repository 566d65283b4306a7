#include "bench_lammps.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "report.h"
#include "settled_bed.h"
#include "talus/engines/lammps/lammps_program.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/run/folder.h"
#include "talus/run/host.h"

namespace talus::cli {
namespace {

constexpr int warm_up_steps = 200;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// A temporary folder, deleted by the destructor.
class TemporaryFolder {
  public:
    static Result<TemporaryFolder> make() {
        std::string pattern = (std::filesystem::temp_directory_path() / "talus-bench-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr)
            return io::storageError("create the folder", pattern, errno);
        return TemporaryFolder(pattern);
    }
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    const run::Path& path() const { return path_; }

  private:
    explicit TemporaryFolder(run::Path path) : path_(std::move(path)) {}
    run::Path path_;
};

/// Replaces the pair style of a script by gran/hertz/history. Its springs and dashpots all grow with
/// sqrt(d R_e), so they are matched at the overlap of a grain at half the depth of the bed.
std::string withOlderStyle(const std::string& setup, const engines::LammpsModel& model, double radius,
                           double density, double depth) {
    const engines::LammpsLaw& law = model.pairs.front().law;
    const double load = 4.0 / 3 * 3.14159265 * std::pow(radius, 3) * density * length(model.gravity) *
                        (0.5 * depth / (2 * radius));
    const double effective = 0.5 * radius;
    const double overlap = std::pow(load / (law.stiffness * std::sqrt(effective)), 2.0 / 3);
    const double contact = std::sqrt(overlap * effective);
    std::string text,
        pair = fmt::format("pair_style gran/hertz/history {} {} {} {} {} 1{}\npair_coeff * *\n",
                           law.stiffness, law.shear_stiffness / contact, law.damping_value / contact,
                           law.shear_ratio * law.damping_value / contact, law.friction,
                           law.limit_damping ? " limit_damping" : "");
    for (std::size_t begin = 0; begin < setup.size();) {
        const std::size_t end = std::min(setup.find('\n', begin), setup.size() - 1) + 1;
        const std::string line = setup.substr(begin, end - begin);
        if (line.rfind("pair_style", 0) == 0) text += pair;
        if (line.rfind("pair_", 0) != 0) text += line;
        begin = end;
    }
    return text;
}

/// Steps per second of the last `run` of a script.
Result<double> timeLammps(const engines::Lammps& lammps, const run::Path& folder, const std::string& script,
                          std::uint64_t steps) {
    if (Status status = io::writeFile(folder / "in.timed", script); !status) return status.error();
    auto child =
        io::ChildProcess::start(engines::lammpsCommand(lammps, "in.timed"), folder, {"OMP_NUM_THREADS=1"});
    if (!child) return child.error();
    double seconds = 0;
    std::string trouble;
    while (child->open())
        for (const std::string& line : child->lines(1000)) {
            // "Loop time of 1.2345 on 2 procs for 100 steps with 40000 atoms"
            if (line.rfind("Loop time of ", 0) == 0) seconds = std::strtod(line.c_str() + 13, nullptr);
            if (line.find("ERROR") != std::string::npos) trouble += "\n  " + line;
        }
    const std::string outcome = child->outcome();
    if (!outcome.empty() || !(seconds > 0))
        return Error{ErrorKind::Runtime, fmt::format("LAMMPS ended with {}{}", outcome, trouble)};
    return static_cast<double>(steps) / seconds;
}

/// Steps per second, after as many warm-up steps as LAMMPS gets.
Result<double> timeTalus(scene::Simulation& simulation, std::uint64_t steps) {
    if (const auto report = simulation.advance(warm_up_steps); !report.ok())
        return Error{ErrorKind::Diverged, report.trouble->what};
    const double begin = now();
    if (const auto report = simulation.advance(steps); !report.ok())
        return Error{ErrorKind::Diverged, report.trouble->what};
    return static_cast<double>(steps) / (now() - begin);
}

struct Row {
    std::string name;
    std::vector<double> rates;  ///< particle-steps per second
};

/// Rows 0 and 1 are Talus in double and mixed precision.
constexpr std::size_t first_peer = 2;

void printRows(const std::vector<Row>& rows, double grains, std::uint64_t steps) {
    const double in_double = median(rows[0].rates), mixed = median(rows[1].rates);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const Row& row = rows[r];
        const auto [lowest, highest] = std::minmax_element(row.rates.begin(), row.rates.end());
        print(fmt::format(
            "{:>9.0f} grains  {:28} {:7.2f} M particle-steps/s  (median of {} x {} steps; {:.2f} to {:.2f})",
            grains, row.name, median(row.rates) * 1e-6, row.rates.size(), steps, *lowest * 1e-6,
            *highest * 1e-6));
        if (r >= first_peer)
            print(fmt::format("  Talus is {:.2f} times as fast, mixed {:.2f}", in_double / median(row.rates),
                              mixed / median(row.rates)));
        print("\n");
    }
    std::fflush(stdout);
}

}  // namespace

Status benchAgainstLammps(const PeerBench& bench, const scene::Simulation& tile, const exec::Exec& exec) {
    const auto lammps = engines::findLammps(exec.threads());
    if (!lammps) return lammps.error();
    auto simulation = bedOf(tile, bench.grains, "double", exec);
    if (!simulation) return simulation.error();
    auto mixed = bedOf(tile, bench.grains, "mixed", exec);
    if (!mixed) return mixed.error();
    const auto folder = TemporaryFolder::make();
    if (!folder) return folder.error();

    engines::LammpsModel model = engines::lammpsModel(*simulation);
    if (bench.skin > 0) model.skin = bench.skin * 2 * model.types.front().radius;
    if (Status status = engines::checkLammpsModel(model); !status) return status;
    const engines::LammpsJob job{.name = "bed", .frames = 1, .forces = false};
    if (Status status = engines::writeLammpsInput(folder->path(), *simulation, model, job); !status)
        return status;
    const Result<double> trial = timeTalus(*simulation, 20);
    if (!trial) return trial.error();
    const auto steps = static_cast<std::uint64_t>(std::max(20.0, *trial * bench.seconds));
    const std::string setup = engines::lammpsSetup(model, job);
    const std::string run_text = fmt::format(
        "thermo 1000000000\nthermo_style custom step atoms\nrun {}\nrun {}\n", warm_up_steps, steps);
    const auto grains = static_cast<double>(model.type.size());
    std::vector<Row> rows{{"Talus, double", {}},
                          {"Talus, mixed", {}},
                          {"LAMMPS granular", {}},
                          {"LAMMPS gran/hertz/history", {}}};
    const std::vector<std::string> scripts{
        setup + run_text, withOlderStyle(setup, model, model.types.front().radius, model.density.front(),
                                         model.high.z - model.low.z) +
                              run_text};
    print(fmt::format(
        "LAMMPS {} on {} ranks, skin {:g} m (Talus: {:g} m at most), timed by its own \"Loop time\"\n",
        lammps->version, lammps->ranks, model.skin, engines::lammpsModel(*simulation).skin));
    for (int k = 0; k < bench.repeats; ++k) {
        for (const std::size_t r : {0u, 1u}) {
            const Result<double> rate = timeTalus(r == 0 ? *simulation : *mixed, steps);
            if (!rate) return rate.error();
            rows[r].rates.push_back(*rate * grains);
        }
        for (std::size_t s = 0; s < scripts.size(); ++s) {
            const Result<double> rate = timeLammps(*lammps, folder->path(), scripts[s], steps);
            if (!rate) return rate.error();
            rows[first_peer + s].rates.push_back(*rate * grains);
        }
    }
    printRows(rows, grains, steps);
    return success();
}

}  // namespace talus::cli
