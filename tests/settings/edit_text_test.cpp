#include "talus/settings/text/edit_text.h"

#include <gtest/gtest.h>

#include "talus/scene/reader.h"

namespace talus::settings {
namespace {

std::string edited(const std::string& text, const std::vector<std::string>& options) {
    const auto result = withOverrides(scene::registry(), text, options);
    return result ? *result : "error: " + result.error().message;
}

TEST(EditText, ReplacesOnlyTheValue) {
    EXPECT_EQ(edited("# A title\nformat = 1\n\n[time]  # all of it\nduration   =  \"10 s\"   # long\n"
                     "frame_interval = 0.1\n",
                     {"time.duration=2.5"}),
              "# A title\nformat = 1\n\n[time]  # all of it\nduration   =  2.5   # long\n"
              "frame_interval = 0.1\n");
}

TEST(EditText, ReplacesValuesOfAllKinds) {
    EXPECT_EQ(edited("seed = 0x1F# c\n", {"seed=7"}), "seed = 7# c\n");
    EXPECT_EQ(edited("name = '''\na # no comment\n''' # c\n", {"name=b"}), "name = \"b\" # c\n");
    EXPECT_EQ(edited("name = \"\"\"a \\\"\"\"b\"\"\"\"\"  # c\n", {"name=b"}), "name = \"b\"  # c\n");
    EXPECT_EQ(edited("[world]\ngravity = [ 0, # ]\n  0,\n  \"-9.81 m/s^2\" ] # down\nx = 1\n",
                     {"world.gravity=[0, 0, -1]"}),
              "[world]\ngravity = [0, 0, -1] # down\nx = 1\n");
    EXPECT_EQ(edited("time = { dt = 1, duration = \"µ\", a = [{b=\"}\"}] }\n", {"time.a=true"}),
              "time = { dt = 1, duration = \"µ\", a = true }\n");
    EXPECT_EQ(edited("[time]\ndt = 1979-05-27 07:32:00  # a date\n", {"time.dt=1"}),
              "[time]\ndt = 1  # a date\n");
    EXPECT_EQ(edited("name = \"größe µ\" # é\nseed = 1 # é\n", {"seed=2", "name=\"ä\""}),
              "name = \"ä\" # é\nseed = 2 # é\n");
}

TEST(EditText, WritesValuesAsSetReadsThem) {
    EXPECT_EQ(edited("[time]\ndt = 1\n", {"time.dt=20us"}), "[time]\ndt = \"20us\"\n");
    EXPECT_EQ(edited("[time]\ndt = 1\n", {"time.dt = 2 # old"}), "[time]\ndt = 2\n");
    EXPECT_EQ(edited("name = 1\n", {"name=a\"b\\c\nseed = 2"}), "name = \"a\\\"b\\\\c\\u000aseed = 2\"\n");
    EXPECT_EQ(edited("name = 1\n", {"name="}), "name = \"\"\n");
}

TEST(EditText, AddsAKeyBehindTheLastOfItsTable) {
    EXPECT_EQ(edited("format = 1 # c\n\n# Time\n  [time]\n  dt = 1 # d\n\n# World\n[world]\n# none\n",
                     {"time.duration=2", "seed=3", "world.lower=[0,0,0]"}),
              "format = 1 # c\nseed = 3\n\n# Time\n  [time]\n  dt = 1 # d\n  duration = 2\n\n# World\n"
              "[world]\nlower = [0,0,0]\n# none\n");
    EXPECT_EQ(edited("[time]", {"time.dt=1"}), "[time]\ndt = 1\n");
    EXPECT_EQ(edited("[time]\ndt = [1,\n2] # c", {"time.duration=1"}),
              "[time]\ndt = [1,\n2] # c\nduration = 1\n");
    EXPECT_EQ(edited("[time]\ndt = 1\n", {"seed=1"}), "seed = 1\n[time]\ndt = 1\n");
    EXPECT_EQ(edited("[time]\ndt = 1\n", {"time.a b=1"}), "[time]\ndt = 1\n\"a b\" = 1\n");
}

TEST(EditText, AddsASectionAtTheEnd) {
    EXPECT_EQ(edited("format = 1\n[world]\n", {"time.dt=1", "time.duration=\"2 s\""}),
              "format = 1\n[world]\n\n[time]\ndt = 1\nduration = \"2 s\"\n");
    EXPECT_EQ(edited("format = 1", {"time.dt=1"}), "format = 1\n\n[time]\ndt = 1\n");
    EXPECT_EQ(edited("", {"time.dt=1"}), "[time]\ndt = 1\n");
}

TEST(EditText, FindsEntriesOfListsByNumberAndName) {
    const std::string text =
        "[[emitter]]\nname = \"a\"\nrate = 1\n\n[[emitter]] # second\nname = \"b\"\n[[contact]]\n";
    EXPECT_EQ(edited(text, {"emitter.b.rate=5", "emitter[0].rate=6", "contact[0].friction=0.2"}),
              "[[emitter]]\nname = \"a\"\nrate = 6\n\n[[emitter]] # second\nname = \"b\"\nrate = 5\n"
              "[[contact]]\nfriction = 0.2\n");
    EXPECT_EQ(edited("contact = [ { friction = 1 },\n  {}, { a = [1] } ]\n",
                     {"contact[0].friction=0.5", "contact[1].friction=2", "contact[2].friction=3"}),
              "contact = [ { friction = 0.5 },\n  { friction = 2 }, { a = [1], friction = 3 } ]\n");
}

TEST(EditText, KnowsInlineTablesAndDottedKeys) {
    EXPECT_EQ(edited("time = {dt = 1}\n", {"time.duration=2"}), "time = {dt = 1, duration = 2}\n");
    EXPECT_EQ(edited("time = {  } # c\n", {"time.duration=2"}), "time = { duration = 2 } # c\n");
    EXPECT_EQ(edited("time.dt = 1 # c\n time . \"duration\" = 2\nname = \"x\"\n",
                     {"time.duration=3", "time.frame_interval=4"}),
              "time.dt = 1 # c\n time . \"duration\" = 3\n time . frame_interval = 4\nname = \"x\"\n");
    EXPECT_EQ(edited("time.dt = 1\n[world]\n", {"seed=4"}), "time.dt = 1\nseed = 4\n[world]\n");
}

TEST(EditText, KeepsLineEndsAndTheByteOrderMark) {
    EXPECT_EQ(edited("\xef\xbb\xbf"
                     "seed = 1\r\n[time]\r\ndt = 1 # c\r\n",
                     {"seed=2", "time.dt=3", "time.duration=4", "world.gravity=[0, 0, 0]"}),
              "\xef\xbb\xbf"
              "seed = 2\r\n[time]\r\ndt = 3 # c\r\nduration = 4\r\n\r\n[world]\r\n"
              "gravity = [0, 0, 0]\r\n");
}

TEST(EditText, SaysWhatToChangeByHand) {
    EXPECT_EQ(edited("[time]\ndt = 1\n", {"time={dt=2}"}),
              "error: 'time' is a table in the scene file; change it by hand in an editor");
    EXPECT_EQ(
        edited("time = 3\n", {"time.dt=2"}),
        "error: 'time.dt=2' concerns what is no table in the scene file; change it by hand in an editor");
    EXPECT_EQ(edited("[time.deep]\nx = 1\n", {"time.dt=2"}),
              "error: 'time.dt=2' does not fit into the scene file; change it by hand in an editor");
}

TEST(EditText, RefusesWhatCannotBeRead) {
    EXPECT_EQ(edited("[time\n", {"time.dt=2"}).substr(0, 20), "error: scene file:1:");
    EXPECT_EQ(edited("[time]\n", {"tiem.dt=2"}),
              "error: --set:1:1: error: unknown table 'tiem'\n    1 | tiem.dt=2\n"
              "      | ^~~~ did you mean 'time'?");
    EXPECT_EQ(edited("name = \"a\"\n", {"name=\xff"}).substr(0, 6), "error:");
    EXPECT_EQ(edited("[time]\n", {}), "[time]\n");
}

}  // namespace
}  // namespace talus::settings
