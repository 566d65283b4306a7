// What meets what in a scene.
#include <fstream>
#include <sstream>

#include "talus/method/method.h"
#include "talus/scene/check_meetings.h"
#include "talus/scene/methods.h"
#include "tests/scene/read_text.h"
#include "tests/support/paths.h"

namespace talus::scene {
namespace {

// Nothing is left to chance: each pair of things has a row, also each thing with itself, and no row is about
// a thing that nobody brings.
TEST(Meetings, EachPairOfThingsHasARow) {
    const auto things = method::thingsOf(methods());
    for (const method::Thing& first : things)
        for (const method::Thing& second : things) {
            const bool alone =
                first.name == second.name && (first.name == "ground" || first.name == "volume");
            EXPECT_EQ(method::meetingOf(methods(), first.name, second.name) != nullptr, !alone)
                << first.name << " and " << second.name;
        }
    for (const method::Method& method : methods())
        for (const method::Meeting& meeting : method.meetings)
            for (const std::string_view name : {meeting.first, meeting.second})
                EXPECT_TRUE(std::ranges::any_of(things, [&](const method::Thing& thing) {
                    return thing.name == name;
                })) << name;
}

// docs/meetings.md is made by `talus schema --meetings`; run that again when this fails.
TEST(Documentation, MeetingsAreUpToDate) {
    std::ifstream file(test::sourceFile("docs/meetings.md"));
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), meetingsAsMarkdown(methods()));
}

}  // namespace
}  // namespace talus::scene
