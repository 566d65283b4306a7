#include <set>
#include <vector>

#include <fmt/format.h>

#include "tests/run/full_disk.h"
#include "tests/run/small_run.h"
#include "tests/support/lammps_installed.h"

/// What a scene, a path or a disk could do to a run by LAMMPS.
namespace talus {
namespace {

using test::asWord;
using test::Cli;
using test::Outcome;
using test::talus;
using ::testing::HasSubstr;

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    for (std::size_t p = 0; (p = text.find(old, p)) != std::string::npos; p += by.size())
        text.replace(p, old.size(), by);
    return text;
}

std::set<std::string> namesIn(const std::filesystem::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
}

/// A folder whose name holds what LAMMPS' language, a shell and a file system would act on.
class CliLammpsHostile : public Cli {
  protected:
    void SetUp() override {
        Cli::SetUp();
        std::filesystem::create_directory(odd());
        std::filesystem::copy_file(folder / "pour.toml", odd() / "scene.toml");
    }
    std::filesystem::path odd() const { return folder / "a b & $(touch c) \"q\" 'p' `d`\n\u00e9 ${no} #"; }
    const std::string by_lammps = " --engine lammps --ranks 1 --progress none ";
};

// Names and values are refused where the scene is read, long before anything is written for LAMMPS.
TEST_F(CliLammpsHostile, NamesAndValuesAreRefusedWhereTheyAreRead) {
    const std::string plain = test::bytesOf(folder / "pour.toml");
    const auto check = [&](const std::string& text) {
        EXPECT_TRUE(io::writeFile(odd() / "bad.toml", text));
        return talus("check " + asWord(odd() / "bad.toml") + " --engine lammps");
    };
    const std::vector<std::string> names{"pour", "floor", "sand", "spout"};
    std::size_t turn = 0;
    for (const char* evil :
         {"a\\nshell touch b", "a &", "$(1/0)", "${no}", "../../up", "a b", "\\\"q\\\"", "\\u00e9"}) {
        const std::string& name = names[turn++ % names.size()];
        const Outcome o = check(replaced(plain, fmt::format("\"{}\"", name), fmt::format("\"{}\"", evil)));
        EXPECT_EQ(o.code, 2) << name << " " << evil << ": " << o.text;
    }
    for (const char* evil : {"nan", "inf", "1e999", "\"1\\nshell touch b\"", "\"${no}\"", "1e300"}) {
        EXPECT_EQ(check(replaced(plain, "\"2 mm\"", evil)).code, 2) << evil;
        EXPECT_EQ(check(replaced(plain, "\"50 mm\"", evil)).code, 2) << evil;
    }
    EXPECT_EQ(namesIn(odd()), (std::set<std::string>{"bad.toml", "scene.toml"}));
}

// The path of the run folder holds all of that, and links lie where LAMMPS writes: nothing of it is acted on.
TEST_F(CliLammpsHostile, PathsAreNotRunAsCommandsAndLinksDoNotLeadOutside) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    Outcome o = talus("run " + asWord(odd() / "scene.toml") + by_lammps + "--frames 2 --out " +
                      asWord(odd() / "run"));
    ASSERT_EQ(o.code, 0) << o.text;
    ASSERT_TRUE(io::writeFile(folder / "outside", "mine"));
    for (const char* name : {"log.lammps", "near.txt", "base.restart", "springs.restart", "state.restart",
                             "births.txt", "in.pour", "data.base", "dump.1.txt"}) {
        std::filesystem::remove(odd() / "run/lammps" / name);
        std::filesystem::create_symlink(folder / "outside", odd() / "run/lammps" / name);
    }
    std::filesystem::remove(odd() / "run/lammps/loads.txt");
    std::filesystem::create_hard_link(folder / "outside", odd() / "run/lammps/loads.txt");
    o = talus("resume " + asWord(odd() / "run") + by_lammps + "--frames 3");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_EQ(test::bytesOf(folder / "outside"), "mine");
    // A link in place of the folder is no place to work in.
    std::filesystem::remove_all(odd() / "run/lammps");
    std::filesystem::create_directory(folder / "elsewhere");
    std::filesystem::create_symlink(folder / "elsewhere", odd() / "run/lammps");
    o = talus("resume " + asWord(odd() / "run") + by_lammps + "--frames 4");
    EXPECT_EQ(o.code, 0) << o.text;
    EXPECT_TRUE(std::filesystem::is_empty(folder / "elsewhere"));
    EXPECT_TRUE(std::filesystem::is_directory(std::filesystem::symlink_status(odd() / "run/lammps")));
    EXPECT_EQ(namesIn(folder.path()),
              (std::set<std::string>{odd().filename().string(), "elsewhere", "outside", "pour.toml"}));
    EXPECT_EQ(namesIn(odd()), (std::set<std::string>{"run", "scene.toml"}));
}

TEST_F(CliLammpsHostile, FullDiskIsReportedAndLosesNothing) {
    if (!test::lammpsInstalled()) GTEST_SKIP() << test::no_lammps;
    const auto full = test::runOnAFullDisk(folder.path(), "pour.toml", by_lammps);
    if (!full) GTEST_SKIP() << test::no_disk;
    ASSERT_EQ(full->code, 0) << full->text;
    EXPECT_THAT(full->text, HasSubstr("code 4\n"));
    EXPECT_THAT(full->text, ::testing::ContainsRegex("[Ss]pace|disk"));
    ASSERT_EQ(talus("run " + at("pour.toml") + " --progress none --frames 6 --out " + at("own")).code, 0);
    EXPECT_EQ(run::listFrames(folder / "run").size(), 7u);
    const auto stats = io::readCsv(folder / "run/stats.csv").value(),
               own = io::readCsv(folder / "own/stats.csv").value();
    ASSERT_EQ(stats.rows.size(), 7u);
    for (std::size_t row = 0; row < 7; ++row)
        for (const char* name : {"step", "grains"})
            EXPECT_EQ(stats.rows[row][static_cast<std::size_t>(stats.find(name))],
                      own.rows[row][static_cast<std::size_t>(own.find(name))])
                << name << " " << row;
}

}  // namespace
}  // namespace talus
