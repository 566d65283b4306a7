#include <cmath>
#include <set>

#include <fmt/format.h>

#include "tests/run/background.h"
#include "tests/run/full_disk.h"
#include "tests/run/small_run.h"
#include "tests/support/lammps_installed.h"

/// Runs by LIGGGHTS from the command line.
namespace talus {
namespace {

using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;

/// A square funnel as an STL file: 40 mm wide at its top, 12 mm at its neck, 20 mm high.
std::string funnel() {
    struct Point {
        double x, y, z;
    };
    const auto ring = [](double half, double z) {
        return std::array<Point, 4>{{{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}}};
    };
    const auto top = ring(0.02, 0.02), neck = ring(0.006, 0);
    std::string text = "solid funnel\n";
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t j = (i + 1) % 4;
        for (const auto& corners :
             {std::array{top[i], neck[i], top[j]}, std::array{neck[i], neck[j], top[j]}}) {
            text += "facet normal 0 0 0\nouter loop\n";
            for (const Point& p : corners) text += fmt::format("vertex {} {} {}\n", p.x, p.y, p.z);
            text += "endloop\nendfacet\n";
        }
    }
    return text + "endsolid funnel\n";
}

/// Sand in a funnel over a floor, with a contact law that LIGGGHTS has as well.
const char* const scene = R"(format = 1
name = "funnel"
[time]
duration = "0.1 s"
frame_interval = "10 ms"
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
law = "hooke"
stiffness = 5000
shear_stiffness = 1500
normal_damping = 800
shear_damping = 0
friction = 0.4
[[wall]]
name = "funnel"
material = "sand"
shape = "mesh"
file = "funnel.stl"
[[wall]]
name = "floor"
material = "sand"
shape = "plane"
point = [0, 0, -0.02]
normal = [0, 0, 1]
[[fill]]
name = "sand"
material = "sand"
min = [-0.008, -0.008, 0.006]
max = [0.008, 0.008, 0.03]
grain_radius = "1.2 mm"
radius_spread = 0.1
[output]
checkpoint_frames = 5
)";

class CliLiggghts : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_TRUE(io::writeFile(folder / "funnel.stl", funnel()));
        ASSERT_TRUE(io::writeFile(folder / "funnel.toml", scene));
    }
    /// A scene with a text of it replaced.
    std::string with(const std::string& old, const std::string& by) const {
        std::string text = scene;
        const std::size_t at = text.find(old);
        EXPECT_NE(at, std::string::npos) << old;
        return text.replace(at, old.size(), by);
    }
    Outcome check(const std::string& text) const {
        EXPECT_TRUE(io::writeFile(folder / "other.toml", text));
        return talus("check " + at("other.toml") + " --engine liggghts");
    }
    io::CsvTable stats(const char* run) const { return io::readCsv(folder / run / "stats.csv").value(); }
    static double value(const io::CsvTable& table, std::size_t row, const char* name) {
        const int column = table.find(name);
        EXPECT_GE(column, 0) << name;
        return column < 0 ? 0 : table.rows[row][static_cast<std::size_t>(column)];
    }
};

// The steps, the grains and the sums of a run whose disk was full for a while are those of one that had room.
TEST_F(CliLiggghts, FullDiskIsReportedAndLosesNothing) {
    if (!test::liggghtsInstalled()) GTEST_SKIP() << test::no_liggghts;
    const std::string options = " --engine liggghts --ranks 1 --progress none ";
    const auto full = test::runOnAFullDisk(folder.path(), "funnel.toml", options);
    if (!full) GTEST_SKIP() << test::no_disk;
    ASSERT_EQ(full->code, 0) << full->text;
    EXPECT_THAT(full->text, HasSubstr("code 4\n"));
    EXPECT_THAT(full->text, ::testing::ContainsRegex("[Ss]pace|disk"));
    ASSERT_EQ(talus("run " + at("funnel.toml") + options + "--frames 2 --out " + at("room")).code, 0);
    ASSERT_EQ(talus("resume " + at("room") + options + "--frames 6").code, 0);
    EXPECT_EQ(run::listFrames(folder / "run").size(), 7u);
    const io::CsvTable theirs = stats("run"), room = stats("room");
    ASSERT_EQ(theirs.rows.size(), 7u);
    ASSERT_EQ(room.rows.size(), 7u);
    for (std::size_t row = 0; row < 7; ++row)
        for (const char* name : {"step", "grains", "kinetic", "potential"})
            EXPECT_EQ(value(theirs, row, name), value(room, row, name)) << name << " " << row;
}

// On one rank and on two the run is that of Talus until grains have hit each other often; from then on the
// two part as any two runs of a heap do, and what is compared are sums.
TEST_F(CliLiggghts, AFunnelFromAFileIsARunLikeAnyOther) {
    if (!test::liggghtsInstalled()) GTEST_SKIP() << test::no_liggghts;
    const std::string to = " --frames 10 --progress none --out ";
    ASSERT_EQ(talus("run " + at("funnel.toml") + to + at("own")).code, 0);
    const io::CsvTable own = stats("own");
    for (const char* ranks : {"1", "2"}) {
        const Outcome o = talus("run " + at("funnel.toml") + " --engine liggghts --overwrite --ranks " +
                                ranks + to + at("run"));
        ASSERT_EQ(o.code, 0) << o.text;
        EXPECT_EQ(run::listFrames(folder / "run").size(), 11u);
        const io::CsvTable theirs = stats("run");
        ASSERT_EQ(theirs.rows.size(), 11u);
        ASSERT_EQ(own.rows.size(), 11u);
        for (std::size_t row = 0; row < 11; ++row)
            for (const char* name : {"time", "step", "grains"})
                EXPECT_EQ(value(theirs, row, name), value(own, row, name)) << name << " " << row;
        // To round-off while they fall, and in the first impacts but for the arms of friction, which are
        // 0.1 % of the velocity (docs/theory/liggghts.md).
        for (std::size_t row = 0; row < 5; ++row)
            EXPECT_NEAR(value(theirs, row, "kinetic"), value(own, row, "kinetic"),
                        (row < 3 ? 1e-12 : 2e-3) * value(own, row, "kinetic"))
                << row << " " << ranks;
        const double fell = value(own, 0, "potential") - value(own, 10, "potential");
        EXPECT_NEAR(value(theirs, 10, "potential"), value(own, 10, "potential"), 0.02 * fell);
        // What carries the grains: means of twenty moments a frame by the one, of all steps by the other.
        const auto carried = [&](const io::CsvTable& table) {
            double sum = 0;
            for (std::size_t row = 5; row < 11; ++row)
                for (const char* wall : {"wall.funnel.fz", "wall.floor.fz"}) sum += value(table, row, wall);
            return sum;
        };
        EXPECT_NEAR(carried(theirs), carried(own), 0.15 * std::abs(carried(own)));
    }
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr("2 ranks of LIGGGHTS 3.8"));
    EXPECT_EQ(talus("plot " + at("run")).code, 0);
    // Either engine goes on from its checkpoint, LIGGGHTS itself too, with springs at zero.
    Outcome o = talus("resume " + at("run") + " --frames 11 --progress none");
    EXPECT_EQ(o.code, 0) << o.text;
    o = talus("resume " + at("run") + " --engine liggghts --ranks 1 --frames 12 --progress none");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("springs at zero"));
}

// What would be another computation is told before anything runs, with what to change.
TEST_F(CliLiggghts, UnsupportedFeaturesAreRefused) {
    Outcome o = talus("check " + at("funnel.toml") + " --engine liggghts");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("with LIGGGHTS on 2 ranks"));
    o = check(with("law = \"hooke\"", "law = \"linear\""));
    EXPECT_EQ(o.code, 2);
    o = check(with("friction = 0.4", "friction = 0.4\nrolling = \"spring\""));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("set rolling = \"none\""));
    o = check(with("normal = [0, 0, 1]", "normal = [0, 0.1, 1]"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("wall 'floor'"));
    o = check(std::string(scene) +
              "[[motion]]\nwall = \"funnel\"\nkind = \"vibrate\"\ndirection = [1, 0, 0]\namplitude = \"1 "
              "mm\"\nfrequency = \"5 Hz\"\n");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("one constant translation or rotation"));
    o = check(std::string(scene) +
              "[[sink]]\nname = \"drain\"\nshape = \"plane\"\npoint = [0, 0, -0.1]\nnormal = [0, 0, 1]\n");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("sink 'drain'"));
    // LAMMPS says who has walls of triangles.
    o = talus("check " + at("funnel.toml") + " --engine lammps");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("--engine liggghts"));
    if (test::liggghtsInstalled()) {
        o = talus("run " + at("funnel.toml") + " --engine liggghts --ranks 1 --out " + at("none"),
                  "PATH=/nowhere ");
        EXPECT_EQ(o.code, 1);
        EXPECT_THAT(o.text, HasSubstr("apt-get install liggghts openmpi-bin"));
    }
}

// A run that ends early in three ways, one after another, and is then complete.
TEST_F(CliLiggghts, KilledOrInterruptedRunsContinueFromTheirCheckpoint) {
    if (!test::liggghtsInstalled()) GTEST_SKIP() << test::no_liggghts;
    const std::string one_rank = " --engine liggghts --ranks 1 --progress none ";
    const auto work = std::filesystem::canonical(folder.path()) / "run/lammps";
    const auto programs = [&] { return test::processesIn(work, "liggghts"); };
    const auto hasFrame = [&](int frame) {
        return std::filesystem::exists(folder / "run/frames" / fmt::format("grains.{:04}.vtp", frame));
    };
    const auto saved = [&] { return run::listCheckpoints(folder / "run").value().back().frame; };
    const auto said = [&] { return test::bytesOf(folder / "said"); };

    pid_t child = test::startTalus("run " + at("funnel.toml") + one_rank + "--out " + at("run"), at("said"));
    ASSERT_TRUE(test::comesTrue([&] { return hasFrame(6); })) << said();
    ::kill(child, SIGKILL);
    EXPECT_EQ(test::ended(child), -SIGKILL);
    EXPECT_TRUE(test::comesTrue([&] { return programs().empty(); })) << "LIGGGHTS outlives Talus";
    EXPECT_EQ(saved(), 5u);

    child = test::startTalus("resume " + at("run") + one_rank + "--frames 200", at("said"));
    ASSERT_TRUE(test::comesTrue([&] { return programs().size() == 1; })) << said();
    for (const pid_t program : programs()) ::kill(program, SIGKILL);
    EXPECT_EQ(test::ended(child), 1);
    EXPECT_THAT(said(), HasSubstr("LIGGGHTS ended with"));
    EXPECT_THAT(said(), HasSubstr("talus resume"));
    EXPECT_THAT(said(), HasSubstr("--engine liggghts"));

    const auto before = saved();
    child = test::startTalus("resume " + at("run") + one_rank + "--frames 200", at("said"));
    ASSERT_TRUE(test::comesTrue([&] { return hasFrame(static_cast<int>(before) + 3); })) << said();
    ::kill(child, SIGINT);
    EXPECT_EQ(test::ended(child), 130) << said();
    EXPECT_THAT(said(), HasSubstr("a checkpoint was written"));
    EXPECT_GE(saved(), before + 3);

    const auto last = saved() + 2;
    const Outcome o = talus("resume " + at("run") + one_rank + fmt::format("--frames {}", last));
    ASSERT_EQ(o.code, 0) << o.text;
    const io::CsvTable all = stats("run");
    ASSERT_EQ(all.rows.size(), last + 1);
    for (std::size_t row = 0; row <= last; ++row) {
        EXPECT_EQ(value(all, row, "frame"), static_cast<double>(row));
        EXPECT_EQ(value(all, row, "grains"), value(all, 0, "grains"));
        EXPECT_TRUE(hasFrame(static_cast<int>(row))) << row;
    }
}

// The path of the run folder, of the scene and of the mesh hold what a command language or a shell would act
// on, and links lie where LIGGGHTS writes: nothing of it is acted on, nothing outside is written.
TEST_F(CliLiggghts, PathsAreNotRunAsCommandsAndLinksDoNotLeadOutside) {
    if (!test::liggghtsInstalled()) GTEST_SKIP() << test::no_liggghts;
    const std::string odd = "a b & $(touch c) \"q\" `d` ${no} #", word = at(odd.c_str());
    std::filesystem::create_directory(folder / odd);
    ASSERT_TRUE(io::writeFile(folder / odd / "x; shell touch c.stl", funnel()));
    ASSERT_TRUE(io::writeFile(folder / odd / "scene.toml", with("funnel.stl", "x; shell touch c.stl")));
    const std::string one_rank = " --engine liggghts --ranks 1 --progress none ";
    Outcome o = talus("run " + word + "/scene.toml" + one_rank + "--frames 2 --out " + word + "/run");
    ASSERT_EQ(o.code, 0) << o.text;
    ASSERT_TRUE(io::writeFile(folder / "outside", "mine"));
    const auto work = folder / odd / "run/lammps";
    for (const char* name :
         {"log.lammps", "in.funnel", "data.funnel", "mesh.0.stl", "state.txt", "dump.10779.txt"}) {
        std::filesystem::remove(work / name);
        std::filesystem::create_symlink(folder / "outside", work / name);
    }
    std::filesystem::remove(work / "loads.txt");
    std::filesystem::create_hard_link(folder / "outside", work / "loads.txt");
    o = talus("resume " + word + "/run" + one_rank + "--frames 3");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_EQ(test::bytesOf(folder / "outside"), "mine");
    const auto names = [](const std::filesystem::path& path) {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(path))
            found.insert(entry.path().filename().string());
        return found;
    };
    EXPECT_EQ(names(folder.path()),
              (std::set<std::string>{odd, "outside", "pour.toml", "funnel.toml", "funnel.stl"}));
    EXPECT_EQ(names(folder / odd), (std::set<std::string>{"run", "scene.toml", "x; shell touch c.stl"}));
}

}  // namespace
}  // namespace talus
