#pragma once
#include <filesystem>

#include "talus/io/file.h"
#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

/// For tests of the commands as a user types them. Only those that include this wait for the program.
namespace talus::test {

struct Outcome {
    int code = -1;
    std::string text;  ///< stdout and stderr together
};

inline Outcome talus(const std::string& arguments, const std::string& environment = "") {
    const auto [code, text] = runCommand(environment + test::talusProgram() + " " + arguments);
    return {code, text};
}

inline void writeScene(const std::filesystem::path& path) {
    const std::string text = R"(format = 1
name = "pour"
[time]
duration = "0.2 s"
frame_interval = "10 ms"
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
law = "lee-herrmann"
[[wall]]
name = "floor"
material = "sand"
shape = "plane"
normal = [0, 0, 1]
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, "50 mm"]
radius = "15 mm"
rate = "1000 /s"
count = 200
grain_radius = "2 mm"
[output]
checkpoint_frames = 4
)";
    ASSERT_TRUE(io::writeFile(path, text));
}

class Cli : public ::testing::Test {
  protected:
    void SetUp() override { writeScene(folder / "pour.toml"); }
    std::string at(const char* name) const { return "'" + (folder / name).string() + "'"; }
    TemporaryFolder folder;
};

}  // namespace talus::test
