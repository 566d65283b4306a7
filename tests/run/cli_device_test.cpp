#include <filesystem>

#include "talus/exec/exec.h"
#include "tests/run/cli.h"
#include "tests/support/paths.h"

/// --device as a user types it, in any build and on any machine.
namespace talus {
namespace {

using test::talus;
using test::TemporaryFolder;
using ::testing::HasSubstr;

std::string scene(const char* name) { return test::sourceFile("scenes/") + name; }

TEST(CliDevice, CheckReportsOnWhichDevicesASceneCanRun) {
    EXPECT_THAT(talus("check " + scene("rotating-drum.toml")).text, HasSubstr("device   cpu or cuda\n"));
    EXPECT_THAT(talus("check --set grains.rest=true " + scene("dunes.toml")).text,
                HasSubstr("device   cpu (cuda does not support: [ground]; grains.rest = true)\n"));
}

// What cannot be done is said, and nothing is written: the processor does not stand in unasked.
TEST(CliDevice, MissingGpuIsAnErrorWithAdvice) {
    const TemporaryFolder folder;
    const std::filesystem::path run = folder / "run";
    const bool has_card = exec::Exec::on(exec::Device::Cuda).ok();
    const auto [code, text] = talus("run " + scene(has_card ? "dunes.toml" : "rotating-drum.toml") +
                                    " --device cuda --out '" + run.string() + "'");
    EXPECT_EQ(code, 1);
    EXPECT_THAT(text, HasSubstr(has_card ? "does not support [ground]" : "--device cpu"));
    EXPECT_FALSE(std::filesystem::exists(run));
    if (has_card) return;
    EXPECT_EQ(talus("bench --grains 10000 --device cuda").code, 1);
}

TEST(CliDevice, OtherEnginesAreRefusedOnAGpu) {
    const auto [code, text] = talus("run " + scene("rotating-drum.toml") + " --device cuda --engine lammps");
    EXPECT_EQ(code, 2);
    EXPECT_THAT(text, HasSubstr("--engine lammps runs on the CPU only; leave --device out"));
    EXPECT_EQ(talus("bench --device cuda --peer lammps").code, 2);
}

}  // namespace
}  // namespace talus
