#include "talus/state/world.h"

#include "talus/state/reorder.h"

namespace talus::state {
namespace {

constexpr Field<Vec3d> place{"place", "m", "where"};
constexpr Field<std::uint32_t> number{"number", "", "which"};
constexpr Field<double> sketch{"sketch", "", "scratch", Lifetime::Scratch};
constexpr Field<float> other_number{"number", "", "another type"};

World sample() {
    World world;
    Table& table = world.addTable("things");
    table.add(place);
    table.add(number);
    table.add(sketch);
    table.resize(4);
    for (std::uint32_t i = 0; i < 4; ++i) {
        table.write(place)[i] = {double(i), 2.0 * i, 3.0 * i};
        table.write(number)[i] = 10 + i;
        table.write(sketch)[i] = -1;
    }
    world.time = 1.5;
    world.step = 7;
    return world;
}

TEST(Table, NewRowsAreZeroAndOldOnesStay) {
    World world = sample();
    Table& table = world.table("things");
    table.resize(1000);
    EXPECT_EQ(table.read(number)[3], 13u);
    EXPECT_EQ(table.read(number)[999], 0u);
    EXPECT_EQ(table.read(place)[3], (Vec3d{3, 6, 9}));
    EXPECT_GE(table.memoryBytes(), 1000 * (24 + 4 + 8u));
}

TEST(StateHash, SeesEveryPersistentValueAndNoScratch) {
    const std::uint64_t before = stateHash(sample());
    EXPECT_EQ(stateHash(sample()), before);
    World world = sample();
    world.table("things").write(sketch)[0] = 99;
    EXPECT_EQ(stateHash(world), before);
    world.table("things").write(place)[3].z += 1e-15;
    EXPECT_NE(stateHash(world), before);
    world = sample();
    world.time = 1.25;
    EXPECT_NE(stateHash(world), before);
    world = sample();
    ++world.step;
    EXPECT_NE(stateHash(world), before);
}

TEST(Snapshot, RestoresTheSameState) {
    const World world = sample();
    World copy = sample();
    copy.table("things").resize(1);
    copy.time = 0;
    ASSERT_TRUE(restore(takeSnapshot(world), copy).ok());
    EXPECT_EQ(stateHash(copy), stateHash(world));
}

TEST(Snapshot, SnapshotOfAnotherSceneIsRefusedAndChangesNothing) {
    World world = sample();
    const std::uint64_t before = stateHash(world);
    Snapshot snapshot = takeSnapshot(world);
    snapshot.tables[0].columns.erase(snapshot.tables[0].columns.begin());
    const Status missing = restore(snapshot, world);
    ASSERT_FALSE(missing.ok());
    EXPECT_THAT(missing.error().message, testing::HasSubstr("things.place"));

    snapshot = takeSnapshot(world);
    snapshot.tables[0].columns[1].scalar = other_number.scalar;
    EXPECT_THAT(restore(snapshot, world).error().message, testing::HasSubstr("another type"));

    snapshot = takeSnapshot(world);
    snapshot.tables[0].columns[1].bytes.pop_back();
    EXPECT_THAT(restore(snapshot, world).error().message, testing::HasSubstr("wrong length"));
    snapshot = takeSnapshot(world);
    snapshot.tables[0].name = "stuff";
    EXPECT_THAT(restore(snapshot, world).error().message, testing::HasSubstr("'things' is missing"));
    EXPECT_EQ(stateHash(world), before);
}

TEST(Reorder, PutsEveryColumnInTheSameOrder) {
    World world = sample();
    Table& table = world.table("things");
    const std::vector<std::uint32_t> order{2, 0, 3, 1};
    reorder(exec::Exec::serial(), {order.data(), order.size()}, table);
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(table.read(number)[k], 10 + order[k]);
        EXPECT_EQ(table.read(place)[k].y, 2.0 * order[k]);
    }
}

}  // namespace
}  // namespace talus::state
