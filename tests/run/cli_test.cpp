#include "tests/run/cli.h"
#include "talus/core/rng.h"
#include "tests/run/small_run.h"

/// The commands as a user types them.
namespace talus {
namespace {

using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(Cli, RunResumeDiffInfoExport) {
    Outcome o = talus("run " + at("pour.toml") + " --out " + at("whole"));
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("frame 0/20"));
    EXPECT_THAT(o.text, HasSubstr("20 frames, 0.2 s simulated, 200 grains"));
    o = talus("run " + at("pour.toml") + " --progress none --frames 7 --out " + at("parts"));
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_EQ(o.text, "");
    EXPECT_EQ(talus("diff " + at("whole") + " " + at("parts")).code, 1);
    o = talus("resume " + at("parts") + " --until '0.12 s' --threads 3 --progress json");
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_EQ(std::count(o.text.begin(), o.text.end(), '\n'), 5) << "an object a frame and nothing else";
    // What was asked for is reached; the scene goes on.
    ASSERT_EQ(talus("resume " + at("parts")).code, 0);
    o = talus("diff " + at("whole") + " " + at("parts"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("the same: 21 frames"));
    test::expectSameRun(folder / "whole", folder / "parts");
    o = talus("resume " + at("parts"));
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.text, HasSubstr("has already reached frame 20"));

    o = talus("info " + at("parts"));
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.text, HasSubstr("20 of 20"));
    EXPECT_THAT(o.text, HasSubstr("checkpoint.0020.h5: 0.2 s, step"));

    o = talus("export " + at("parts") + " --format ply,csv,xyz,vtp --frames 10:20:5");
    EXPECT_EQ(o.code, 0) << o.text;
    for (const char* name : {"grains.0010.ply", "grains.0015.csv", "grains.0020.xyz", "grains.0020.vtp"})
        EXPECT_TRUE(std::filesystem::exists(folder / "parts/export" / name)) << name;
    EXPECT_EQ(test::bytesOf(folder / "parts/export/grains.0020.vtp"),
              test::bytesOf(folder / "parts/frames/grains.0020.vtp"));
    o = talus("export " + at("parts") + " --format obj");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(
        o.text,
        HasSubstr("nothing here can be exported as 'obj'; there are: grains (points) as vtp, ply, csv, xyz"));
    o = talus("export " + at("parts") + " --format tif --what grains");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("nothing here can be exported as 'tif'"));
}

// What CLI11 would take for another number, or no command would use.
TEST_F(Cli, OptionsWithoutEffectAreReported) {
    const std::string run = "run " + at("pour.toml") + " --progress none --out " + at("out");
    for (const char* option : {"--frames -1", "--frames 1e3", "--frames 18446744073709551615",
                               "--until 1e300", "--ranks 3", "--allow-missing"}) {
        const Outcome o = talus(run + " " + option);
        EXPECT_EQ(o.code, 2) << option << o.text;
        EXPECT_FALSE(std::filesystem::exists(folder / "out")) << option;
    }
    ASSERT_EQ(talus(run + " --frames 1").code, 0);
    EXPECT_EQ(talus("resume " + at("out") + " --frames -5").code, 2);
    for (const char* call : {"plot", "render"}) {
        const Outcome o =
            talus(std::string(call) + " " + at("out") + (*call == 'p' ? " --line 0 0 1 1" : " --contours 1"));
        EXPECT_EQ(o.code, 2) << o.text;
        EXPECT_THAT(o.text, HasSubstr("has no ground"));
    }
    EXPECT_THAT(talus("info " + at("pour.toml")).text, HasSubstr("it is a file"));
}

// It takes one value, so that a scene may follow, and the help says that it may come again.
TEST_F(Cli, SetTakesOneValueAndMayBeRepeated) {
    for (const char* command : {"check", "run", "render", "bench"}) {
        const std::string help = talus(std::string(command) + " --help").text;
        EXPECT_THAT(help, HasSubstr("--set KEY=VALUE  ")) << command;
        EXPECT_THAT(help, HasSubstr("; may be repeated\n")) << command;
    }
    const Outcome o =
        talus("check --set time.duration=0.7 --set time.frame_interval=0.35 " + at("pour.toml"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("0.7 s in 2 frames of 0.35 s"));
}

// Told by check and by run: a fill across the sides of a periodic domain lies in itself.
TEST_F(Cli, OverlappingGrainsAtTheStartAreReported) {
    const std::string text = R"(format = 1
name = "wide"
[time]
duration = "1 ms"
frame_interval = "1 ms"
[world]
periodic = ["x"]
domain_min = [0, 0, 0]
domain_max = [0.1, 0.1, 0.1]
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
[[fill]]
name = "bed"
material = "sand"
min = [-0.02, 0, 0]
max = [0.14, 0.02, 0.02]
)";
    ASSERT_TRUE(io::writeFile(folder / "wide.toml", text));
    const std::string told = "overlap at the start";
    Outcome o = talus("check " + at("wide.toml"));
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.text, HasSubstr(told));
    o = talus("run " + at("wide.toml") + " --progress none --out " + at("wide"));
    EXPECT_THAT(o.text, HasSubstr(told));
    EXPECT_THAT(o.text, HasSubstr("across periodic sides"));
    EXPECT_THAT(talus("resume " + at("wide") + " --frames 2 --progress none").text, Not(HasSubstr(told)));
    o = talus("check " + at("wide.toml") + " --set fill.bed.min=[0,0,0] --set fill.bed.max=[0.1,0.02,0.02]");
    EXPECT_THAT(o.text, Not(HasSubstr(told)));
}

// render::Renderer draws without a display or graphics card, so this needs nothing that tests lack; ffmpeg is
// optional, and where it is missing the pictures are there and the message says how to make the film.
TEST_F(Cli, PicturesWhileRunningAndAfterwards) {
    const bool ffmpeg = std::system("ffmpeg -version >/dev/null 2>&1") == 0;
    Outcome o =
        talus("run " + at("pour.toml") + " --frames 3 --video --set render.size=[160,96] --out " + at("run"));
    EXPECT_EQ(o.code, ffmpeg ? 0 : 1) << o.text;
    EXPECT_EQ(std::filesystem::exists(folder / "run/video.mp4"), ffmpeg);
    for (const char* name : {"auto.0000.png", "auto.0003.png"})
        EXPECT_TRUE(std::filesystem::exists(folder / "run/images" / name)) << name;
    const std::string live = test::bytesOf(folder / "run/images/auto.0002.png");
    std::filesystem::remove_all(folder / "run/images");
    o = talus("render " + at("run") + " --frames 2:3 --size 160x96");
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_FALSE(std::filesystem::exists(folder / "run/images/auto.0001.png"));
    EXPECT_TRUE(test::bytesOf(folder / "run/images/auto.0002.png") == live)
        << "files hold all that a picture needs";
    o = talus("render " + at("run") + " --frames 3 --size 160x96 --colour velocity");
    ASSERT_EQ(o.code, 0) << o.text;
    o = talus("render " + at("run") + " --camera sky");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("no camera 'sky'; there are: auto"));
    o = talus("render " + at("run") + " --camera orbit --frames 3 --size 160x96");
    ASSERT_EQ(o.code, 0) << o.text;
    const std::string alone = test::bytesOf(folder / "run/images/orbit.0003.png");
    o = talus("render " + at("run") + " --camera orbit --size 160x96");
    EXPECT_TRUE(test::bytesOf(folder / "run/images/orbit.0003.png") == alone)
        << "a picture does not depend on the others";
    EXPECT_TRUE(test::bytesOf(folder / "run/images/orbit.0002.png") != alone);
    o = talus("render " + at("run") +
              " --frames 2 --set render.size=[160,96] --set render.background=[0,0,0]");
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_TRUE(test::bytesOf(folder / "run/images/auto.0002.png") != live);
    o = talus("render " + at("run") + " --set time.duration=9");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("only keys of [render] and [[camera]] can be set"));
    o = talus("render " + at("run") + " --colour taste");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(
        o.text,
        HasSubstr(
            "cannot be coloured by 'taste'; there are: velocity, spin, radius, mass, material, id, birth"));
    o = talus("render " + at("run") + " --colour spin");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("the frames have no field 'spin'; add it to output.fields"));
    EXPECT_EQ(talus("render " + at("run") + " --size big").code, 2);
    // 2^32 + 160: in 32 bits it would be a picture 160 wide.
    EXPECT_EQ(talus("render " + at("run") + " --size 4294967456x96").code, 2);
    EXPECT_EQ(talus("render " + at("run") + " --frames 7:9").code, 2);
}

TEST_F(Cli, PlotMeasuresAndDraws) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 8 --out " + at("run")).code, 0);
    const Outcome o = talus("plot " + at("run"));
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("angle of repose: no heap")) << "eighty grains are none";
    for (const char* name : {"heap-profile.png", "energy.png", "contacts.png"})
        EXPECT_TRUE(std::filesystem::exists(folder / "run/plots" / name)) << name;
    EXPECT_EQ(talus("plot " + at("run") + " --frame 9").code, 2);
}

// A limit on the size of files, in blocks of 512 bytes, stands for a full disk: only the checkpoint of frame
// 8 is larger.
TEST_F(Cli, FullDiskIsReportedWithAdvice) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 8 --out " + at("whole")).code, 0);
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 3 --out " + at("run")).code, 0);
    const auto blocks =
        (std::filesystem::file_size(folder / "whole/checkpoints/checkpoint.0008.h5") - 1) / 512;
    const auto [code, text] =
        test::runCommand("sh -c 'ulimit -f " + std::to_string(blocks) + "; exec " + test::talusProgram() +
                         " resume " + (folder / "run").string() + " --frames 8'");
    EXPECT_EQ(code, 4) << text;
    EXPECT_THAT(text, HasSubstr((folder / "run/checkpoints/checkpoint.0008.h5").string()));
    EXPECT_THAT(text, HasSubstr("then go on with: talus resume"));
    EXPECT_EQ(talus("resume " + at("run") + " --frames 8").code, 0);
}

TEST_F(Cli, DiffNamesTheFirstFrameAndField) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 12 --out " + at("a")).code, 0);
    ASSERT_EQ(
        talus("run " + at("pour.toml") + " --frames 12 --set contact[0].friction=0.1 --out " + at("b")).code,
        0);
    const Outcome o = talus("diff " + at("a") + " " + at("b"));
    EXPECT_EQ(o.code, 1);
    // Friction matters once the first grains have reached the floor.
    EXPECT_THAT(o.text,
                ::testing::ContainsRegex("frame [0-9]+ is the first that differs:\n  (position|velocity): "
                                         "[0-9]+ of [0-9]+ points differ, by [0-9.e-]+ at most .id [0-9]+"));
    EXPECT_THAT(o.text, HasSubstr("the states in checkpoint.0012.h5 differ"));
}

TEST_F(Cli, MistakesAreExplained) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 1 --out " + at("run")).code, 0);
    Outcome o = talus("run " + at("pour.toml") + " --frames 1 --out " + at("run"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("already holds a run"));
    EXPECT_EQ(talus("run " + at("pour.toml") + " --frames 1 --overwrite --out " + at("run")).code, 0);
    o = talus("run " + at("missing.toml"));
    EXPECT_EQ(o.code, 2) << o.text;
    o = talus("run " + at("pour.toml") + " --out " + at("pour.toml") + "/x");
    EXPECT_EQ(o.code, 4) << o.text;
    EXPECT_THAT(o.text, HasSubstr((folder / "pour.toml/x").string()));
    o = talus("run " + at("pour.toml") + " --until '5 kg' --out " + at("x"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("--until 5 kg: give a simulated time"));
    EXPECT_FALSE(std::filesystem::exists(folder / "x")) << "a mistake leaves nothing behind";
    o = talus("resume " + at("nowhere"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("is not a run folder"));
    EXPECT_EQ(talus("resume " + at("run") + " --from 3").code, 2);
    ASSERT_TRUE(
        io::writeFile(folder / "run/run.toml", test::bytesOf(folder / "run/run.toml") + "\n# edited\n"));
    o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("was changed since the run began"));
}

TEST_F(Cli, DivergenceHasItsOwnExitCode) {
    // Two grains fly at each other so fast that they would pass through each other in a step.
    std::string text = test::bytesOf(folder / "pour.toml");
    text +=
        "[[grain]]\nmaterial = \"sand\"\nposition = [-0.1, 0, 0.02]\nvelocity = [1e4, 0, 0]\nradius = \"2 "
        "mm\"\n";
    ASSERT_TRUE(io::writeFile(folder / "fast.toml", text));
    const Outcome o = talus("run " + at("fast.toml") + " --out " + at("run"));
    EXPECT_EQ(o.code, 3) << o.text;
    EXPECT_THAT(o.text, HasSubstr("diverged at"));
    EXPECT_TRUE(std::filesystem::exists(folder / "run/failure/report.txt"));
    EXPECT_TRUE(std::filesystem::exists(folder / "run/failure/state.h5"));
    EXPECT_TRUE(std::filesystem::exists(folder / "run/failure/grains.vtp"));
}

TEST_F(Cli, PipelineIsPrintedAndNothingWritten) {
    const Outcome o = talus("run " + at("pour.toml") + " --print-pipeline --out " + at("x"));
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.text, HasSubstr("find contacts"));
    EXPECT_FALSE(std::filesystem::exists(folder / "x"));
}

TEST_F(Cli, DoctorWorksAnywhere) {
    const Outcome o = talus("doctor");
    EXPECT_EQ(o.code, 0);
    for (const char* word :
         {"talus 0", "compiler", "cpu", "memory", "OpenGL", "ffmpeg", "LAMMPS", "HDF5", "CUDA"})
        EXPECT_THAT(o.text, HasSubstr(word));
}

TEST(CommandLine, LongBenchSettlesABedAndPrintsItsSpeed) {
    const Outcome bench = talus("bench --grains 10000 --repeats 1 --seconds 0.01 --threads 1");
    EXPECT_EQ(bench.code, 0) << bench.text;
    EXPECT_THAT(bench.text, HasSubstr("10000 grains"));
    EXPECT_THAT(bench.text, HasSubstr("gravity and contacts"));
}

TEST_F(Cli, BenchPrintsTheColumnsThatAreNamed) {
    const std::string command =
        "bench " + at("pour.toml") + " --repeats 1 --seconds 0.01 --threads 1 --columns ";
    const Outcome named = talus(command + "kinetic,'rotational [J]'");
    EXPECT_EQ(named.code, 0) << named.text;
    EXPECT_THAT(named.text, AllOf(HasSubstr("kinetic [J] "), HasSubstr("rotational [J] ")));
    const Outcome wrong = talus(command + "nonsense");
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.text, HasSubstr("--columns: the scene has no column 'nonsense'"));
}

TEST(CommandLine, BenchOfAPeerNeedsThePeer) {
    const Outcome alone = talus("bench --peer-skin 0.01");
    EXPECT_EQ(alone.code, 2);
    EXPECT_THAT(alone.text, HasSubstr("--peer-skin needs --peer lammps; add that"));
}

}  // namespace
}  // namespace talus
