#include "talus/step/phase.h"

namespace talus::step {
namespace {

/// A stage that is known by a number.
template <int number>
struct Numbered {
    static constexpr const char* name = number == 1 ? "1" : number == 2 ? "2" : number == 3 ? "3" : "4";
    Access access() const { return {}; }
    void run(Step&) {}
};

std::string namesOf(PhasedStages stages) {
    std::string names;
    for (const Stage& stage : std::move(stages).inOrder()) names += stage.name();
    return names;
}

TEST(PhasedStages, AreOrderedByPhaseAndThenByInsertion) {
    PhasedStages own;
    own.add(Phase::Add, Numbered<1>{}).add(Phase::Force, Numbered<2>{}).add(Phase::End, Numbered<3>{});
    PhasedStages others;
    others.add(Phase::Force, Numbered<4>{});
    EXPECT_TRUE(others.has(Phase::Force));
    EXPECT_FALSE(others.has(Phase::Add));
    own.add(std::move(others));
    EXPECT_EQ(namesOf(std::move(own)), "1243");
}

TEST(PhasedStages, UnusedStagesAreLeftOut) {
    PhasedStages own;
    own.add(Phase::Kick, std::optional<Numbered<1>>(), Numbered<2>{},
            std::optional<Numbered<3>>(Numbered<3>{}));
    EXPECT_EQ(namesOf(std::move(own)), "23");
}

}  // namespace
}  // namespace talus::step
