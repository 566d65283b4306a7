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

// Reading a condition needs one key, read before, that is chosen from words.
TEST(Registry, ConditionsNameAChoiceThatIsAlwaysThere) {
    for (const Section& section : registry().sections())
        for (const Parameter& row : section.parameters) {
            if (row.when.key.empty()) continue;
            const auto selector = section.rows(row.when.key);
            ASSERT_EQ(selector.size(), 1u) << row.key;
            EXPECT_TRUE(selector.front()->when.key.empty());
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

TEST(Ranges, InWords) {
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
TEST(Methods, CouplingsNameMethodsOfTheList) {
    std::set<std::string_view> names;
    for (const method::Method& method : methods())
        EXPECT_TRUE(names.insert(method.name).second) << method.name;
    for (const method::Method& method : methods())
        for (const std::string_view other : method.couples)
            EXPECT_TRUE(names.contains(other)) << method.name << " couples " << other;
}

}  // namespace
}  // namespace talus::scene
