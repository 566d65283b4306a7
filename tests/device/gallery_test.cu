// The scenes of the gallery that a device can run begin there as on the processor.
#include <filesystem>

#include "talus/core/text_file.h"
#include "talus/scene/reader.h"
#include "tests/device/same_state.h"
#include "tests/support/paths.h"

namespace talus {
namespace {

using namespace testing_support;

TEST(DeviceGallery, ScenesBeginWithTheBitsOfTheProcessor) {
    std::size_t run = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test::sourceFile("scenes"))) {
        if (entry.path().extension() != ".toml") continue;
        const std::string file = entry.path().string();
        const Result<std::string> text = readTextFile(file);
        ASSERT_TRUE(text.ok());
        const scene::ReadResult read = scene::readScene(*text, file);
        // Scenes of rasters need a reader of theirs, and are not for a device.
        if (!read.scene || !scene::notOnDevice(*read.scene).empty()) continue;
        if (expected(*read.scene).grains == 0) continue;  // of water: water_steps_test.cu
        const std::uint64_t steps = expected(*read.scene).grains > 10000 ? 25 : 250;
        expectSameRun(*read.scene, {steps});
        EXPECT_FALSE(HasFailure()) << file;
        ++run;
    }
    EXPECT_GE(run, 10u);
}

}  // namespace
}  // namespace talus
