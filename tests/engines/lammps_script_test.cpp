#include "talus/run/folder.h"
// What the script for LAMMPS says.
#include "tests/engines/lammps_scene.h"
#include "tests/support/temporary_folder.h"

namespace talus::engines {
namespace {

using test::modelOf;
using test::scriptOf;
using test::twoGrains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(LammpsScript, NoSpinMeansNoRotation) {
    scene::Scene scene = twoGrains();
    grains::in(scene).params.spin = false;
    EXPECT_THAT(scriptOf(scene), HasSubstr("fix move all nve "));
    grains::in(scene).params.spin = true;
    EXPECT_THAT(scriptOf(scene), HasSubstr("fix move all nve/sphere\n"));
}

// Every motion of a wall is a formula of time; an axis that turns with another cannot be one.
TEST(LammpsScript, MotionsAreVariablesOfTime) {
    scene::Scene scene = twoGrains();
    environment::Wall wall = testing_support::floorAt(-0.5);
    scene.environment.walls = {wall};
    environment::Motion shift;
    shift.wall = "floor";
    shift.velocity = {0, 0, 2};
    shift.start = 0.25;
    shift.stop = 0.5;
    scene.environment.motions = {shift};
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, HasSubstr("variable now equal step*1e-06\n"));
    EXPECT_THAT(script, HasSubstr("(v_now>(0.25))*((v_now<(0.5))*(v_now-(0.25))+(v_now>=(0.5))*0.25)\n"));
    EXPECT_THAT(script, HasSubstr(" side in units box move NULL NULL v_shape0x1\n"));
    EXPECT_THAT(script, HasSubstr("wall/gran/region granular"));
    environment::Motion turn;
    turn.wall = "floor";
    turn.kind = environment::Motion::Kind::Rotate;
    turn.axis = {1, 0, 0};
    scene.environment.motions = {turn, turn};
    EXPECT_THAT(modelOf(scene).missing, IsEmpty());
    scene.environment.motions[1].axis = {0, 1, 0};
    EXPECT_THAT(modelOf(scene).missing, ElementsAre(HasSubstr("can rotate a wall about one axis only")));
}

// A name can hold anything; in a script '&' goes on in the next line and a line end begins a command.
TEST(LammpsScript, NamesCannotBecomeCommands) {
    scene::Scene scene = twoGrains();
    scene.name = "a\nshell rm -rf x &";
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, Not(HasSubstr("\nshell")));
    EXPECT_THAT(script, Not(HasSubstr("&")));
    EXPECT_EQ(run::plainName("a b/../c&"), "a-b----c-");
}

TEST(LammpsScript, MoreStepsThanLammpsCountsAreRefused) {
    const test::TemporaryFolder folder;
    const scene::Simulation simulation = testing_support::start(twoGrains());
    const Status status = writeLammpsInput(folder.path(), simulation, lammpsModel(simulation),
                                           {.name = "x", .frames = std::uint64_t{1} << 40, .forces = false});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::Input);
}

}  // namespace
}  // namespace talus::engines
