// What a scene reads and makes is held against the memory of the machine before it is read and made, and is
// part of the estimate. Sizes are those of the code: 400 bytes a triangle of a wall (method/read_mesh.h), and
// 60 MB of the program and four fifths of the machine's memory (method/memory_budget.h).
#include <fstream>

#include <fmt/format.h>

#include "talus/scene/estimate.h"
#include "tests/scene/read_text.h"
#include "tests/support/temporary_folder.h"

namespace talus::scene {
namespace {

using ::testing::HasSubstr;

/// A machine on which so much is left for a scene.
Machine leaving(double bytes) {
    return {.memory_bytes = (bytes + method::process_bytes) / method::usable_memory};
}

class Memory : public testing::Test {
  protected:
    /// A sheet of 2 n^2 triangles.
    void writeSheet(const char* name, int n) const {
        std::ofstream file(folder_ / name);
        for (int j = 0; j <= n; ++j)
            for (int i = 0; i <= n; ++i) file << "v " << i << ' ' << j << " 0\n";
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const int a = j * (n + 1) + i + 1, b = a + n + 1;
                file << "f " << a << ' ' << a + 1 << ' ' << b + 1 << ' ' << b << "\n";
            }
    }
    ReadResult read(const std::string& rest, const Machine& machine) const {
        return readScene(text(rest), (folder_ / "scene.toml").string(), {}, machine);
    }
    std::string said(const std::string& rest, const Machine& machine) const {
        return read(rest, machine).diagnostics.format("scene.toml", text(rest));
    }

  private:
    static std::string text(const std::string& rest) {
        return "format = 1\nname = \"a\"\n[[material]]\nname = \"rock\"\n[[contact]]\nbetween = [\"rock\", "
               "\"rock\"]\n" +
               rest;
    }
    test::TemporaryFolder folder_;
};

std::string wall(int number) {
    return fmt::format(
        "[[wall]]\nname = \"w{}\"\nmaterial = \"rock\"\nshape = \"mesh\"\nfile = \"sheet.obj\"\n", number);
}

TEST_F(Memory, MeshesOfAllWallsCountAgainstTheLimit) {
    writeSheet("sheet.obj", 50);
    constexpr double bytes = 400.0 * 2 * 50 * 50;
    const ReadResult none = read("", {}), two = read(wall(1) + wall(2), {});
    ASSERT_TRUE(none.scene && two.scene);
    EXPECT_NEAR(estimate(*two.scene).memory_bytes - estimate(*none.scene).memory_bytes, 2 * bytes, 1);

    const std::string three = wall(1) + wall(2) + wall(3);
    EXPECT_TRUE(read(three, leaving(3.01 * bytes)).scene);
    // The third one; reading it would do.
    const std::string refusal = said(three, leaving(2.9 * bytes));
    EXPECT_THAT(refusal,
                HasSubstr("scene.toml:21:8: error: the 5000 triangles of 'sheet.obj' need 0.002 GB of "
                          "memory; 0.0018 GB are left"));
    EXPECT_THAT(refusal, HasSubstr("take a coarser mesh, or fewer of them"));
    EXPECT_THAT(said(wall(1), leaving(100000)), HasSubstr("reading 'sheet.obj' needs up to"));
}

TEST_F(Memory, GroundThatDoesNotFitIsRefused) {
    const std::string ground =
        "[ground]\nmaterial = \"rock\"\ncorner = [0, 0, 0]\nsize = [100, 100]\nspacing = 0.1\n";
    EXPECT_TRUE(read(ground, {}).scene);
    EXPECT_THAT(said(ground, leaving(2e7)), HasSubstr("1001 x 1001 heights, which need 0.024 GB of memory"));
}

TEST_F(Memory, VolumeThatDoesNotFitIsRefused) {
    const auto volume = [](double cell) {
        return fmt::format(
            "[volume]\nmaterial = \"rock\"\nmin = [0, 0, 0]\nmax = [1, 1, 1]\ncell = {}\n"
            "cohesion = 0\n[[volume_shape]]\nname = \"ball\"\nshape = \"sphere\"\n"
            "centre = [0.5, 0.5, 0.5]\nradius = 0.3\n",
            cell);
    };
    EXPECT_TRUE(read(volume(0.02), leaving(1e7)).scene);
    // A surface of 1.1 m^2 goes through some 3000 blocks of 512 cells of 62 bytes.
    const std::string refusal = said(volume(0.005), leaving(1e7));
    EXPECT_THAT(refusal,
                HasSubstr("11:8: error: more than 1.61e+05 cells lie in blocks that are neither empty"));
    EXPECT_THAT(refusal, HasSubstr("make the cells larger"));
}

}  // namespace
}  // namespace talus::scene
