// What of a scene LAMMPS has no counterpart for, and the box, fixed grains and springs of the export.
// tests/physics/lammps_test.cpp runs it.
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
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// What the export does not know is never dropped silently: here it is everything that no line of it names.
TEST(LammpsModel, UnsupportedSettingsAreListedAsMissing) {
    scene::Scene scene = twoGrains();
    grains::in(scene).params.rest = true;
    EXPECT_THAT(modelOf(scene).missing, ElementsAre(HasSubstr("rest = true in [grains]")));
}

TEST(LammpsModel, AllMissingFeaturesAreListedAtOnce) {
    scene::Scene scene = twoGrains();
    grains::in(scene).params.integrator = grains::Integrator::SemiImplicitEuler;
    grains::Emitter spout;
    spout.name = "spout";
    spout.material = "sand";
    spout.centre = {0, 0, 3};
    grains::in(scene).emitters = {spout};
    environment::Sink drain;
    drain.name = "drain";
    drain.plane.point = {0, 0, -10};
    scene.environment.sinks = {drain};
    const LammpsModel model = modelOf(scene);
    EXPECT_THAT(model.missing, ElementsAre(HasSubstr("integrator")));
    EXPECT_THAT(model.driven, UnorderedElementsAre(HasSubstr("emitter 'spout'"), HasSubstr("sink 'drain'")));
    EXPECT_TRUE(checkLammpsModel(model, true).ok());
    const Status status = checkLammpsModel(model);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::Input);
    for (const std::string& line : model.missing) EXPECT_THAT(status.error().message, HasSubstr(line));
    for (const std::string& line : model.driven) EXPECT_THAT(status.error().message, HasSubstr(line));
    EXPECT_THAT(status.error().message, HasSubstr("--allow-missing"));
    // Who drives LAMMPS sees to spouts and sinks, and to nothing else.
    const Status driven = checkLammpsModel(model, false, true);
    ASSERT_FALSE(driven.ok());
    EXPECT_THAT(driven.error().message, Not(HasSubstr("spout")));
    // Asked for anyway, the script says what it leaves out.
    EXPECT_THAT(scriptOf(scene), HasSubstr("# LEFT OUT: emitter 'spout'"));
}

TEST(LammpsModel, PeriodicAxesArePeriodic) {
    scene::Scene scene = twoGrains();
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_min = {-0.1, -0.2, 0};
    scene.environment.domain_max = {0.3, 0.2, 0};
    scene.environment.walls = {testing_support::floorAt(-0.5)};
    LammpsModel model = modelOf(scene);
    EXPECT_EQ(model.boundary, "p p m");
    EXPECT_EQ(model.low.x, -0.1);
    EXPECT_DOUBLE_EQ(model.high.y, 0.2);
    EXPECT_THAT(model.missing, IsEmpty());
    scene.environment.walls.front().plane = {{-0.1, 0, 0}, {1, 0, 0}};
    EXPECT_THAT(modelOf(scene).missing,
                ElementsAre(HasSubstr("wall 'floor' is a plane across the periodic axis x")));
    EXPECT_THAT(scriptOf(scene), Not(HasSubstr("wall/gran")));  // LAMMPS would not run with it
}

TEST(LammpsModel, FixedGrainsAreFrozenBehindAllForces) {
    scene::Scene scene = twoGrains();
    scene.environment.materials.push_back({.name = "glue", .density = 2500, .colour = {}, .fixed = true});
    grains::in(scene).contacts.push_back(grains::in(scene).contacts.front());
    grains::in(scene).contacts.back().second = "glue";
    for (int k = 0; k < 40; ++k)  // no contact between two of them, and none with the wall
        grains::in(scene).placed.push_back({k < 2 ? "glue" : "sand", {1.0 + k, 0, 0}, {}, {}, 0.001});
    addSteelFloor(scene);
    const LammpsModel model = modelOf(scene);
    EXPECT_TRUE(checkLammpsModel(model).ok());
    ASSERT_EQ(model.types.size(), 3u);
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, HasSubstr("group fixed type 3\nneigh_modify exclude group fixed fixed\n"));
    const auto freeze = script.find("fix hold fixed freeze\n");
    ASSERT_NE(freeze, std::string::npos);
    EXPECT_GT(freeze, script.rfind("wall/gran"));
    EXPECT_THAT(script, HasSubstr("pair_coeff 3 3 hertz"));
}

// A run hands springs over by a restart file; a data file alone loses them.
TEST(LammpsModel, LostSpringsAreReportedForFilesOnly) {
    grains::Contact contact;
    contact.friction = 0.5;
    scene::Scene scene = twoGrains(contact);
    grains::in(scene).placed = {{"sand", {0, 0, 0}, {0, 0.1, 0}, {}, 0.001},
                                {"sand", {0.0019, 0, 0}, {}, {}, 0.001}};
    scene::Simulation simulation = testing_support::start(scene);
    testing_support::advance(simulation, 1);
    LammpsModel model = lammpsModel(simulation);
    EXPECT_THAT(model.notes, Not(Contains(HasSubstr("not exported"))));
    noteLostSprings(simulation, model);
    EXPECT_THAT(model.notes, Contains(HasSubstr("springs of 1 contacts are not exported")));
}

}  // namespace
}  // namespace talus::engines
