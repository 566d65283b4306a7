#include <gtest/gtest.h>

#include "talus/settings/document.h"

namespace talus::settings {
namespace {

// The parser throws from deep inside; in a release build that must arrive as an error too.
TEST(ParseToml, ReportsQuotesThatAreNotClosed) {
    for (const char* text :
         {"'a\n", "\"a\n", "'[motion]]\n", "[ 'a\n", "x.'a\n", "x = 'a\n", "x = [{ 'a\n", "'"}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(parseToml(text, 0, diagnostics)) << text;
        EXPECT_TRUE(diagnostics.hasErrors()) << text;
    }
}

}  // namespace
}  // namespace talus::settings
