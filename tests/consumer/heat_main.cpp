#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include <talus/core/hash.h>
#include <talus/core/text_file.h>
#include <talus/io/csv.h>
#include <talus/run/plot_run.h>
#include <talus/run/rewind.h>
#include <talus/run/runner.h>
#include <talus/run/session/frame_drawer.h>
#include <talus/run/start_folder.h>
#include <talus/scene/reader.h>
#include <talus/step/substeps.h>

#include "heat_method.h"
#include "sheet_method.h"

// A program of its own with methods of its own, heat (columns of numbers, points) and a sheet (mesh, lines,
// volume):
//   heat run SCENE FOLDER FRAMES THREADS    a new run
//   heat resume FOLDER FRAMES THREADS       goes on with it
//   heat plot FOLDER                        the charts that its methods declare
//   heat verify FOLDER                      heat is conserved and spreads as the equation says
// check.cmake runs it. Exit codes are those of talus.
namespace {

using namespace talus;

int fail(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return static_cast<int>(error.kind);
}

/// The list of Talus and what this program adds to it. It outlives the scenes.
const method::Methods& methods() {
    static const method::Methods all = [] {
        method::Methods list = scene::methods();
        list.push_back(outside::heat());
        list.push_back(outside::sheet());
        return list;
    }();
    return all;
}

/// Errors are told.
std::optional<scene::Scene> readScene(const std::string& file) {
    const Result<std::string> text = readTextFile(file);
    if (!text) {
        fail(text.error());
        return std::nullopt;
    }
    scene::ReadResult read = scene::readScene(*text, file, {}, scene::thisMachine(), {}, methods());
    std::fputs(read.diagnostics.format(file, *text).c_str(), stderr);
    return std::move(read.scene);
}

/// Runs a scene to its frame, or goes on with a folder, whose scene it then is.
int go(const std::string& scene_file, const std::string& path, bool resumes, int last_frame, int threads) {
    const auto scene = readScene(scene_file);
    if (!scene) return static_cast<int>(ErrorKind::Input);
    auto simulation = scene::Simulation::build(*scene, exec::Exec::cpu(threads));
    if (!simulation) return fail(simulation.error());

    run::NewRun start{.scene_file = scene_file, .last_frame = static_cast<std::uint64_t>(last_frame)};
    auto folder = resumes ? run::RunFolder::open(path) : run::startFolder(path, *scene, start);
    if (!folder) return fail(folder.error());
    run::Options options;
    options.frames = start.last_frame;
    options.scene_hash = folder->manifest().scene_hash;
    run::Log log;
    if (resumes)
        if (Status status = run::rewind(*simulation, *folder, {}, options, log, {}); !status)
            return fail(status.error());
    run::Session session(std::move(*simulation));
    if (Status status =
            folder->addSession(run::describeSession(session.simulation(), "heat"), options.frames);
        !status)
        return fail(status.error());
    auto drawer = run::FrameDrawer::create(*scene, run::layout::images(path), {});
    if (!drawer) return fail(drawer.error());
    run::PictureRecorder pictures(*drawer);
    session.add(pictures);
    const auto summary = run::run(session, *folder, options, log, {});
    if (!summary) return fail(summary.error());
    const auto& first = *session.simulation().methods().front().instance;
    std::printf("state %s\nsteps of the first method in one of the scene: %d\n",
                hexadecimal(summary->state_hash).c_str(),
                static_cast<int>(step::substeps(
                    session.clock().dt(),
                    first.longestStep(session.simulation().exec(), session.simulation().world()))));
    return 0;
}

int plot(const std::string& path) {
    const auto scene = readScene(path + "/run.toml");
    if (!scene) return static_cast<int>(ErrorKind::Input);
    run::PlotOptions options;
    options.say = options.note = [](const std::string& text) { std::printf("%s\n", text.c_str()); };
    const Status status = run::plotRun(*scene, path, options);
    return status ? 0 : fail(status.error());
}

int verify(const std::string& path) {
    const auto table = io::readCsv(run::layout::stats(path));
    if (!table) return fail(table.error());
    const auto at = [&](const char* column, bool last) {
        const auto& row = last ? table->rows.back() : table->rows.front();
        return row[static_cast<std::size_t>(table->find(column))];
    };
    // Each step rounds each cell once or so: 2^-53 times some 50 steps is 6e-15 if all round alike.
    const double total = at("heat.total", true) / at("heat.total", false) - 1;
    // The second moment of what conducts grows by 4 D t in the plane (multiply the equation by r^2 and
    // integrate by parts), in these cells too as long as nothing has come to the rim. That is 7 standard
    // deviations away, and beyond lies less than 1e-10 of the heat.
    const double grown = at("heat.spread", true) - at("heat.spread", false);
    const double spread = grown / (4 * 4e-4 * at("time", true)) - 1;  // D as in heat.toml
    std::printf("heat lost %.2g of all, spread off by %.2g\n", total, spread);
    return std::abs(total) < 1e-13 && std::abs(spread) < 1e-6 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    const std::string command = count > 1 ? words[1] : "";
    if (command == "run" && count == 6)
        return go(words[2], words[3], false, std::atoi(words[4]), std::atoi(words[5]));
    if (command == "resume" && count == 5)
        return go(std::string(words[2]) + "/run.toml", words[2], true, std::atoi(words[3]),
                  std::atoi(words[4]));
    if (command == "plot" && count == 3) return plot(words[2]);
    if (command == "verify" && count == 3) return verify(words[2]);
    std::fputs(
        "heat run SCENE FOLDER FRAMES THREADS | resume FOLDER FRAMES THREADS | plot FOLDER | verify FOLDER\n",
        stderr);
    return 2;
}
