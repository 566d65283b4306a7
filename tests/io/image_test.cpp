#include "talus/io/image.h"

#include <filesystem>
#include <fstream>

#include "talus/core/rng.h"
#include "talus/io/unfinished.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

class ImageFile : public testing::Test {
  protected:
    static Image speckled(int width, int height) {
        Image image(width, height);
        const Random random{1, 2};
        for (std::size_t i = 0; i < image.rgb.size(); ++i)
            image.rgb[i] = std::uint8_t(256 * random.uniform(i));
        return image;
    }
    static std::string bytesOf(const std::filesystem::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    test::TemporaryFolder folder;
};

// PNG is lossless: every byte must come back.
TEST_F(ImageFile, ComesBackAsItWasWritten) {
    const Image image = speckled(37, 23);
    ASSERT_TRUE(writePng(folder / "a.png", image).ok());
    const Result<Image> read = readPng(folder / "a.png");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, image);
}

TEST_F(ImageFile, SameImageGivesSameBytesAndLeavesNothingElse) {
    const Image image = speckled(16, 16);
    ASSERT_TRUE(writePng(folder / "a.png", image).ok());
    ASSERT_TRUE(writePng(folder / "b.png", image).ok());
    EXPECT_EQ(bytesOf(folder / "a.png"), bytesOf(folder / "b.png"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2);
}

TEST_F(ImageFile, OverwritesAnOlderImage) {
    ASSERT_TRUE(writePng(folder / "a.png", speckled(40, 40)).ok());
    ASSERT_TRUE(writePng(folder / "a.png", speckled(8, 8)).ok());
    EXPECT_EQ(readPng(folder / "a.png")->width, 8);
}

TEST_F(ImageFile, MissingFolderIsAStorageError) {
    const Status written = writePng(folder / "none" / "a.png", speckled(4, 4));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().kind, ErrorKind::Storage);
    EXPECT_THAT(written.error().message, testing::HasSubstr("No such file"));
}

TEST_F(ImageFile, FullDiskIsAStorageError) {
    const int code = test::withFileSizeLimit(10000, [&] {
        const Status written = writePng(folder / "a.png", speckled(400, 400));
        return written ? 0 : static_cast<int>(written.error().kind);
    });
    EXPECT_EQ(code, static_cast<int>(ErrorKind::Storage));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / unfinishedName("a.png")));
}

TEST_F(ImageFile, EmptyOrMismatchedImageIsAnInputError) {
    EXPECT_EQ(writePng(folder / "a.png", Image{}).error().kind, ErrorKind::Input);
    Image image = speckled(4, 4);
    image.rgb.pop_back();
    EXPECT_EQ(writePng(folder / "a.png", image).error().kind, ErrorKind::Input);
}

TEST_F(ImageFile, DamagedFileIsAnErrorAtEveryLength) {
    ASSERT_TRUE(writePng(folder / "a.png", speckled(8, 8)).ok());
    const std::string whole = bytesOf(folder / "a.png");
    // Up to the end of the pixel data; the 12 bytes after it (the end mark) are not needed for reading.
    for (std::size_t length = 0; length + 24 < whole.size(); length += 7) {
        std::ofstream(folder / "b.png", std::ios::binary) << whole.substr(0, length);
        EXPECT_FALSE(readPng(folder / "b.png").ok()) << length;
    }
    EXPECT_FALSE(readPng(folder / "none.png").ok());
}

}  // namespace
}  // namespace talus::io
