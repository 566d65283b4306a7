#include "talus/io/lammps_dump.h"

#include "talus/io/lammps_data.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using ::testing::HasSubstr;

const std::string whole =
    "ITEM: TIMESTEP\n500\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ss ss ss\n0 1\n0 1\n0 1\n"
    "ITEM: ATOMS id x vx\n2 0.25 -1e-3\n1 0.10000000000000001 0\n";

std::string refusal(const std::string& text) {
    const auto dump = parseLammpsDump(text, "dump.txt");
    EXPECT_FALSE(dump.ok());
    if (dump.ok()) return "";
    EXPECT_EQ(dump.error().kind, ErrorKind::Input);
    EXPECT_THAT(dump.error().message, HasSubstr("dump.txt"));
    return dump.error().message;
}

std::string changed(const std::string& from, const std::string& to) {
    std::string text = whole;
    return text.replace(text.find(from), from.size(), to);
}

TEST(LammpsDump, IsReadWithEveryBit) {
    const auto dump = parseLammpsDump(whole, "dump.txt");
    ASSERT_TRUE(dump.ok()) << dump.error().message;
    EXPECT_EQ(dump->step, 500u);
    EXPECT_EQ(dump->count, 2u);
    EXPECT_EQ(dump->find("vx"), 2);
    EXPECT_EQ(dump->find("vy"), -1);
    EXPECT_EQ(dump->at(1, 1), 0.1);
    EXPECT_EQ(dump->at(0, 2), -1e-3);
}

// A full disk, or a program that was killed, leaves the beginning of a file: no beginning may pass for a
// dump.
TEST(LammpsDump, NoBeginningOfADumpIsADump) {
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(parseLammpsDump(std::string_view(whole).substr(0, length), "dump.txt").ok()) << length;
    EXPECT_THAT(refusal(whole.substr(0, whole.size() - 3)), HasSubstr("cut off after line 10"));
}

TEST(LammpsDump, SaysWhatIsWrongAndWhere) {
    EXPECT_THAT(refusal("solid cube\n"), HasSubstr("line 1: 'ITEM:' was expected"));
    EXPECT_THAT(refusal(changed("500", "5e2")), HasSubstr("line 2: the step is no whole number"));
    EXPECT_THAT(refusal(changed("\n2\n", "\n-2\n")), HasSubstr("line 4: the number of atoms"));
    EXPECT_THAT(refusal(changed("0.25", "nan")), HasSubstr("line 10: 'x' of an atom is 'nan', not a number"));
    EXPECT_THAT(refusal(changed("0.25", "1e999")), HasSubstr("not a number"));
    EXPECT_THAT(refusal(changed("-1e-3", "")), HasSubstr("line 10: 'vx' of an atom is ''"));
    EXPECT_THAT(refusal(changed("-1e-3", "1 2")), HasSubstr("more values than there are columns"));
    EXPECT_THAT(refusal(changed("BOX", "BOY")), HasSubstr("'ITEM: BOY' is not known"));
    EXPECT_THAT(refusal(whole + whole), HasSubstr("a second snapshot"));
    EXPECT_THAT(refusal(changed("id x vx", "")), HasSubstr("no columns"));
}

// The head of a hostile file may promise any number of atoms; memory is asked for only what can be there.
TEST(LammpsDump, APromisedNumberOfAtomsIsNotBelieved) {
    EXPECT_THAT(refusal(changed("\n2\n", "\n18446744073709551615\n")), HasSubstr("cut off"));
    EXPECT_THAT(refusal(changed("\n2\n", "\n3\n")), HasSubstr("cut off"));
}

TEST(LammpsData, HoldsEveryBit) {
    const test::TemporaryFolder folder;
    const std::vector<Vec3d> x{{0.1, 1.0 / 3, -2e-17}}, v{{1, 2, 3}}, w{{0, 0, 5e-324}};
    const std::vector<double> a{0.0015}, rho{2500};
    const std::vector<std::uint32_t> id{41}, type{1};
    const Status status =
        writeLammpsData(folder / "data.x", "title", {x, v, w, a, rho, id, type, 1, {-1, -1, -1}, {1, 1, 1}});
    ASSERT_TRUE(status.ok()) << status.error().message;
    const std::string text = readFile(folder / "data.x", 10000).value();
    EXPECT_THAT(text, HasSubstr("1 atoms\n1 atom types\n"));
    EXPECT_THAT(text, HasSubstr("\n42 1 0.003 2500 0.1 0.3333333333333333 -2e-17\n"));
    EXPECT_THAT(text, HasSubstr("\n42 1 2 3 0 0 5e-324\n"));
}

TEST(LammpsData, MoreGrainsThanLammpsCanNumberAreRefused) {
    const test::TemporaryFolder folder;
    const std::vector<Vec3d> x(1);
    const std::vector<double> a{1};
    const std::vector<std::uint32_t> id{0x7fffffff}, type{1};
    const Status status = writeLammpsData(folder / "data.x", "title", {x, x, x, a, a, id, type, 1, {}, {}});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::Input);
    EXPECT_FALSE(std::filesystem::exists(folder / "data.x"));
}

}  // namespace
}  // namespace talus::io
