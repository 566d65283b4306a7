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
    o = talus("resume " + at("run"));
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.text, HasSubstr("keeps no checkpoints"));
    EXPECT_EQ(
        talus("run " + at("lump.toml") + " --engine lammps --frames 1 --overwrite --out " + at("run")).code,
        0);
}

}  // namespace
}  // namespace talus
