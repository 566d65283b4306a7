#include "viewer/commands/commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "talus/core/text_file.h"
#include "tests/support/paths.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Commands, WordsOfALine) {
    EXPECT_THAT(wordsOf("  set\ttime.dt  \"1e-5 s\" ").value(), ElementsAre("set", "time.dt", "1e-5 s"));
    EXPECT_THAT(wordsOf(R"(set law "\"hertz\"")").value(), ElementsAre("set", "law", "\"hertz\""));
    EXPECT_THAT(wordsOf(R"(say "")").value(), ElementsAre("say", ""));
    EXPECT_TRUE(wordsOf("").value().empty());
    EXPECT_FALSE(wordsOf("say \"open"));
}

TEST(Commands, AQuotedWordIsReadAsOne) {
    for (const std::string word : {"", "a b", "\"", "\\", "a\\\"b\" c", "/tmp/x y.toml"})
        EXPECT_THAT(wordsOf("open " + quotedWord(word)).value(), ElementsAre("open", word));
}

TEST(Commands, ErrorsNameTheNearestCommandAndTheUsage) {
    Viewer viewer({});
    EXPECT_THAT(executeCommand(viewer, "rest").error().message, HasSubstr("'reset'"));
    EXPECT_THAT(executeCommand(viewer, "qwertyuiop").error().message, HasSubstr("F1"));
    EXPECT_THAT(executeCommand(viewer, "set x").error().message, HasSubstr("usage: set KEY VALUE"));
    EXPECT_THAT(executeCommand(viewer, "run now").error().message, HasSubstr("usage: run"));
    EXPECT_THAT(executeCommand(viewer, "run").error().message, HasSubstr("nothing is open"));
    EXPECT_THAT(executeCommand(viewer, "open /no/such/file.toml").error().message,
                HasSubstr("/no/such/file"));
    EXPECT_THAT(executeCommand(viewer, "theme pink").error().message, HasSubstr("dark or light"));
    EXPECT_TRUE(executeCommand(viewer, "   "));
}

TEST(Commands, NamesAndKeysAreUniqueAndEachHasHelp) {
    std::set<std::string_view> names, keys;
    for (const Command& command : commands()) {
        EXPECT_TRUE(names.insert(command.name).second) << command.name;
        if (!command.key.empty()) {
            EXPECT_TRUE(keys.insert(command.key).second) << command.key;
        }
        EXPECT_FALSE(command.help.empty()) << command.name;
        EXPECT_LE(command.min_arguments, command.max_arguments) << command.name;
    }
    EXPECT_FALSE(keys.contains("Esc")) << "Esc never loses work";
}

TEST(Commands, ThePageListsThem) {
    const std::string page = readTextFile(test::sourceFile("docs/viewer.md")).value();
    EXPECT_THAT(page, HasSubstr(commandsAsMarkdown())) << "write the table anew: talus view --list-commands";
}

}  // namespace
}  // namespace talus::viewer
