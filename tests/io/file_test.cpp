#include "talus/io/file.h"

#include <cerrno>

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
    EXPECT_FALSE(std::filesystem::exists(folder / "a.txt.tmp"));
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

TEST(Csv, KilledWriterLeavesAReadableTable) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder / "stats.csv", "frame,x\n0,1\n1,2\n2,"));
    EXPECT_EQ(readCsv(folder / "stats.csv")->rows.size(), 2u);
    ASSERT_TRUE(CsvFile::reopen(folder / "stats.csv", {"frame", "x"}, "frame", 5));
    EXPECT_EQ(readFile(folder / "stats.csv", 100).value(), "frame,x\n0,1\n1,2\n");
    ASSERT_TRUE(writeFile(folder / "stats.csv", "frame,x\n0,1\n1\n"));
    EXPECT_THAT(readCsv(folder / "stats.csv").error().message,
                HasSubstr("line 3: 1 values stand where 2 belong"));
    ASSERT_TRUE(writeFile(folder / "stats.csv", "frame,x\n0,one\n"));
    EXPECT_THAT(readCsv(folder / "stats.csv").error().message, HasSubstr("line 2: value 2 is not a number"));
}

}  // namespace
}  // namespace talus::io
