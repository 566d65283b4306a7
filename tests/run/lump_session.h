#pragma once
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "talus/grains/fields.h"
#include "talus/run/session/session.h"
#include "tests/run/lump_scene.h"

/// A session of a lump of sand, and what tests ask it.
namespace talus::run {

/// A lump of sand on a floor, and one grain that falls from far above it.
inline const std::string scene_file = test::lumpScene(R"(
[[grain]]
material = "sand"
position = [0, 0, 5]
radius = "5 mm"
)");

inline Session open(const std::string& text = scene_file) {
    std::string warnings;
    auto session = Session::open({.text = text, .file = "lump.toml"}, exec::Exec::cpu(1), 0, warnings);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
}

inline std::uint64_t stateOf(const Session& session) {
    return state::stateHash(session.simulation().world());
}

inline const state::Table& grainsOf(const Session& session) {
    return session.simulation().world().table(grains::grains_table);
}
/// The row of the grain that falls.
inline std::size_t falling(const Session& session) {
    const auto position = grainsOf(session).read(grains::fields::position);
    std::size_t highest = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (position[i].z > position[highest].z) highest = i;
    return highest;
}
inline double fallSpeed(const Session& session) {
    return -grainsOf(session).read(grains::fields::velocity)[falling(session)].z;
}

/// What a listener hears.
class Diary final : public Listener {
  public:
    Status stepped(Session& session) override {
        steps.push_back(session.step());
        return success();
    }
    Status frameEnded(Session& session) override {
        frames.push_back(session.frame());
        return refuses == session.frame() ? Status(Error{ErrorKind::Storage, "the disk is full"}) : success();
    }
    std::uint64_t stepsTo(std::uint64_t) const override { return at_once; }
    bool mayPause(std::uint64_t step) const override { return step % pauses_every == 0; }
    Status mayJump() const override {
        return jumps ? success() : Status(Error{ErrorKind::Input, "not while it is recorded"});
    }

    std::vector<std::uint64_t> steps, frames;
    std::optional<std::uint64_t> refuses;
    std::uint64_t at_once = 1000, pauses_every = 1;
    bool jumps = true;
};

}  // namespace talus::run
