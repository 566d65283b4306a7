// What scenes can have beside one kind of grain on a floor: the steps made for a device do it with the same
// bits, or hand it to the processor.
#include <gmock/gmock.h>

#include "talus/core/rng.h"
#include "tests/device/same_state.h"

namespace talus::grains {
namespace {

using namespace testing_support;

Contact between(const char* first, const char* second) {
    Contact contact;
    contact.first = first;
    contact.second = second;
    return contact;
}

/// Grains of "sand", "glass" and glued "stone", with laws, resistance to turning and cohesion of all kinds
/// but jkr between them.
void addMaterials(scene::Scene& scene) {
    scene.environment.materials = {{.name = "sand", .density = 2500, .colour = {}},
                                   {.name = "glass", .density = 2000, .colour = {}},
                                   {.name = "stone", .density = 2500, .colour = {}, .fixed = true}};
    Contact sand = between("sand", "sand"), mixed = between("sand", "glass"),
            glass = between("glass", "glass");
    Contact sand_stone = between("sand", "stone"), glass_stone = between("glass", "stone");
    sand.rolling = Rolling::Spring;
    sand.twisting_friction = 0.05;
    mixed.law = "hertz-mindlin";
    mixed.rolling = Rolling::Constant;
    mixed.cohesion = Cohesion::Dmt;
    glass.law = "linear";
    glass.stiffness = 2000;
    glass.cohesion = Cohesion::Capillary;
    sand_stone.cohesion = Cohesion::Constant;
    sand_stone.range = 1e-4;
    glass_stone.law = "lennard-jones";
    glass_stone.normal_damping = 0.01;
    glass_stone.shear_damping = 0.01;
    grains::in(scene).contacts = {sand, mixed, glass, sand_stone, glass_stone, between("stone", "stone")};
}

/// `across` x `across` x `up` grains that fly at each other.
void addGrains(scene::Scene& scene, std::uint32_t across, std::uint32_t up, const Vec3d& corner) {
    const Random random{11, 3};
    for (std::uint32_t i = 0; i < across * across * up; ++i) {
        Grain grain;
        const std::uint32_t kind = i % 7;
        grain.material = scene.environment.materials.size() == 1 || kind < 4
                             ? scene.environment.materials[0].name
                         : kind < 6 ? "glass"
                                    : "stone";
        grain.radius = random.uniform(0.0012, 0.00195, i, 0);
        grain.position = corner + Vec3d{0.004 * (i % across), 0.004 * (i / across % across),
                                        0.004 * (i / across / across)};
        if (grain.material != "stone") {
            grain.velocity = {random.uniform(-2, 2, i, 1), random.uniform(-2, 2, i, 2),
                              random.uniform(-2, 2, i, 3)};
            grain.spin = {random.uniform(-100, 100, i, 4), random.uniform(-100, 100, i, 5), 30};
        }
        grains::in(scene).placed.push_back(grain);
    }
}

scene::Scene mixture() {
    scene::Scene scene = sandScene({}, 1e-5);
    addMaterials(scene);
    scene.environment.gravity = {0, 0, -9.81};
    addGrains(scene, 9, 8, {0, 0, 0});
    scene.environment.walls = {floorAt(-0.002)};
    return scene;
}

TEST(DeviceSteps, MaterialsCohesionAndResistanceToTurning) {
    const auto [end, searches, loads] = expectSameRun(mixture(), {200, 200});
    EXPECT_GT(end.contacts, 60u);
    EXPECT_GT(searches.on_device, 2u);
}

TEST(DeviceSteps, MixedPrecision) {
    scene::Scene scene = mixture();
    grains::in(scene).params.precision = Precision::Mixed;
    EXPECT_GT(expectSameRun(scene, {250}).measures.contacts, 60u);
}

TEST(DeviceSteps, GrainsThatDoNotSpin) {
    scene::Scene scene = mixture();
    grains::in(scene).params.spin = false;
    for (Contact& contact : grains::in(scene).contacts) contact.rolling = Rolling::None;
    EXPECT_GT(expectSameRun(scene, {250}).measures.contacts, 60u);
}

// On the processor alone: CUDA does not promise that its cube root rounds as the processor's.
TEST(DeviceSteps, NecksOfJkr) {
    scene::Scene scene = mixture();
    Contact& glass = grains::in(scene).contacts[2];
    glass.law = "hertz-mindlin";
    glass.cohesion = Cohesion::Jkr;
    EXPECT_GT(expectSameRun(scene, {250}, {exec::Exec::cpu(2)}).measures.contacts, 60u);
}

TEST(DeviceSteps, UnsupportedFeaturesAreRefused) {
    scene::Scene scene = mixture();
    EXPECT_TRUE(scene::notOnDevice(scene).empty());
    grains::in(scene).params.rest = true;
    EXPECT_THAT(scene::notOnDevice(scene), testing::ElementsAre("grains.rest = true"));
    const auto steps =
        DeviceSteps::make(couple::granular::grainSetup(scene), exec::Exec::serial(), exec::Exec::serial());
    ASSERT_FALSE(steps.ok());
    EXPECT_THAT(steps.error().message, testing::HasSubstr("grains that rest"));
}

// Several blocks of the list, each with a halo, along periodic axes: pairs across blocks and across the
// border.
TEST(DeviceSteps, ManyBlocksAndPeriodicAxes) {
    scene::Scene scene = sandScene({}, 1e-5);
    scene.environment.periodic = {"x", "y", "z"};
    scene.environment.domain_max = {0.06, 0.06, 0.1};
    addGrains(scene, 15, 25, {0, 0, 0});
    const auto [end, searches, loads] = expectSameRun(scene, {3, 200});
    EXPECT_EQ(end.grains, 5625u);
    EXPECT_GT(end.contacts, 1000u);
    EXPECT_GT(searches.on_device, 4u);
    EXPECT_EQ(searches.on_host, 0u);
}

// Four size classes in a domain that repeats, some of their grains fast: pairs of a class and across
// classes, blocks and the border, near and far.
TEST(DeviceSteps, FourSizeClasses) {
    scene::Scene scene = sandScene({}, 1e-5);
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_max = {0.1, 0.1, 0};
    addGrains(scene, 24, 4, {0.001, 0.001, 0.001});
    for (Grain& grain : grains::in(scene).placed) grain.velocity = grain.velocity * 0.002;
    const auto add = [&](double radius, const Vec3d& position, double speed) {
        Grain grain;
        grain.material = "sand";
        grain.radius = radius;
        grain.position = position;
        grain.velocity = {0, 0.1 * speed, -speed};
        grains::in(scene).placed.push_back(grain);
    };
    for (std::uint32_t i = 0; i < 20; ++i)
        add(0.004, latticeSite(i, 5, 4) * 0.02 + Vec3d{0.001, 0.002, 0.0225}, i % 3);
    add(0.015, {0.098, 0.04, 0.046}, 2);
    grains::in(scene).placed.front().velocity = {0, 0, 3};
    const auto [end, searches, loads] = expectSameRun(scene, {3, 300});
    EXPECT_EQ(couple::granular::grainSetup(scene).search.sizes.count, 4);
    EXPECT_GT(end.contacts, 20u);
    EXPECT_GT(searches.on_device, 1u);
    EXPECT_EQ(searches.on_host, 0u);
}

// Few that are fast, and so are listed with partners far away: across blocks and across the border too.
TEST(DeviceSteps, FewFastGrains) {
    scene::Scene scene = sandScene({}, 1e-5);
    scene.environment.periodic = {"x", "z"};
    scene.environment.domain_max = {0.06, 0.06, 0.1};
    addGrains(scene, 15, 25, {0, 0, 0});
    for (std::size_t i = 0; i < grains::in(scene).placed.size(); ++i)
        if (i % 40 != 0) grains::in(scene).placed[i].velocity = grains::in(scene).placed[i].velocity * 0.01;
    const auto [end, searches, loads] = expectSameRun(scene, {3, 200});
    EXPECT_GT(searches.on_device, 2u);
    EXPECT_EQ(searches.on_host, 0u);

    // The first search is before all steps, and knows of none.
    scene::Simulation simulation = start(scene);
    advance(simulation, 40);
    const auto allowance = std::as_const(simulation.world().table(grains_table)).read(fields::allowance);
    const float least = *std::min_element(allowance.begin(), allowance.end());
    EXPECT_GT(std::count_if(allowance.begin(), allowance.end(), [&](float l) { return l > 3 * least; }), 60);
}

environment::Wall wallOf(const char* name, environment::Wall::Kind kind) {
    environment::Wall wall;
    wall.name = name;
    wall.material = "sand";
    wall.kind = kind;
    return wall;
}

/// A box with one of each other kind of wall in it, but a mesh; some of them move.
scene::Scene manyWalls() {
    scene::Scene scene = sandScene({}, 1e-5);
    scene.environment.gravity = {0, 0, -9.81};
    addGrains(scene, 9, 9, {-0.016, -0.016, 0.002});
    environment::Wall box = wallOf("box", environment::Wall::Kind::BoxInside);
    box.box = {{-0.025, -0.025, -0.01}, {0.025, 0.025, 0.06}};
    box.open = {"+z"};
    environment::Wall plate = wallOf("plate", environment::Wall::Kind::Rectangle);
    plate.rectangle = {{-0.025, -0.02, 0}, {0.02, 0, 0}, {0, 0.04, 0}};
    environment::Wall disc = wallOf("disc", environment::Wall::Kind::Disc);
    disc.disc = {.centre = {0.012, 0, 0}, .normal = {0, 0, 1}, .radius = 0.012, .hole = 0.004};
    environment::Wall block = wallOf("block", environment::Wall::Kind::BoxOutside);
    block.box = {{-0.019, -0.005, 0.004}, {-0.018, 0.005, 0.03}};
    environment::Wall ball = wallOf("ball", environment::Wall::Kind::SphereOutside);
    ball.sphere = {{0.0, 0.02, 0.018}, 0.002};
    environment::Wall dome = wallOf("dome", environment::Wall::Kind::SphereInside);
    dome.sphere = {{0, 0, 0.02}, 0.035};
    environment::Wall rod = wallOf("rod", environment::Wall::Kind::CylinderOutside);
    rod.cone = {.from = {0.018, -0.02, 0.02}, .to = {0.018, 0.02, 0.02}, .radius = 0.001, .end_radius = 0};
    environment::Wall drum = wallOf("drum", environment::Wall::Kind::CylinderInside);
    drum.cone = {.from = {0, -0.022, 0.02}, .to = {0, 0.022, 0.02}, .radius = 0.03, .end_radius = 0};
    drum.caps = {"from", "to"};
    environment::Wall funnel = wallOf("funnel", environment::Wall::Kind::Cone);
    funnel.cone = {.from = {0, 0, 0.038}, .to = {0, 0, 0.045}, .radius = 0.004, .end_radius = 0.02};
    environment::Wall capsule = wallOf("capsule", environment::Wall::Kind::Capsule);
    capsule.capsule = {.from = {-0.01, 0.0185, 0.01}, .to = {0.01, 0.0185, 0.01}, .radius = 0.0005};
    scene.environment.walls = {box, plate, disc, block, ball, dome, rod, drum, funnel, capsule};
    environment::Motion turn;
    turn.wall = "drum";
    turn.kind = environment::Motion::Kind::Rotate;
    turn.axis = {0, 1, 0};
    turn.point = {0, 0, 0.02};
    turn.rate = 20;
    environment::Motion shake;
    shake.wall = "plate";
    shake.kind = environment::Motion::Kind::Vibrate;
    shake.amplitude = 0.0015;
    shake.frequency = 200;
    environment::Motion slide;
    slide.wall = "rod";
    slide.kind = environment::Motion::Kind::Translate;
    slide.velocity = {-0.5, 0, 0};
    scene.environment.motions = {turn, shake, slide};
    return scene;
}

TEST(DeviceSteps, WallsOfEveryKindAndTheirMotions) {
    const auto [end, searches, loads] = expectSameRun(manyWalls(), {1, 400});
    EXPECT_GT(end.wall_contacts, 20u);
    ASSERT_EQ(loads.size(), manyWalls().environment.walls.size());
    for (std::size_t w = 0; w < loads.size(); ++w)
        EXPECT_GT(length(loads[w].force), 0) << manyWalls().environment.walls[w].name << " was touched";
    EXPECT_GT(searches.on_device, 2u);
    EXPECT_EQ(searches.on_host, 0u);
}

// Grains at rest in no gravity: that a search is due, only the wall knows.
TEST(DeviceSteps, AWallThatComesNearIsFound) {
    scene::Scene scene = sandScene({}, 1e-5);
    addGrains(scene, 3, 1, {0, 0, 0});
    for (Grain& grain : grains::in(scene).placed) grain.velocity = grain.spin = {};
    environment::Wall rod = wallOf("rod", environment::Wall::Kind::CylinderOutside);
    rod.cone = {.from = {0.004, -0.01, 0.008}, .to = {0.004, 0.02, 0.008}, .radius = 0.002, .end_radius = 0};
    scene.environment.walls = {rod};
    environment::Motion fall;
    fall.wall = "rod";
    fall.velocity = {0, 0, -1};
    scene.environment.motions = {fall};
    const auto [end, searches, loads] = expectSameRun(scene, {600});
    EXPECT_GT(searches.on_device, 5u);
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_GT(length(loads[0].force), 0);
}

// The tree of a mesh is the processor's: it lists, the device computes the forces.
TEST(DeviceSteps, MeshesAreSearchedByTheProcessor) {
    scene::Scene scene = mixture();
    geometry::Mesh mesh;
    mesh.points = {{-0.01, -0.01, -0.003}, {0.05, -0.01, -0.003}, {0.05, 0.05, -0.003}, {-0.01, 0.05, 0.002}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    environment::Wall wall = wallOf("mesh", environment::Wall::Kind::Mesh);
    wall.mesh = std::make_shared<const geometry::Mesh>(mesh);
    scene.environment.walls = {wall};
    const auto [end, searches, loads] = expectSameRun(scene, {300});
    EXPECT_GT(end.wall_contacts, 3u);
    EXPECT_EQ(searches.on_device, 0u);
    EXPECT_GT(searches.on_host, 2u);
}

TEST(DeviceSteps, EmittersPourAndSinksTake) {
    scene::Scene scene = mixture();
    Emitter spout;
    spout.name = "spout";
    spout.material = "sand";
    spout.centre = {0.016, 0.016, 0.045};
    spout.radius = 0.006;
    spout.grain_radius = 0.0015;
    spout.speed = 5;
    spout.rate = 15000;
    spout.count = 40;
    grains::in(scene).emitters = {spout};
    environment::Sink sink;
    sink.name = "hole";
    sink.kind = environment::Sink::Kind::Box;
    sink.box = {{-1, -1, -1}, {1, 1, 0.0005}};
    scene.environment.sinks = {sink};
    const auto [end, searches, loads] = expectSameRun(scene, {150, 150, 7});
    EXPECT_GT(searches.on_host, 1u) << "grains went into the sink";
    EXPECT_GT(searches.on_device, 1u);
    EXPECT_NE(end.grains, grains::in(scene).placed.size());
}

TEST(DeviceSteps, RunContinuesOnTheProcessorAndBack) {
    const scene::Scene scene = mixture();
    for (const exec::Exec& place : places()) {
        scene::Simulation wanted = start(scene), found = start(scene);
        DeviceSteps steps = stepsOn(place, scene);
        for (int k = 0; k < 3; ++k) {
            ASSERT_TRUE(wanted.advance(100).ok());
            if (k == 1)
                ASSERT_TRUE(found.advance(100).ok());
            else
                ASSERT_TRUE(steps.advance(found.world(), found.clock(), 100).ok());
        }
        expectSameState(found.world(), wanted.world());
    }
}

// As a settled bed is made of its tile: grains put into the table, and no lists.
TEST(DeviceSteps, TheListsMayBeEmptyAtTheStart) {
    const scene::Scene scene = mixture();
    const auto withoutLists = [&] {
        scene::Simulation simulation = start(scene);
        ContactTables tables = ContactTables::of(simulation.world());
        for (state::Table* table : {&tables.blocks, &tables.halo, &tables.contacts, &tables.wall_contacts})
            table->resize(0);
        simulation.world().table(search_table).write(fields::search_due)[0] = 1;
        return simulation;
    };
    for (const exec::Exec& place : places()) {
        scene::Simulation wanted = withoutLists(), found = withoutLists();
        ASSERT_TRUE(wanted.advance(50).ok());
        ASSERT_TRUE(stepsOn(place, scene).advance(found.world(), found.clock(), 50).ok());
        expectSameState(found.world(), wanted.world());
        EXPECT_GT(measured(found).contacts, 20u);
    }
}

TEST(DeviceSteps, TroubleIsThatOfTheProcessor) {
    scene::Scene scene = mixture();
    grains::in(scene).placed[5].velocity = {0, 0, 500};
    scene::Simulation wanted = start(scene), found = start(scene);
    const step::StepReport expected = wanted.advance(50);
    ASSERT_FALSE(expected.ok());
    for (const exec::Exec& place : places()) {
        found = start(scene);
        const step::StepReport report = stepsOn(place, scene).advance(found.world(), found.clock(), 50);
        ASSERT_FALSE(report.ok());
        EXPECT_EQ(report.trouble->what, expected.trouble->what);
        EXPECT_EQ(report.trouble->ids, expected.trouble->ids);
        EXPECT_EQ(found.world().step, wanted.world().step);
    }
}

}  // namespace
}  // namespace talus::grains
