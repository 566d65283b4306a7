#include <set>
#include <sstream>

#include "tests/run/cli.h"
#include "tests/run/small_run.h"
#include "tests/support/lammps_installed.h"

/// LAMMPS from the command line.
namespace talus {
namespace {

using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;

TEST_F(Cli, ExportForLammpsNamesWhatIsMissingAndStartsFromCheckpoints) {
    Outcome o = talus("export " + at("pour.toml") + " --format lammps --out " + at("input"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("- emitter 'spout' has 200 of its 200 grains still to pour"));
    EXPECT_FALSE(std::filesystem::exists(folder / "input"));
    // At 0.2 s all grains are there, and the state can be handed over.
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 22 --progress none --out " + at("run")).code, 0);
    o = talus("export " + at("run") + " --format lammps");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("in.pour and data.pour, 200 grains of 1 type"));
    EXPECT_THAT(test::bytesOf(folder / "run/export/data.pour"), HasSubstr("200 atoms"));
    o = talus("export " + at("run") + " --format lammps --frames 3");
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("checkpoint"));
    o = talus("export " + at("run") + " --format lammps --frames 20 --allow-missing --to " + at("other"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_EQ(talus("export " + at("run") + " --format lammps,vtp").code, 2);
    EXPECT_EQ(talus("export " + at("run") + " --format vtp --allow-missing").code, 2);
    EXPECT_EQ(talus("export " + at("pour.toml") + " --format lammps --frames 1").code, 2);
    // Without LAMMPS nothing is run and nothing written.
    o = talus("run " + at("pour.toml") + " --engine lammps --ranks 1 --out " + at("none"), "PATH=/nowhere ");
    EXPECT_EQ(o.code, 1);
    EXPECT_THAT(o.text, HasSubstr("apt-get install lammps openmpi-bin"));
    EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

// A law that LAMMPS does not have is never replaced by another one.
TEST_F(Cli, ExportForLammpsNeverWritesAnotherLawThanAskedFor) {
    std::string text = test::bytesOf(folder / "pour.toml");
    text = text.substr(0, text.find("[[emitter]]")) +
           "[[grain]]\nmaterial = \"sand\"\nposition = [0, 0, 0.01]\n";
    ASSERT_TRUE(io::writeFile(folder / "one.toml", text));
    ASSERT_TRUE(io::writeFile(folder / "jones.toml",
                              std::string(text).replace(text.find("lee-herrmann"), 12, "lennard-jones")));
    const Outcome o =
        talus("export " + at("jones.toml") + " --format lammps --allow-missing --out " + at("input"));
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("LAMMPS has no law like \"lennard-jones\"; use another law"));
    EXPECT_FALSE(std::filesystem::exists(folder / "input"));
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    const Outcome run =
        talus("run " + at("jones.toml") + " --engine lammps --ranks 1 --allow-missing --out " + at("r"));
    EXPECT_EQ(run.code, 2) << run.text;
    EXPECT_FALSE(std::filesystem::exists(folder / "r"));
}

// A free body is left out; it does not become a wall that stands still.
TEST_F(Cli, ExportForLammpsLeavesBodiesOut) {
    std::string text = test::bytesOf(folder / "pour.toml");
    text = text.substr(0, text.find("[[emitter]]")) +
           "[[grain]]\nmaterial = \"sand\"\nposition = [0, 0, 0.01]\n[[body]]\nname = \"ball\"\nmaterial = "
           "\"sand\"\nshape = "
           "\"sphere\"\nradius = 0.01\nposition = [0.1, 0, 0.01]\n";
    ASSERT_TRUE(io::writeFile(folder / "ball.toml", text));
    const Outcome o =
        talus("export " + at("ball.toml") + " --format lammps --allow-missing --out " + at("input"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("left out: body 'ball': LAMMPS gets no bodies"));
    EXPECT_THAT(test::bytesOf(folder / "input/in.pour"), testing::Not(HasSubstr("region shape")));
}

// Water has no grains for LAMMPS, and no tables of theirs.
TEST_F(Cli, ExportForLammpsOfWaterAloneIsRefusedWithAReason) {
    ASSERT_TRUE(io::writeFile(folder / "pool.toml",
                              "format = 1\nname = \"pool\"\n[time]\nduration = 1\n[[material]]\nname = "
                              "\"glass\"\n[water]\nspacing = 0.02\n[[water_block]]\nname = \"pool\"\n"
                              "min = [0, 0, 0]\nmax = [0.1, 0.1, 0.1]\n"));
    for (const char* option : {"", " --allow-missing"}) {
        const Outcome o =
            talus("export " + at("pool.toml") + " --format lammps" + option + " --out " + at("input"));
        EXPECT_EQ(o.code, 2) << o.text;
        EXPECT_THAT(o.text, HasSubstr("the scene has no grains"));
        EXPECT_FALSE(std::filesystem::exists(folder / "input"));
    }
}

// What is exported can be imported, and is the same to the bit; so are LAMMPS' own dumps.
TEST_F(Cli, WhatIsExportedForLammpsIsReadBackToTheBit) {
    ASSERT_EQ(talus("run " + at("pour.toml") + " --frames 22 --progress none --out " + at("run")).code, 0);
    ASSERT_EQ(talus("export " + at("run") + " --format lammps --out " + at("job")).code, 0);
    std::string text = test::bytesOf(folder / "pour.toml");
    text = text.substr(0, text.find("[[emitter]]"));
    const auto with = [&](const char* name, const std::string& keys) {
        ASSERT_TRUE(io::writeFile(folder / name,
                                  text + "[[import]]\nname = \"heap\"\nmaterial = \"sand\"\nfile = " + keys));
    };
    with("again.toml", "\"job/data.pour\"\n");
    const Outcome o = talus("export " + at("again.toml") + " --format lammps --out " + at("again"));
    ASSERT_EQ(o.code, 0) << o.text;
    // The same atoms in another order of lines, as grains are numbered by their ids.
    const auto lines = [](const std::string& bytes, const char* section) {
        std::set<std::string> found;
        std::istringstream stream(bytes.substr(bytes.find(section)));
        std::string line;
        while (std::getline(stream, line) && (line.empty() || line == section || line[0] < 'A'))
            found.insert(line);
        return found;
    };
    const std::string before = test::bytesOf(folder / "job/data.pour"),
                      after = test::bytesOf(folder / "again/data.pour");
    EXPECT_EQ(lines(before, "Atoms # sphere"), lines(after, "Atoms # sphere"));
    EXPECT_EQ(lines(before, "Velocities"), lines(after, "Velocities"));
    EXPECT_EQ(lines(before, "Velocities").size(), 202u);
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    const auto [code, said] =
        test::runCommand("cd " + at("job") + " && sed -i 's/^run .*/run 0/' in.pour && TMPDIR=" + at("job") +
                         " OMP_NUM_THREADS=1 lmp -in in.pour");
    ASSERT_EQ(code, 0) << said;
    std::string start;  // the step that the state is of
    for (const auto& entry : std::filesystem::directory_iterator(folder / "job"))
        if (const std::string name = entry.path().filename(); name.rfind("dump.", 0) == 0)
            start = name.substr(5, name.size() - 9);
    with("dumped.toml", "\"job/dump." + start + ".txt\"\n");
    const Outcome dumped = talus("export " + at("dumped.toml") + " --format lammps --out " + at("dumped"));
    ASSERT_EQ(dumped.code, 0) << dumped.text;
    EXPECT_EQ(lines(test::bytesOf(folder / "dumped/data.pour"), "Atoms # sphere"),
              lines(before, "Atoms # sphere"));
    EXPECT_EQ(lines(test::bytesOf(folder / "dumped/data.pour"), "Velocities"), lines(before, "Velocities"));
}

// A step that is too long is an error, unless insisted on; then it is told and written down.
TEST_F(Cli, AForcedStepIsWarnedOfAndRecorded) {
    const std::string scene = at("pour.toml") + " --set time.dt=1e-3";
    EXPECT_EQ(talus("check " + scene).code, 2);
    Outcome o = talus("check " + scene + " --set time.force_dt=true");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("force_dt uses it all the same"));
    o = talus("run " + scene + " --set time.force_dt=true --frames 1 --progress none --out " + at("run"));
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("force_dt uses it all the same"));
    EXPECT_THAT(test::bytesOf(folder / "run/run.toml"), HasSubstr("force_dt = true"));
    EXPECT_THAT(test::bytesOf(folder / "run/manifest.json"), HasSubstr("\"force_dt\": true"));
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr("time.force_dt"));
    EXPECT_EQ(talus("resume " + at("run") + " --frames 2 --progress none").code, 0);
}

// What will be otherwise is told before anything runs, whether LAMMPS is installed or not.
TEST_F(Cli, CheckReportsCostAndDifferencesOfARunByLammps) {
    Outcome o = talus("check " + at("pour.toml") + " --engine lammps --ranks 4 --set grains.precision=mixed",
                      "PATH=/nowhere ");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("with LAMMPS on 4 ranks:"));
    EXPECT_THAT(o.text, HasSubstr(" per rank, and "));
    EXPECT_THAT(o.text, HasSubstr("mixed precision: LAMMPS computes everything in double precision"));
    EXPECT_THAT(o.text, ::testing::Not(HasSubstr("probe")));
    // A rank more takes from each, not from what Talus itself needs.
    const auto worked = [&](const char* ranks) {
        const std::string text =
            talus("check " + at("pour.toml") + " --engine lammps --set time.duration=200 --ranks " + ranks)
                .text;
        const std::string line = text.substr(text.find("with LAMMPS"));
        EXPECT_THAT(line, HasSubstr(" s if each rank has"));
        return std::stod(line.substr(line.find("work") + 4));
    };
    EXPECT_NEAR(worked("1") / worked("2"), 2, 0.2);
    std::string text = test::bytesOf(folder / "pour.toml");
    ASSERT_TRUE(io::writeFile(folder / "probed.toml", text + "\n[[probe]]\nname = \"eye\"\nof = \"grains\"\n"
                                                             "kind = \"height\"\nat = [0, 0, 0]\n"));
    o = talus("check " + at("probed.toml") + " --engine lammps");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("probe 'eye': not measured"));
    // Water is one line, not one for each of its keys; and who has no grains has nothing to run.
    ASSERT_TRUE(io::writeFile(folder / "wet.toml",
                              text + "\n[water]\nspacing = 0.01\n[[water_block]]\nname = "
                                     "\"pool\"\nmin = [0.5, 0.5, 0.0]\nmax = [0.6, 0.6, 0.1]\n"));
    o = talus("check " + at("wet.toml") + " --engine lammps");
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("- water (smoothed particle hydrodynamics): LAMMPS moves only grains"));
    EXPECT_THAT(o.text, ::testing::Not(HasSubstr("spacing = ")));
    EXPECT_EQ(talus("check " + at("wet.toml") + " --engine lammps --allow-missing").code, 0);
    EXPECT_EQ(talus("check " + at("pour.toml") + " --ranks 4").code, 2);
    text = text.substr(0, text.find("[[emitter]]"));
    ASSERT_TRUE(io::writeFile(folder / "dry.toml",
                              text + "[water]\nspacing = 0.01\n[[water_block]]\nname = "
                                     "\"pool\"\nmin = [0.5, 0.5, 0.0]\nmax = [0.6, 0.6, 0.1]\n"));
    o = talus("check " + at("dry.toml") + " --engine lammps");
    EXPECT_EQ(o.code, 2) << o.text;
    EXPECT_THAT(o.text, HasSubstr("the scene has no grains"));
}

TEST_F(Cli, ARunByLammpsIsARunLikeAnyOther) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    std::string text = test::bytesOf(folder / "pour.toml");
    text = text.substr(0, text.find("[[emitter]]")) +
           "[[fill]]\nname = \"lump\"\nmaterial = \"sand\"\nmin = [0, 0, 0.001]\nmax = [0.02, 0.02, 0.02]\n";
    ASSERT_TRUE(io::writeFile(folder / "lump.toml", text));
    Outcome o = talus("run " + at("lump.toml") + " --engine lammps --frames 3 --out " + at("run"));
    ASSERT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(o.text, HasSubstr("3 frames"));
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr("2 ranks of LAMMPS"));
    EXPECT_EQ(talus("plot " + at("run")).code, 0);
    EXPECT_EQ(talus("render " + at("run") + " --frames 3 --size 64x48").code, 0);
    EXPECT_EQ(talus("export " + at("run") + " --format csv").code, 0);
    ASSERT_EQ(talus("run " + at("lump.toml") + " --frames 3 --progress none --out " + at("own")).code, 0);
    EXPECT_THAT(talus("diff " + at("run") + " " + at("own")).text, HasSubstr("frame"));
    // Either engine goes on from the other's checkpoint.
    o = talus("resume " + at("run") + " --frames 4 --progress none");
    EXPECT_EQ(o.code, 0) << o.text;
    o = talus("resume " + at("run") + " --engine lammps --ranks 1 --frames 5 --progress none");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_THAT(talus("info " + at("run")).text, HasSubstr("5 of 5"));
    EXPECT_EQ(
        talus("run " + at("lump.toml") + " --engine lammps --frames 1 --overwrite --out " + at("run")).code,
        0);
}

}  // namespace
}  // namespace talus
