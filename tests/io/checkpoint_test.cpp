#include "talus/io/checkpoint/checkpoint.h"

#include "tests/io/sample_world.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using test::bytesOfFile;
using test::emptyCopy;
using test::sampleWorld;
using test::TemporaryFolder;
using ::testing::HasSubstr;

const CheckpointInfo info{0xfedcba9876543210u, {0.04, 321}, 0, 0, 0, ""};

TEST(Checkpoint, GivesBackEveryBit) {
    const TemporaryFolder folder;
    const state::World world = sampleWorld(1000);
    ASSERT_TRUE(writeCheckpoint(folder / "a.h5", world, info));
    const auto read = readCheckpoint(folder / "a.h5");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->info.scene_hash, info.scene_hash);
    EXPECT_EQ(read->info.clock.frame_interval, 0.04);
    EXPECT_EQ(read->info.clock.steps_per_frame, 321u);
    EXPECT_EQ(read->info.time, world.time);
    EXPECT_EQ(read->info.step, world.step);
    EXPECT_EQ(read->info.state_hash, state::stateHash(world));
    state::World other = emptyCopy(world);
    ASSERT_TRUE(state::restore(read->state, other));
    EXPECT_EQ(state::stateHash(other), state::stateHash(world));
    EXPECT_EQ(read->state.tables.size(), 2u);
    EXPECT_EQ(read->state.tables[0].columns.back().name, "small") << "scratch is not saved; order is kept";
}

TEST(Checkpoint, SameStateSameBytes) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeCheckpoint(folder / "a.h5", sampleWorld(100), info));
    ASSERT_TRUE(writeCheckpoint(folder / "b.h5", sampleWorld(100), info));
    EXPECT_TRUE(bytesOfFile(folder / "a.h5") == bytesOfFile(folder / "b.h5"));
}

TEST(Checkpoint, EveryTruncationAndEveryFlippedByteIsRecognised) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeCheckpoint(folder / "a.h5", sampleWorld(10), info));
    const std::string whole = bytesOfFile(folder / "a.h5");
    const auto expectRefused = [&](const std::string& bytes, std::size_t at) {
        ASSERT_TRUE(writeFile(folder / "b.h5", bytes));
        const auto read = readCheckpoint(folder / "b.h5");
        ASSERT_FALSE(read) << at;
        EXPECT_EQ(read.error().kind, ErrorKind::Input);
        EXPECT_THAT(read.error().message, HasSubstr("is not an intact checkpoint"));
        EXPECT_FALSE(inspectCheckpoint(folder / "b.h5"));
    };
    ASSERT_TRUE(readCheckpoint(folder / "a.h5"));
    // All of the block in front and a sample of the rest (a file a byte would be thousands of files).
    for (std::size_t i = 0; i < whole.size(); i += i < 520 ? 1 : 97) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 0x10);
        expectRefused(changed, i);
        expectRefused(whole.substr(0, i), i);
    }
    expectRefused(whole + "x", whole.size());
}

TEST(Checkpoint, OtherFilesAreRefusedWithoutNoise) {
    const TemporaryFolder folder;
    ::testing::internal::CaptureStderr();
    ASSERT_TRUE(writeFile(folder / "text", std::string(5000, 'x')));
    EXPECT_EQ(readCheckpoint(folder / "text").error().kind, ErrorKind::Input);
    EXPECT_EQ(readCheckpoint(folder.path()).error().kind, ErrorKind::Input);
    EXPECT_EQ(readCheckpoint(folder / "none").error().kind, ErrorKind::Storage);
    EXPECT_EQ(writeCheckpoint(folder / "none/a.h5", sampleWorld(1), info).error().kind, ErrorKind::Storage);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Checkpoint, FullDiskLeavesNothing) {
    const TemporaryFolder folder;
    const int code = test::withFileSizeLimit(2000, [&] {
        const Status status = writeCheckpoint(folder / "a.h5", sampleWorld(100), info);
        return status ? 0 : static_cast<int>(status.error().kind);
    });
    EXPECT_EQ(code, static_cast<int>(ErrorKind::Storage));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// h5py is not needed to run Talus; the HDF5 tools are not either. What stands here is that the file begins
// with the HDF5 signature right after the user block (HDF5 file format, "superblock").
TEST(Checkpoint, IsAnHdf5File) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeCheckpoint(folder / "a.h5", sampleWorld(3), info));
    EXPECT_EQ(bytesOfFile(folder / "a.h5").substr(512, 8), "\x89HDF\r\n\x1a\n");
}

}  // namespace
}  // namespace talus::io
