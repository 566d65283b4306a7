#include "talus/core/diagnostics.h"

namespace talus {
namespace {

TEST(Diagnostics, PrintsPlaceLineCaretAndHint) {
    Diagnostics findings;
    findings.error({.line = 2, .column = 3, .length = 8}, "unknown key 'stifness' in [grains.contact]",
                   "did you mean 'stiffness'? (N/m, > 0, default 1e5)");
    EXPECT_EQ(findings.format("scenes/dam.toml", "a = 1\n  stifness = 1e5\n"),
              "scenes/dam.toml:2:3: error: unknown key 'stifness' in [grains.contact]\n"
              "    2 |   stifness = 1e5\n"
              "      |   ^~~~~~~~ did you mean 'stiffness'? (N/m, > 0, default 1e5)\n");
}

TEST(Diagnostics, CountsCharactersAndNotBytes) {
    Diagnostics findings;
    findings.error({.line = 1, .column = 8, .length = 3}, "here");
    EXPECT_EQ(findings.format("f", "é = \"ö\" bad"),
              "f:1:8: error: here\n    1 | é = \"ö\" bad\n      |        ^~~\n");
}

TEST(Diagnostics, HidesControlCharacters) {
    Diagnostics findings;
    findings.error({.line = 1, .column = 1}, "here");
    EXPECT_EQ(findings.format("f", "a\x1b[31m\xc2\x9b\xff\r"),
              "f:1:1: error: here\n    1 | a?[31m??\n      | ^\n");
    Diagnostics others;
    others.error({},
                 "a\x1b"
                 "b",
                 "c\nd");
    EXPECT_EQ(others.format("f\x7f", ""), "f?: error: a?b\n      c?d\n");
}

TEST(Diagnostics, PointsIntoAnOption) {
    Diagnostics findings;
    const int source = findings.addSource("--set", "a.b=1");
    findings.error({.line = 1, .column = 3, .length = 1, .source = source}, "no such key");
    findings.error({}, "no place");
    findings.warning({.line = 1, .column = 1}, "in the file");
    findings.sortByPosition();
    EXPECT_EQ(findings.format("f", "x\n"),
              "f: error: no place\n"
              "f:1:1: warning: in the file\n    1 | x\n      | ^\n"
              "--set:1:3: error: no such key\n    1 | a.b=1\n      |   ^\n");
    EXPECT_EQ(findings.counts(), "2 errors, 1 warning");
}

}  // namespace
}  // namespace talus
