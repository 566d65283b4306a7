// The forces of links by hand, and formulas that users write.
#include "talus/network/law/link_law.h"

#include <numbers>

#include <gtest/gtest.h>

#include "talus/core/formula.h"
#include "talus/network/setup.h"

namespace talus::network {
namespace {

double none(const LinkLaw&, double, double) { return 0; }

LinkLaw lawOfKind(Link::Kind kind) {
    LinkLaw law;
    law.kind = kind;
    law.stiffness = 100;
    law.damping = 2;
    law.length = 0.5;
    law.reach = kind == Link::Kind::Spring ? std::numeric_limits<double>::infinity() : 0.5;
    return law;
}

// 0.4 apart, 0.41 a step of 0.01 before: they come closer by 1 m/s. 100 (0.5 - 0.4) + 2 = 12.
TEST(LinkLaw, SpringsAndContactsPushByHandValues) {
    const Pair close{{0, 0, 0.4}, {0, 0, 0.41}, 0.01};
    for (const Link::Kind kind : {Link::Kind::Spring, Link::Kind::Contact, Link::Kind::Friction})
        EXPECT_NEAR(forceOf(lawOfKind(kind), close, none).z, -12, 1e-11);
    const Pair far{{0.6, 0, 0}, {0.6, 0, 0}, 0.01};
    EXPECT_NEAR(forceOf(lawOfKind(Link::Kind::Spring), far, none).x, 10, 1e-12);
    EXPECT_EQ(forceOf(lawOfKind(Link::Kind::Contact), far, none), Vec3d{});
}

// Just in contact, and parting at 5 m/s: damping would pull by 10 - 1 N, which is only the original rule.
TEST(LinkLaw, ContactsPullOnlyWhereTheyAreToldTo) {
    const Pair parting{{0.49, 0, 0}, {0.44, 0, 0}, 0.01};
    LinkLaw law = lawOfKind(Link::Kind::Contact);
    EXPECT_EQ(forceOf(law, parting, none), Vec3d{});
    law.pulls = true;
    EXPECT_NEAR(forceOf(law, parting, none).x, 9, 1e-11);
}

// Across the line, friction is viscous up to mu times the normal force.
TEST(LinkLaw, FrictionHasCoulombsBound) {
    LinkLaw law = lawOfKind(Link::Kind::Friction);
    law.damping = 0;
    law.friction = 0.5;
    law.friction_damping = 8;
    const auto across = [&](double speed) {
        // The distance stays 0.4 to second order; the other mass slides along y.
        const Vec3d now{0.4, 0, 0};
        return forceOf(law, {now, now - Vec3d{0, speed * 1e-6, 0}, 1e-6}, none).y;
    };
    EXPECT_NEAR(across(0.1), 0.8, 1e-5);
    EXPECT_NEAR(across(3), 5, 1e-4);  // 0.5 x 10 N
    EXPECT_NEAR(across(-3), -5, 1e-4);
}

// The force is 0 at 2^(1/6) of the size, where the energy is -depth, and is the derivative of the energy.
TEST(LinkLaw, LennardJonesIsTheDerivativeOfItsEnergy) {
    const double depth = 0.3, size = 0.2;
    const auto energy = [&](double d) {
        const double x6 = std::pow(size / d, 6);
        return 4 * depth * (x6 * x6 - x6);
    };
    EXPECT_NEAR(lennardJones(depth, size, size * std::pow(2, 1.0 / 6)), 0, 1e-12);
    for (const double d : {0.17, 0.2, 0.23, 0.3, 0.45}) {
        const double h = 1e-5;
        EXPECT_NEAR(lennardJones(depth, size, d), -(energy(d + h) - energy(d - h)) / (2 * h),
                    1e-5 * std::abs(lennardJones(depth, size, d)) + 1e-8);
    }
    // Below 0.8 of the size it is a straight line that continues it.
    const double edge = 0.8 * size, h = 1e-6;
    const double slope = (lennardJones(depth, size, edge + h) - lennardJones(depth, size, edge)) / h;
    EXPECT_NEAR(lennardJones(depth, size, 0.5 * edge), lennardJones(depth, size, edge) - slope * 0.5 * edge,
                1e-3 * std::abs(slope * edge));
}

TEST(LinkLaw, TablesAreLinearBetweenTheirPointsAndEnd) {
    const LinearTable table{{0.1, 0.2, 0.4}, {5, 1, -1}};
    EXPECT_EQ(table(0.05), 5);
    EXPECT_NEAR(table(0.15), 3, 1e-12);
    EXPECT_NEAR(table(0.3), 0, 1e-12);
    EXPECT_EQ(table(0.4), -1);
    EXPECT_EQ(table(0.41), 0);
}

// The forces on the two of a pair are opposite to the last bit, for every kind.
TEST(LinkLaw, IsOddToTheLastBit) {
    for (const Link::Kind kind : {Link::Kind::Spring, Link::Kind::Contact, Link::Kind::Friction,
                                  Link::Kind::LennardJones, Link::Kind::Table}) {
        LinkLaw law = lawOfKind(kind);
        law.friction = 0.3;
        law.friction_damping = 4;
        law.depth = 0.2;
        law.table = std::make_shared<const LinearTable>(LinearTable{{0.1, 0.5}, {3, 0}});
        for (double a = 0.013; a < 6; a += 0.377) {
            const Vec3d d{0.31 * std::cos(a), 0.17 * std::sin(a), 0.23 * std::cos(2 * a)},
                before{0.3 * std::cos(a + 0.1), 0.19 * std::sin(a), 0.22 * std::cos(2 * a)};
            EXPECT_EQ(forceOf(law, {d, before, 0.01}, none), -forceOf(law, {-d, -before, 0.01}, none));
        }
    }
}

double valueOf(const std::string& text, std::vector<double> values = {2, 3, 0.5, 100, 4}) {
    const auto formula = Formula::parse(text, formulaVariables());
    EXPECT_TRUE(formula.ok()) << text;
    return formula ? Formula::Evaluator(*formula)(values) : 0;
}

TEST(Formula, HasTheValueOfItsText) {
    EXPECT_EQ(valueOf("k*(L-d) - z*u"), 100 * (0.5 - 2) - 12);
    EXPECT_EQ(valueOf("d < 1 ? 7 : d^3"), 8);
    EXPECT_EQ(valueOf("max(0, sqrt(d*8)) + 1e-3"), 4.001);
    EXPECT_TRUE(std::isinf(valueOf("1/(d-2)")) || std::isnan(valueOf("1/(d-2)")));
}

TEST(Formula, RefusesWhatItCannotMean) {
    for (const char* wrong : {"", "d +", "k*(L-d", "x + 1", "system(\"ls\")", "d = 3", "d, u", "rnd(1)",
                              "'a'", "d; u", "1 2", "\\", "d @ u", "((((((((((", "k**2"}) {
        const auto formula = Formula::parse(wrong, formulaVariables());
        EXPECT_FALSE(formula.ok()) << wrong;
    }
    EXPECT_FALSE(Formula::parse(std::string(2000, '('), formulaVariables()).ok());
    EXPECT_FALSE(Formula::parse(std::string(999, '-') + "1", formulaVariables()).ok() &&
                 std::isnan(valueOf(std::string(999, '-') + "1")));
}

}  // namespace
}  // namespace talus::network
