#include <set>

#include "talus/core/units.h"
#include "talus/scene/reader.h"

namespace talus::scene {
namespace {

using namespace settings;

TEST(Registry, RowsAreComplete) {
    for (const Section& section : registry().sections()) {
        EXPECT_TRUE(section.doc.ends_with(".")) << section.title();
        for (const Parameter& row : section.parameters) {
            const std::string where = section.title() + " " + std::string(row.key);
            EXPECT_FALSE(row.doc.empty()) << where;
            EXPECT_TRUE(row.doc.ends_with(".")) << where;
            EXPECT_TRUE(row.get && row.set) << where;
            EXPECT_TRUE(parseUnit(row.unit).ok()) << where;
            EXPECT_EQ(parseUnit(row.unit)->value, 1) << where << ": the unit is not SI";
            if (!row.refers_to.empty()) {
                EXPECT_NE(registry().find(row.refers_to), nullptr) << where;
            }
        }
    }
}

// Reading a condition needs one key, read before, that is chosen from words, or a text that is given or not.
TEST(Registry, ConditionsDependOnUnconditionalChoices) {
    for (const Section& section : registry().sections())
        for (const Parameter& row : section.parameters) {
            if (row.when.key.empty()) continue;
            const auto selector = section.rows(row.when.key);
            ASSERT_EQ(selector.size(), 1u) << row.key;
            EXPECT_TRUE(selector.front()->when.key.empty());
            if (selector.front()->choices.empty()) {
                EXPECT_EQ(selector.front()->kind, Kind::Text) << row.key;
                EXPECT_THAT(row.when.values, testing::Each("")) << row.key;
                continue;
            }
            for (const std::string_view word : row.when.values)
                EXPECT_THAT(selector.front()->choices, testing::Contains(word)) << row.key;
        }
}

// Several rows of one key must never hold together.
TEST(Registry, OneRowOfAKeyAppliesAtATime) {
    for (const Section& section : registry().sections())
        for (const std::string& key : section.keys()) {
            const auto rows = section.rows(key);
            std::set<std::string_view> words;
            for (const Parameter* row : rows) {
                EXPECT_TRUE(rows.size() == 1 || !row->when.key.empty()) << key;
                for (const std::string_view word : row->when.values)
                    EXPECT_TRUE(words.insert(word).second) << key;
            }
        }
}

// What has no range of its own has that of its unit: a number of a scene is never so large that it overflows
// later.
TEST(Registry, EveryNumberHasARange) {
    for (const Section& section : registry().sections())
        for (const Parameter& row : section.parameters) {
            if (!row.holdsNumbers()) continue;
            const std::string where = section.title() + " " + std::string(row.key);
            const Range range = row.allowed();
            EXPECT_TRUE(std::isfinite(range.min) && std::isfinite(range.max)) << where;
            EXPECT_LT(range.min, range.max) << where;
            // What must be above 0 is divided by.
            EXPECT_FALSE(range.min == 0 && range.open_min) << where;
            EXPECT_FALSE(range.contains(1e200)) << where;
        }
}

TEST(Registry, DefaultsAreInRange) {
    for (const Section& section : registry().sections())
        for (const Parameter& row : section.parameters) {
            if (row.required) continue;
            const Value value = section.defaultOf(row);
            if (const double* number = std::get_if<double>(&value)) {
                EXPECT_TRUE(row.allowed().contains(*number)) << section.title() << row.key;
            }
            if (const auto* integer = std::get_if<std::int64_t>(&value)) {
                EXPECT_TRUE(row.range.contains(static_cast<double>(*integer))) << section.title() << row.key;
            }
        }
}

/// The whole numbers that the reader lets through to a key's member.
Range wholeNumbersOf(const Parameter& row) {
    return {.min = std::max(row.range.min, row.limits.min), .max = std::min(row.range.max, row.limits.max)};
}

// A number of a file that a member cannot hold would silently become another one: 4294967300 becomes 4 in 32
// bits. What the ends of a key's range are set to is what is read back.
TEST(Registry, WholeNumbersFitTheirMembers) {
    Scene scene;
    // Counted from the end too; all other whole numbers are counts, indices and seeds, whose members may have
    // no sign, and say that they are at least 0.
    const std::set<std::string> signed_keys{"[[import]] snapshot"};
    for (const Section& section : registry().sections()) {
        void* const owner = ownersOf(scene)[section.owner];
        if (section.append) section.append(owner);
        ASSERT_GT(section.size(owner), 0u) << section.title();
        void* const object = section.object(owner, 0);
        for (const Parameter& row : section.parameters) {
            if (row.kind != Kind::Integer && row.kind != Kind::IntegerList) continue;
            const std::string where = section.title() + " " + std::string(row.key);
            const Range range = wholeNumbersOf(row);
            if (!signed_keys.contains(where)) {
                EXPECT_GE(range.min, 0) << where;
            }
            for (const double end : {range.min, range.max}) {
                // A 64-bit number holds all that TOML has.
                const std::int64_t whole = end >= 0x1p63    ? std::numeric_limits<std::int64_t>::max()
                                           : end <= -0x1p63 ? std::numeric_limits<std::int64_t>::min()
                                                            : static_cast<std::int64_t>(end);
                const Value value = row.kind == Kind::Integer ? Value(whole) : Value(std::vector{whole});
                row.set(object, value);
                EXPECT_TRUE(row.get(object) == value) << where << ": " << whole;
            }
        }
    }
}

TEST(Ranges, AreDescribedInWords) {
    EXPECT_EQ(above(0).text(), "> 0");
    EXPECT_EQ(atLeast(1).text(), ">= 1");
    EXPECT_EQ(between(0, 1).text(), ">= 0 and <= 1");
    EXPECT_EQ((Range{.min = 0, .max = 1, .open_max = true}).text(), ">= 0 and < 1");
    EXPECT_EQ(between(-1e8, 1.5707963).text(), ">= -1e+08 and <= 1.5707963");
    EXPECT_EQ(Range{}.text(), "");
}

TEST(Ranges, OpenEndsExcludeTheEnd) {
    EXPECT_FALSE(above(0).contains(0));
    EXPECT_TRUE(atLeast(0).contains(0));
    EXPECT_FALSE(above(0).contains(NAN));
}

// A coupling that names a method which is not there would silently take part in nothing.
TEST(Methods, CouplingsNameKnownMethods) {
    std::set<std::string_view> names;
    for (const method::Method& method : methods())
        EXPECT_TRUE(names.insert(method.name).second) << method.name;
    for (const method::Method& method : methods())
        for (const std::string_view other : method.couples)
            EXPECT_TRUE(names.contains(other)) << method.name << " couples " << other;
}

}  // namespace
}  // namespace talus::scene
