// What lies below a folder that the user named may come from somebody else: nothing there leads out of it.
#include "talus/io/confined_path.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "talus/io/csv.h"
#include "talus/io/file.h"
#include "talus/io/unfinished.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class Confined : public ::testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder / "run");
        fs::create_directories(folder / "outside");
        ASSERT_TRUE(writeFile(folder / "outside/precious", "mine"));
    }
    void expectUntouched() const {
        EXPECT_EQ(readFile(folder / "outside/precious", 100).value(), "mine");
        EXPECT_EQ(std::distance(fs::directory_iterator(folder / "outside"), {}), 1);
    }
    TemporaryFolder folder;
    ConfinedPath run{folder / "run"};
};

TEST_F(Confined, UserGivenPartMayBeALink) {
    fs::create_directory_symlink(folder / "run", folder / "link");
    const ConfinedPath file = ConfinedPath(folder / "link") / "a.txt";
    ASSERT_TRUE(writeFile(file, "text"));
    EXPECT_EQ(readFile(folder / "run/a.txt", 100).value(), "text");
    fs::create_symlink(folder / "run/a.txt", folder / "b.txt");
    EXPECT_EQ(readFile(folder / "b.txt", 100).value(), "text");
}

TEST_F(Confined, ALinkInTheLastNameIsNotFollowed) {
    fs::create_symlink(folder / "outside/precious", folder / "run/log.txt");
    for (const int flags : {O_RDONLY, O_WRONLY | O_APPEND, O_WRONLY | O_CREAT | O_TRUNC}) {
        const auto file = openFile(run / "log.txt", flags, "write");
        ASSERT_FALSE(file);
        EXPECT_EQ(file.error().kind, ErrorKind::Input);
        EXPECT_THAT(file.error().message,
                    HasSubstr((folder / "run/log.txt").string() + "': it is a symbolic link"));
    }
    EXPECT_FALSE(CsvFile::create(run / "log.txt", {"a"}));
    expectUntouched();
    // A file that appears whole takes the link's place.
    ASSERT_TRUE(writeFile(run / "log.txt", "ours"));
    EXPECT_FALSE(fs::is_symlink(folder / "run/log.txt"));
    expectUntouched();
}

TEST_F(Confined, ALinkInPlaceOfATemporaryFileIsDeleted) {
    for (const char* to : {"outside/precious", "outside/new"}) {
        fs::create_symlink(folder / to, folder / "run" / unfinishedName("a.vtp"));
        ASSERT_TRUE(writeFile(run / "a.vtp", "ours"));
        EXPECT_EQ(readFile(run / "a.vtp", 100).value(), "ours");
        expectUntouched();
    }
    // The same where the user named the file: the temporary name is not his.
    fs::create_symlink(folder / "outside/precious", folder / unfinishedName("b.txt"));
    ASSERT_TRUE(writeFile(folder / "b.txt", "ours"));
    expectUntouched();
}

TEST_F(Confined, ALinkInTheFolderOnTheWayIsNotFollowed) {
    fs::create_directory_symlink(folder / "outside", folder / "run/frames");
    const ConfinedPath frames = run / "frames";
    EXPECT_THAT(writeFile(frames / "a.vtp", "x").error().message,
                HasSubstr("run/frames': it is a symbolic link"));
    EXPECT_FALSE(readFile(frames / "precious", 100));
    EXPECT_FALSE(removeFile(frames / "precious"));
    EXPECT_FALSE(createFolder(frames));
    EXPECT_FALSE(createFolder(frames / "deeper"));
    expectUntouched();
}

TEST_F(Confined, NamesDoNotLeadUpwards) {
    for (const char* name :
         {"..", "../outside/precious", "frames/../../outside/precious", "/etc/passwd", "."}) {
        EXPECT_FALSE(readFile(run / name, 100)) << name;
        EXPECT_FALSE(writeFile(run / name, "x")) << name;
    }
    expectUntouched();
}

// Opening a pipe waits for its other end, which never comes.
TEST_F(Confined, PipesAreNotOpened) {
    ASSERT_EQ(::mkfifo((folder / "run/stats.csv").c_str(), 0600), 0);
    EXPECT_THAT(readFile(run / "stats.csv", 100).error().message, HasSubstr("it is a pipe or a device"));
    EXPECT_FALSE(openFile(run / "stats.csv", O_WRONLY | O_APPEND, "write"));
}

TEST_F(Confined, FoldersAndFilesBelowAreMadeAndDeleted) {
    ASSERT_TRUE(createFolder(run / "a" / "b"));
    ASSERT_TRUE(createFolder(run / "a" / "b"));
    ASSERT_TRUE(writeFile(run / "a" / "b" / "c", "x"));
    ASSERT_TRUE(writeFile((run / "a" / "b" / "c").beside("d"), "x"));
    EXPECT_TRUE(fs::exists(folder / "run/a/b/d"));
    ASSERT_TRUE(removeFile(run / "a" / "b" / "c"));
    EXPECT_FALSE(fs::exists(folder / "run/a/b/c"));
    EXPECT_TRUE(removeFile(run / "a" / "b" / "c"));
    EXPECT_TRUE(removeFile(run / "none" / "c"));
    EXPECT_EQ(writeFile(run / "none" / "c", "").error().kind, ErrorKind::Storage);
    EXPECT_EQ(readFile(run / "a", 100).error().kind, ErrorKind::Storage);
}

}  // namespace
}  // namespace talus::io
