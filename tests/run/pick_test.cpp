#include "talus/run/session/picks/pick.h"

#include <gtest/gtest.h>

#include "tests/run/lump_session.h"

namespace talus::run {
namespace {

TEST(Pick, FindsTheGrainUnderTheRayAndAllItsValues) {
    Session session = open();
    ASSERT_TRUE(session.advanceToFrame(1));
    const Vec3d centre = grainsOf(session).read(grains::fields::position)[falling(session)];
    const Frame frame = frameOfAll(session.simulation()).value();
    const auto picked =
        pick(session.scene(), frame, {{centre.x + 1, centre.y + 0.003, centre.z}, {-1, 0, 0}});
    ASSERT_TRUE(picked);
    ASSERT_TRUE(picked->has_value());
    EXPECT_EQ((*picked)->set, "grains");
    EXPECT_EQ((*picked)->row, falling(session));
    EXPECT_NEAR((*picked)->distance, 1 - 0.004, 1e-12);  // 3, 4, 5 mm
    const auto values = valuesOf(frame, "grains", (*picked)->row, fieldInfosOf(session.simulation(), frame));
    ASSERT_TRUE(values);
    const auto value = [&](const std::string& name) {
        return *std::find_if(values->begin(), values->end(), [&](const auto& v) { return v.name == name; });
    };
    EXPECT_EQ(value("radius").components, std::vector<double>{0.005});
    EXPECT_EQ(value("radius").unit, "m");
    EXPECT_NEAR(value("velocity").components.at(2), -9.81 * 0.01, 1e-9);
    EXPECT_FALSE(value("velocity").meaning.empty());
    EXPECT_FALSE(valuesOf(frame, "grains", 1000000));
    EXPECT_FALSE(valuesOf(frame, "sand", 0));
    const auto none = pick(session.scene(), frame, {{0, 0, 100}, {0, 0, 1}});
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->has_value());
}

TEST(Pick, FindsTheGround) {
    std::string text = scene_file.substr(0, scene_file.find("[[wall]]"));
    text += R"(
[ground]
shape = "hills"
material = "sand"
corner = [-1, -1, 0]
size = [2, 2]
spacing = "50 mm"
height = "0.2 m"
wavelength = "0.8 m"
)";
    std::string warnings;
    auto opened = Session::open({.text = text, .file = "slope.toml"}, exec::Exec::cpu(1), 0, warnings);
    ASSERT_TRUE(opened) << opened.error().message;
    const auto frame = frameOf(opened->simulation(), {});
    ASSERT_TRUE(frame);
    const auto* columns = frame->find<state::ColumnsView>("ground");
    ASSERT_NE(columns, nullptr);
    const auto& grid = columns->grid;
    const std::size_t column = grid.at(grid.columns / 3, grid.rows / 3);
    const Vec3d target{grid.x(grid.columns / 3), grid.y(grid.rows / 3),
                       columns->find("height")->value(column)};
    const Vec3d origin = target + Vec3d{0.7, -0.4, 1.3};
    const auto picked = pick(opened->scene(), *frame, {origin, normalized(target - origin)});
    ASSERT_TRUE(picked);
    ASSERT_TRUE(picked->has_value());
    EXPECT_EQ((*picked)->set, "ground");
    EXPECT_EQ((*picked)->row, column);
    EXPECT_NEAR(length((*picked)->position - target), 0, 1e-6);
    const auto down = pick(opened->scene(), *frame, {{target.x, target.y, target.z + 2}, {0, 0, -1}});
    ASSERT_TRUE(down && *down);
    EXPECT_NEAR((*down)->distance, 2, 1e-6);
    // Cut at x, the ground has a face there, below the surface.
    const picture::Clip clip{geometry::Plane{{0.5, 0, 0}, {-1, 0, 0}}};
    const auto face = pick(opened->scene(), *frame, {{2, 0.1, -0.05}, {-1, 0, 0}}, clip);
    ASSERT_TRUE(face && *face);
    EXPECT_NEAR((*face)->position.x, 0.5, 1e-9);
    EXPECT_FALSE(*pick(opened->scene(), *frame, {{0.8, 0.1, 2}, {0, 0, -1}}, clip)) << "beyond the cut";
}

}  // namespace
}  // namespace talus::run
