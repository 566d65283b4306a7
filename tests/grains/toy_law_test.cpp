// How a contact law is added, by one that the library does not have.
//
// One file: a struct that derives from ContactLaw (talus/grains/law/law_row.h lists what it has to say): its
// word and a line about it, its formula `respond`, which is compiled for a number and for a pack of them,
// what it makes of the settings of a contact, how long an impact takes, what its springs hold, and which keys
// of
// [[contact]] are its own. Here that is toy_law.h.
//
// One row: its name in a list of laws. For the library that is BuiltInLaws (talus/grains/law/laws.h), and all
// else follows: the loops over pairs, walls and ground, plain and vectorised, and those of a device; the
// step, the energy, checks, explain, schema and what run.toml says. A program with a law of its own has a
// list of its own, as here, and includes law_loops_simd.h in one file, which compiles the loops for that
// list.
#include "tests/grains/toy_law.h"
#include "talus/core/rng.h"
#include "talus/grains/check/impacts.h"
#include "talus/grains/forces/law_loops_simd.h"
#include "talus/grains/forces/wall_forces.h"
#include "talus/grains/law/law_settings.h"
#include "talus/grains/sections.h"
#include "talus/settings/explain.h"
#include "talus/settings/fill.h"
#include "tests/grains/grain_world.h"

namespace talus::testing_support {
namespace {

using grains::Contact;
using grains::LawConstants;
using settings::Section;

template <class L>
grains::Law own() {
    return grains::lawOf<L, OwnLaws>();
}

Contact huntCrossley() {
    Contact contact;
    contact.law = own<HuntCrossley>();
    contact.stiffness = 1e5;
    contact.shear_stiffness = 500;
    contact.normal_damping = 0.2;
    return contact;
}

/// Grains that overlap, spin and slide at random above a floor that some of them touch.
scene::Scene cloud(const std::vector<Contact>& contacts) {
    scene::Scene scene = sandScene(contacts.front(), 1e-5);
    grains::in(scene).contacts = contacts;
    if (contacts.size() > 1) scene.environment.materials.push_back({"gravel", 3000, {}});
    const Random random{7, 0};
    const double size = 0.0036 * std::cbrt(2300.0);
    for (std::size_t i = 0; i < 2300; ++i) {
        grains::Grain grain;
        grain.material = scene.environment.materials[i / 32 % scene.environment.materials.size()].name;
        grain.radius = random.uniform(0.0018, 0.0022, i, 9);
        grain.position = {random.uniform(0, size, i, 0), random.uniform(0, size, i, 1),
                          random.uniform(0.0015, size, i, 2)};
        grain.velocity = {random.uniform(-1, 1, i, 3), random.uniform(-1, 1, i, 4),
                          random.uniform(-1, 1, i, 5)};
        grain.spin = {random.uniform(-300, 300, i, 6), random.uniform(-300, 300, i, 7),
                      random.uniform(-300, 300, i, 8)};
        grains::in(scene).placed.push_back(grain);
    }
    scene.environment.walls = {floorAt(0)};
    return scene;
}

/// As tests/grains/contact_forces_test.cpp has it for the built-in laws.
void expectKernelsAgree(scene::Scene scene, grains::Precision precision) {
    grains::in(scene).params.precision = precision;
    scene::Simulation vector = start(scene);
    grains::Setup setup = couple::granular::grainSetup(scene);
    setup.kernel = grains::ContactForces::Kernel::Portable;
    auto portable = grains::pipeline(setup);
    ASSERT_TRUE(portable.ok());
    state::World world = start(scene).world();
    for (int i = 0; i < 30; ++i) {
        const step::StepReport report = vector.advance();
        ASSERT_TRUE(report.ok()) << "step " << i << ": " << report.trouble->what;
        // As Simulation does: what walls carry is summed over a frame.
        if (vector.clock().endsFrame(world.step)) grains::clearWallSums(world);
        ASSERT_TRUE(portable->run(world, exec::Exec::serial(), vector.clock().dt()).ok());
        world.time = vector.world().time;
    }
    ASSERT_GT(measured(vector).contacts, 250u);
    ASSERT_GT(measured(vector).wall_contacts, 10u);
    EXPECT_EQ(state::stateHash(vector.world()), state::stateHash(world));
}

// Pairs and walls, in the loop for one law (the fast one, which is made for every row of a list) and in that
// for several.
TEST(ToyLaw, AllLoopsGiveTheSameBits) {
    Contact sand = huntCrossley(), mixed = huntCrossley(), gravel = huntCrossley();
    sand.first = sand.second = mixed.first = "sand";
    mixed.second = gravel.first = gravel.second = "gravel";
    mixed.law = own<grains::Linear>();
    mixed.stiffness = 2000;  // N/m: in the middle of what these overlaps make of the others
    gravel.stiffness = 3e5;
    for (const auto precision : {grains::Precision::Double, grains::Precision::Mixed}) {
        expectKernelsAgree(cloud({sand}), precision);
        expectKernelsAgree(cloud({sand, mixed, gravel}), precision);
    }
}

// With m = 3/2 alpha, m dv/dd = -(k/m_e) d^(3/2) (1 + m v)/v is the same way in and out, so that
// ln((1 + m v)/(1 - m e v)) = m v (1 + e): Hunt and Crossley's own e = 1 - alpha v is its first order.
TEST(ToyLaw, ImpactsFollowTheClosedForm) {
    const LawConstants law = grains::lawConstants(huntCrossley());
    for (const double speed : {0.1, 0.5, 2.0}) {
        const grains::HeadOn impact{law, 1e-5, 1e-3, speed};
        const double dt = grains::durationOf(impact) / 20000;
        const double e = grains::restitutionInSteps(impact, dt, 0.5), m = 1.5 * 0.2 * speed;
        // The steps' error is of first order: some 1/20000 of e.
        EXPECT_NEAR(std::log((1 + m) / (1 - m * e)) / (m * (1 + e)), 1, 1e-4) << speed;
    }
}

TEST(ToyLaw, EnergyAndContactTimeFollow) {
    scene::Scene scene = sandScene(huntCrossley(), 1e-6);
    grains::Grain grain;
    grain.material = "sand";
    grain.radius = 0.002;
    grains::in(scene).placed = {grain, grain};
    grains::in(scene).placed[1].position.x = 0.0039;
    // 2/5 k d^(5/2) at an overlap of 1e-4 m; the difference of the places rounds at 1e-18 m, 3e-14 of it.
    const double energy = 0.4 * 1e5 * std::pow(1e-4, 2.5);
    EXPECT_NEAR(measured(start(scene)).elastic / energy, 1, 1e-12);
    scene.time.dt = {};
    scene.environment.gravity = {0, 0, -9.81};
    // A share of the contact time of the lightest pair at the speed to expect.
    EXPECT_GT(expected(scene).dt, 1e-7);
    EXPECT_LT(expected(scene).dt, 1e-4);
}

// The settings, their explanation, schema and checks know it by its row.
TEST(ToyLaw, IsListedWithTheOtherLaws) {
    settings::Registry registry;
    registry.add(0, {grains::contactSection(grains::lawParameters<OwnLaws>())});
    const std::string law = settings::explain(registry, "contact.law").value();
    EXPECT_THAT(law,
                testing::HasSubstr("\"hunt-crossley\" (overlap^1.5, damping in proportion to the force)"));
    EXPECT_THAT(settings::explain(registry, "contact.normal_damping").value(),
                testing::HasSubstr("law = \"hunt-crossley\""));
    EXPECT_THAT(settings::formatAsJsonSchema(registry), testing::HasSubstr("hunt-crossley"));
    EXPECT_THAT(settings::formatAsMarkdown(registry), testing::HasSubstr("alpha: by this times its speed"));

    const auto read = [&](std::string_view text, grains::Part& part) {
        Diagnostics diagnostics;
        const auto root = settings::parseToml(text, 0, diagnostics);
        std::array<void*, 1> owners{&part};
        settings::fill(registry, *root, owners, diagnostics);
        return diagnostics.format("toy.toml", text);
    };
    grains::Part part;
    EXPECT_EQ(read("[[contact]]\nbetween = [\"a\", \"a\"]\nlaw = \"hunt-crossley\"\n"
                   "stiffness = \"2e5 N/m^1.5\"\nnormal_damping = \"0.3 s/m\"\n",
                   part),
              "");
    ASSERT_EQ(part.contacts.size(), 1u);
    EXPECT_TRUE(part.contacts[0].law == own<HuntCrossley>());
    EXPECT_EQ(part.contacts[0].normal_damping, 0.3);
    std::array<void*, 1> owners{&part};
    EXPECT_THAT(settings::write(registry, owners), testing::HasSubstr("law = \"hunt-crossley\""));
    grains::Part other;
    EXPECT_THAT(read("[[contact]]\nbetween = [\"a\", \"a\"]\nlaw = \"hunt-crosley\"\n", other),
                testing::HasSubstr("hunt-crossley"));
    EXPECT_THAT(
        read("[[contact]]\nbetween = [\"a\", \"a\"]\nlaw = \"hunt-crossley\"\nrestitution = 0.5\n", other),
        testing::HasSubstr("restitution"));
}

// The check of what comes out in steps knows it too.
TEST(ToyLaw, CheckForecastsItsImpacts) {
    scene::Scene scene = sandScene(huntCrossley(), 1e-6);
    grains::Grain grain;
    grain.material = "sand";
    grain.radius = 0.002;
    grains::in(scene).placed = {grain};
    scene.environment.walls = {floorAt(0)};
    const auto impacts = grains::impactsInSteps(scene, 1.0, 1e-7);
    ASSERT_FALSE(impacts.empty());
    // alpha v = 0.2 in the closed form above, which e = 0.83287 solves; 10000 steps an impact leave some
    // 1e-4.
    EXPECT_NEAR(impacts.front().restitution, 0.83287, 2e-4);
}

}  // namespace
}  // namespace talus::testing_support
