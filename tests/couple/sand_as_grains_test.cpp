// `solver = "grains"` in [sand]: the same blocks and spouts as grains.
#include "talus/couple/sand_as_grains/to_grains.h"

#include "talus/couple/granular/scene.h"
#include "talus/grains/fields.h"
#include "talus/sand/params.h"
#include "talus/scene/simulation.h"
#include "tests/support/continuum_sand.h"

namespace talus::couple {
namespace {

const std::string floor_wall = "[[wall]]\nname = \"floor\"\nmaterial = \"plain\"\n";
/// A material that says nothing of friction and restitution.
const std::string plain = "[[material]]\nname = \"plain\"\n";
const std::string spout =
    "[[sand_spout]]\nname = \"spout\"\ncentre = [0, 0, 0.3]\nradius = 0.02\nspeed = 0.5\nvolume = 1e-5\n";

scene::ReadResult read(const std::string& keys, const std::string& more) {
    return scene::readScene(test::continuumHead(0.01, "") + keys + more + plain + floor_wall, "sand.toml");
}

std::vector<Vec3d> grainsOf(const scene::Simulation& simulation) {
    std::vector<Vec3d> found;
    for (const Vec3d& p :
         std::as_const(simulation.world()).table(grains::grains_table).read(grains::fields::position))
        found.push_back(p);
    return found;
}

TEST(SandAsGrains, OneKeyChangesTheMethod) {
    const std::string block = test::sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.1}, {1, 0, 0});
    const std::string keys = "compression = 0.03\n";  // of the continuum, may stay
    ASSERT_TRUE(read(keys, block + spout).scene);
    const scene::ReadResult found = read(keys + "solver = \"grains\"\n", block + spout);
    ASSERT_TRUE(found.scene);
    EXPECT_FALSE(sand::in(*found.scene).sand);
    const grains::Part& part = grains::in(*found.scene);
    ASSERT_EQ(part.fills.size(), 1u);
    ASSERT_EQ(part.emitters.size(), 1u);
    const grains::Fill& fill = part.fills.front();
    EXPECT_EQ(fill.box.max, (Vec3d{0.1, 0.1, 0.1}));
    EXPECT_EQ(fill.velocity, (Vec3d{1, 0, 0}));
    // As many grains as the continuum has particles, 8 in a cell of 1 cm; 1% fewer, as the mean of the cubes
    // of radii that differ by 10% is that much larger than the cube of their mean.
    EXPECT_NEAR(static_cast<double>(fill.count), 7920, 24);
    // 0.6 of the volume that comes in: pi r^2 v, over the volume of a grain of the mean radius.
    const grains::Emitter& emitter = part.emitters.front();
    const double volume = 4.0 / 3 * std::numbers::pi * std::pow(fill.grain_radius, 3);
    EXPECT_NEAR(emitter.rate, 0.6 * std::numbers::pi * 4e-4 * 0.5 / volume, 1e-9 * emitter.rate);
    EXPECT_EQ(emitter.count, static_cast<std::uint64_t>(std::ceil(0.6e-5 / volume)));
}

// Probes of the sand become probes of the grains.
TEST(SandAsGrains, ProbesOfTheSandStay) {
    const std::string more =
        test::sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.1}) +
        "[[probe]]\nname = \"top\"\nkind = \"height\"\nof = \"sand\"\nat = [0.05, 0.05, 0]\n"
        "[[probe]]\nname = \"middle\"\nkind = \"point\"\nof = \"sand\"\nat = [0.05, 0.05, 0.05]\n"
        "fields = [\"velocity\", \"density\"]\n";
    for (const char* keys : {"", "solver = \"grains\"\n"}) {
        const scene::ReadResult found = read(keys, more);
        EXPECT_TRUE(found.scene.has_value()) << keys;
    }
}

// As the particles of a continuum: where a wall or a body begins in the block there are no grains, and those
// beside it and on the floor stay.
TEST(SandAsGrains, GrainsThatWouldOverlapSolidsAreLeftOut) {
    const std::string text = test::continuumHead(0.01, "") + "solver = \"grains\"\n" +
                             test::sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.1}) + plain + floor_wall;
    const std::string solids =
        "[[wall]]\nname = \"step\"\nmaterial = \"plain\"\nshape = \"box-outside\"\nmin = [-1, -1, -1]\n"
        "max = [0.02, 1, 0.05]\n"
        "[[body]]\nname = \"ball\"\nmaterial = \"plain\"\nshape = \"sphere\"\nradius = 0.02\n"
        "position = [0.06, 0.05, 0.05]\n";
    const scene::Simulation all = test::simulationOf(text), cut = test::simulationOf(text + solids);
    double radius = 0;
    for (const double a : std::as_const(cut.world()).table(grains::grains_table).read(grains::fields::radius))
        radius = std::max(radius, a);
    const double reach = 0.99 * radius / 1.1 * 0.9;  // of the smallest grain
    for (const Vec3d& p : grainsOf(cut)) {
        EXPECT_GT(length(p - Vec3d{0.06, 0.05, 0.05}), 0.02 + reach);
        EXPECT_FALSE(p.x < 0.02 + reach && p.z < 0.05);
    }
    std::size_t expected = 0;
    for (const Vec3d& p : grainsOf(all)) {
        const Vec3d beyond{std::max(p.x - 0.02, 0.0), 0, std::max(p.z - 0.05, 0.0)};
        expected += length(p - Vec3d{0.06, 0.05, 0.05}) > 0.02 + radius && length(beyond) > radius;
    }
    const std::size_t left = grainsOf(cut).size();
    EXPECT_GE(left, expected);
    EXPECT_LT(left, expected + expected / 20) << "their radii differ by 10 %";
    EXPECT_GT(left, grainsOf(all).size() / 2);
}

TEST(SandAsGrains, BlocksThatGrainsCannotFillAreRefused) {
    const scene::ReadResult found =
        read("solver = \"grains\"\n",
             "[[sand_block]]\nname = \"ball\"\nshape = \"sphere\"\ncentre = [0, 0, 0.1]\nradius = 0.005\n");
    ASSERT_FALSE(found.scene);
    const std::string text = found.diagnostics.format("sand.toml", "");
    EXPECT_NE(text.find("too narrow for grains"), std::string::npos) << text;
}

// Blocks that are no boxes are cut out of a filled one: all grains are inside, and they are as many as of a
// box of that volume, but for those along the round side, within half a diameter.
TEST(SandAsGrains, ACylinderIsCutOutOfABox) {
    constexpr double radius = 0.06, height = 0.1;
    const std::string block = fmt::format(
        "[[sand_block]]\nname = \"round\"\nshape = \"cylinder\"\ncentre = [0, 0, 0]\nradius = {}\n"
        "height = {}\n",
        radius, height);
    const scene::ReadResult found = read("solver = \"grains\"\n", block);
    ASSERT_TRUE(found.scene);
    const grains::Fill& fill = grains::in(*found.scene).fills.front();
    const std::vector<Vec3d> centres = grainsOf(test::simulationOf(
        test::continuumHead(0.01, "") + "solver = \"grains\"\n" + block + plain + floor_wall));
    const double most = fill.grain_radius * 1.1, least = fill.grain_radius * 0.9;
    for (const Vec3d& p : centres) EXPECT_LT(std::hypot(p.x, p.y), radius - 0.7 * least);
    const double of_box = static_cast<double>(fill.count) * std::numbers::pi / 4;
    EXPECT_LT(static_cast<double>(centres.size()), of_box);
    EXPECT_GT(static_cast<double>(centres.size()), of_box * std::pow(1 - 1.5 * most / radius, 2));
}

TEST(SandAsGrains, NarrowBlocksHoldAsManyGrainsAsFit) {
    for (const double radii : {4.0, 6.0, 8.0, 12.0, 17.0}) {
        SCOPED_TRACE(radii);
        const double side = 0.002 * radii;
        const auto found = read("solver = \"grains\"\ngrain_radius = 0.002\n",
                                test::sandBox("block", {0, 0, 0}, {side, 0.03, side}));
        ASSERT_TRUE(found.scene);
        const auto built = scene::Simulation::build(*found.scene, exec::Exec::cpu(1));
        ASSERT_TRUE(built) << built.error().message;
        EXPECT_GT(grains::in(*found.scene).fills[0].count * 4.19 * 8e-9, 0.35 * side * side * 0.03);
    }
    const auto thin = read("solver = \"grains\"\ngrain_radius = 0.002\n",
                           test::sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.007}));
    ASSERT_FALSE(thin.scene);
    EXPECT_NE(thin.diagnostics.format("sand.toml", "").find("too narrow for grains of 0.004 m"),
              std::string::npos);
}

/// What the check says of the other way of computing the sand.
std::string insteadOf(const scene::Scene& scene) {
    std::string lines;
    for (const method::Method* method : scene.used())
        if (method->name == "sand_as_grains")
            for (const method::Line& line : method->summary(scene)) lines += line.text;
    return lines;
}

TEST(SandAsGrains, TheCheckSaysWhatTheOtherWouldCost) {
    const std::string block = test::sandBox("block", {0, 0, 0}, {0.05, 0.05, 0.05});
    for (const auto& [keys, other] :
         {std::pair{"", "solver = \"grains\""}, {"solver = \"grains\"\n", "solver = \"mpm\""}}) {
        const scene::ReadResult found = read(keys, block);
        ASSERT_TRUE(found.scene);
        const std::string lines = insteadOf(*found.scene);
        EXPECT_NE(lines.find(other), std::string::npos) << lines;
        EXPECT_NE(lines.find("of one thread"), std::string::npos) << lines;
    }
}

bool hasContact(const scene::Scene& scene, std::string_view first, std::string_view second) {
    const std::vector<grains::Contact>& all = grains::in(scene).contacts;
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& c) { return c.first == first && c.second == second; });
}

// A spout without a volume flows until its stop, or until the end of the run: 0.6 of pi r^2 v t in grains.
TEST(SandAsGrains, EstimatesCountWhatSpoutsBring) {
    const std::string flowing =
        "[[sand_spout]]\nname = \"spout\"\ncentre = [0, 0, 0.3]\nradius = 0.02\nspeed = 0.5\n";
    for (const auto& [more, seconds] : {std::pair{"", 100.0}, {"start = 1\nstop = 3\n", 2.0}}) {
        SCOPED_TRACE(more);
        const scene::ReadResult found = read("solver = \"grains\"\n", flowing + more);
        ASSERT_TRUE(found.scene);
        const double radius = grains::in(*found.scene).emitters.front().grain_radius;
        const double grains = 0.6 * 4e-4 * 0.5 * seconds / (4.0 / 3 * std::pow(radius, 3));
        const scene::Estimate estimate = scene::estimate(*found.scene);
        ASSERT_EQ(estimate.methods.size(), 1u);
        EXPECT_NEAR(estimate.methods.front().count, grains, 1 + 1e-9 * grains);
        EXPECT_GT(estimate.work, 0);
        EXPECT_GT(estimate.disk_bytes, 80 * grains);
        EXPECT_TRUE(hasContact(*found.scene, "sand", "sand"));
        const scene::ReadResult continuum = read("", flowing + more);
        ASSERT_TRUE(continuum.scene);
        const std::string lines = insteadOf(*continuum.scene);
        EXPECT_NE(lines.find(fmt::format("m: {:.3g} grains", estimate.methods.front().count)),
                  std::string::npos)
            << lines;
    }
}

}  // namespace
}  // namespace talus::couple
