// Cohesion of grains and walls in LAMMPS.
#include <fmt/format.h>

#include "talus/engines/lammps/forecast/lammps_differences.h"
#include "talus/engines/lammps/lammps_pull.h"
#include "tests/engines/lammps_scene.h"
#include "tests/support/temporary_folder.h"

namespace talus::engines {
namespace {

using test::addSteelFloor;
using test::modelOf;
using test::scriptOf;
using test::twoGrains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A JKR contact that LAMMPS takes: gamma = 0.2 J/m^2, E = 20 MPa, nu = 0.
grains::Contact sticky() {
    grains::Contact contact;
    contact.law = "hertz-mindlin";
    contact.adhesionless = false;
    contact.young = 2e7;
    contact.poisson = 0;
    contact.cohesion = grains::Cohesion::Jkr;
    contact.surface_energy = 0.2;
    return contact;
}

// A pull is a table beside the law: it begins where the two touch, and ends with its range.
TEST(LammpsCohesion, CohesionOfGrainsIsATableBesideTheLaw) {
    grains::Contact contact;
    contact.cohesion = grains::Cohesion::Constant;
    contact.pull = 1e-4;
    contact.range = 1e-5;
    const LammpsModel model = modelOf(twoGrains(contact));
    ASSERT_EQ(model.pulls.size(), 3u);
    EXPECT_DOUBLE_EQ(model.pulls[1].touch, 0.003);
    const std::string script = scriptOf(twoGrains(contact));
    EXPECT_THAT(script, HasSubstr("pair_style hybrid/overlay granular table "));
    EXPECT_THAT(script, HasSubstr("pair_coeff 1 1 granular hertz "));
    EXPECT_THAT(script, HasSubstr("pair_coeff 1 1 table pull.x PULL_1_1 0.00201\n"));
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writePullTables(folder.path() / "pull.x", model));
    const std::string table = io::readFile(folder / "pull.x", 1 << 28).value();
    EXPECT_THAT(table, HasSubstr("PULL_1_2\nN 50000 R 0.0015 0.00301\n"));
    EXPECT_THAT(table, HasSubstr(" -0.0001\n"));
}

// LAMMPS makes E / (2 (1 - nu^2)) of the modulus, which is ours of two equal bodies; radii are its own
// affair. By itself it looks for partners less far than grains touch (init_one(): it adds a negative length).
TEST(LammpsCohesion, NecksAreLammpsOwnAndTheirLengthIsInItsReach) {
    const LammpsModel model = modelOf(twoGrains(sticky()));
    EXPECT_TRUE(checkLammpsModel(model).ok());
    ASSERT_EQ(model.types.size(), 1u);
    EXPECT_THAT(model.pulls, IsEmpty());
    const LammpsPair& pair = model.pairs.front();
    EXPECT_NEAR(pair.law.neck, 0.2, 1e-15);
    const double k = std::sqrt(3.14159265358979 * 0.2 / 1e7);           // E* = 10 MPa
    EXPECT_GE(pair.neck_length, 1.5 * k * std::cbrt(0.5 * k * 0.001));  // the larger grain's, R_e = 1 mm
    const std::string script = scriptOf(twoGrains(sticky()));
    EXPECT_THAT(script, HasSubstr("pair_coeff 1 1 jkr "));
    EXPECT_THAT(script, Not(HasSubstr("limit_damping")));
    EXPECT_THAT(script, HasSubstr(fmt::format(" cutoff {}\n", 0.004 + pair.neck_length)));
    EXPECT_THAT(script, HasSubstr(fmt::format("neighbor {} bin\n", model.skin + pair.neck_length)));
}

TEST(LammpsCohesion, DifferencesOfNecksAreReported) {
    scene::Scene scene = twoGrains(sticky());
    EXPECT_THAT(
        modelOf(scene).notes,
        ElementsAre(HasSubstr("tears at 0.48 times the gap at which it tears in Talus, and takes 0.49 times "
                              "the energy; two grains stick to each other up to 0.70 times the speed"),
                    HasSubstr("have half the friction of Talus")));
    grains::in(scene).contacts.front().friction = 0;
    EXPECT_THAT(modelOf(scene).notes, ElementsAre(HasSubstr("tears at 0.48")));
}

// At walls a pull in contact is a fix beside that of the law, of no stiffness; 4 pi gamma R_e. Where LAMMPS
// has another R_e, at a ball of the grain's own size half of it, gamma makes up for it.
TEST(LammpsCohesion, CohesionAtAWallIsASeparateFix) {
    grains::Contact contact;
    contact.law = "linear";
    scene::Scene scene = twoGrains(contact);
    addSteelFloor(scene);
    auto& contacts = grains::in(scene).contacts;
    contacts[1].cohesion = grains::Cohesion::Dmt;
    contacts[1].surface_energy = 0.25;
    const environment::Wall wall = scene.environment.walls.front();
    EXPECT_TRUE(checkLammpsModel(modelOf(scene)).ok());
    EXPECT_EQ(modelOf(scene).types.size(), 1u);
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, HasSubstr("fix wall0 all wall/gran granular hooke "));
    EXPECT_THAT(script,
                HasSubstr("fix wall0pull all wall/gran granular dmt 0 0 0 0.25 damping velocity tangential "
                          "linear_nohistory 0 0 zplane -0.5 NULL\n"));
    scene.environment.walls.front().kind = environment::Wall::Kind::SphereOutside;
    scene.environment.walls.front().sphere = {{0, 0, -1}, 0.002};
    LammpsModel model = modelOf(scene);
    ASSERT_EQ(model.types.size(), 2u);
    EXPECT_DOUBLE_EQ(model.faces.front().walls[1].law.pull, 0.5);
    // A pull of one size takes a gamma of its own for each radius.
    scene.environment.walls = {wall};
    contacts[1].cohesion = grains::Cohesion::Constant;
    contacts[1].pull = 1e-4;
    model = modelOf(scene);
    ASSERT_EQ(model.types.size(), 2u);
    EXPECT_NEAR(model.faces.front().walls[0].law.pull, 1e-4 / (4 * 3.14159265358979 * 0.001), 1e-15);
    contacts[1].range = 1e-5;
    EXPECT_THAT(modelOf(scene).refused,
                ElementsAre(HasSubstr("'sand' and 'steel': cohesion = \"constant\" at "
                                      "a wall: LAMMPS' walls act only in contact")));
    contacts[1].cohesion = grains::Cohesion::Capillary;
    EXPECT_THAT(modelOf(scene).refused, ElementsAre(HasSubstr("LAMMPS has no liquid bridges at walls")));
    contacts[1] = sticky();
    contacts[1].first = "sand";
    contacts[1].second = "steel";
    EXPECT_THAT(modelOf(scene).refused,
                ElementsAre(HasSubstr("its force is then not a number; set cohesion = \"dmt\"")));
}

}  // namespace
}  // namespace talus::engines
