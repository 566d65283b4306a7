#include "talus/scene/check_meetings.h"

#include <fmt/format.h>

#include "talus/method/method.h"

namespace talus::scene {
namespace {

using method::Meeting, method::Thing;

std::string_view wordOf(Meeting::Kind kind) {
    switch (kind) {
        case Meeting::Kind::BothWays: return "both ways";
        case Meeting::Kind::OneWay: return "one way";
        case Meeting::Kind::Through: return "pass through each other";
        case Meeting::Kind::Missing: return "missing";
        case Meeting::Kind::Refused: break;
    }
    return "refused";
}

/// Calls take(first, second) for each pair of things, each thing with itself included.
template <class Take>
void forPairs(const std::vector<Thing>& things, Take take) {
    for (std::size_t a = 0; a < things.size(); ++a)
        for (std::size_t b = a; b < things.size(); ++b) take(things[a], things[b]);
}

}  // namespace

void checkMeetings(const method::Checking& checking) {
    const method::Scene& scene = checking.scene;
    forPairs(method::thingsOf(*scene.methods), [&](const Thing& first, const Thing& second) {
        const Meeting* meeting = method::meetingOf(*scene.methods, first.name, second.name);
        if (meeting == nullptr) return;
        const bool refused = meeting->kind == Meeting::Kind::Refused;
        if (!refused && meeting->kind != Meeting::Kind::Missing) return;
        const auto one = first.in(scene), other = second.in(scene);
        if (!one || !other) return;
        if (!refused)
            return checking.warn(one->section, one->index, one->key,
                                 fmt::format("{} and {} pass through each other in this version",
                                             meeting->first, meeting->second),
                                 std::string(meeting->how));
        checking.error(
            one->section, one->index, one->key,
            fmt::format("{} and {} cannot be in one scene in this version", meeting->first, meeting->second),
            std::string(meeting->how));
    });
}

std::string meetingsAsMarkdown(const method::Methods& methods) {
    std::string text =
        "# What meets what\n\n"
        "What things in one scene do to each other. *Both ways*: each acts on the other. *One way*: the\n"
        "second acts on the first, and is not moved by it. *Missing*: they pass through each other, and\n"
        "`talus check` warns of it. *Refused*: a scene with both is an error.\n"
        "`talus schema --meetings` writes this page.\n\n"
        "| first | second | | by |\n|---|---|---|---|\n";
    for (const method::Method& method : methods)
        for (const Meeting& meeting : method.meetings)
            text += fmt::format("| {} | {} | {} | {} |\n", meeting.first, meeting.second,
                                wordOf(meeting.kind), meeting.how);
    return text;
}

}  // namespace talus::scene
