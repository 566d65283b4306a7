// A spout with something in front of its disc: told when it happens and at the end.
#include "talus/scene/reader.h"
#include "tests/run/small_run.h"
#include "tests/support/granular.h"

namespace talus::run {
namespace {

std::vector<std::string> notesOfRun(const scene::Scene& scene) {
    const test::TemporaryFolder folder;
    std::vector<std::string> notes;
    Observer observer;
    observer.note = [&](const std::string& note) {
        if (note.find("emitter") != std::string::npos) notes.push_back(note);
    };
    const auto summary = test::startRun(scene, folder / "run", test::optionsTo(6), observer);
    EXPECT_TRUE(summary) << summary.error().message;
    return notes;
}

/// A boulder that does not move, with all of the disc in it.
scene::Scene buriedSpout() {
    scene::Scene scene = test::smallScene();
    grains::in(scene).fills.clear();
    scene.environment.materials.push_back({.name = "rock", .density = 2500, .colour = {}, .fixed = true});
    grains::Contact contact = grains::in(scene).contacts.front();
    contact.second = "rock";
    grains::in(scene).contacts.push_back(contact);
    grains::Grain boulder;
    boulder.material = "rock";
    boulder.radius = 0.03;
    boulder.position = grains::in(scene).emitters.front().centre;
    grains::in(scene).placed.push_back(boulder);
    return scene;
}

TEST(BlockedSpout, IsReportedAtTheFirstFrameAndAtTheEnd) {
    const std::vector<std::string> notes = notesOfRun(buriedSpout());
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_NE(notes[0].find("'spout' made 0 of the"), std::string::npos) << notes[0];
    EXPECT_NE(notes[0].find("by 0.01 s"), std::string::npos) << notes[0];
    EXPECT_NE(notes[1].find("by 0.06 s"), std::string::npos) << notes[1];
}

TEST(BlockedSpout, PouringEmitterIsNotReported) { EXPECT_TRUE(notesOfRun(test::smallScene()).empty()); }

}  // namespace
}  // namespace talus::run
