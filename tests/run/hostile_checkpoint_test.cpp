// Checkpoints whose hash fits and whose contents are made up: an error or a sane run, never a crash. Every
// column of small scenes of each kind is changed in every way that a loop could stumble on.
#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <random>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "tests/run/small_run.h"
#include "tests/support/scene_text.h"
#include "tests/support/scenes_of_each_kind.h"

namespace talus {
namespace {

using state::Snapshot;
using test::TemporaryFolder;
using ::testing::HasSubstr;

scene::Simulation built(const scene::Scene& scene) {
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu(2));
    if (!simulation) throw std::runtime_error(simulation.error().message);
    return std::move(*simulation);
}

/// One number of a column, read and written as what it is.
class Value {
  public:
    Value(Snapshot::SavedColumn& column, std::size_t index)
        : column_(column), at_(column.bytes.data() + index * state::bytesOf(column.scalar)) {}
    bool isReal() const {
        return column_.scalar == state::Scalar::F64 || column_.scalar == state::Scalar::F32;
    }
    void setReal(double value) {
        if (column_.scalar == state::Scalar::F32) {
            const auto single = static_cast<float>(value);
            std::memcpy(at_, &single, sizeof single);
        } else {
            std::memcpy(at_, &value, sizeof value);
        }
    }
    /// Little endian, as this program runs nowhere else.
    std::uint64_t count() const {
        std::uint64_t value = 0;
        std::memcpy(&value, at_, state::bytesOf(column_.scalar));
        return value;
    }
    void setCount(std::uint64_t value) { std::memcpy(at_, &value, state::bytesOf(column_.scalar)); }

  private:
    Snapshot::SavedColumn& column_;
    std::byte* at_;
};

using Change = std::function<void(Snapshot::SavedColumn&)>;

/// Changes of some values of a column, named.
std::vector<std::pair<std::string, Change>> changesOf(const Snapshot::SavedColumn& column) {
    const std::size_t values = column.bytes.size() / state::bytesOf(column.scalar);
    std::vector<std::pair<std::string, Change>> changes;
    if (values == 0) return changes;
    const bool real = Value(const_cast<Snapshot::SavedColumn&>(column), 0).isReal();
    for (const std::size_t at : {std::size_t{0}, values / 2, values - 1}) {
        const std::string where = " at " + std::to_string(at);
        const auto set = [&](const std::string& what, auto value) {
            changes.emplace_back(what + where, [=](Snapshot::SavedColumn& c) { value(Value(c, at)); });
        };
        if (real)
            for (const double number :
                 {std::nan(""), std::numeric_limits<double>::infinity(),
                  -std::numeric_limits<double>::infinity(), 0.0, -1.0, 1e30, -1e30, 1e-30, 3e4, 1e15})
                set(fmt::format("{}", number), [=](Value v) { v.setReal(number); });
        else
            for (const std::uint64_t number :
                 {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{27},
                  std::uint64_t{0x7fffffff}, std::uint64_t{0x80000000}, std::uint64_t{values},
                  std::uint64_t{values} - 1, std::uint64_t{2048}, std::uint64_t{65535}})
                set(fmt::format("{}", number), [=](Value v) { v.setCount(number); });
        if (real) continue;
        set("one more", [](Value v) { v.setCount(v.count() + 1); });
        set("one less", [](Value v) { v.setCount(v.count() - 1); });
    }
    changes.emplace_back("in reverse", [](Snapshot::SavedColumn& c) {
        const std::size_t row = state::bytesOf(c.scalar) * static_cast<std::size_t>(c.components);
        for (std::size_t a = 0, b = c.bytes.size() / row - 1; a < b; ++a, --b)
            std::swap_ranges(c.bytes.begin() + std::ptrdiff_t(a * row),
                             c.bytes.begin() + std::ptrdiff_t((a + 1) * row),
                             c.bytes.begin() + std::ptrdiff_t(b * row));
    });
    changes.emplace_back("any bytes", [](Snapshot::SavedColumn& c) {
        std::mt19937 random(7);
        for (std::byte& byte : c.bytes) byte = static_cast<std::byte>(random());
    });
    changes.emplace_back("all the first", [](Snapshot::SavedColumn& c) {
        const std::size_t row = state::bytesOf(c.scalar) * static_cast<std::size_t>(c.components);
        for (std::size_t k = row; k < c.bytes.size(); ++k) c.bytes[k] = c.bytes[k - row];
    });
    return changes;
}

/// A table with another number of rows, all columns alike.
void resize(Snapshot::SavedTable& table, std::size_t rows) {
    for (auto& column : table.columns) {
        const std::size_t row = table.rows == 0 ? 0 : column.bytes.size() / table.rows;
        std::vector<std::byte> last(column.bytes.end() - std::ptrdiff_t(row), column.bytes.end());
        column.bytes.resize(std::min(rows, table.rows) * row);
        while (column.bytes.size() < rows * row)
            column.bytes.insert(column.bytes.end(), last.begin(), last.end());
    }
    table.rows = rows;
}

class HostileCheckpoint : public ::testing::TestWithParam<std::string> {
  protected:
    /// As it is half a frame after grains have met.
    void SetUp() override {
        scene = test::sceneOf(test::scenesOfEachKind().at(GetParam()));
        simulation.emplace(built(scene));
        const std::uint64_t steps = simulation->clock().steps_per_frame * 5 / 2;
        ASSERT_TRUE(simulation->advance(steps).ok());
        good = state::takeSnapshot(simulation->world());
    }
    /// Whether the changed state was refused. A run that goes on may end in trouble, which is told.
    bool refused(const Snapshot& changed) {
        if (const Status status = simulation->restore(changed); !status) {
            EXPECT_EQ(status.error().kind, ErrorKind::Input);
            return true;
        }
        for (int k = 0; k < 4; ++k)
            if (!simulation->advance(10).ok()) break;
        return false;
    }
    /// Each column of each table with one change in `stride` of those that there are.
    void tryChangedColumns(std::size_t stride) {
        std::size_t tried = 0, not_taken = 0, columns = 0, at = 0;
        for (std::size_t t = 0; t < good.tables.size(); ++t)
            for (std::size_t c = 0; c < good.tables[t].columns.size(); ++c) {
                columns += good.tables[t].rows > 0;
                for (const auto& [what, change] : changesOf(good.tables[t].columns[c])) {
                    if (at++ % stride != 0) continue;
                    Snapshot changed = good;
                    change(changed.tables[t].columns[c]);
                    SCOPED_TRACE(good.tables[t].name + "." + good.tables[t].columns[c].name + ": " + what);
                    ++tried;
                    not_taken += refused(changed);
                }
            }
        RecordProperty("tried", static_cast<int>(tried));
        RecordProperty("refused", static_cast<int>(not_taken));
        // Ten values at three places of each, and all its rows at once.
        EXPECT_GE(at, 33 * columns);
        EXPECT_GE(tried, at / stride);
        EXPECT_GT(columns, 4u);
        EXPECT_GT(not_taken, tried / 4);
    }

    scene::Scene scene;
    std::optional<scene::Simulation> simulation;
    Snapshot good;
};

TEST_P(HostileCheckpoint, UnchangedStateIsAccepted) { EXPECT_FALSE(refused(good)); }

// One change in eight of each column, in turn.
TEST_P(HostileCheckpoint, NoChangedColumnCrashes) { tryChangedColumns(8); }

TEST_P(HostileCheckpoint, LongNoChangedColumnCrashes) { tryChangedColumns(1); }

TEST_P(HostileCheckpoint, NoChangedNumberOfRowsCrashes) {
    for (std::size_t t = 0; t < good.tables.size(); ++t) {
        const std::size_t rows = good.tables[t].rows;
        for (const std::size_t other :
             {std::size_t{0}, rows / 2, rows - std::min<std::size_t>(rows, 1), rows + 1, 2 * rows + 3}) {
            if (other == rows || (rows == 0 && other > 0)) continue;
            SCOPED_TRACE(fmt::format("{}: {} rows of {}", good.tables[t].name, other, rows));
            Snapshot changed = good;
            resize(changed.tables[t], other);
            refused(changed);
        }
    }
}

/// What an index may be is told: with the table, the column and the row.
TEST_P(HostileCheckpoint, IndicesOutOfRangeAreRefused) {
    const std::map<std::string, std::vector<std::string>> indices{
        {"grains", {"material"}},
        {"blocks", {"grains_end", "rows_end", "halo_end", "ghosts_end"}},
        {"halo", {"grain", "image", "ghost"}},
        {"contacts", {"first", "second"}},
        {"contact_search", {"listed", "due", "moved_ahead"}},
        {"wall_contacts", {"grain", "face", "side"}},
        {"buried", {"material"}},
        {"body_contacts", {"first", "second"}},
        {"water", {"id"}}};
    for (Snapshot::SavedTable& table : good.tables) {
        const auto known = indices.find(table.name);
        if (known == indices.end() || table.rows == 0) continue;
        for (Snapshot::SavedColumn& column : table.columns) {
            if (std::find(known->second.begin(), known->second.end(), column.name) == known->second.end())
                continue;
            const std::vector<std::byte> bytes = column.bytes;
            Value(column, table.rows / 2).setCount(~std::uint64_t{0} >> 1);
            const Status status = simulation->restore(good);
            column.bytes = bytes;
            ASSERT_FALSE(status) << table.name << "." << column.name;
            EXPECT_THAT(status.error().message,
                        HasSubstr(fmt::format("its table '{}' is not valid: column '{}', row ", table.name,
                                              column.name)));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, HostileCheckpoint, ::testing::ValuesIn([] {
                             std::vector<std::string> names;
                             for (const auto& [name, text] : test::scenesOfEachKind()) names.push_back(name);
                             return names;
                         }()),
                         [](const auto& name) { return name.param; });

// The whole way: a file whose hash was made to fit, and a resume from it.
TEST(HostileCheckpointFile, IsNamedAndRefusedAndNothingIsLost) {
    const TemporaryFolder folder;
    const scene::Scene scene = test::smallScene();
    ASSERT_TRUE(test::startRun(scene, folder / "run", test::optionsTo(6)));
    const io::ConfinedPath file = run::listCheckpoints(folder / "run").value().back().path;
    io::Checkpoint checkpoint = io::readCheckpoint(file).value();
    scene::Simulation simulation = test::simulationOf(scene);
    ASSERT_TRUE(simulation.restore(checkpoint.state));
    state::Table& halo = simulation.world().table(grains::wall_contacts_table);
    ASSERT_GT(halo.size(), 0u);
    halo.write(grains::fields::wall_grain)[0] = 4000000000u;
    ASSERT_TRUE(io::writeCheckpoint(file, simulation.world(), checkpoint.info));
    const auto result = test::resumeRun(scene, folder / "run", test::optionsTo(8));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::Input);
    EXPECT_THAT(result.error().message, HasSubstr(file.string()));
    EXPECT_THAT(result.error().message,
                HasSubstr("table 'wall_contacts' is not valid: column 'grain', row 0"));
    EXPECT_EQ(run::listFrames(folder / "run").size(), 7u);
    EXPECT_TRUE(test::resumeRun(scene, folder / "run", test::optionsTo(8), 3));
}

}  // namespace
}  // namespace talus
