// Particle systems from the command line: what a run leaves in its folder, alone and beside grains whose
// steps are far shorter; and that it is the same after a resume and for any number of threads.
#include <fmt/format.h>

#include <fstream>
#include <map>

#include "talus/io/csv.h"
#include "tests/run/cli.h"
#include "tests/support/scene_head.h"

namespace talus {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::SizeIs;

/// Dust that turns in swirling air, bounces off a floor, dies, and is drained off at one side.
const std::string dust = R"(
[[particles]]
name = "dust"
dt = "5 ms"
linear_drag = 2e-6
turbulence = "0.2 m/s"
[[particle_emitter]]
name = "puff"
system = "dust"
centre = [0, 0, "20 mm"]
radius = "10 mm"
cone = "60 deg"
speed = "0.5 m/s"
speed_spread = 0.5
rate = "2000 /s"
lifetime = "40 ms"
lifetime_spread = 0.5
mass = "1 mg"
particle_radius = "1 mm"
[[sink]]
name = "drain"
shape = "box"
min = ["12 mm", "-1 m", "-1 m"]
max = ["1 m", "1 m", "1 m"]
)";

const std::string common = test::sceneHead("particles", {.duration = 0.12}, {{"sand"}}) + R"(
[[wall]]
name = "floor"
material = "sand"
shape = "plane"
[output]
checkpoint_frames = 4
[render]
size = [160, 90]
)";

const std::string grains = R"(
[[contact]]
between = ["sand", "sand"]
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, "50 mm"]
radius = "15 mm"
rate = "1000 /s"
count = 60
grain_radius = "2 mm"
)";

std::string bytesOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Every file of frames by its name.
std::map<std::string, std::string> framesOf(const fs::path& run) {
    std::map<std::string, std::string> frames;
    for (const auto& file : fs::directory_iterator(run / "frames"))
        frames[file.path().filename().string()] = bytesOf(file.path());
    return frames;
}

/// The columns of the statistics that do not say how long something took.
io::CsvTable simulated(const fs::path& run) {
    io::CsvTable table = io::readCsv(run / "stats.csv").value();
    const auto count = static_cast<std::size_t>(table.find("wall_clock"));
    table.columns.resize(count);
    for (auto& row : table.rows) row.resize(count);
    return table;
}

/// The state at the end of the last session.
std::string lastState(const fs::path& run) {
    const std::string log = bytesOf(run / "log.txt"), before = ", state ";
    const std::size_t at = log.rfind(before);
    return at == std::string::npos ? "" : log.substr(at + before.size(), 16);
}

void expectSame(const fs::path& a, const fs::path& b) {
    EXPECT_TRUE(framesOf(a) == framesOf(b)) << a << " and " << b;
    const io::CsvTable first = simulated(a), second = simulated(b);
    EXPECT_EQ(first.columns, second.columns);
    EXPECT_EQ(first.rows, second.rows);
    EXPECT_EQ(lastState(a), lastState(b));
    EXPECT_THAT(lastState(a), SizeIs(16));
}

class ParticlesFromTheCommandLine : public ::testing::TestWithParam<bool> {
  protected:
    void SetUp() override {
        const std::string text = common + (GetParam() ? grains : "") + dust;
        ASSERT_TRUE(io::writeFile(folder / "scene.toml", text));
    }
    std::string at(const std::string& name) const { return "'" + (folder / name).string() + "'"; }
    void start(const std::string& name, const std::string& more) const {
        const Outcome o =
            talus(fmt::format("run {} --progress none --out {} {}", at("scene.toml"), at(name), more));
        ASSERT_EQ(o.code, 0) << o.text;
    }
    test::TemporaryFolder folder;
};

TEST_P(ParticlesFromTheCommandLine, FramesStatisticsAndPictures) {
    start("run", "");
    const auto frames = framesOf(folder / "run");
    for (const char* name : {"dust.0000.vtp", "dust.0012.vtp", "dust.pvd"})
        EXPECT_TRUE(frames.contains(name)) << name;
    EXPECT_THAT(frames.at("dust.0012.vtp"), HasSubstr("Name=\"lifetime\""));
    EXPECT_THAT(simulated(folder / "run").columns,
                IsSupersetOf({"particles.dust.count", "particles.dust.mass [kg]", "particles.dust.emitted",
                              "particles.dust.aged", "particles.dust.sunk",
                              "particles.dust.removed_mass [kg]", "wall.floor.dust.fz [N]"}));
    const Outcome o = talus("render " + at("run") + " --frames 4:12:4");
    EXPECT_EQ(o.code, 0) << o.text;
    std::map<std::string, std::string> pictures;
    for (const auto& file : fs::directory_iterator(folder / "run/images"))
        pictures[file.path().filename().string()] = bytesOf(file.path());
    ASSERT_THAT(pictures, SizeIs(3));
    // Dust moves, so that no two pictures are the same.
    EXPECT_NE(pictures.begin()->second, pictures.rbegin()->second);
}

TEST_P(ParticlesFromTheCommandLine, AResumeGivesTheSameBytes) {
    start("whole", "");
    start("halves", "--frames 7");
    const Outcome o = talus("resume " + at("halves") + " --progress none");
    ASSERT_EQ(o.code, 0) << o.text;
    expectSame(folder / "whole", folder / "halves");
}

TEST_P(ParticlesFromTheCommandLine, ThreadsDoNotChangeABit) {
    start("one", "--threads 1");
    for (const int threads : {2, 5}) {
        const std::string name = fmt::format("threads-{}", threads);
        start(name, fmt::format("--threads {}", threads));
        expectSame(folder / "one", folder / name);
    }
}

// What appeared is what is there and what went, in every row of the statistics: of the number exactly. Each
// particle has the same mass, 1 mg in single precision; sums of a few hundred such numbers in double
// precision are off by at most as many units in the last place, some 1e-13 of the sum.
TEST_P(ParticlesFromTheCommandLine, TheLedgerAddsUp) {
    start("run", "");
    const io::CsvTable table = simulated(folder / "run");
    const auto column = [&](const std::string& name) {
        const int found = table.find("particles.dust." + name);
        EXPECT_GE(found, 0) << name;
        return static_cast<std::size_t>(std::max(found, 0));
    };
    const std::size_t count = column("count"), emitted = column("emitted"), aged = column("aged"),
                      sunk = column("sunk"), mass = column("mass"), removed = column("removed_mass");
    for (const auto& row : table.rows) {
        EXPECT_EQ(row[count], row[emitted] - row[aged] - row[sunk]);
        const double all = row[emitted] * double{1e-6F};
        EXPECT_NEAR(row[mass] + row[removed], all, 1e-12 * all);
    }
    // All three happened, or the sum says little.
    const auto& last = table.rows.back();
    EXPECT_GT(last[count], 0);
    EXPECT_GT(last[aged], 0);
    EXPECT_GT(last[sunk], 0);
    EXPECT_EQ(last[emitted], 230);  // 2000 a second; those due in the last step, 10, come with the next
}

INSTANTIATE_TEST_SUITE_P(Scenes, ParticlesFromTheCommandLine, ::testing::Bool(),
                         [](const auto& with) { return with.param ? "BesideGrains" : "Alone"; });

/// The scene with other words in it is refused, with this said of the line where they first stand.
void expectRefusal(const std::string& from, const std::string& to, const std::string& what) {
    const test::TemporaryFolder folder;
    std::string text = common + dust;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    for (std::size_t next = at; next != std::string::npos; next = text.find(from, next + to.size()))
        text.replace(next, from.size(), to);
    ASSERT_TRUE(io::writeFile(folder / "scene.toml", text));
    const Outcome o = talus("check '" + (folder / "scene.toml").string() + "'");
    EXPECT_NE(o.code, 0);
    EXPECT_THAT(o.text, HasSubstr(fmt::format("scene.toml:{}:", line))) << to;
    EXPECT_THAT(o.text, HasSubstr(what)) << to;
}

TEST(ParticleScenes, CheckNamesTheErrorAndTheNearestName) {
    expectRefusal("turbulence =", "turbulense =", "did you mean 'turbulence'?");
    expectRefusal("dt = \"5 ms\"",
                  R"(stages = ["emit", "remove", "reset forces", "integrate", "external forces", "contact"])",
                  "stage 'integrate' stands before 'external forces'");
    expectRefusal("system = \"dust\"", "system = \"dusk\"", "did you mean 'dust'?");
    expectRefusal("\"dust\"", "\"grains\"", "frames have files named 'grains' already");
}

// Grains whose step follows from their contacts, particles that are content with one of 5 ms.
TEST(ParticleScenes, GrainsTakeManyStepsPerParticleStep) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(io::writeFile(folder / "scene.toml", common + grains + dust));
    const Outcome o = talus("check '" + (folder / "scene.toml").string() + "'");
    ASSERT_EQ(o.code, 0) << o.text;
    const std::string before = "grains: ";
    const std::size_t at = o.text.find(before);
    ASSERT_NE(at, std::string::npos) << o.text;
    EXPECT_GE(std::stoi(o.text.substr(at + before.size())), 20) << o.text;
}

}  // namespace
}  // namespace talus
