#include "talus/core/printable.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(Printable, ControlSequencesAreReplaced) {
    EXPECT_EQ(printableLine("plain, \xc3\xa4 \xe2\x82\xac \xf0\x9f\x8f\x96"),
              "plain, \xc3\xa4 \xe2\x82\xac \xf0\x9f\x8f\x96");
    EXPECT_EQ(printableLine("\x1b[31mred\x1b]0;title\x07"), "?[31mred?]0;title?");
    EXPECT_EQ(printableLine("a\tb\nc\rd\x7f"), "a b?c?d?");
    EXPECT_EQ(printableLine("\xc2\x9b"
                            "31m"),
              "?31m")
        << "U+009B begins a sequence as ESC [ does";
    EXPECT_EQ(printableLine("\x9b"
                            "31m \xff \xc0\xaf \xe2\x82"),
              "?31m ? ? ??")
        << "no UTF-8";
    EXPECT_EQ(printableLine("\xe2\x80\xae"
                            "exe.txt"),
              "?exe.txt")
        << "U+202E turns the direction";
    EXPECT_EQ(printableText("one\ntwo\x1b\n"), "one\ntwo?\n");
    EXPECT_EQ(printableStart("12345", 3).text, "123");
}

TEST(Printable, PlainNames) {
    for (const char* name : {"a", "stored_sand-2", "Velocity", "0"})
        EXPECT_TRUE(isPlainName(name, 20)) << name;
    for (const char* name : {"", "a b", "a\n", "$(x)", "a,b", "../a", "\xc3\xa4", "=a", "a.b"})
        EXPECT_FALSE(isPlainName(name, 20)) << name;
    EXPECT_FALSE(isPlainName("abc", 2));
}

}  // namespace
}  // namespace talus
