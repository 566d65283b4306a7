// Each contact law on one or two grains, against closed forms.
#include <numbers>

#include "talus/grains/law/restitution.h"
#include "tests/physics/one_law.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Contact;
using grains::Law;
using grains::Rolling;
namespace fields = grains::fields;
using std::numbers::pi;

// hertz-mindlin has the restitution asked for at any speed, whether the dashpot may pull or not; and bell the
// one asked for at its speed, for any mass. The step is 1/1000 of the contact: e is met within 0.2%.
TEST(Restitution, IsWhatWasAskedFor) {
    for (const bool adhesionless : {false, true})
        for (const double e : {0.3, 0.6, 0.9})
            for (const double speed : {0.05, 1.0}) {
                Contact contact = lawContact("hertz-mindlin");
                contact.restitution = e;
                contact.adhesionless = adhesionless;
                const double modulus = contact.young / (1 - 0.0625) / 2;
                const double time =
                    2.8683 * std::pow(mass * mass / 4 / (radius / 2 * modulus * modulus * speed), 0.2);
                EXPECT_NEAR(headOn(contact, speed, time / 1000).restitution, e, 2e-3) << e << " at " << speed;
            }
    for (const Law law : {"bell", "bell-linear"})
        for (const bool adhesionless : {false, true})
            for (const double e : {0.3, 0.8}) {
                Contact contact = lawContact(law);
                contact.restitution = e;
                contact.adhesionless = adhesionless;
                contact.contact_time = 4e-4;
                contact.impact_speed = 0.5;
                const grains::Collision found = headOn(contact, 0.5, 4e-7);
                EXPECT_NEAR(found.restitution, e, 2e-3) << law->name;
                // Adhesionless, the force ends before the overlap does.
                if (!adhesionless) {
                    EXPECT_NEAR(found.duration, 4e-4, 2e-6) << law->name;
                }
            }
}

// hooke: the restitution of the damping ratio gamma_n/2 sqrt(m_e/k), in closed form; so it depends on the
// mass, which that of `linear` does not. The step is 1/1000 of the contact: e is met within 0.2%.
TEST(Restitution, HookeRestitutionFollowsItsDampingRatio) {
    for (const bool adhesionless : {false, true})
        for (const double ratio : {0.05, 0.2, 0.5}) {
            Contact contact = lawContact("hooke");
            contact.adhesionless = adhesionless;
            const double rate = std::sqrt(contact.stiffness / (mass / 2));
            contact.normal_damping = 2 * ratio * rate;
            const grains::Collision found = headOn(contact, 0.5, pi / rate / 1000);
            const double e = grains::restitutionOf(ratio, adhesionless);
            EXPECT_NEAR(found.restitution, e, 2e-3 * (1 + e)) << ratio;
        }
}

// Above critical damping the dashpot is what is fast, and at critical damping (gamma = 2 w) both times are
// pi/w.
TEST(ContactTime, HookeTimeFollowsItsDashpots) {
    Contact contact = lawContact("hooke");
    contact.shear_stiffness = 0;
    const double m_e = mass / 2, rate = std::sqrt(contact.stiffness / m_e);
    const auto time = [&](double normal, double shear) {
        contact.normal_damping = normal;
        contact.shear_damping = shear;
        return grains::contactTime(grains::lawConstants(contact), m_e, radius / 2, 1);
    };
    EXPECT_DOUBLE_EQ(time(0, 0), pi / rate);
    EXPECT_DOUBLE_EQ(time(1.9 * rate, 0), pi / rate);
    EXPECT_DOUBLE_EQ(time(20 * rate, 0), 0.1 * pi / rate);
    EXPECT_DOUBLE_EQ(time(0, 20 * rate / 3.5), 0.1 * pi / rate);
}

// The shear side of the laws that derive it from others: its dashpot can be off, and Mindlin's stiffness
// scaled.
TEST(Laws, ShearStiffnessAndDashpotFollowTheirKeys) {
    for (const Law law : {"linear", "hertz-mindlin"}) {
        Contact contact = lawContact(law);
        const grains::LawConstants with = grains::lawConstants(contact);
        contact.shear_dashpot = false;
        const grains::LawConstants without = grains::lawConstants(contact);
        EXPECT_GT(with.shear_damping, 0);
        EXPECT_EQ(without.shear_damping, 0);
        EXPECT_EQ(without.damping, with.damping);
        EXPECT_EQ(without.shear_stiffness, with.shear_stiffness);
    }
    Contact contact = lawContact("hertz-mindlin");
    const double mindlin = grains::lawConstants(contact).shear_stiffness;
    contact.mindlin_factor = 0.5;
    EXPECT_EQ(grains::lawConstants(contact).shear_stiffness, 0.5 * mindlin);
    EXPECT_EQ(grains::lawConstants(contact).stiffness,
              grains::lawConstants(lawContact("hertz-mindlin")).stiffness);
}

// The damping of Tsuji and others with the clamped force: Thornton, Cummins and Cleary's polynomial (2013) as
// it is known to be right to 3e-4 for e <= 0.9.
TEST(HertzDampingRatio, AgreesWithThorntonsPolynomial) {
    for (const double e : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        constexpr std::array h{-6.918798, -16.41105, 146.8049,  -796.4559, 2928.711,
                               -7206.864, 11494.29,  -11342.18, 6276.757,  -1489.915};
        double a = 0;
        for (int k = 9; k >= 0; --k) a = e * (h[static_cast<std::size_t>(k)] + a);
        const double theirs = std::sqrt(1 / (1 - (1 + e) * (1 + e) * std::exp(a)) - 1);
        const double ours = grains::hertzDampingRatio(e, true);
        // d e / d z is about -1.5: 3e-4 of e is 5e-4 of z at worst.
        EXPECT_NEAR(ours, theirs, 2e-3 * (1 + theirs)) << e;
    }
    EXPECT_NEAR(grains::hertzDampingRatio(0.5, false),
                std::sqrt(5.0 / 6) * std::log(2) / std::hypot(pi, std::log(2)), 1e-12);
}

// Bell, Yu, Mucha: e(a) tabulated by direct integration; tensile and clamped.
TEST(KuwabaraKono, FollowsTheIntegratedTable) {
    struct Row {
        double a, tensile, clamped;
    };
    for (const Row row : {Row{.02, .9773, .9773}, Row{.1, .8922, .8929}, Row{.4, .6399, .6541},
                          Row{1.0, .3312, .3939}, Row{1.5, .1841, .2811}}) {
        EXPECT_NEAR(grains::kuwabaraKonoCollision(row.a, false).restitution, row.tensile, 1e-4);
        EXPECT_NEAR(grains::kuwabaraKonoCollision(row.a, true).restitution, row.clamped, 1e-4);
    }
}

// A pair of grains at any oblique angle: momentum, and now also angular momentum about any point, as the arms
// of the two torques add up to the distance of the centres; and no energy from nowhere.
TEST(Laws, ObliqueImpactsConserveAngularMomentumAndNeverGainEnergy) {
    for (const Law law : all_laws)
        for (const Rolling rolling : {Rolling::None, Rolling::Constant, Rolling::Spring})
            for (int degrees = 5; degrees <= 85; degrees += 10) {
                Contact contact = lawContact(law);
                contact.rolling = rolling;
                contact.rolling_friction = 0.3;
                contact.twisting_friction = 0.2;
                const double angle = degrees * pi / 180, v = 0.5;
                scene::Scene scene = sandScene(contact, 1e-6);
                constexpr double apart = 2.0;
                grains::in(scene).placed = {
                    grainAt({0, 0, apart * radius}, {v * std::sin(angle), 0, -v * std::cos(angle)},
                            {20, -40, 30}),
                    grainAt({0, 0, 0}, {}, {-10, 5, 60})};
                scene::Simulation simulation = start(scene);
                const grains::Measures before = measured(simulation);
                double touched = 0;
                for (int i = 0; i < 6000; ++i) {
                    ASSERT_TRUE(simulation.advance().ok());
                    touched += measured(simulation).contacts > 0;
                    if (touched > 0 && length(of(simulation, fields::position, 0) -
                                              of(simulation, fields::position, 1)) > 2.4 * radius)
                        break;
                }
                ASSERT_GT(touched, 5) << law->name << " at " << degrees;
                const grains::Measures after = measured(simulation);
                const auto what = testing::Message() << "law " << law->name << " rolling " << int(rolling)
                                                     << " at " << degrees << " degrees";
                // Lennard-Jones without dashpot keeps its energy to the integrator's second order.
                EXPECT_LT(after.kinetic + after.rotational, (before.kinetic + before.rotational) * (1 + 1e-4))
                    << what;
                EXPECT_LT(length(after.momentum - before.momentum), 1e-15 * mass * v * 1e3) << what;
                EXPECT_LT(length(after.angular_momentum - before.angular_momentum),
                          1e-12 * length(before.angular_momentum))
                    << what;
            }
}

}  // namespace
}  // namespace talus
