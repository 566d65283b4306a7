#include "talus/core/units.h"

#include <numbers>

namespace talus {
namespace {

double si(const std::string& text) {
    const Result<Quantity> quantity = parseQuantity(text);
    EXPECT_TRUE(quantity.ok()) << text;
    return quantity ? quantity->value : NAN;
}

Dimension dimensionOf(const std::string& unit) {
    const Result<Quantity> quantity = parseUnit(unit);
    EXPECT_TRUE(quantity.ok()) << unit;
    return quantity ? quantity->dimension : Dimension{99};
}

std::string errorOf(const std::string& text) {
    const Result<Quantity> quantity = parseQuantity(text);
    return quantity ? "no error" : quantity.error().message;
}

// Equality, not nearness: a scene that says "20 mm" must run with the same bits as one that says 0.02.
TEST(Units, PrefixesGiveTheSameDoubleAsTheDecimalNumber) {
    EXPECT_EQ(si("20 mm"), 0.02);
    EXPECT_EQ(si("20mm"), 0.02);
    EXPECT_EQ(si("2 kN/m"), 2000.0);
    EXPECT_EQ(si("0.3 MPa"), 0.3e6);
    EXPECT_EQ(si("5 cm"), 0.05);
    EXPECT_EQ(si("13 us"), 13e-6);
    EXPECT_EQ(si("13 \u00b5s"), 13e-6);  // micro sign
    EXPECT_EQ(si("13 \u03bcs"), 13e-6);  // Greek mu
    EXPECT_EQ(si("2.65 g/cm^3"), 2650.0);
    EXPECT_EQ(si("2.5 t/m^3"), 2500.0);
    EXPECT_EQ(si("1e5 N/m^1.5"), 1e5);
    EXPECT_EQ(si("25 /s"), 25.0);
    EXPECT_EQ(si("25 1/s"), 25.0);
    EXPECT_EQ(si("9.81 m/s^2"), 9.81);
    EXPECT_EQ(si("3 min"), 180.0);
    EXPECT_EQ(si("2 h"), 7200.0);
    EXPECT_EQ(si("+4"), 4.0);
    EXPECT_EQ(si("-.5 m"), -0.5);
    EXPECT_DOUBLE_EQ(si("30 deg"), std::numbers::pi / 6);
}

TEST(Units, DimensionsOfDerivedUnits) {
    EXPECT_EQ(parseQuantity("2 kK").value().value, 2000);
    EXPECT_EQ(parseUnit("1/K").value().dimension, (Dimension{.temperature = -2}));
    EXPECT_EQ(dimensionOf("N"), dimensionOf("kg m/s^2"));
    EXPECT_EQ(dimensionOf("Pa"), dimensionOf("N/m^2"));
    EXPECT_EQ(dimensionOf("J"), dimensionOf("N*m"));
    EXPECT_EQ(dimensionOf("W"), dimensionOf("J/s"));
    EXPECT_EQ(dimensionOf("Hz"), dimensionOf("s^-1"));
    EXPECT_EQ(dimensionOf("m^1.5"), (Dimension{0, 3, 0, 0}));
    EXPECT_EQ(dimensionOf(""), Dimension{});
    EXPECT_NE(dimensionOf("N/m"), dimensionOf("N/m^1.5"));
    EXPECT_NE(dimensionOf("rad"), dimensionOf(""));
}

TEST(Units, AnythingButAFiniteNumberWithAUnitIsRefused) {
    for (const char* text :
         {"", "mm", "nan", "inf m", "-inf", "1e400 m", "0x10 m", "--1", "+-1", "1e300 Gm^9"})
        EXPECT_NE(errorOf(text), "no error") << text;
    EXPECT_EQ(errorOf("5 fortnights"), "unknown unit 'fortnights'");
    EXPECT_EQ(errorOf("5 m^0.3"),
              "the power in the unit ' m^0.3' must be a whole number or a half, as in m^2 or m^1.5");
    EXPECT_EQ(errorOf("5 kmin"), "unknown unit 'kmin'");
}

TEST(Units, RefusesAUnitThatCanBeReadInTwoWays) {
    EXPECT_THAT(errorOf("3 J/kg m"), testing::HasSubstr("can be read in two ways"));
    EXPECT_EQ(dimensionOf("J/kg/m"), dimensionOf("m/s^2"));
}

TEST(Units, DescribesADimensionInBaseUnits) {
    EXPECT_EQ(describe(dimensionOf("N")), "kg m/s^2");
    EXPECT_EQ(describe(dimensionOf("N/m^1.5")), "kg/m^0.5/s^2");
    EXPECT_EQ(describe(dimensionOf("1/s")), "1/s");
    EXPECT_EQ(describe({}), "a pure number");
}

}  // namespace
}  // namespace talus
