#include "talus/io/file.h"

#include <array>
#include <cerrno>

#include <sys/wait.h>
#include <unistd.h>

#include "talus/core/physical_memory.h"
#include "talus/io/csv.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using test::TemporaryFolder;
using test::withFileSizeLimit;
using ::testing::HasSubstr;

TEST(OutputFile, AppearsOnlyWhenCommitted) {
    const TemporaryFolder folder;
    {
        auto file = OutputFile::create(folder / "a.txt");
        ASSERT_TRUE(file);
        file->write("whole");
        EXPECT_FALSE(std::filesystem::exists(folder / "a.txt"));
        ASSERT_TRUE(file->commit(true));
    }
    EXPECT_EQ(readFile(folder / "a.txt", 100).value(), "whole");
    {
        auto file = OutputFile::create(folder / "a.txt");
        ASSERT_TRUE(file);
        file->write("never finished");
    }
    EXPECT_EQ(readFile(folder / "a.txt", 100).value(), "whole");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing is left";
}

// As two `talus plot` of one folder do. The other process begins, then this one does all, then the other
// ends.
TEST(OutputFile, TwoProcessesWriteTheSameFile) {
    const TemporaryFolder folder;
    std::array<int, 2> begun{}, done{};
    ASSERT_EQ(::pipe(begun.data()), 0);
    ASSERT_EQ(::pipe(done.data()), 0);
    char byte = 0;
    const pid_t child = ::fork();
    if (child == 0) {
        auto file = OutputFile::create(folder / "a.png");
        if (!file) ::_exit(1);
        file->write("of the child");
        const bool told = ::write(begun[1], "x", 1) == 1 && ::read(done[0], &byte, 1) == 1;
        ::_exit(told && file->commit() ? 0 : 2);
    }
    ASSERT_EQ(::read(begun[0], &byte, 1), 1);
    EXPECT_TRUE(writeFile(folder / "a.png", "of the parent"));
    ASSERT_EQ(::write(done[1], "x", 1), 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    EXPECT_EQ(readFile(folder / "a.png", 100).value(), "of the child");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing is left";
}

TEST(OutputFile, LargeContentsArriveInOrder) {
    const TemporaryFolder folder;
    std::string expected;
    auto file = OutputFile::create(folder / "big");
    ASSERT_TRUE(file);
    for (int i = 0; i < 40; ++i) {
        // Blocks below, at and above the size of the buffer.
        const std::string block(static_cast<std::size_t>(i) * 9001u, static_cast<char>('a' + i % 26));
        file->write(block);
        expected += block;
    }
    ASSERT_TRUE(file->commit());
    EXPECT_TRUE(readFile(folder / "big", 1 << 30).value() == expected);
}

TEST(OutputFile, StorageErrorsNameTheFileAndSayWhatToDo) {
    const Error error = storageError("write", Path("run/frame.vtp"), ENOSPC);
    EXPECT_EQ(error.kind, ErrorKind::Storage);
    EXPECT_THAT(error.message,
                HasSubstr("cannot write 'run/frame.vtp': No space left on device; free some space"));
}

TEST(OutputFile, FileSizeLimitIsAnErrorAndLeavesNothing) {
    const TemporaryFolder folder;
    const int code = withFileSizeLimit(100000, [&] {
        const Status status = writeFile(folder / "frame.vtp", std::string(1 << 20, 'x'));
        return status ? 0 : static_cast<int>(status.error().kind);
    });
    EXPECT_EQ(code, static_cast<int>(ErrorKind::Storage));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(OutputFile, FolderThatIsAFileIsAnError) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder / "file", ""));
    EXPECT_EQ(writeFile(folder / "file/inside", "").error().kind, ErrorKind::Storage);
    EXPECT_THAT(createFolder(folder / "file/inside").error().message, HasSubstr("cannot create the folder"));
    EXPECT_THAT(writeFile(folder / "missing/inside", "").error().message,
                HasSubstr("No such file or directory"));
}

TEST(ReadFile, RefusesFoldersMissingAndTooLargeFiles) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder / "ten", "0123456789"));
    EXPECT_EQ(readFile(folder / "ten", 10).value(), "0123456789");
    EXPECT_EQ(readFile(folder / "ten", 9).error().kind, ErrorKind::Input);
    EXPECT_EQ(readFile(folder.path(), 100).error().kind, ErrorKind::Storage);
    EXPECT_EQ(readFile(folder / "none", 100).error().kind, ErrorKind::Storage);
    // A file that is all hole takes no room on the disk, and would take all of the memory.
    ASSERT_TRUE(writeFile(folder / "hole", ""));
    std::filesystem::resize_file(folder / "hole", static_cast<std::uintmax_t>(physicalMemory()));
    const auto hole = readFile(folder / "hole", std::uint64_t{1} << 60);
    ASSERT_FALSE(hole.ok());
    EXPECT_EQ(hole.error().kind, ErrorKind::Input);
    EXPECT_THAT(hole.error().message, testing::HasSubstr("more than half of this machine's memory"));
    EXPECT_EQ(readFile("/dev/zero", 1 << 20).error().kind, ErrorKind::Input) << "endless input must end";
}

TEST(Csv, FullDiskIsAnError) {
    const auto file = CsvFile::create("/dev/full", {"a"});
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::Storage);
    EXPECT_THAT(file.error().message, HasSubstr("/dev/full"));
}

TEST(Csv, RoundTripAndReopenCutsLaterRows) {
    const TemporaryFolder folder;
    const std::vector<std::string> columns{"time [s]", "frame", "mass [kg]"};
    {
        auto file = CsvFile::create(folder / "stats.csv", columns);
        ASSERT_TRUE(file);
        for (int i = 0; i < 5; ++i)
            ASSERT_TRUE(file->append({csvNumber(0.1 * i), csvNumber(i), csvNumber(1.0 / (1 + i))}));
    }
    const auto table = readCsv(folder / "stats.csv");
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows.size(), 5u);
    EXPECT_EQ(table->find("mass"), 2);
    EXPECT_EQ(table->find("ma"), -1);
    EXPECT_EQ(table->rows[2][2], 1.0 / 3) << "text must give back every bit";
    {
        auto file = CsvFile::reopen(folder / "stats.csv", columns, "frame", 2);
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->append({"0.3", "3", "9"}));
    }
    const auto again = readCsv(folder / "stats.csv");
    ASSERT_EQ(again->rows.size(), 4u);
    EXPECT_EQ(again->rows[3][2], 9);
    EXPECT_EQ(CsvFile::reopen(folder / "stats.csv", {"other"}, "other", 2).error().kind, ErrorKind::Input);
}

// What a table of five rows keeps of one that was damaged: all rows but that one; and each such line is told.
TEST(Csv, DamagedRowsAreReportedAndTheRestIsKept) {
    const TemporaryFolder folder;
    const Path path = folder / "stats.csv";
    const auto reopened = [&](const std::string& text, std::string& notes) {
        EXPECT_TRUE(writeFile(path, text));
        notes.clear();
        const auto note = [&](const std::string& line) { notes += line + "\n"; };
        EXPECT_TRUE(CsvFile::reopen(path, {"frame", "x"}, "frame", 3, note));
        return readFile(path, 1000).value();
    };
    std::string notes;
    const std::string intact = "frame,x\n0,1\n1,1\n2,1\n3,1\n";
    EXPECT_EQ(reopened(intact + "4,1\n5,x\n6,1\n", notes), intact) << "later rows are written again";
    EXPECT_EQ(notes, "");
    EXPECT_FALSE(std::filesystem::exists(folder / "stats.csv.bad"));
    const std::string without_1 = "frame,x\n0,1\n2,1\n3,1\n";
    for (const char* row : {"x,1", "1,1.2.3", "1", "1,1,1", "", "9,1", "0,1"}) {
        const std::string damaged = "frame,x\n0,1\n" + std::string(row) + "\n2,1\n3,1\n4,1\n";
        EXPECT_EQ(reopened(damaged, notes), without_1) << row;
        EXPECT_THAT(notes, HasSubstr("line 3: ")) << row;
        EXPECT_THAT(notes, HasSubstr("stats.csv.bad")) << row;
        EXPECT_EQ(readFile(folder / "stats.csv.bad", 1000).value(), damaged);
        std::filesystem::remove(folder / "stats.csv.bad");
    }
    // The last row that is kept may be the damaged one.
    EXPECT_EQ(reopened("frame,x\n0,1\n1,1\n2,1\n3,?\n", notes), "frame,x\n0,1\n1,1\n2,1\n");
    EXPECT_THAT(notes, HasSubstr("line 5: value 2"));
    // What was kept earlier stays.
    reopened("frame,x\nzero,1\n", notes);
    EXPECT_THAT(notes, HasSubstr("stats.csv.bad2"));
}

TEST(Csv, KilledWriterLeavesAReadableTable) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder / "stats.csv", "frame,x\n0,1\n1,2\n2,"));
    EXPECT_EQ(readCsv(folder / "stats.csv")->rows.size(), 2u);
    ASSERT_TRUE(CsvFile::reopen(folder / "stats.csv", {"frame", "x"}, "frame", 5));
    EXPECT_EQ(readFile(folder / "stats.csv", 100).value(), "frame,x\n0,1\n1,2\n");
    ASSERT_TRUE(writeFile(folder / "stats.csv", "frame,x\n0,1\n1\n"));
    EXPECT_THAT(readCsv(folder / "stats.csv").error().message,
                HasSubstr("line 3: it has 1 values instead of 2"));
    ASSERT_TRUE(writeFile(folder / "stats.csv", "frame,x\n0,one\n"));
    EXPECT_THAT(readCsv(folder / "stats.csv").error().message, HasSubstr("line 2: value 2 is not a number"));
}

}  // namespace
}  // namespace talus::io
