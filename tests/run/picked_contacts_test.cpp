// Contacts of a state, of what was picked in it, and walls that are picked.
#include "talus/run/session/picks/picked_contacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/grains/forces/forces.h"
#include "talus/method/shown/contacts.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/run/session/picks/pick_wall.h"
#include "talus/run/session/session.h"

namespace talus::run {
namespace {

using method::Touched;
using ::testing::HasSubstr;

constexpr const char* start_of_file = R"(format = 1
name = "heap"
[time]
duration = "0.3 s"
frame_interval = "10 ms"
[[material]]
name = "sand"
density = 2500
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 2000
restitution = 1
friction = 0.5
)";

/// A lump that falls on hills, between two posts.
const std::string lump_on_hills = std::string(start_of_file) + R"(
[ground]
shape = "hills"
material = "sand"
corner = [-0.1, -0.1, 0]
size = [0.2, 0.2]
spacing = "5 mm"
height = "10 mm"
wavelength = "60 mm"
[[wall]]
name = "left"
material = "sand"
shape = "box-outside"
min = ["-60 mm", "-40 mm", "-20 mm"]
max = ["-25 mm", "40 mm", "60 mm"]
[[wall]]
name = "right"
material = "sand"
shape = "box-outside"
min = ["25 mm", "-40 mm", "-20 mm"]
max = ["60 mm", "40 mm", "60 mm"]
[[fill]]
name = "lump"
material = "sand"
packing = "lattice"
min = ["-25 mm", "-20 mm", "14 mm"]
max = ["25 mm", "20 mm", "40 mm"]
grain_radius = "4 mm"
)";

Session open(const std::string& text) {
    std::string warnings;
    auto opened = Session::open({.text = text, .file = "heap.toml"}, exec::Exec::cpu(1), 0, warnings);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
}

Frame frameWithContacts(const Session& session) {
    const std::vector<std::string> extra{method::contact_force};
    return frameOfAll(session.simulation(), extra).value();
}

std::vector<method::Contact> contactsOfFrame(const Frame& frame) {
    return method::contactsIn(*frame.find<state::MeshView>(method::contacts_set)).value();
}

// Without damping the forces depend on positions and springs only. So those of all contacts of a grain and
// its weight are the force by which it is accelerated. Tolerance: contacts hold floats.
TEST(Contacts, OfAGrainAddUpToItsForceOnGroundAndBetweenWalls) {
    Session session = open(lump_on_hills);
    ASSERT_TRUE(session.advanceToFrame(6));
    const Frame frame = frameWithContacts(session);
    const auto* grains = frame.find<state::PointsView>("grains");
    std::vector<Vec3d> sum(grains->count);
    std::array<int, 3> count{};
    double largest = 0;
    for (const method::Contact& contact : contactsOfFrame(frame)) {
        sum[contact.row] += contact.force;
        if (contact.touched == Touched::Grain) sum[contact.other] -= contact.force;
        ++count[static_cast<std::size_t>(contact.touched)];
        largest = std::max(largest, length(contact.force));
        EXPECT_GT(contact.overlap, 0);
    }
    EXPECT_GT(count[0], 10) << "grains";
    EXPECT_GT(count[1], 5) << "walls";
    EXPECT_GT(count[2], 5) << "ground";
    const state::Table& table = session.simulation().world().table(grains::grains_table);
    const auto forces = grains::forcesOf(table);
    const auto mass = table.read(grains::fields::mass);
    for (std::size_t i = 0; i < grains->count; ++i) {
        const Vec3d expected = forces.force[i] - session.scene().environment.gravity * mass[i];
        EXPECT_NEAR(length(sum[i] - expected), 0, 2e-6 * largest) << i;
    }
}

// Points of contact with the ground are on it, and their forces point away from it.
TEST(Contacts, WithTheGroundNameItsNearestColumn) {
    Session session = open(lump_on_hills);
    ASSERT_TRUE(session.advanceToFrame(6));
    const Frame frame = frameWithContacts(session);
    const auto* ground = frame.find<state::ColumnsView>("ground");
    for (const method::Contact& contact : contactsOfFrame(frame)) {
        if (contact.touched != Touched::Ground) continue;
        const auto i = contact.other % ground->grid.columns, j = contact.other / ground->grid.columns;
        EXPECT_LE(std::abs(ground->grid.x(i) - contact.to.x), 0.51 * ground->grid.spacing);
        EXPECT_LE(std::abs(ground->grid.y(j) - contact.to.y), 0.51 * ground->grid.spacing);
        EXPECT_GT(dot(contact.force, contact.from - contact.to), 0);
        EXPECT_NEAR(length(contact.from - contact.to), 0.004 - contact.overlap, 1e-8);
    }
}

/// Two grains on a floor, the second pressed into the first and into a post.
const std::string row_of_grains = std::string(start_of_file) + R"(
[world]
gravity = [0, 0, 0]
[[wall]]
name = "floor"
material = "sand"
shape = "plane"
point = [0, 0, -1]
[[wall]]
name = "post"
material = "sand"
shape = "box-outside"
min = ["29.7 mm", "-50 mm", "-50 mm"]
max = ["60 mm", "50 mm", "50 mm"]
[[grain]]
material = "sand"
position = [0, 0, 0]
radius = "10 mm"
[[grain]]
material = "sand"
position = ["19.9 mm", 0, 0]
radius = "10 mm"
)";

TEST(Contacts, OfAPickedGrainHaveForcesOverlapsAndPartners) {
    const Session session = open(row_of_grains);
    const Frame frame = frameWithContacts(session);
    const auto* grains = frame.find<state::PointsView>("grains");
    const std::size_t second = grains->at(0).x > 0.01 ? 0 : 1;
    const auto contacts = contactsOf(session.scene(), frame, {"grains", second, {}, 0});
    ASSERT_TRUE(contacts) << contacts.error().message;
    ASSERT_EQ(contacts->size(), 2u);
    // Linear springs: stiffness times overlap; the larger force comes first.
    EXPECT_EQ(contacts->at(0).with, "post");
    EXPECT_EQ(contacts->at(0).partner.set, picked_wall);
    EXPECT_EQ(contacts->at(0).partner.row, 1u);
    EXPECT_NEAR(contacts->at(0).normal_force, 2000 * 0.2e-3, 1e-6);
    EXPECT_NEAR(contacts->at(0).overlap, 0.2e-3, 1e-9);
    EXPECT_NEAR(contacts->at(0).tangential_force, 0, 1e-6);
    EXPECT_EQ(contacts->at(1).with, "grain 0");
    EXPECT_EQ(contacts->at(1).partner.set, "grains");
    EXPECT_EQ(contacts->at(1).partner.row, 1 - second);
    EXPECT_NEAR(contacts->at(1).normal_force, 2000 * 0.1e-3, 1e-6);
    const auto of_post = contactsOf(session.scene(), frame, contacts->at(0).partner);
    ASSERT_TRUE(of_post && of_post->size() == 1);
    EXPECT_EQ(of_post->front().partner.row, second);
    EXPECT_NEAR(of_post->front().normal_force, 2000 * 0.2e-3, 1e-6);
    EXPECT_TRUE(contactsOf(session.scene(), frame, {picked_wall, 0, {}, 0})->empty());
}

TEST(Contacts, WithABodyNameTheBody) {
    const Session session = open(row_of_grains + R"(
[[body]]
name = "still"
material = "sand"
radius = "10 mm"
position = [0, 0, "0.5 m"]
[[body]]
name = "ball"
material = "sand"
radius = "20 mm"
position = ["-29.8 mm", 0, 0]
)");
    const Frame frame = frameWithContacts(session);
    const auto of_ball = contactsOf(session.scene(), frame, {"bodies", 1, {}, 0});
    ASSERT_TRUE(of_ball) << of_ball.error().message;
    ASSERT_EQ(of_ball->size(), 1u);
    EXPECT_NEAR(of_ball->front().normal_force, 2000 * 0.2e-3, 1e-6);
    EXPECT_TRUE(contactsOf(session.scene(), frame, {"bodies", 0, {}, 0})->empty());
    const auto of_grain = contactsOf(session.scene(), frame, of_ball->front().partner);
    ASSERT_TRUE(of_grain && of_grain->size() == 2);
    EXPECT_EQ(of_grain->front().with, "ball");
    EXPECT_EQ(of_grain->front().partner.set, "bodies");
    EXPECT_EQ(of_grain->front().partner.row, 1u);
}

TEST(Contacts, ThatAreNotKnownSayWhy) {
    const Session session = open(row_of_grains);
    const Frame without = frameOfAll(session.simulation()).value();
    EXPECT_THAT(contactsOf(session.scene(), without, {"grains", 0, {}, 0}).error().message,
                HasSubstr("output.fields"));
    const Frame frame = frameWithContacts(session);
    EXPECT_THAT(contactsOf(session.scene(), frame, {"water", 0, {}, 0}).error().message,
                HasSubstr("water has no contacts"));
}

// A frame from a file may hold any numbers.
TEST(Contacts, OfADamagedFrameAreAnError) {
    const Session session = open(row_of_grains);
    const Frame frame = frameWithContacts(session);
    std::vector<method::Contact> contacts = contactsOfFrame(frame);
    for (const std::uint32_t wrong : {2u, ~0u}) {
        auto damaged = contacts;
        damaged.back().other = wrong;  // a wall
        ASSERT_EQ(damaged.back().touched, Touched::Wall);
        Frame other = frame;
        other.sets[method::contacts_set] = state::FrameSet(method::contactLines(damaged, 0));
        EXPECT_FALSE(contactsOf(session.scene(), other, {"grains", 0, {}, 0}));
    }
    auto lines = method::contactLines(contacts, 0);
    lines.fields.back().scalar = state::Scalar::F32;  // reads other numbers from the same bytes
    for (std::byte& byte : lines.fields.back().bytes) byte = std::byte{0xff};
    EXPECT_THAT(method::contactsIn(lines.view()).error().message, HasSubstr("damaged"));
    lines.fields.pop_back();
    EXPECT_THAT(method::contactsIn(lines.view()).error().message, HasSubstr("run the scene again"));
}

Ray towards(const Vec3d& from, const Vec3d& to) { return {from, normalized(to - from)}; }

TEST(PickWall, MeetsWhatIsDrawnAndSeesThroughTheRest) {
    const Session session = open(row_of_grains);
    const Frame frame = frameWithContacts(session);
    const auto picked = [&](const Ray& ray, const Look& look = {}, Look::Walls how = Look::Walls::Solid) {
        return pickWall(session.scene(), frame, look, how, ray).value();
    };
    const Ray at_post = towards({0.3, -0.3, 0.3}, {0.04, 0, 0.05});
    const auto post = picked(at_post);
    ASSERT_TRUE(post);
    EXPECT_EQ(post->set, picked_wall);
    EXPECT_EQ(post->row, 1u);
    EXPECT_NEAR(post->position.z, 0.05, 1e-9) << "its top";
    const auto floor = picked(towards({0.3, -0.3, 0.3}, {0.3, 1, -1}));
    ASSERT_TRUE(floor);
    EXPECT_EQ(floor->row, 0u);
    EXPECT_FALSE(picked(towards({0, 0, -2}, {0.5, 0.5, -1}))) << "a plane has no back";
    Look look;
    look.translucent = {"post"};
    ASSERT_TRUE(picked(at_post, look));
    EXPECT_EQ(picked(at_post, look)->row, 0u) << "the floor behind it";
    EXPECT_EQ(picked(at_post, look, Look::Walls::Translucent)->row, 1u);
    look = {};
    look.clip = {geometry::Box{{-1, -1, -2}, {0.035, 1, 1}}};
    EXPECT_NE(picked(at_post, look)->position.z, 0.05) << "its top is clipped away there";
}

TEST(PickWall, BoxesAreThoseOfTheWholeThing) {
    const Session session = open(row_of_grains);
    const Frame frame = frameWithContacts(session);
    const auto post = boxOf(session.scene(), frame, {picked_wall, 1, {}, 0}).value();
    ASSERT_TRUE(post);
    EXPECT_NEAR(length(post->min - Vec3d{0.0297, -0.05, -0.05}), 0, 1e-12);
    EXPECT_NEAR(length(post->max - Vec3d{0.06, 0.05, 0.05}), 0, 1e-12);
    EXPECT_FALSE(boxOf(session.scene(), frame, {picked_wall, 0, {}, 0}).value()) << "a plane has no end";
    const auto grain = boxOf(session.scene(), frame, {"grains", 0, {}, 0}).value();
    ASSERT_TRUE(grain);
    EXPECT_NEAR(grain->max.y, 0.01, 1e-12);
}

}  // namespace
}  // namespace talus::run
