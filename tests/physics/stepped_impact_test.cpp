// What stepped_impact.h says comes out of an impact, against the engine; and what the steps that `check`
// names are good for.
#include "tests/physics/stepped_impact.h"
#include "talus/grains/law/law_row.h"

#include "talus/grains/check/impacts.h"
#include "talus/grains/law/restitution.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Contact;
using grains::HeadOn;
using grains::Law;
using grains::RestitutionRange;

constexpr double speed = 0.7;

/// Contacts of every law with a restitution, or with damping that leads to one.
Contact dampedContact(Law law, double e, bool adhesionless) {
    Contact contact = linear(e, 0.5);
    contact.law = law;
    contact.adhesionless = adhesionless;
    contact.young = 2e7;
    if (law == "bell" || law == "bell-linear") {
        contact.contact_time = 4e-4;
        contact.impact_speed = speed;
    }
    if (law == "lee-herrmann") {
        contact.stiffness = 2e5;
        contact.normal_damping = 2000 * (1 - e);
    }
    return contact;
}

/// In the engine, over so many phases.
RestitutionRange rangeInTheEngine(const scene::Scene& scene, bool wall, int phases) {
    RestitutionRange range{10, 0};
    for (int k = 0; k < phases; ++k) {
        const double e = inTheEngine(scene, wall, speed, (k + 0.5) / phases);
        range.least = std::min(range.least, e);
        range.most = std::max(range.most, e);
    }
    return range;
}

class SteppedImpact : public testing::TestWithParam<Law> {};

// The same operations on the relative motion: round-off alone is between them. The engine has the overlap
// from the difference of the centres, 4e-3 m to 1e-16 of it, against overlaps of 1e-6 m in the first step:
// 1e-9 of e.
TEST_P(SteppedImpact, MatchesTheEngineAtEveryPhase) {
    for (const bool adhesionless : {true, false})
        for (const bool wall : {true, false})
            for (const double e : {0.2, 0.8}) {
                const Contact contact = dampedContact(GetParam(), e, adhesionless);
                const HeadOn impact = headOnOf(contact, wall, speed);
                const double dt = grains::durationOf(impact) / 40;
                for (const double phase : {0.01, 0.3, 0.5, 0.8, 0.98})
                    EXPECT_NEAR(inTheEngine(sandScene(contact, dt), wall, speed, phase),
                                grains::restitutionInSteps(impact, dt, phase), 1e-8)
                        << "e " << e << " phase " << phase << " wall " << wall << adhesionless;
            }
}

// Steps coarser than the automatic one, as it, and finer. Both sides try the same phases; 1e-3 is what the
// check promises.
TEST_P(SteppedImpact, RangeIsThatOfTheEngine) {
    for (const double steps : {12.0, 40.0, 150.0})
        for (const double e : {0.2, 0.5}) {
            const Contact contact = dampedContact(GetParam(), e, true);
            const HeadOn impact = headOnOf(contact, false, speed);
            const double dt = grains::durationOf(impact) / steps;
            const int phases = steps == 40 ? 64 : 16;
            const RestitutionRange told = grains::restitutionRange(impact, dt, phases),
                                   found = rangeInTheEngine(sandScene(contact, dt), false, phases);
            EXPECT_NEAR(told.least, found.least, 1e-3 * found.least) << steps << " steps, e " << e;
            EXPECT_NEAR(told.most, found.most, 1e-3 * found.most) << steps << " steps, e " << e;
            if (steps != 40) continue;
            // A thousand phases find no more than 0.5% of e beside the 64.
            const RestitutionRange all = grains::restitutionRange(impact, dt, 1000);
            EXPECT_NEAR(told.least, all.least, 5e-3 * e) << steps << " steps, e " << e;
            EXPECT_NEAR(told.most, all.most, 5e-3 * e) << steps << " steps, e " << e;
        }
}

INSTANTIATE_TEST_SUITE_P(All, SteppedImpact,
                         testing::Values("linear", "bell-linear", "hertz-mindlin", "bell", "lee-herrmann"));

// Forces lie half a step behind positions in all of them, so an impact is the same.
TEST(SteppedImpactOf, EveryIntegratorIsTheSame) {
    using grains::Integrator;
    const Contact contact = dampedContact("linear", 0.3, true);
    const HeadOn impact = headOnOf(contact, true, speed);
    const double dt = grains::durationOf(impact) / 40;
    for (const Integrator integrator : {Integrator::VelocityVerlet, Integrator::LeapFrog,
                                        Integrator::PositionVerlet, Integrator::SemiImplicitEuler}) {
        scene::Scene scene = sandScene(contact, dt);
        grains::in(scene).params.integrator = integrator;
        EXPECT_NEAR(inTheEngine(scene, true, speed, 0.4), grains::restitutionInSteps(impact, dt, 0.4), 1e-8)
            << static_cast<int>(integrator);
    }
}

// Without damping the scheme is symplectic: what is left is where in a step the contact ends, (w dt)^2.
TEST(SteppedImpactOf, ElasticGrainsKeepTheirSpeed) {
    const HeadOn impact = headOnOf(dampedContact("linear", 1, true), false, speed);
    const RestitutionRange range = grains::restitutionRange(impact, grains::durationOf(impact) / 40);
    EXPECT_NEAR(range.least, 1, 1e-3);
    EXPECT_NEAR(range.most, 1, 1e-3);
}

/// One contact of sand, one ball that falls on a floor of it; as a scene that `check` sees.
scene::Scene fallingBall(const Contact& contact) {
    scene::Scene scene = sandScene(contact, 1);
    scene.time.dt.reset();
    scene.time.frame_interval = 0.01;
    scene.environment.gravity = {0, 0, -9.81};
    scene.environment.walls = {floorAt(0)};
    const double fall = speed * speed / (2 * 9.81);
    grains::in(scene).placed = {grainAt({0, 0, radius + fall})};
    return scene;
}

// Of damping that turns grains round within a step of 1/40 of the contact (e = 0.001, z = 16) the automatic
// step takes less: no impact may gain energy. At 1/40 this one gives 1.47 back.
TEST(AutomaticStep, LetsNoDampingGainEnergy) {
    for (const double e : {1e-3, 2e-3}) {
        const Contact contact = dampedContact("linear", e, true);
        const scene::Scene scene = fallingBall(contact);
        const grains::Expected need = expected(scene);
        scene::Scene impact = sandScene(contact, need.dt);
        for (int k = 0; k < 16; ++k) EXPECT_LT(inTheEngine(impact, false, speed, (k + 0.5) / 16), 0.06) << e;
    }
    // Of what is damped less it is the 1/40 of before.
    const grains::Expected usual = expected(fallingBall(dampedContact("linear", 0.01, true)));
    EXPECT_NEAR(usual.contact_time / usual.dt, 40, 0.5);
}

// Ten bounces on a floor at the step that is named for 0.5%: the times of flight are 2 v e^n / g. Were each e
// wrong by 0.5% to the same side, their sum would be by 0.5% / (1 - e), 1.2% and 2%; but the phases of ten
// impacts differ, and it is right within 1%. Gravity within a contact, g t_c = 9e-4 m/s, counts in the last
// of the impacts alone.
TEST(StepWithin, MakesTenBouncesRight) {
    for (const double e : {0.6, 0.8}) {
        Contact contact = linear(e);
        contact.stiffness = 1e5;
        scene::Scene scene = fallingBall(contact);
        const grains::Expected need = expected(scene);
        const auto impacts = grains::impactsInSteps(scene, need.impact_speed, need.dt);
        ASSERT_EQ(impacts.size(), 2u);  // on another grain and on the floor
        const auto dt = grains::stepWithin(impacts[1], 0.005, need.dt);
        ASSERT_TRUE(dt);
        EXPECT_LT(grains::restitutionRange(impacts[1].head_on, *dt).most, 1.005 * e);
        EXPECT_GT(grains::restitutionRange(impacts[1].head_on, *dt).least, 0.995 * e);
        scene.time.dt = dt;
        scene::Simulation simulation = start(scene);
        double flown = 0, expected = 0;
        for (int n = 1; n <= 10; ++n) expected += 2 * speed * std::pow(e, n) / 9.81;
        bool flies = true;
        for (int impacts_so_far = 0; impacts_so_far <= 10;) {
            ASSERT_TRUE(simulation.advance().ok());
            ASSERT_LT(simulation.world().time, 2 * (expected + speed / 9.81)) << "it came to rest";
            const bool flew = flies;
            flies =
                simulation.world().table(grains::grains_table).read(grains::fields::position)[0].z > radius;
            if (flew && !flies) ++impacts_so_far;
            if (flies && impacts_so_far > 0) flown += simulation.clock().dt();
        }
        EXPECT_NEAR(flown, expected, 0.01 * expected) << e;
    }
}

// What nearly no speed is asked back of: found, and not after minutes (the collision with a pull of
// Kuwabara's law crawls apart for ever).
TEST(SmallRestitution, HasConstantsForEveryLaw) {
    for (const Law law : {"linear", "bell-linear", "hertz-mindlin", "bell"})
        for (const bool adhesionless : {true, false})
            for (const double e : {1e-6, 1e-300}) {
                const grains::LawConstants found = grains::lawConstants(dampedContact(law, e, adhesionless));
                EXPECT_GT(found.damping + found.damping_per_kg, 0) << law->name << " " << e;
                EXPECT_TRUE(std::isfinite(found.damping + found.damping_per_kg)) << law->name;
            }
}

}  // namespace
}  // namespace talus
