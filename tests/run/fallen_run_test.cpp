// What falls off the scene in a run's outputs: statistics, one note, resume.
#include "tests/run/small_run.h"

namespace talus::run {
namespace {

/// A plate, and two grains beside it that leave the scene 0.05 s apart.
scene::Scene plateScene() {
    scene::Scene scene = test::smallScene();
    grains::in(scene).emitters.clear();
    grains::in(scene).fills.clear();
    scene.time = {0.4, 0.05, {}};
    scene.output.checkpoint_frames = 5;
    scene.environment.walls[0].kind = environment::Wall::Kind::BoxOutside;
    scene.environment.walls[0].box = {{-0.05, -0.05, -0.01}, {0.05, 0.05, 0}};
    for (const double height : {0.0, 0.1}) {
        grains::Grain grain;
        grain.material = "sand";
        grain.radius = 0.002;
        grain.position = {0.08, 0, height};
        grains::in(scene).placed.push_back(grain);
    }
    return scene;
}

TEST(FallenGrains, AreInTheStatisticsAndReportedOnce) {
    const test::TemporaryFolder folder;
    const scene::Scene scene = plateScene();
    int notes = 0;
    std::string text;
    Observer observer;
    observer.note = [&](const std::string& note) {
        if (note.find("fall off the scene") == std::string::npos) return;
        ++notes;
        text = note;
    };
    const auto whole = test::startRun(scene, folder / "run", test::optionsTo(8), observer);
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(notes, 1) << text;
    const auto stats = io::readCsv(folder / "run/stats.csv").value();
    const auto value = [&](const char* name, std::size_t row) {
        return stats.rows.at(row).at(static_cast<std::size_t>(stats.find(name)));
    };
    ASSERT_EQ(stats.rows.size(), 9u);
    EXPECT_EQ(value("fallen.count", 0), 0);
    EXPECT_EQ(value("fallen.count", 8), 2);
    EXPECT_EQ(value("grains", 8), 0);
    EXPECT_DOUBLE_EQ(value("fallen.mass", 8), value("mass", 0));

    // Gone on with when one had fallen: that was told before.
    ASSERT_EQ(value("fallen.count", 5), 1);
    const auto resumed = test::resumeRun(scene, folder / "run", test::optionsTo(8), 5, observer);
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(notes, 1);
    EXPECT_EQ(resumed->state_hash, whole->state_hash);
}

}  // namespace
}  // namespace talus::run
