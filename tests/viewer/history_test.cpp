#include "viewer/runs/history.h"

#include <gtest/gtest.h>

namespace talus::viewer {
namespace {

state::Snapshot at(double time, std::size_t bytes = 1000) {
    state::Snapshot snapshot;
    snapshot.time = time;
    snapshot.tables.push_back({"grains", 1, {}});
    snapshot.tables.back().columns.push_back({"position", "m", state::Scalar::U8, 1, {}});
    snapshot.tables.back().columns.back().bytes.resize(bytes);
    return snapshot;
}

TEST(History, GivesTheNewestStateBeforeATime) {
    History history(1 << 20);
    for (const double time : {0.0, 1.0, 2.0, 3.0}) history.add(at(time));
    EXPECT_EQ(history.frames(), 4u);
    ASSERT_NE(history.before(3.0), nullptr);
    EXPECT_EQ(history.before(3.0)->time, 2.0) << "not the present one";
    EXPECT_EQ(history.before(1.5)->time, 1.0);
    EXPECT_EQ(history.frames(), 2u) << "later ones are of a future that is given up";
    EXPECT_EQ(history.before(0.0), nullptr);
    EXPECT_EQ(history.bytes(), 0u);
}

TEST(History, StaysWithinItsBudgetAndKeepsTheNewest) {
    const std::uint64_t each = bytesOf(at(0));
    History history(3 * each);
    for (int frame = 0; frame < 10; ++frame) {
        history.add(at(frame));
        EXPECT_LE(history.bytes(), history.budget());
    }
    EXPECT_EQ(history.frames(), 3u);
    EXPECT_EQ(history.before(100)->time, 9);
    history.add(at(10, 1 << 16));
    EXPECT_EQ(history.frames(), 1u) << "one that is larger than the budget is kept alone";
    EXPECT_EQ(history.before(100)->time, 10);
    history.clear();
    EXPECT_EQ(history.bytes(), 0u);
}

}  // namespace
}  // namespace talus::viewer
