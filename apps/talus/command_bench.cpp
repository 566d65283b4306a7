#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench_lammps.h"
#include "bench_scene.h"
#include "commands.h"
#include "report.h"
#include "set_option.h"
#include "settled_bed.h"
#include "talus/engines/lammps/lammps_program.h"

namespace talus::cli {
namespace {

struct Options {
    std::vector<std::uint64_t> grains{40000, 200000, 1000000};
    int threads = 0;
    int repeats = 5;
    double seconds = 1;  ///< approximate duration of a repeat
    std::string precision = "double";
    std::string peer;  ///< "lammps", or none
    double peer_skin = 0;
    std::string device = "cpu";
    SceneBench scene;  ///< with a path: this scene is timed instead of the beds
};

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// An entry of /proc/self/status such as "VmHWM" [bytes]; 0 where it is missing.
double processMemory(const std::string& what) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind(what + ":", 0) == 0) return 1024 * std::stod(line.substr(what.size() + 1));
    return 0;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Result<double> stepsPerSecond(scene::Simulation& simulation, std::uint64_t steps) {
    const double begin = now();
    if (const auto report = simulation.advance(steps); !report.ok())
        return Error{ErrorKind::Diverged, report.trouble->what};
    return static_cast<double>(steps) / (now() - begin);
}

Status benchBed(std::uint64_t asked, const Options& options, const scene::Simulation& tile,
                const exec::Exec& exec) {
    const double memory_before = processMemory("VmRSS");
    auto simulation = bedOf(tile, asked, options.precision, exec, options.threads);
    if (!simulation) return simulation.error();
    const auto grains = static_cast<double>(simulation->counts().front().count);
    const Result<double> trial = stepsPerSecond(*simulation, 20);
    if (!trial) return trial.error();
    const auto steps = static_cast<std::uint64_t>(std::max(20.0, *trial * options.seconds));

    const auto before = simulation->stageTimes();
    std::vector<double> rates;
    for (int k = 0; k < options.repeats; ++k) {
        const Result<double> rate = stepsPerSecond(*simulation, steps);
        if (!rate) return rate.error();
        rates.push_back(*rate * grains);
    }
    const auto after = simulation->stageTimes();
    const auto [lowest, highest] = std::minmax_element(rates.begin(), rates.end());
    print(fmt::format(
        "{:>9.0f} grains  {:7.2f} M particle-steps/s  (median of {} x {} steps; {:.2f} to {:.2f})  "
        "{:.0f} bytes/grain in arrays, {:.0f} peak of the process  {}\n",
        grains, median(rates) * 1e-6, options.repeats, steps, *lowest * 1e-6, *highest * 1e-6,
        static_cast<double>(simulation->world().memoryBytes()) / grains,
        (processMemory("VmHWM") - memory_before) / grains, benchOf().describe(simulation->world())));
    double total = 0;
    for (std::size_t i = 0; i < after.size(); ++i) total += after[i].seconds - before[i].seconds;
    std::string stages;
    for (std::size_t i = 0; i < after.size(); ++i)
        stages += fmt::format("{}{} {:.0f}%", i == 0 ? "" : ", ", after[i].name,
                              100 * (after[i].seconds - before[i].seconds) / total);
    print(fmt::format("{:17}{}\n", "", stages));
    std::fflush(stdout);
    return success();
}

}  // namespace

void addBench(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("bench",
                                           "Time the grain step on settled beds, or the steps of any scene: "
                                           "particle-steps per second, bytes per particle");
    auto options = std::make_shared<Options>();
    command->add_option("scene", options->scene.path,
                        "Scene file whose steps are timed, instead of the beds");
    addSet(*command, options->scene.overrides, "With a scene: as for talus run");
    command
        ->add_option("--warm-up", options->scene.warm_up,
                     "With a scene: simulated seconds before the clock starts")
        ->check(CLI::Range(0.0, 1e6));
    command
        ->add_option("--columns", options->scene.columns,
                     "With a scene: columns of stats.csv to print at the end, with or without units")
        ->delimiter(',');
    command->add_option("--grains", options->grains, "Numbers of grains of the beds (rounded to 2500)")
        ->delimiter(',')
        ->check(CLI::Range(std::uint64_t{1000}, std::uint64_t{50000000}))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Threads; 0: every processor")
        ->check(CLI::Range(0, 1024));
    command->add_option("--repeats", options->repeats, "Number of timed repeats; the median is printed")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "Approximate duration of a repeat")
        ->check(CLI::Range(0.01, 1000.0))
        ->capture_default_str();
    command
        ->add_option("--precision", options->precision,
                     "double or mixed, as in a scene file; with --peer both are timed")
        ->check(CLI::IsMember({"double", "mixed"}))
        ->capture_default_str();
    command
        ->add_option("--peer", options->peer,
                     "Also run the same beds with this program, alternately, and print the ratio")
        ->check(CLI::IsMember({"lammps"}));
    command
        ->add_option("--peer-skin", options->peer_skin,
                     "Skin of the peer's neighbour list, in diameters; 0: the maximum skin of Talus")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--device", options->device, "Where the steps run: cpu, or cuda (a graphics card)")
        ->check(CLI::IsMember({"cpu", "cuda"}))
        ->capture_default_str();
    command->callback([options, &exit_code] {
        if (!options->scene.path.empty()) {
            options->scene.repeats = options->repeats;
            options->scene.seconds = options->seconds;
            options->scene.threads = options->threads;
            if (options->device == "cuda") options->scene.device = exec::Device::Cuda;
            exit_code = benchScene(options->scene);
            return;
        }
        const bool on_cuda = options->device == "cuda";
        if (on_cuda && !options->peer.empty()) {
            exit_code = fail(ErrorKind::Input, "--peer is timed on the CPU only; leave --device out");
            return;
        }
        if (options->peer_skin > 0 && options->peer.empty()) {
            exit_code = fail(ErrorKind::Input, "--peer-skin needs --peer lammps; add that");
            return;
        }
        const auto found = exec::Exec::on(on_cuda ? exec::Device::Cuda : exec::Device::Cpu, options->threads);
        if (!found) {
            exit_code = fail(found.error());
            return;
        }
        const exec::Exec& exec = *found;
        // Check this before the bed is made, which takes a while.
        if (!options->peer.empty())
            if (const auto lammps = engines::findLammps(exec.threads()); !lammps) {
                exit_code = fail(lammps.error());
                return;
            }
        print(fmt::format(
            "settled bed of equal spheres, periodic sides, Hertz spring with history and spin, friction 0.5, "
            "{}, {}\n",
            options->peer.empty() ? options->precision : "double and mixed",
            on_cuda ? "CUDA" : fmt::format("{} thread{}", exec.threads(), exec.threads() == 1 ? "" : "s")));
        std::sort(options->grains.begin(),
                  options->grains.end());  // the peak of memory is then that of the present bed
        const auto tile = settledTile(exec, options->threads);
        if (!tile) {
            exit_code = fail(tile.error());
            return;
        }
        for (const std::uint64_t grains : options->grains)
            if (const Status status =
                    options->peer.empty()
                        ? benchBed(grains, *options, *tile, exec)
                        : benchAgainstLammps({grains, options->repeats, options->seconds, options->peer_skin},
                                             *tile, exec);
                !status) {
                exit_code = fail(status.error());
                return;
            }
    });
}

}  // namespace talus::cli
