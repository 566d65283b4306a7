// Checkpoints whose hash fits and whose counts were changed. Nothing of them may be taken on trust: a count
// that is wrong writes out of bounds, asks for all memory, or silently gives another run. Every integer
// column of scenes that together have every table is changed, so that a new field without a check fails here.
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "talus/scene/methods.h"
#include "tests/run/small_run.h"
#include "tests/support/scene_text.h"
#include "tests/support/scenes_of_each_kind.h"

namespace talus {
namespace {

using state::Snapshot;
using ::testing::HasSubstr;

/// Columns in which any value is a state that a run can have: nothing is indexed, counted or measured by
/// them.
const std::set<std::string> free_columns{
    "grains.rounds_at_rest",   // compared with a number of rounds; 255 stands for all that are longer
    "grains.ground_normals",   // any bits are a direction to compare with
    "emitters.tried",          // index of the next random draw
    "ground_changes.changes",  // compared for being the same
    "volume.blocks.changes",   // likewise
};

class MadeCounts : public ::testing::TestWithParam<std::string> {
  protected:
    /// As it is in the middle of a frame, when most counts are above 0.
    void SetUp() override {
        simulation.emplace(test::simulationOf(test::sceneOf(test::scenesOfEachKind().at(GetParam()))));
        ASSERT_TRUE(simulation->advance(simulation->clock().steps_per_frame * 5 / 2).ok());
        good = state::takeSnapshot(simulation->world());
    }
    Snapshot::SavedColumn* find(const std::string& table, const std::string& column) {
        for (auto& t : good.tables)
            if (t.name == table)
                for (auto& c : t.columns)
                    if (c.name == column) return &c;
        return nullptr;
    }
    /// Restores with another value in one place. The state is put back.
    Status restoreWith(Snapshot::SavedColumn& column, std::size_t at, std::uint64_t value) {
        const std::size_t width = state::bytesOf(column.scalar);
        const std::vector<std::byte> bytes = column.bytes;
        std::memcpy(column.bytes.data() + at * width, &value, width);  // little endian
        const Status status = simulation->restore(good);
        column.bytes = bytes;
        return status;
    }
    static std::uint64_t valueAt(const Snapshot::SavedColumn& column, std::size_t at) {
        std::uint64_t value = 0;
        const std::size_t width = state::bytesOf(column.scalar);
        std::memcpy(&value, column.bytes.data() + at * width, width);
        return value;
    }
    std::optional<scene::Simulation> simulation;
    Snapshot good;
};

TEST_P(MadeCounts, EveryFieldIsChecked) {
    const state::StateCheck check = simulation->checked();
    EXPECT_TRUE(check.ok()) << check.status().error().message;
    EXPECT_THAT(check.unchecked(), ::testing::IsEmpty());
}

// One below the largest of the type: no index, count or flag of a small scene; the largest one stands for
// "none" in some columns.
TEST_P(MadeCounts, TooLargeValuesAreRefusedInEveryColumn) {
    ASSERT_TRUE(simulation->restore(good));
    for (Snapshot::SavedTable& table : good.tables)
        for (Snapshot::SavedColumn& column : table.columns) {
            const std::string name = table.name + "." + column.name;
            if (!state::isInteger(column.scalar) || column.bytes.empty() || free_columns.contains(name))
                continue;
            const std::size_t values = column.bytes.size() / state::bytesOf(column.scalar);
            const std::uint64_t most = ~std::uint64_t{0} >> (64 - 8 * state::bytesOf(column.scalar));
            for (const std::size_t at : {std::size_t{0}, values / 2, values - 1}) {
                const Status status = restoreWith(column, at, most - 1);
                EXPECT_FALSE(status) << name << " of " << values << " at " << at;
                if (status) continue;
                EXPECT_EQ(status.error().kind, ErrorKind::Input);
                EXPECT_THAT(status.error().message, HasSubstr(fmt::format("table '{}'", table.name)));
                EXPECT_THAT(status.error().message, HasSubstr(fmt::format("column '{}'", column.name)));
            }
        }
}

// Tables of scratch have no columns in a file that would hold their number of rows against its length.
TEST_P(MadeCounts, ImpossibleScratchRowCountsAreRefused) {
    for (std::size_t t = 0; t < good.tables.size(); ++t) {
        if (!good.tables[t].columns.empty()) continue;
        for (const std::size_t rows : {~std::size_t{0}, ~std::size_t{0} / 2 + 1, std::size_t{1} << 40}) {
            Snapshot changed = good;
            changed.tables[t].rows = rows;
            const Status status = simulation->restore(changed);
            ASSERT_FALSE(status) << good.tables[t].name << ": " << rows;
            EXPECT_EQ(status.error().kind, ErrorKind::Input);
            EXPECT_THAT(status.error().message, HasSubstr(good.tables[t].name));
        }
    }
}

// What was made is what was due, so one more or one less is another run.
TEST_P(MadeCounts, LedgersThatAreOffByOneAreRefused) {
    const std::vector<std::pair<std::string, std::string>> exact{{"particles.smoke.emitters", "steady"},
                                                                 {"particles.smoke.emitters", "burst"},
                                                                 {"particles.smoke.ledger", "emitted"},
                                                                 {"particles.smoke.ledger", "aged"},
                                                                 {"particles.smoke.ledger", "sunk"},
                                                                 {"particles.dust.emitters", "steady"},
                                                                 {"particles.dust.emitters", "burst"},
                                                                 {"particles.dust.ledger", "emitted"},
                                                                 {"particles.dust.ledger", "aged"},
                                                                 {"water.ledger", "made"},
                                                                 {"water.ledger", "sunk"},
                                                                 {"water.ledger", "fallen"},
                                                                 {"water.inflows", "layers"},
                                                                 {"water.inflows", "flown"},
                                                                 {"water.rains", "drops"},
                                                                 {"sinks", "taken"},
                                                                 {"emitters", "emitted"},
                                                                 {"absorbed", "absorbed"}};
    for (const auto& [table, name] : exact) {
        Snapshot::SavedColumn* column = find(table, name);
        if (column == nullptr || column->bytes.empty()) continue;
        const std::uint64_t now = valueAt(*column, 0);
        EXPECT_FALSE(restoreWith(*column, 0, now + 1)) << table << "." << name << " " << now;
        if (now == 0) continue;
        EXPECT_FALSE(restoreWith(*column, 0, now - 1)) << table << "." << name << " " << now;
    }
    EXPECT_TRUE(simulation->restore(good));
}

INSTANTIATE_TEST_SUITE_P(Scenes, MadeCounts, ::testing::ValuesIn([] {
                             std::vector<std::string> names;
                             for (const auto& [name, text] : test::scenesOfEachKind()) names.push_back(name);
                             return names;
                         }()),
                         [](const auto& name) { return name.param; });

// A method of which no scene is looked at here would have no check that is tested.
TEST(MadeCountsScenes, CoverEveryMethod) {
    std::set<std::string> used;
    for (const auto& [name, text] : test::scenesOfEachKind())
        for (const method::Method* method : test::sceneOf(text).used()) used.emplace(method->name);
    for (const method::Method& method : scene::methods())
        EXPECT_TRUE(!method.build || used.contains(std::string(method.name))) << method.name;
}

}  // namespace
}  // namespace talus
