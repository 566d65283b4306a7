// The automatic camera over whole runs: what is seen of them fills the picture and is not cut, from the first
// frame to the last. Runs that take long are scaled down: larger grains, coarser water.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "talus/core/text_file.h"
#include "talus/run/picture/frame_picture.h"
#include "talus/run/picture/scene_camera.h"
#include "talus/run/session/session.h"
#include "tests/support/paths.h"

namespace talus::run {
namespace {

constexpr int width = 1280, height = 720;

/// A piece of a picture: a ball or a puff.
struct Spot {
    Vec3d position;
    double radius, weight;
};

template <class Balls, class Weight>
void addSpots(const Balls& balls, double solid, Weight weight, std::vector<std::vector<Spot>>& sets) {
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < balls.centre.size(); ++i) {
        const double radius = solid * balls.radius[balls.radius.size() == 1 ? 0 : i];
        spots.push_back({balls.centre[i], radius, weight(i) * radius * radius});
    }
    if (!spots.empty()) sets.push_back(std::move(spots));
}

/// What flies and flows, for each set.
std::vector<std::vector<Spot>> spotsOf(const picture::Picture& picture) {
    std::vector<std::vector<Spot>> sets;
    for (const picture::Spheres& balls : picture.spheres)
        addSpots(
            balls, 1, [](std::size_t) { return 1.0; }, sets);
    for (const picture::Liquid& liquid : picture.liquids)
        addSpots(
            liquid, 1, [](std::size_t) { return 1.0; }, sets);
    for (const picture::Sprites& puffs : picture.sprites)  // their edge is thin
        addSpots(
            puffs, 0.5,
            [&](std::size_t i) { return double(puffs.opacity[puffs.opacity.size() == 1 ? 0 : i]); }, sets);
    return sets;
}

/// What pictures show of sets.
struct Shown {
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    double all = 0, cut = 0;  ///< weights; `cut`: outside of the picture

    void add(const picture::Camera& camera, const std::vector<Spot>& spots) {
        for (const Spot& spot : spots) {
            const picture::Projected p = picture::project(camera, width, height, spot.position);
            const bool inside = p.depth > 0 && p.x > 0 && p.x < width && p.y > 0 && p.y < height;
            all += spot.weight;
            cut += inside ? 0 : spot.weight;
            if (!inside || !(spot.weight > 0)) continue;
            left = std::min(left, p.x);
            right = std::max(right, p.x);
            top = std::min(top, p.y);
            bottom = std::max(bottom, p.y);
        }
    }
    double wide() const { return (right - left) / width; }
    double high() const { return (bottom - top) / height; }
};

/// Settings that let a scene run in seconds.
const std::map<std::string, std::vector<std::string>> scenes{
    {"smoke", {}},
    {"explosion", {}},
    {"fountain-of-sparks", {}},
    {"dust-behind-a-wheel", {}},
    {"heap-raises-dust", {"fill.block.grain_radius=60 mm"}},
    {"dam-break", {"water.spacing=50 mm"}},
    {"witch-pot", {"water.spacing=30 mm"}},
    {"drop-in-box", {"water.spacing=35 mm"}},
};

class RunCamera : public ::testing::TestWithParam<std::string> {};

TEST_P(RunCamera, ShowsTheRunLargeAndWhole) {
    const std::string path = test::sourceFile("scenes/" + GetParam() + ".toml");
    std::string warnings;
    auto session =
        Session::open({.text = readTextFile(path).value(), .file = path, .overrides = scenes.at(GetParam())},
                      exec::Exec::cpu(1), 0, warnings);
    ASSERT_TRUE(session.ok()) << session.error().message;
    const scene::Scene scene = session->scene();
    const auto found = SceneCamera::find(scene, "auto");
    ASSERT_TRUE(found);
    Shown shown;
    std::vector<double> outside;  // shares of the sets
    constexpr int looks = 5;
    for (int k = 0; k < looks; ++k) {
        const auto end = session->advanceToTime(scene.time.end() * k / (looks - 1));
        ASSERT_TRUE(end.ok()) << end.error().message;
        ASSERT_EQ(*end, Session::End::Reached);
        const auto frame = frameOfAll(session->simulation());
        ASSERT_TRUE(frame) << frame.error().message;
        const auto camera = found->at(scene, *frame, double(width) / height);
        ASSERT_TRUE(camera);
        const auto picture = pictureOf(scene, *frame, *camera, {.colour = scene.render.colour});
        ASSERT_TRUE(picture) << picture.error().message;
        for (const auto& spots : spotsOf(picture->picture)) {
            Shown now;
            now.add(*camera, spots);
            shown.add(*camera, spots);
            outside.push_back(now.cut / now.all);
            EXPECT_LE(outside.back(), 0.2) << "at " << frame->time << " s";
        }
    }
    EXPECT_LE(std::accumulate(outside.begin(), outside.end(), 0.0), 0.06 * double(outside.size()));
    EXPECT_GE(std::max(shown.wide(), shown.high()), 0.5);
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& [name, overrides] : scenes) all.push_back(name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, RunCamera, ::testing::ValuesIn(names()), [](const auto& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace talus::run
