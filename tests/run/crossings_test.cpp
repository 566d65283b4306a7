// Points that go through a patch are told apart by their ids, whatever these are.
#include "talus/run/probes/crossings.h"

#include <gtest/gtest.h>

namespace talus::run {
namespace {

const state::Field<Vec3d> position{"position", "m", "centre"};
const state::Field<std::uint32_t> id{"id", "", "of the point"};

struct Points {
    Points() {
        state::Table& table = world.addTable("points");
        table.add(position);
        table.add(id);
    }
    void set(const std::vector<std::pair<std::uint32_t, Vec3d>>& points) {
        state::Table& table = world.table("points");
        table.resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            table.write(id)[i] = points[i].first;
            table.write(position)[i] = points[i].second;
        }
    }
    state::World world;
};

method::Probe disc() {
    method::Probe probe;
    probe.kind = method::Probe::Kind::FluxDisc;
    probe.normal = {0, 0, 1};
    probe.disc_radius = 1;
    return probe;
}

Crossings crossingsOf() {
    return {{.table = "points",
             .position = &position,
             .id = &id,
             .amount =
                 [](const state::Table&, std::size_t) {
                     return method::Amount{2, 3};
                 }},
            {}};
}

// Of a long run the oldest point may have id 0 and the youngest one of four billion: what is remembered is
// as much as there are points, not as their ids lie apart.
TEST(Crossings, SparseIdsTakeNoExtraMemory) {
    Points points;
    points.set({{0, {0, 0, -1}}, {4294967294u, {0, 0, -1}}, {7, {0, 0, 1}}});
    Crossings crossings = crossingsOf();
    crossings.begin(points.world);
    points.set({{4294967294u, {0, 0, 1}}, {7, {0, 0, 1}}, {0, {0, 0, -2}}});
    std::vector<Flow> flows(1);
    crossings.count(points.world, {FluxPatch(disc())}, flows);
    EXPECT_EQ(flows[0].forward, 1u);
    EXPECT_EQ(flows[0].backward, 0u);
    EXPECT_EQ(flows[0].volume, 2);
}

TEST(Crossings, FollowEachPointWhateverTheOrderOfTheRows) {
    Points points;
    std::vector<std::pair<std::uint32_t, Vec3d>> rows;
    for (std::uint32_t k = 0; k < 1000; ++k) rows.push_back({k * 7919u, {0, 0, k % 2 == 0 ? 1.0 : -1.0}});
    points.set(rows);
    Crossings crossings = crossingsOf();
    crossings.begin(points.world);
    // Every third goes to the other side; the first is gone, and one is new.
    for (std::uint32_t k = 0; k < 1000; k += 3) rows[k].second.z = -rows[k].second.z;
    rows[0] = {5u, {0, 0, -1}};
    std::vector<std::pair<std::uint32_t, Vec3d>> other(rows.rbegin(), rows.rend());
    points.set(other);
    std::vector<Flow> flows(1);
    crossings.count(points.world, {FluxPatch(disc())}, flows);
    // Of k = 3, 6, ... 999 the odd ones, 167, come to the front, and the even ones, 166, go back.
    EXPECT_EQ(flows[0].forward, 167u);
    EXPECT_EQ(flows[0].backward, 166u);
}

}  // namespace
}  // namespace talus::run
