// What a scene becomes for LAMMPS; tests/physics/lammps_test.cpp runs it.
#include <fmt/format.h>

#include "talus/engines/lammps/forecast/lammps_differences.h"
#include "talus/engines/lammps/lammps_pull.h"
#include "talus/engines/lammps/laws/lammps_laws.h"
#include "talus/scene/reader.h"
#include "tests/engines/lammps_scene.h"
#include "tests/support/temporary_folder.h"

namespace talus::engines {
namespace {

using test::modelOf;
using test::scriptOf;
using test::twoGrains;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// The polynomial is LAMMPS' own (pair_granular, damping tsuji); its values at -1, 0 and 0.5 by hand.
TEST(LammpsLaws, TsujiArgumentInvertsThePolynomial) {
    EXPECT_NEAR(tsujiArgument(1.2728), 0, 1e-14);
    EXPECT_NEAR(tsujiArgument(89.2969), -1, 1e-6);
    const double e = 0.5;
    const double p = 1.2728 - 4.2783 * e + 11.087 * e * e - 22.348 * std::pow(e, 3) +
                     27.467 * std::pow(e, 4) - 18.022 * std::pow(e, 5) + 4.8218 * std::pow(e, 6);
    EXPECT_NEAR(tsujiArgument(p), e, 1e-13);
    // It falls all the way, or the inverse would have a choice.
    double before = 2;
    for (double c = 1e-4; c < 1e6; c *= 1.1) {
        EXPECT_LT(tsujiArgument(c), before);
        before = tsujiArgument(c);
    }
}

TEST(LammpsModel, HertzStiffnessIsScaledByTheEffectiveRadiusOfEachPairOfTypes) {
    grains::Contact contact;
    contact.stiffness = 1e5;
    const LammpsModel model = modelOf(twoGrains(contact));
    ASSERT_EQ(model.types.size(), 2u);
    ASSERT_EQ(model.pairs.size(), 3u);
    EXPECT_DOUBLE_EQ(model.pairs[0].law.stiffness, 1e5 / std::sqrt(0.0005));
    EXPECT_DOUBLE_EQ(model.pairs[1].law.stiffness, 1e5 / std::sqrt(0.001 * 0.002 / 0.003));
    EXPECT_THAT(model.missing, IsEmpty());
}

TEST(LammpsModel, HertzMindlinNeedsTypesPerRadiusOnlyAtCurvedWalls) {
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

// What the export does not know is never dropped silently: here it is everything that no line of it names.
TEST(LammpsModel, UnsupportedSettingsAreListedAsMissing) {
    scene::Scene scene = twoGrains();
    grains::in(scene).params.rest = true;
    EXPECT_THAT(modelOf(scene).missing, ElementsAre(HasSubstr("rest = true in [grains]")));
}

// The moment of Talus is R_e^2 (k_r angle + c w) with c = 2 eta sqrt(2/5 k_r m_e); LAMMPS takes k_r, c and
// mu_r as numbers of a pair. m_e of two grains of 1 mm and 2500 kg/m^3 is 5.236e-6 kg.
TEST(LammpsModel, RollingSpringsAreThoseOfEachPairOfRadii) {
    grains::Contact contact;
    contact.law = "linear";
    contact.rolling = grains::Rolling::Spring;
    contact.rolling_stiffness = 40;
    contact.rolling_damping = 0.3;
    contact.rolling_friction = 0.2;
    contact.twisting_friction = 0.1;
    const LammpsModel model = modelOf(twoGrains(contact));
    ASSERT_EQ(model.types.size(), 2u);
    const LammpsLaw& law = model.pairs.front().law;
    EXPECT_EQ(law.rolling.stiffness, 40);
    EXPECT_EQ(law.rolling.friction, 0.2);
    EXPECT_NEAR(law.rolling.damping, 2 * 0.3 * std::sqrt(0.4 * 40 * 5.2359877559830e-6), 1e-12);
    EXPECT_NEAR(law.twisting.stiffness, 40 * 0.0005 * 0.0005, 1e-15);
    EXPECT_NEAR(law.twisting.friction, 0.1 * 0.0005, 1e-15);
    EXPECT_THAT(law.text(), HasSubstr(" rolling sds 40 "));
    EXPECT_THAT(law.text(), HasSubstr(" twisting sds "));
}

// A pull is a table beside the law: it begins where the two touch, and ends with its range.
TEST(LammpsModel, CohesionOfGrainsIsATableBesideTheLaw) {
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

// Forces that LAMMPS would compute by another formula are never written, not even on purpose.
TEST(LammpsModel, AnotherLawThanAskedForIsRefusedEvenIfMissingOnesAreAllowed) {
    const auto refused = [](auto change) {
        grains::Contact contact;
        change(contact);
        const scene::Simulation simulation = testing_support::start(twoGrains(contact));
        const LammpsModel model = lammpsModel(simulation);
        const test::TemporaryFolder folder;
        const Status written =
            writeLammpsInput(folder / "job", simulation, model, {.name = "x", .frames = 1, .forces = false});
        EXPECT_FALSE(written.ok());
        EXPECT_FALSE(std::filesystem::exists(folder / "job"));
        const Status status = lammpsCan(model, true);
        EXPECT_FALSE(status.ok());
        if (status.ok()) return std::string();
        EXPECT_EQ(status.error().kind, ErrorKind::Input);
        EXPECT_THAT(status.error().message, HasSubstr("--allow-missing does not help"));
        return status.error().message;
    };
    EXPECT_THAT(refused([](auto& c) { c.law = "lennard-jones"; }),
                HasSubstr("between 'sand' and 'sand': the law \"lennard-jones\" has no counterpart"));
    EXPECT_THAT(refused([](auto& c) { c.law = "bell"; }), HasSubstr("set shear_damping = 0"));
    EXPECT_THAT(refused([](auto& c) { c.cap = grains::Cap::Spring; }), HasSubstr("set cap = \"total\""));
    EXPECT_THAT(refused([](auto& c) { c.normal_damping = 0; }), HasSubstr("set shear_damping = 0, or"));
    EXPECT_THAT(refused([](auto& c) { c.friction = 1e5; }), HasSubstr("friction above 10000"));
    EXPECT_THAT(refused([](auto& c) { c.rolling = grains::Rolling::Constant; }),
                HasSubstr("set rolling = \"spring\""));
    EXPECT_THAT(refused([](auto& c) {
                    c.law = "hertz-mindlin";
                    c.cohesion = grains::Cohesion::Jkr;
                }),
                HasSubstr("set adhesionless = false, or restitution = 1"));
}

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

// LAMMPS makes E / (2 (1 - nu^2)) of the modulus, which is ours of two equal bodies; radii are its own
// affair. By itself it looks for partners less far than grains touch (init_one(): it adds a negative length).
TEST(LammpsModel, NecksAreLammpsOwnAndTheirLengthIsInItsReach) {
    const LammpsModel model = modelOf(twoGrains(sticky()));
    EXPECT_TRUE(lammpsCan(model).ok());
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

TEST(LammpsModel, DifferencesOfNecksAreReported) {
    scene::Scene scene = twoGrains(sticky());
    EXPECT_THAT(
        modelOf(scene).notes,
        ElementsAre(HasSubstr("tears at 0.48 of the gap at which it tears in Talus, and takes 0.49 of "
                              "the energy; two grains stick to each other up to 0.70 of the speed"),
                    HasSubstr("slide at half of Talus' friction")));
    grains::in(scene).contacts.front().friction = 0;
    EXPECT_THAT(modelOf(scene).notes, ElementsAre(HasSubstr("tears at 0.48")));
}

// At walls a pull in contact is a fix beside that of the law, of no stiffness; 4 pi gamma R_e. Where LAMMPS
// has another R_e, at a ball of the grain's own size half of it, gamma makes up for it.
TEST(LammpsModel, CohesionAtAWallIsASeparateFix) {
    grains::Contact contact;
    contact.law = "linear";
    scene::Scene scene = twoGrains(contact);
    scene.environment.materials.push_back({"steel", 7800, {}});
    auto& contacts = grains::in(scene).contacts;
    contacts.push_back(contacts.front());
    contacts[1].second = "steel";
    contacts[1].cohesion = grains::Cohesion::Dmt;
    contacts[1].surface_energy = 0.25;
    environment::Wall wall = testing_support::floorAt(-0.5);
    wall.material = "steel";
    scene.environment.walls = {wall};
    EXPECT_TRUE(lammpsCan(modelOf(scene)).ok());
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
                                      "a wall: LAMMPS' walls act in contact alone")));
    contacts[1].cohesion = grains::Cohesion::Capillary;
    EXPECT_THAT(modelOf(scene).refused, ElementsAre(HasSubstr("LAMMPS has no liquid bridges there")));
    contacts[1] = sticky();
    contacts[1].first = "sand";
    contacts[1].second = "steel";
    EXPECT_THAT(modelOf(scene).refused,
                ElementsAre(HasSubstr("its force is no number; set cohesion = \"dmt\"")));
}

TEST(LammpsModel, LinearLawsWithGivenDampingHaveCounterparts) {
    grains::Contact contact;
    contact.law = "bell-linear";
    contact.stiffness = 2e4;
    contact.normal_damping = 0.2;
    contact.shear_damping = 0.1;
    contact.shear_stiffness = 0;
    scene::Scene scene = twoGrains(contact);
    EXPECT_TRUE(lammpsCan(modelOf(scene)).ok());
    EXPECT_THAT(
        scriptOf(scene),
        HasSubstr("pair_coeff 1 1 hooke 20000 0.2 damping velocity tangential linear_nohistory 0.5 0.5"));
    grains::in(scene).contacts.front().law = "hooke";
    grains::in(scene).contacts.front().normal_damping = 400;
    grains::in(scene).contacts.front().shear_damping = 100;
    EXPECT_THAT(
        scriptOf(scene),
        HasSubstr(
            "pair_coeff 1 1 hooke 20000 400 damping mass_velocity tangential linear_nohistory 0.25 0.5"));
}

// What a contact of given time has is in proportion to the effective mass: 4/3 pi 2500 (1 mm)^3 is 1.0472e-5
// kg.
TEST(LammpsModel, StiffnessProportionalToMassNeedsOneTypePerRadius) {
    grains::Contact contact;
    contact.law = "bell-linear";
    contact.contact_time = 1e-3;
    contact.restitution = 1;
    contact.shear_damping = 0;
    const LammpsModel model = modelOf(twoGrains(contact));
    ASSERT_EQ(model.pairs.size(), 3u);
    const double pi = 3.14159265358979, m = 1.0471975511966e-5;  // a linear contact lasts pi sqrt(m_e / k)
    EXPECT_NEAR(model.pairs[0].law.stiffness / (pi * pi * 0.5 * m / 1e-6), 1, 1e-12);
    EXPECT_NEAR(model.pairs[1].law.stiffness / (pi * pi * 8.0 / 9 * m / 1e-6), 1, 1e-12);
}

TEST(LammpsModel, FixedGrainsAreFrozenBehindAllForces) {
    scene::Scene scene = twoGrains();
    scene.environment.materials.push_back({.name = "glue", .density = 2500, .colour = {}, .fixed = true});
    grains::in(scene).contacts.push_back(grains::in(scene).contacts.front());
    grains::in(scene).contacts.back().second = "glue";
    for (int k = 0; k < 40; ++k)  // no contact between two of them, and none with the wall
        grains::in(scene).placed.push_back({k < 2 ? "glue" : "sand", {1.0 + k, 0, 0}, {}, {}, 0.001});
    scene.environment.materials.push_back({"steel", 7800, {}});
    grains::in(scene).contacts.push_back(grains::in(scene).contacts.front());
    grains::in(scene).contacts.back().second = "steel";
    scene.environment.walls = {testing_support::floorAt(-0.5)};
    scene.environment.walls.front().material = "steel";
    const LammpsModel model = modelOf(scene);
    EXPECT_TRUE(lammpsCan(model).ok());
    ASSERT_EQ(model.types.size(), 3u);
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, HasSubstr("group fixed type 3\nneigh_modify exclude group fixed fixed\n"));
    const auto freeze = script.find("fix hold fixed freeze\n");
    ASSERT_NE(freeze, std::string::npos);
    EXPECT_GT(freeze, script.rfind("wall/gran"));
    EXPECT_THAT(script, HasSubstr("pair_coeff 3 3 hertz"));
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
                ElementsAre(HasSubstr("wall 'floor' stands across the periodic axis x")));
    EXPECT_THAT(scriptOf(scene), Not(HasSubstr("wall/gran")));  // LAMMPS would not run with it
}

TEST(LammpsModel, LinearNeedsOneTypePerMaterial) {
    grains::Contact contact;
    contact.law = "linear";
    EXPECT_EQ(modelOf(twoGrains(contact)).types.size(), 1u);
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
    EXPECT_TRUE(lammpsCan(model, true).ok());
    const Status status = lammpsCan(model);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::Input);
    for (const std::string& line : model.missing) EXPECT_THAT(status.error().message, HasSubstr(line));
    for (const std::string& line : model.driven) EXPECT_THAT(status.error().message, HasSubstr(line));
    EXPECT_THAT(status.error().message, HasSubstr("--allow-missing"));
    // Who drives LAMMPS sees to spouts and sinks, and to nothing else.
    const Status driven = lammpsCan(model, false, true);
    ASSERT_FALSE(driven.ok());
    EXPECT_THAT(driven.error().message, Not(HasSubstr("spout")));
    // Asked for anyway, the script says what it leaves out.
    EXPECT_THAT(scriptOf(scene), HasSubstr("# LEFT OUT: emitter 'spout'"));
}

TEST(LammpsModel, CapOfTheSpringIsTheSameWithoutADashpot) {
    grains::Contact contact;
    contact.cap = grains::Cap::Spring;
    contact.shear_damping = 0;
    EXPECT_THAT(modelOf(twoGrains(contact)).missing, IsEmpty());
}

// 42 radii from 1 to 2 mm in 26 classes: each is wide by 2^(1/26), so R_e is wrong by at most half of that,
// and a stiffness that goes with its root by a quarter: 2^(1/104) - 1 = 0.67%.
TEST(LammpsModel, MoreRadiiThanTypesAreClassesAndTheirErrorIsReported) {
    scene::Scene scene = twoGrains();
    for (int i = 0; i < 40; ++i)
        grains::in(scene).placed.push_back({"sand", {i + 1.0, 0, 0}, {}, {}, 0.001 + 1e-5 * i});
    const scene::Simulation simulation = testing_support::start(scene);
    const LammpsModel model = lammpsModel(simulation);
    EXPECT_TRUE(lammpsCan(model).ok());
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
TEST(LammpsModel, WhatClassesMakeOfCohesionIsReported) {
    grains::Contact contact;
    contact.law = "linear";
    contact.cohesion = grains::Cohesion::Constant;
    scene::Scene scene = twoGrains(contact);
    for (int i = 0; i < 40; ++i)
        grains::in(scene).placed.push_back({"sand", {i + 1.0, 0, 0}, {}, {}, 0.001 + 1e-5 * i});
    EXPECT_THAT(modelOf(scene).notes,
                ElementsAre(HasSubstr("up to 1.3% of that distance too near or too far")));
    scene.environment.walls = {testing_support::floorAt(-0.5)};
    EXPECT_THAT(modelOf(scene).notes, ElementsAre(HasSubstr("too near or too far"),
                                                  HasSubstr("up to 1.3% too strong or too weak")));
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
    EXPECT_THAT(model.notes, Not(Contains(HasSubstr("not handed over"))));
    noteLostSprings(simulation, model);
    EXPECT_THAT(model.notes, Contains(HasSubstr("springs of 1 contacts are not handed over")));
}

// The fixes of walls have no room for more.
TEST(LammpsModel, ManyWallsMeanFewerClasses) {
    scene::Scene scene = twoGrains();
    for (int i = 0; i < 40; ++i)
        grains::in(scene).placed.push_back({"sand", {i + 1.0, 0, 0}, {}, {}, 0.001 + 1e-5 * i});
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

TEST(LammpsModel, EveryWallHasTheLawOfItsMaterial) {
    scene::Scene scene = twoGrains();
    scene.environment.materials.push_back({"steel", 7800, {}});
    grains::Contact steel = grains::in(scene).contacts.front();
    steel.law = "linear";
    steel.second = "steel";
    steel.stiffness = 3e4;
    grains::in(scene).contacts.push_back(steel);
    environment::Wall wall = testing_support::floorAt(-0.5);
    wall.material = "steel";
    scene.environment.walls = {wall};
    const std::string script = scriptOf(scene);
    EXPECT_THAT(script, HasSubstr("fix wall0 all wall/gran granular hooke 30000 "));
    EXPECT_THAT(script, HasSubstr("zplane -0.5 NULL\n"));
}

TEST(LammpsModel, OppositeSidesOfABoxAreOneWallWhereNoGrainTouchesBoth) {
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
TEST(LammpsModel, CapsuleIsTheOutsideOfThreePartsAndCannotMove) {
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
    EXPECT_THAT(modelOf(scene).missing, ElementsAre(HasSubstr("does not know the speed of a capsule")));
    scene.environment.motions.clear();
    scene.environment.walls.front().capsule.to = {0.1, 1, -2};
    EXPECT_THAT(modelOf(scene).missing, ElementsAre(HasSubstr("lay it along one")));
}

}  // namespace
}  // namespace talus::engines
