// The contact laws of a scene and what they become in LAMMPS.
#include "talus/engines/lammps/laws/lammps_laws.h"
#include "tests/engines/lammps_scene.h"
#include "tests/support/temporary_folder.h"

namespace talus::engines {
namespace {

using test::modelOf;
using test::scriptOf;
using test::twoGrains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(LammpsLaws, HertzStiffnessIsScaledByTheEffectiveRadiusOfEachPairOfTypes) {
    grains::Contact contact;
    contact.stiffness = 1e5;
    const LammpsModel model = modelOf(twoGrains(contact));
    ASSERT_EQ(model.types.size(), 2u);
    ASSERT_EQ(model.pairs.size(), 3u);
    EXPECT_DOUBLE_EQ(model.pairs[0].law.stiffness, 1e5 / std::sqrt(0.0005));
    EXPECT_DOUBLE_EQ(model.pairs[1].law.stiffness, 1e5 / std::sqrt(0.001 * 0.002 / 0.003));
    EXPECT_THAT(model.missing, IsEmpty());
}

TEST(LammpsLaws, LinearLawsWithGivenDampingHaveCounterparts) {
    grains::Contact contact;
    contact.law = "bell-linear";
    contact.stiffness = 2e4;
    contact.normal_damping = 0.2;
    contact.shear_damping = 0.1;
    contact.shear_stiffness = 0;
    scene::Scene scene = twoGrains(contact);
    EXPECT_TRUE(checkLammpsModel(modelOf(scene)).ok());
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
TEST(LammpsLaws, StiffnessProportionalToMassNeedsOneTypePerRadius) {
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

// The moment of Talus is R_e^2 (k_r angle + c w) with c = 2 eta sqrt(2/5 k_r m_e); LAMMPS takes k_r, c and
// mu_r as numbers of a pair. m_e of two grains of 1 mm and 2500 kg/m^3 is 5.236e-6 kg.
TEST(LammpsLaws, RollingSpringsAreThoseOfEachPairOfRadii) {
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

TEST(LammpsLaws, CapOfTheSpringIsTheSameWithoutADashpot) {
    grains::Contact contact;
    contact.cap = grains::Cap::Spring;
    contact.shear_damping = 0;
    EXPECT_THAT(modelOf(twoGrains(contact)).missing, IsEmpty());
}

// Forces that LAMMPS would compute by another formula are never written, not even on purpose.
TEST(LammpsLaws, AnotherLawThanAskedForIsRefusedEvenIfMissingOnesAreAllowed) {
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
        const Status status = checkLammpsModel(model, true);
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

}  // namespace
}  // namespace talus::engines
