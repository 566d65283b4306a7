#pragma once
#include <gtest/gtest.h>

#include "talus/environment/wall.h"
#include "talus/io/csv.h"
#include "talus/run/checkpoints.h"
#include "talus/run/frames.h"
#include "talus/run/rewind.h"
#include "talus/run/runner.h"
#include "talus/scene/reader.h"
#include "tests/support/granular.h"
#include "tests/support/temporary_folder.h"

namespace talus::test {

/// A few hundred grains poured onto a floor and a lump that falls: emitters, fills, contacts and walls all
/// have state that a resume must bring back. A fraction of a second to run.
inline scene::Scene smallScene() {
    scene::Scene scene;
    scene.name = "small";
    scene.time = {0.1, 0.01, {}};
    scene.environment.materials.push_back({"sand", 2500, {0.8, 0.7, 0.4}});
    grains::Contact contact;
    contact.first = contact.second = "sand";
    contact.stiffness = 2e4;
    grains::in(scene).contacts.push_back(contact);
    environment::Wall floor;
    floor.name = "floor";
    floor.material = "sand";
    scene.environment.walls.push_back(floor);
    grains::Emitter spout;
    spout.name = "spout";
    spout.material = "sand";
    spout.centre = {0, 0, 0.05};
    spout.radius = 0.01;
    spout.rate = 1500;
    spout.count = 120;
    spout.radius_spread = 0.1;
    grains::in(scene).emitters.push_back(spout);
    grains::Fill lump;
    lump.name = "lump";
    lump.material = "sand";
    lump.box = {{-0.012, -0.012, 0.001}, {0.012, 0.012, 0.016}};
    grains::in(scene).fills.push_back(lump);
    scene.output.checkpoint_frames = 3;
    scene.output.keep_checkpoints = 2;
    return scene;
}

/// Stands for the text of run.toml where the test needs no reader.
inline const std::string scene_text = "format = 1\n";

inline scene::Simulation simulationOf(const scene::Scene& scene, int threads = 1) {
    auto built = scene::Simulation::build(scene, exec::Exec::cpu(threads));
    if (!built) ADD_FAILURE() << built.error().message;
    return std::move(built).value();
}

inline io::Manifest manifestOf(const scene::Scene& scene) {
    io::Manifest manifest;
    manifest.scene = scene.name;
    manifest.scene_hash = run::sceneHash(scene_text);
    return manifest;
}

inline run::Options optionsTo(std::uint64_t frames) {
    run::Options options;
    options.frames = frames;
    options.scene_hash = run::sceneHash(scene_text);
    return options;
}

/// Runs a simulation from its present state.
inline Result<run::Summary> runOn(scene::Simulation simulation, run::RunFolder& folder,
                                  const run::Options& options, run::Log& log,
                                  const run::Observer& observer = {}) {
    run::Session session(std::move(simulation));
    return run::run(session, folder, options, log, observer);
}

inline Result<run::Summary> startRun(const scene::Scene& scene, const std::filesystem::path& path,
                                     const run::Options& options, const run::Observer& observer = {},
                                     int threads = 1) {
    auto simulation = simulationOf(scene, threads);
    auto folder = run::RunFolder::create(path, manifestOf(scene), scene_text, false);
    if (!folder) return folder.error();
    run::Log log;
    return runOn(std::move(simulation), *folder, options, log, observer);
}

inline Result<run::Summary> resumeRun(const scene::Scene& scene, const std::filesystem::path& path,
                                      const run::Options& options, std::optional<std::uint64_t> from = {},
                                      const run::Observer& observer = {}, int threads = 1) {
    auto simulation = simulationOf(scene, threads);
    auto folder = run::RunFolder::open(path);
    if (!folder) return folder.error();
    run::Log log;
    if (Status status = run::rewind(simulation, *folder, from, options, log, observer); !status)
        return status.error();
    return runOn(std::move(simulation), *folder, options, log, observer);
}

inline std::string bytesOf(const io::ConfinedPath& path) {
    auto text = io::readFile(path, std::uint64_t{1} << 30);
    return text ? *text : text.error().message;
}

/// Every frame, the .pvd and the simulated columns of stats.csv are the same in both runs.
inline void expectSameRun(const std::filesystem::path& a, const std::filesystem::path& b) {
    const auto frames = run::listFrames(a);
    ASSERT_EQ(frames.size(), run::listFrames(b).size());
    for (const auto& frame : frames) {
        for (const auto& [name, path] : frame.sets) {
            EXPECT_TRUE(bytesOf(path) == bytesOf(b / "frames" / path.filename())) << path.string();
            EXPECT_EQ(bytesOf(a / "frames" / (name + ".pvd")), bytesOf(b / "frames" / (name + ".pvd")));
        }
    }
    const auto stats_a = io::readCsv(a / "stats.csv").value();
    const auto stats_b = io::readCsv(b / "stats.csv").value();
    ASSERT_EQ(stats_a.columns, stats_b.columns);
    ASSERT_EQ(stats_a.rows.size(), stats_b.rows.size());
    const int simulated = stats_a.find("wall_clock");
    ASSERT_GT(simulated, 5);
    for (std::size_t row = 0; row < stats_a.rows.size(); ++row)
        for (int column = 0; column < simulated; ++column)
            EXPECT_EQ(stats_a.rows[row][static_cast<std::size_t>(column)],
                      stats_b.rows[row][static_cast<std::size_t>(column)])
                << "row " << row << ", " << stats_a.columns[static_cast<std::size_t>(column)];
}

}  // namespace talus::test
