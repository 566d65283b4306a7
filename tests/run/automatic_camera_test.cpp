// The automatic camera over the scenes of the gallery: what a scene is about fills the picture and is not
// cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "talus/core/text_file.h"
#include "talus/environment/wall_shape.h"
#include "talus/method/gather.h"
#include "talus/method/wall_poses.h"
#include "talus/run/land/raster_ground.h"
#include "talus/run/picture/land_edges.h"
#include "talus/run/picture/scene_camera.h"
#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"
#include "tests/support/paths.h"

namespace talus::run {
namespace {

constexpr int width = 1280, height = 720;

/// How a camera shows points.
struct Shown {
    double wide = 0, high = 0;  ///< shares of the picture's width and height that the points cover
    std::size_t cut = 0;        ///< points on the border of the picture or outside of it
};

Shown shownBy(const picture::Camera& camera, const std::vector<Vec3d>& points) {
    Shown shown;
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (const Vec3d& point : points) {
        const picture::Projected p = picture::project(camera, width, height, point);
        shown.cut += !(p.depth > 0 && p.x >= 1 && p.x <= width - 1 && p.y >= 1 && p.y <= height - 1);
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
    }
    shown.wide = (right - left) / width;
    shown.high = (bottom - top) / height;
    return shown;
}

/// Grains, water and particles at the start; bodies and walls that are drawn and move, at all times; the land
/// that lies in the way of all this, as a block.
std::vector<Vec3d> subjectIn(const scene::Scene& scene, const Frame& frame) {
    std::vector<Vec3d> points;
    for (const auto& [name, set] : frame.sets)
        if (const auto* view = set.as<state::PointsView>(); view != nullptr && name != "bodies")
            for (std::size_t i = 0; i < view->count; ++i) points.push_back(view->at(i));
    for (const environment::Wall& wall : scene.environment.walls) {
        const auto bounds = environment::boundsOf(wall);
        // A gate is in the picture until it is out of the way.
        if (!wall.visible || !bounds || wall.name == "gate") continue;
        const auto times = method::sampleTimesOf(scene, wall);
        if (!wall.follows && times.size() == 1) continue;
        for (const double time : times) {
            const environment::Pose pose = method::poseOf(scene, wall, time);
            for (int corner = 0; corner < 8; ++corner)
                points.push_back(pose.toWorld(cornerOf(*bounds, corner)));
        }
    }
    for (const method::Land& land : method::landsOf(scene))
        if (land.block)
            for (int corner = 0; corner < 4; ++corner)
                points.push_back(cornerOf(edgesOf(scene, *land.block).cut, corner));
    return points;
}

/// The share of the surface of land that a camera sees: the straight line to it meets no other part of the
/// land.
double seenShare(const method::Land& land, const geometry::Box& cut, const picture::Camera& camera) {
    const geometry::ColumnGrid& grid = land.start->grid;
    const exec::View<const double> surface{land.start->height.data(), grid.size()};
    const auto inside = [&](const Vec3d& p) {
        return p.x >= cut.min.x && p.x <= cut.max.x && p.y >= cut.min.y && p.y <= cut.max.y;
    };
    const std::uint32_t stride = std::max(1u, std::max(grid.columns, grid.rows) / 40);
    int seen = 0, all = 0;
    for (std::uint32_t j = 0; j < grid.rows; j += stride)
        for (std::uint32_t i = 0; i < grid.columns; i += stride) {
            const Vec3d place{grid.x(i), grid.y(j), surface[grid.at(i, j)] + 0.5 * grid.spacing};
            if (!inside(place)) continue;
            const Vec3d step = normalized(camera.position - place) * grid.spacing;
            bool hidden = false;
            for (Vec3d p = place + step; inside(p) && !hidden; p += step) {
                const auto there = geometry::surfaceAt(grid, surface, p.x, p.y);
                hidden = there && there->height > p.z;
            }
            seen += !hidden;
            ++all;
        }
    return double(seen) / all;
}

/// Scenes with a subject that is small at the start, and how much of a side it covers at least.
const std::map<std::string, double> small_at_the_start{
    {"bone-and-cape", 0.45},  // a cape that is going to swing
    {"fountain", 0.4},        // a basin below a jet that has not begun
    {"hourglass", 0.15},      // the sand is in the upper half
    {"hourglass-continuum", 0.2},
    {"dune-slide", 0.25},        // sand on one wall of the crater that it slides into
    {"heap-raises-dust", 0.35},  // a block that becomes a heap
    {"jet-on-sand", 0.4},        // sand on the floor of a tank
    {"witch-pot", 0.4},          // a pot over the tray into which it spills
};

class GalleryCamera : public ::testing::TestWithParam<std::string> {};

TEST_P(GalleryCamera, ShowsTheSubjectLargeAndWhole) {
    const std::string path = test::sourceFile("scenes/" + GetParam() + ".toml");
    const auto read =
        scene::readScene(readTextFile(path).value(), path, {}, {.memory_bytes = 8e9}, readRasterGround);
    ASSERT_TRUE(read.scene) << read.diagnostics.format(path, "");
    const scene::Scene& scene = *read.scene;
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(simulation) << simulation.error().message;
    const auto frame = frameOfAll(*simulation);
    ASSERT_TRUE(frame) << frame.error().message;
    const auto points = subjectIn(scene, *frame);
    if (points.empty()) return;  // everything is poured or emitted
    const auto camera = SceneCamera::find(scene, "auto")->at(scene, *frame, double(width) / height);
    ASSERT_TRUE(camera);
    const Shown shown = shownBy(*camera, points);
    const auto small = small_at_the_start.find(GetParam());
    EXPECT_EQ(shown.cut, 0u) << "of " << points.size();
    EXPECT_GE(std::max(shown.wide, shown.high), small == small_at_the_start.end() ? 0.48 : small->second)
        << shown.wide << " of the width, " << shown.high << " of the height";
}

TEST_P(GalleryCamera, LooksOverTheEdgeOfTheLand) {
    const std::string path = test::sourceFile("scenes/" + GetParam() + ".toml");
    const auto read =
        scene::readScene(readTextFile(path).value(), path, {}, {.memory_bytes = 8e9}, readRasterGround);
    ASSERT_TRUE(read.scene) << read.diagnostics.format(path, "");
    const auto camera = SceneCamera::find(*read.scene, "auto")->at(*read.scene, {}, double(width) / height);
    ASSERT_TRUE(camera);
    for (const method::Land& land : method::landsOf(*read.scene))
        if (land.block && land.start) {
            const bool crater = GetParam() == "landslide" || GetParam() == "rain-on-real-terrain" ||
                                GetParam() == "dune-slide";
            EXPECT_GE(seenShare(land, edgesOf(*read.scene, *land.block).cut, *camera), crater ? 0.7 : 0.9);
        }
}

std::vector<std::string> galleryScenes() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(test::sourceFile("scenes")))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, GalleryCamera, ::testing::ValuesIn(galleryScenes()), [](const auto& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace talus::run
