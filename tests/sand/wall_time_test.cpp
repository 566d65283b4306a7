// The time near meshes that `talus check` counts.
#include "talus/sand/mpm/wall_time.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/continuum_sand.h"
#include "tests/support/temporary_folder.h"

namespace talus::test {
namespace {

/// Writes a flat sheet of 2 n n triangles, 0.1 m wide.
std::string sheet(const TemporaryFolder& folder, int n) {
    const std::string path = (folder / fmt::format("sheet{}.obj", n)).string();
    std::ofstream file(path);
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) file << fmt::format("v {} {} 0.05\n", 0.1 * i / n, 0.1 * j / n);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i + 1, b = a + n + 1;
            file << fmt::format("f {} {} {}\nf {} {} {}\n", a, a + 1, b, a + 1, b + 1, b);
        }
    return path;
}

double secondsOf(const std::string& walls, double particles) {
    const std::string text = continuumHead(0.01, "") + sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.1}) + walls;
    return sand::mpm::secondsAtWalls(sand::setupOf(sceneOf(text)), particles);
}

TEST(TimeAtWalls, GrowsWithTheTrianglesNearTheSand) {
    const TemporaryFolder folder;
    const auto mesh = [&](int n) {
        return fmt::format(
            "[[wall]]\nname = \"sheet\"\nmaterial = \"sand\"\nshape = \"mesh\"\nfile = \"{}\"\n",
            sheet(folder, n));
    };
    constexpr double all = 8000;
    EXPECT_EQ(secondsOf("[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\n", all), 0);
    const double few = secondsOf(mesh(1), all), many = secondsOf(mesh(20), all);
    EXPECT_GT(few, 0);
    EXPECT_GT(many, 50 * few) << "of 2 and of 800 triangles";
    EXPECT_LT(many, 1);
    EXPECT_NEAR(secondsOf(mesh(20), all / 10), secondsOf(mesh(20), all / 20) * 2, 1e-12)
        << "with less sand than along the whole sheet";
}

}  // namespace
}  // namespace talus::test
