// Which materials and radii of grains become types of atoms in LAMMPS.
#include <fmt/format.h>

#include "talus/engines/lammps/forecast/lammps_differences.h"
#include "tests/engines/lammps_scene.h"

namespace talus::engines {
namespace {

using test::manyRadii;
using test::modelOf;
using test::scriptOf;
using test::twoGrains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LammpsTypes, LinearNeedsOneTypePerMaterial) {
    grains::Contact contact;
    contact.law = "linear";
    EXPECT_EQ(modelOf(twoGrains(contact)).types.size(), 1u);
}

TEST(LammpsTypes, HertzMindlinNeedsTypesPerRadiusOnlyAtCurvedWalls) {
    grains::Contact contact;
    contact.law = "hertz-mindlin";
    scene::Scene scene = twoGrains(contact);
    EXPECT_EQ(modelOf(scene).types.size(), 1u);
    EXPECT_THAT(scriptOf(scene), HasSubstr("tangential mindlin/force "));
    environment::Wall ball;
    ball.name = "ball";
    ball.material = "sand";
    ball.kind = environment::Wall::Kind::SphereOutside;
    ball.sphere = {{0, 0, -1}, 0.1};
    scene.environment.walls = {ball};
    EXPECT_EQ(modelOf(scene).types.size(), 2u);
}

// 42 radii from 1 to 2 mm in 26 classes: each is wide by 2^(1/26), so R_e is wrong by at most half of that,
// and a stiffness that goes with its root by a quarter: 2^(1/104) - 1 = 0.67%.
TEST(LammpsTypes, MoreRadiiThanTypesAreClassesAndTheirErrorIsReported) {
    scene::Scene scene = manyRadii();
    const scene::Simulation simulation = testing_support::start(scene);
    const LammpsModel model = lammpsModel(simulation);
    EXPECT_TRUE(checkLammpsModel(model).ok());
    ASSERT_EQ(model.types.size(), 26u);
    EXPECT_THAT(model.notes, ElementsAre(HasSubstr("up to 0.67% too stiff or too soft")));
    const state::Table& grains = simulation.world().table(grains::grains_table);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const double a = grains.read(grains::fields::radius)[i];
        EXPECT_GE(a, model.types[model.type[i] - 1].low * (1 - 1e-12));
        EXPECT_LE(a, model.types[model.type[i] - 1].high * (1 + 1e-12));
    }
}

// The same classes: two radii at the end of theirs are 2^(1/52) - 1 = 1.3% from its middle, and touch at a
// distance that is so far from the one where their table begins. A pull of one size needs a gamma in
// proportion to 1/a.
TEST(LammpsTypes, WhatClassesMakeOfCohesionIsReported) {
    grains::Contact contact;
    contact.law = "linear";
    contact.cohesion = grains::Cohesion::Constant;
    scene::Scene scene = manyRadii(contact);
    EXPECT_THAT(modelOf(scene).notes,
                ElementsAre(HasSubstr("up to 1.3% of that distance too near or too far")));
    scene.environment.walls = {testing_support::floorAt(-0.5)};
    EXPECT_THAT(modelOf(scene).notes, ElementsAre(HasSubstr("too near or too far"),
                                                  HasSubstr("up to 1.3% too strong or too weak")));
}

// The fixes of walls have no room for more.
TEST(LammpsTypes, ManyWallsMeanFewerClasses) {
    scene::Scene scene = manyRadii();
    for (int i = 0; i < 10; ++i) {
        scene.environment.walls.push_back(testing_support::floorAt(-1 - i));
        scene.environment.walls.back().name = fmt::format("w{}", i);
    }
    const LammpsModel model = modelOf(scene);
    EXPECT_EQ(model.types.size(), 8u);
    std::size_t fixes = 0;
    for (const LammpsFace& face : model.faces) fixes += face.walls.size();
    EXPECT_EQ(fixes, 80u);
}

}  // namespace
}  // namespace talus::engines
