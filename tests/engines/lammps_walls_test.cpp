// The walls of a scene in LAMMPS.
#include "talus/engines/lammps/forecast/lammps_differences.h"
#include "tests/engines/lammps_scene.h"

namespace talus::engines {
namespace {

using test::addSteelFloor;
using test::modelOf;
using test::scriptOf;
using test::twoGrains;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LammpsWalls, EveryWallHasTheLawOfItsMaterial) {
    scene::Scene scene = twoGrains();
    addSteelFloor(scene);
    grains::in(scene).contacts.back().law = "linear";
    grains::in(scene).contacts.back().stiffness = 3e4;
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, HasSubstr("fix wall0 all wall/gran granular hooke 30000 "));
    EXPECT_THAT(script, HasSubstr("zplane -0.5 NULL\n"));
}

TEST(LammpsWalls, OppositeSidesOfABoxAreOneWallWhereNoGrainTouchesBoth) {
    scene::Scene scene = twoGrains();
    environment::Wall box;
    box.name = "box";
    box.material = "sand";
    box.kind = environment::Wall::Kind::BoxInside;
    box.box = {{-1, -0.003, -1}, {1, 0.003, 2}};  // 6 mm wide along y; the larger grain has 4 mm
    scene.environment.walls = {box};
    const LammpsModel model = modelOf(scene);
    std::vector<std::string> shapes;
    for (const LammpsFace& face : model.faces) shapes.push_back(face.plane);
    EXPECT_THAT(shapes, ElementsAre("xplane -1 1", "yplane -0.003 NULL", "yplane NULL 0.003", "zplane -1 2"));
}

// The outside of a union would be the plain way, but LAMMPS loses the distance of its contacts.
TEST(LammpsWalls, CapsuleIsTheOutsideOfThreePartsAndCannotMove) {
    scene::Scene scene = twoGrains();
    environment::Wall rod;
    rod.name = "rod";
    rod.material = "sand";
    rod.kind = environment::Wall::Kind::Capsule;
    rod.capsule = {{0, 0.25, -2}, {0, 1, -2}, 0.5};
    scene.environment.walls = {rod};
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, HasSubstr("region shape0of0 sphere 0 0.25 -2 0.5 side out units box\n"));
    EXPECT_THAT(script, HasSubstr("region shape0of1 sphere 0 1 -2 0.5 side out units box\n"));
    EXPECT_THAT(script, HasSubstr("region shape0of2 cylinder y 0 -2 0.49999999999999"));
    EXPECT_THAT(script, HasSubstr("region shape0 intersect 3 shape0of0 shape0of1 shape0of2\n"));
    EXPECT_THAT(modelOf(scene).notes, Contains(HasSubstr("passes from the side of a capsule to its end")));
    environment::Motion rise;
    rise.wall = "rod";
    rise.velocity = {0, 0, 1};
    scene.environment.motions = {rise};
    EXPECT_THAT(modelOf(scene).missing, ElementsAre(HasSubstr("cannot move a capsule")));
    scene.environment.motions.clear();
    scene.environment.walls.front().capsule.to = {0.1, 1, -2};
    EXPECT_THAT(modelOf(scene).missing, ElementsAre(HasSubstr("align it with one of them")));
}

}  // namespace
}  // namespace talus::engines
