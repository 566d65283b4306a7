// The automatic camera over the scenes of the gallery: what a scene is about fills the picture and is not cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

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
    std::size_t points = 0;
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
    shown.points = points.size();
    shown.wide = (right - left) / width;
    shown.high = (bottom - top) / height;
    return shown;
}

/// Grains, water and particles, walls that move, bodies; land where there is none of these.
std::vector<Vec3d> subjectIn(const scene::Scene& scene, const Frame& frame) {
    std::vector<Vec3d> points;
    for (const auto& [name, set] : frame.sets)
        if (const auto* view = set.as<state::PointsView>(); view != nullptr && name != "bodies")
            for (std::size_t i = 0; i < view->count; ++i) points.push_back(view->at(i));
    for (const environment::Wall& wall : scene.environment.walls) {
        const auto bounds = environment::boundsOf(wall);
        if (!wall.visible || !bounds) continue;
        if (!wall.follows && method::sampleTimesOf(scene, wall).size() == 1) continue;
        const environment::Pose pose = method::poseOf(scene, wall, frame.time);
        for (int corner = 0; corner < 8; ++corner) points.push_back(pose.place(cornerOf(*bounds, corner)));
    }
    if (!points.empty()) return points;
    for (const method::Land& land : method::landsOf(scene))
        if (land.block)
            for (int corner = 0; corner < 8; ++corner) points.push_back(cornerOf(edgesOf(scene, *land.block).cut, corner));
    return points;
}

class GalleryCamera : public ::testing::TestWithParam<std::string> {};

TEST_P(GalleryCamera, Table) {
    const std::string path = test::sourceFile("scenes/" + GetParam() + ".toml");
    const auto read = scene::readScene(readTextFile(path).value(), path, {}, {.memory_bytes = 8e9}, readRasterGround);
    ASSERT_TRUE(read.scene) << read.diagnostics.format(path, "");
    const scene::Scene& scene = *read.scene;
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu(1));
    ASSERT_TRUE(simulation) << simulation.error().message;
    const auto frame = frameOfAll(*simulation);
    ASSERT_TRUE(frame);
    const auto points = subjectIn(scene, *frame);
    for (const std::string name : {"auto", ""}) {
        const auto camera = SceneCamera::find(scene, name);
        const auto at = camera->at(scene, *frame, double(width) / height);
        ASSERT_TRUE(at);
        const Shown s = shownBy(*at, points);
        printf("TABLE %-22s %-5s %.2f %.2f cut %zu of %zu\n", GetParam().c_str(), camera->name().c_str(), s.wide, s.high, s.cut, s.points);
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
