#include "talus/core/text_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace talus {
namespace {

class TextFile : public testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& content) {
        std::string path = (folder_ / name).string();
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }
    std::string errorOf(const std::string& path) {
        const Result<std::string> text = readTextFile(path);
        if (text) return "no error";
        EXPECT_EQ(text.error().kind, ErrorKind::Input);
        return text.error().message;
    }
    test::TemporaryFolder folder_;
};

TEST_F(TextFile, IsReadWhole) {
    const std::string long_text(300000, 'x');
    EXPECT_EQ(readTextFile(write("a.toml", long_text)).value(), long_text);
    EXPECT_EQ(readTextFile(write("empty.toml", "")).value(), "");
}

TEST_F(TextFile, MissingFileIsReportedWithTheNearestName) {
    write("sand-pile.toml", "");
    const std::string wrong = (folder_ / "sandpile.toml").string();
    EXPECT_EQ(errorOf(wrong),
              "cannot find '" + wrong + "'; did you mean '" + (folder_ / "sand-pile.toml").string() + "'?");
    const std::string bare = (folder_ / "sand-pile").string();
    EXPECT_EQ(errorOf(bare),
              "cannot find '" + bare + "'; did you mean '" + (folder_ / "sand-pile.toml").string() + "'?");
    const std::string nowhere = (folder_ / "no" / "a.toml").string();
    EXPECT_EQ(errorOf(nowhere),
              "cannot find '" + nowhere + "': there is no folder '" + (folder_ / "no").string() + "'");
}

TEST_F(TextFile, RefusesFoldersBinariesAndHugeFiles) {
    EXPECT_THAT(errorOf(folder_.path().string()),
                testing::HasSubstr("is a folder; a scene file is needed here"));
    EXPECT_THAT(errorOf(write("b", std::string("a\0b", 3))), testing::HasSubstr("is a binary file"));
    EXPECT_THAT(errorOf(write("huge", std::string((16 << 20) + 1, 'a'))),
                testing::HasSubstr("larger than 16 MiB"));
    EXPECT_THAT(errorOf("/dev/zero"),
                testing::HasSubstr("larger than 16 MiB"));  // endless, and read no further
}

TEST_F(TextFile, APipeIsReadOnlyByTheNameOfAnOpenDescriptor) {
    const std::string path = (folder_ / "pipe").string();
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_THAT(errorOf(path),
                testing::HasSubstr("is a pipe or a device, not a file"));  // nobody writes into it
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "a = 1", 5), 5);
    ::close(ends[1]);
    EXPECT_EQ(readTextFile("/dev/fd/" + std::to_string(ends[0])).value(), "a = 1");
    ::close(ends[0]);
}

}  // namespace
}  // namespace talus
