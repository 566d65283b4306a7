// A mask that says how dense plants stand: from an image, or from a raster of numbers; and what it must not
// be.
#include <fstream>

#include "talus/run/land/raster_ground.h"
#include "tests/support/erosion.h"
#include "tests/support/temporary_folder.h"

namespace talus::test {
namespace {

/// 4 x 2 pixels of grey: 0 0 255 255 in the north, 51 51 102 102 in the south.
const std::vector<unsigned char> grey{
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, 0x00, 0x00, 0x00, 0x5a,
    0xc3, 0x22, 0xbf, 0x00, 0x00, 0x00, 0x12, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x60,
    0x60, 0xf8, 0xff, 0x9f, 0xc1, 0xd8, 0x38, 0x2d, 0x0d, 0x00, 0x0f, 0x94, 0x03, 0x31, 0x97,
    0xd2, 0xd1, 0x80, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
/// 2 x 2 pixels in colour.
const std::vector<unsigned char> coloured{
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0xfd, 0xd4, 0x9a,
    0x73, 0x00, 0x00, 0x00, 0x13, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xcf, 0xc0, 0xc0,
    0x00, 0xc2, 0x0c, 0xff, 0x39, 0x39, 0x39, 0x01, 0x1a, 0x2a, 0x03, 0x19, 0x5a, 0xc4, 0xb1, 0xe5,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

class PlantsMask : public testing::Test {
  protected:
    void write(const char* name, const std::string& bytes) const {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
    }
    void write(const char* name, const std::vector<unsigned char>& bytes) const {
        write(name, std::string(bytes.begin(), bytes.end()));
    }
    std::string textOf(const std::string& mask) const {
        return waterHead("dfsph", 0.1, "gravity = [0, 0, -9.81]") + levelGround(0, 1, 0.1) +
               boxOf("pool", {0, 0, 0}, {1, 1, 0.2}) +
               "[erosion]\n[[plants]]\nname = \"grass\"\nmin = [0, 0]\nmax = [0.8, 0.8]\ncritical_shear = "
               "20\n" +
               mask;
    }
    scene::ReadResult read(const std::string& text, const scene::Machine& machine = {}) const {
        const std::string path = (folder_ / "scene.toml").string();
        return scene::readScene(text, path, {}, machine, run::readRasterGround);
    }
    /// What the plants add at a place [Pa].
    double at(const std::string& mask, double x, double y) const {
        const std::string text = textOf(mask);
        const scene::ReadResult of = read(text);
        if (!of.scene) throw std::runtime_error(of.diagnostics.format("scene.toml", text));
        const ero::Setup setup = ero::setupOf(*of.scene);
        return double{setup.plants[setup.grid().at(static_cast<std::uint32_t>(std::lround(10 * x)),
                                                   static_cast<std::uint32_t>(std::lround(10 * y)))]};
    }
    std::string said(const std::string& mask, const scene::Machine& machine = {}) const {
        const std::string text = textOf(mask);
        return read(text, machine).diagnostics.format("scene.toml", text);
    }

  private:
    TemporaryFolder folder_;
};

// The image lies over the rectangle with its northern row up: 0.8 m of 4 x 2 cells.
TEST_F(PlantsMask, MaskGivesTheDensityOfPlants) {
    write("grey.png", grey);
    const std::string mask = "mask = \"grey.png\"\n";
    EXPECT_NEAR(at(mask, 0.1, 0.7), 0, 1e-6);
    EXPECT_NEAR(at(mask, 0.5, 0.7), 20, 1e-6);
    EXPECT_NEAR(at(mask, 0.1, 0.1), 20 * 51 / 255.0, 1e-5);
    EXPECT_NEAR(at(mask, 0.8, 0.3), 20 * 102 / 255.0, 1e-5);
    EXPECT_NEAR(at(mask, 0.9, 0.3), 0, 1e-6) << "outside of the rectangle";
    EXPECT_NEAR(at("", 0.1, 0.7), 20, 1e-6) << "without a mask they are dense";
}

TEST_F(PlantsMask, RasterOfNumbersIsAccepted) {
    write("dense.asc", "ncols 2\nnrows 2\nxllcorner 600\nyllcorner 700\ncellsize 30\n0 0.5\n1 0.25\n");
    const std::string mask = "mask = \"dense.asc\"\nmask_full = 1\n";
    EXPECT_NEAR(at(mask, 0.1, 0.1), 20, 1e-6);
    EXPECT_NEAR(at(mask, 0.7, 0.1), 5, 1e-6);
    EXPECT_NEAR(at(mask, 0.7, 0.7), 10, 1e-6);
}

TEST_F(PlantsMask, BadMasksAreRefusedWithAReason) {
    using testing::HasSubstr;
    write("colour.png", coloured);
    write("short.png", std::vector<unsigned char>(grey.begin(), grey.begin() + 40));
    write("text.png", std::string("no picture at all"));
    write("low.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n0 -3\n1 0\n");
    write("holes.asc",
          "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n0 -9999\n1 0\n");
    write("grey.png", grey);
    for (const char* name : {"colour.png", "short.png", "text.png", "none.png"})
        EXPECT_THAT(said(fmt::format("mask = \"{}\"\n", name)), HasSubstr("it must be a grey image")) << name;
    EXPECT_THAT(said("mask = \"low.asc\"\n"), HasSubstr("values from -3 to 1"));
    EXPECT_THAT(said("mask = \"holes.asc\"\n"), HasSubstr("1 of the mask's cells have no value"));
    EXPECT_THAT(said("mask = \"grey.png\"\nmask_full = 1\n"), HasSubstr("set mask_full = 255"));
}

// Room for 34 bytes a cell while a mask is read (io/raster/raster_cells.h), 8 afterwards; 60 MB of the
// program and four fifths of the machine's memory (method/memory_budget.h).
TEST_F(PlantsMask, MasksThatDoNotFitTheMemoryAreRefused) {
    using testing::HasSubstr;
    constexpr int side = 200;
    constexpr double cells = side * side;
    std::string text = fmt::format("ncols {0}\nnrows {0}\nxllcorner 0\nyllcorner 0\ncellsize 1\n", side);
    for (int k = 0; k < side * side; ++k) text += "1\n";
    write("dense.asc", text);
    const std::string one = "mask = \"dense.asc\"\n";
    const auto leaving = [](double bytes) {
        return scene::Machine{.memory_bytes = (bytes + method::process_bytes) / method::usable_memory};
    };
    EXPECT_THAT(
        said(one, leaving(33 * cells)),
        HasSubstr("its 4e+04 cells take 0.00136 GB of memory while they are read; 0.00132 GB are left"));
    const auto with = read(textOf(one)), without = read(textOf(""));
    ASSERT_TRUE(with.scene && without.scene);
    // In the run it is there with all else; while it is read, 17 bytes a cell without holes, nothing else is.
    EXPECT_NEAR(scene::estimate(*with.scene).memory_bytes,
                std::max(scene::estimate(*without.scene).memory_bytes + 8 * cells,
                         method::process_bytes + 17 * cells),
                1);
    // What the first ones keep the next one does not have.
    std::string four = one;
    for (int k = 0; k < 3; ++k)
        four +=
            fmt::format("[[plants]]\nname = \"p{}\"\nmin = [0, 0]\nmax = [1, 1]\ncritical_shear = 1\n", k) +
            one;
    EXPECT_THAT(said(four, leaving((34 + 20) * cells)), HasSubstr("0.0012 GB are left"));
}

}  // namespace
}  // namespace talus::test
