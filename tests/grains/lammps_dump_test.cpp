#include "talus/grains/sources/lammps_dump.h"

namespace talus::grains {
namespace {

using ::testing::HasSubstr;

const std::string whole =
    "ITEM: TIMESTEP\n500\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ss ss ss\n0 1\n0 1\n0 1\n"
    "ITEM: ATOMS id x vx\n2 0.25 -1e-3\n1 0.10000000000000001 0\n";

std::string refusal(const std::string& text) {
    const auto dump = parseLammpsDump(text);
    EXPECT_FALSE(dump.ok());
    if (dump.ok()) return "";
    EXPECT_EQ(dump.error().kind, ErrorKind::Input);
    return dump.error().message;
}

std::string changed(const std::string& from, const std::string& to) {
    std::string text = whole;
    return text.replace(text.find(from), from.size(), to);
}

TEST(LammpsDump, IsReadWithEveryBit) {
    const auto dump = parseLammpsDump(whole);
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
        EXPECT_FALSE(parseLammpsDump(std::string_view(whole).substr(0, length)).ok()) << length;
    EXPECT_THAT(refusal(whole.substr(0, whole.size() - 3)), HasSubstr("cut off after line 10"));
}

TEST(LammpsDump, BadInputIsRefusedWithReasonAndPosition) {
    EXPECT_THAT(refusal("solid cube\n"), HasSubstr("line 1: 'ITEM:' was expected"));
    EXPECT_THAT(refusal(changed("500", "5e2")), HasSubstr("line 2: the step is not a whole number"));
    EXPECT_THAT(refusal(changed("\n2\n", "\n-2\n")), HasSubstr("line 4: the number of atoms"));
    EXPECT_THAT(refusal(changed("0.25", "nan")), HasSubstr("line 10: 'x' of an atom is 'nan', not a number"));
    EXPECT_THAT(refusal(changed("0.25", "1e999")), HasSubstr("not a number"));
    EXPECT_THAT(refusal(changed("-1e-3", "")), HasSubstr("line 10: 'vx' of an atom is ''"));
    EXPECT_THAT(refusal(changed("-1e-3", "1 2")), HasSubstr("more values than there are columns"));
    EXPECT_THAT(refusal(changed("BOX", "BOY")), HasSubstr("'ITEM: BOY' is not supported"));
    EXPECT_THAT(refusal(whole + whole), HasSubstr("a second snapshot"));
    EXPECT_THAT(refusal(changed("id x vx", "")), HasSubstr("no columns"));
}

// The head of a hostile file may promise any number of atoms; memory is asked for only what can be there.
TEST(LammpsDump, AtomCountsBeyondTheFileAskForNoMemory) {
    EXPECT_THAT(refusal(changed("\n2\n", "\n18446744073709551615\n")), HasSubstr("cut off"));
    EXPECT_THAT(refusal(changed("\n2\n", "\n3\n")), HasSubstr("cut off"));
}

}  // namespace
}  // namespace talus::grains
