// What contacts between known materials are, and how stiff: against closed forms.
#include "talus/grains/materials/from_materials.h"

#include <numbers>

#include "talus/environment/known_materials.h"
#include "talus/grains/materials/softest_stiffness.h"

namespace talus::grains {
namespace {

using environment::Material;

Material materialLike(const char* name, const char* word) {
    Material material;
    material.name = name;
    environment::applyKnownMaterial(material, word);
    return material;
}

constexpr double radius = 0.002;

TEST(KnownMaterials, AreOfAPossibleSize) {
    EXPECT_EQ(environment::knownMaterialWords().front(), "none");
    for (const environment::KnownMaterial& known : environment::knownMaterials()) {
        // From snow to lead; colours are sRGB; a friction of one is rock on rock.
        EXPECT_TRUE(known.density >= 50 && known.density < 12000) << known.word;
        for (const double part : {known.colour.x, known.colour.y, known.colour.z})
            EXPECT_TRUE(part >= 0 && part <= 1) << known.word;
        EXPECT_EQ(known.friction.has_value(), known.restitution.has_value()) << known.word;
        EXPECT_TRUE(known.friction.value_or(0.5) > 0 && known.friction.value_or(0.5) < 1) << known.word;
        EXPECT_TRUE(known.restitution.value_or(0.5) > 0 && known.restitution.value_or(0.5) <= 1)
            << known.word;
        EXPECT_EQ(known.surface_tension > 0, known.moisture > 0) << known.word;
    }
}

TEST(FromMaterials, WaterHasNoContacts) {
    EXPECT_TRUE(hasContactNumbers(materialLike("sand", "dry sand")));
    EXPECT_FALSE(hasContactNumbers(materialLike("pond", "water")));
    EXPECT_FALSE(hasContactNumbers(Material{}));
}

// The rules of docs/theory/grains.md, by hand; the two ways round are the same contact to the bit.
TEST(FromMaterials, CombinesTwoMaterialsByTheMixingRules) {
    Material rough, smooth;
    rough.friction = 0.6, rough.restitution = 0.3, rough.rolling_friction = 0.2;
    smooth.friction = 0.1, smooth.restitution = 0.9;
    const Contact one = contactFrom(rough, smooth, radius), other = contactFrom(smooth, rough, radius);
    EXPECT_EQ(one.friction, 0.1);
    EXPECT_EQ(one.restitution, std::sqrt(0.5 * (0.9 * 0.9 + 0.3 * 0.3)));
    EXPECT_EQ(one.rolling, Rolling::Spring);
    EXPECT_EQ(one.rolling_friction, 0.2);
    EXPECT_EQ(one.cohesion, Cohesion::None);
    EXPECT_TRUE(one.auto_stiffness);
    EXPECT_EQ(other.friction, one.friction);
    EXPECT_EQ(other.restitution, one.restitution);
    EXPECT_EQ(other.rolling_friction, one.rolling_friction);
    EXPECT_EQ(contactFrom(smooth, smooth, radius).rolling, Rolling::None);
    EXPECT_EQ(contactFrom(smooth, smooth, radius).restitution, 0.9);
}

// All bridges of a packing together hold the liquid that its grains carry: three for each grain.
TEST(FromMaterials, BridgeVolumesAddUpToTheMoisture) {
    const Material moist = materialLike("castle", "moist sand"), dry = materialLike("sand", "dry sand");
    const Contact contact = contactFrom(dry, moist, radius);
    EXPECT_EQ(contact.cohesion, Cohesion::Capillary);
    EXPECT_EQ(contact.surface_tension, moist.surface_tension);
    const double grain = 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
    EXPECT_NEAR(3 * contact.bridge_volume, moist.moisture * grain, 1e-15 * grain);
    EXPECT_EQ(contactFrom(moist, dry, radius).bridge_volume, contact.bridge_volume);
}

ContactLoad fallingGrain() {
    return {.radius = radius,
            .effective_radius = radius,
            .mass = 8.9e-5,
            .speed = 1.3,
            .gravity = 9.81,
            .weight = 8.9e-5 * 9.81};
}

// Stiffness is rounded up to three digits: by one in a hundred at most.
constexpr double rounding = 0.01;

TEST(ChosenStiffness, LinearSpringHoldsTheImpact) {
    Contact contact;
    contact.law = "linear";
    const ContactLoad b = fallingGrain();
    const double d = 0.1 * radius, k = b.mass * (b.speed * b.speed + 2 * b.gravity * d) / (d * d);
    const ChosenStiffness softest = softestStiffness(contact, b);
    EXPECT_TRUE(softest.by_impact);
    EXPECT_GE(softest.stiffness, k * (1 - 1e-9));
    EXPECT_LE(softest.stiffness, k * (1 + rounding));
    // The force is differenced over a hundredth of the overlap; of a parabola that is exact.
    EXPECT_NEAR(softest.secant, softest.stiffness, 1e-9 * softest.stiffness);
}

TEST(ChosenStiffness, LinearSpringHoldsTheLoad) {
    Contact contact;
    contact.law = "linear";
    ContactLoad b = fallingGrain();
    b.speed = 0;
    b.weight *= 20;
    const double k = b.weight / (0.02 * radius);
    const ChosenStiffness softest = softestStiffness(contact, b);
    EXPECT_FALSE(softest.by_impact);
    EXPECT_GE(softest.stiffness, k * (1 - 1e-9));
    EXPECT_LE(softest.stiffness, k * (1 + rounding));
}

// F = k d^(3/2), E = 2/5 k d^(5/2); a central difference over a hundredth is off by 1e-5 of the force.
TEST(ChosenStiffness, HertzianSpringHoldsBoth) {
    Contact contact;
    contact.law = "lee-herrmann";
    ContactLoad b = fallingGrain();
    const double d = 0.1 * radius, r = 0.02 * radius;
    const double energy = b.mass * (0.5 * b.speed * b.speed + b.gravity * d);
    const double by_impact = 2.5 * energy / std::pow(d, 2.5);
    EXPECT_NEAR(softestStiffness(contact, b).stiffness, by_impact, rounding * by_impact);
    EXPECT_NEAR(softestStiffness(contact, b).secant, by_impact * std::sqrt(d),
                rounding * by_impact * std::sqrt(d));
    b.speed = 0;
    b.weight *= 20;
    const double by_load = b.weight / std::pow(r, 1.5);
    EXPECT_NEAR(softestStiffness(contact, b).stiffness, by_load, rounding * by_load);
}

// A bridge between a grain and a flat wall pulls with 4 pi sigma R.
TEST(ChosenStiffness, CohesionIsALoad) {
    Contact contact = contactFrom(materialLike("a", "moist sand"), materialLike("b", "wood"), radius);
    const ContactLoad still{.radius = radius, .effective_radius = radius, .mass = 8.9e-5};
    const double pull = 4 * std::numbers::pi * 0.072 * radius;
    const ChosenStiffness softest = softestStiffness(contact, still);
    EXPECT_NEAR(softest.load, pull, 1e-12 * pull);
    EXPECT_NEAR(softest.stiffness, pull / (0.02 * radius), rounding * pull / (0.02 * radius));
}

}  // namespace
}  // namespace talus::grains
