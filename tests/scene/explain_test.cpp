#include "talus/settings/explain.h"

#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "talus/scene/reader.h"
#include "talus/settings/read_value.h"
#include "tests/support/paths.h"

namespace talus::scene {
namespace {

using namespace settings;

TEST(Explain, AKey) {
    EXPECT_EQ(settings::explain(registry(), "contact.friction").value(),
              "contact.friction\n"
              "  Coulomb coefficient mu of sliding friction.\n"
              "  type     a number\n"
              "  range    >= 0 and <= 1e+09\n"
              "  default  0.5\n"
              "  example  friction = 0.5\n");
    EXPECT_EQ(settings::explain(registry(), "contact[0].friction").value(),
              settings::explain(registry(), "contact.friction").value());
}

TEST(Explain, BothMeaningsOfAKeyThatHasTwo) {
    EXPECT_THAT(settings::explain(registry(), "contact.stiffness").value(),
                testing::HasSubstr("law = \"lee-herrmann\""));
    EXPECT_THAT(settings::explain(registry(), "contact.stiffness").value(),
                testing::HasSubstr("law = \"linear\""));
}

TEST(Explain, EveryTableAndKey) {
    for (const Section& section : registry().sections()) {
        if (!section.name.empty()) {
            EXPECT_TRUE(settings::explain(registry(), section.name).ok()) << section.name;
        }
        EXPECT_THAT(settings::explain(registry(), "").value(), testing::HasSubstr(section.title()));
        for (const std::string& key : section.keys())
            EXPECT_TRUE(settings::explain(registry(),
                                          section.name.empty() ? key : std::string(section.name) + "." + key)
                            .ok())
                << key;
    }
    EXPECT_EQ(settings::explain(registry(), "[[contact]]").value(),
              settings::explain(registry(), "contact").value());
}

// An example that is refused is worse than none. References are left out: they name what a scene has.
TEST(Explain, EveryExampleIsAccepted) {
    for (const Section& section : registry().sections())
        for (const Parameter& row : section.parameters) {
            const std::string text = std::string(row.key) + " = " + exampleOf(section, row);
            Diagnostics diagnostics;
            const auto root = parseToml(text, 0, diagnostics);
            ASSERT_TRUE(root) << section.title() << ": " << text;
            readValue(root->front().node, section, row, diagnostics);
            EXPECT_EQ(diagnostics.format("example", text), "") << section.title() << ": " << text;
        }
}

TEST(Explain, AnExampleOfANameIsOfTheRightKind) {
    EXPECT_THAT(settings::explain(registry(), "motion.wall").value(),
                testing::HasSubstr("wall = \"some-wall\""));
    EXPECT_THAT(settings::explain(registry(), "wall.material").value(),
                testing::HasSubstr("material = \"sand\""));
}

TEST(Explain, UnknownNamesGiveTheNearest) {
    EXPECT_EQ(settings::explain(registry(), "contact.frictoin").error().message,
              "no key or table 'contact.frictoin'; did you mean contact.friction?");
    EXPECT_EQ(settings::explain(registry(), "grain_radius").error().message,
              "no key or table 'grain_radius'; did you mean emitter.grain_radius or fill.grain_radius or "
              "ground.grain_radius or hybrid.grain_radius or sand.grain_radius?");
    EXPECT_EQ(settings::explain(registry(), "zzzzzzz").error().kind, ErrorKind::Input);
}

// docs/scene-format.md is made by `talus schema --markdown`; run that again when this fails.
TEST(Documentation, FormatReferenceIsUpToDate) {
    std::ifstream file(test::sourceFile("docs/scene-format.md"));
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), settings::formatAsMarkdown(registry()));
}

TEST(JsonSchema, HasEveryKey) {
    const auto schema = nlohmann::json::parse(settings::formatAsJsonSchema(registry()));
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    for (const Section& section : registry().sections()) {
        nlohmann::json table = schema;
        if (!section.name.empty()) {
            table = schema["properties"][std::string(section.name)];
            if (section.many) table = table["items"];
        }
        EXPECT_EQ(table["additionalProperties"], false) << section.title();
        for (const std::string& key : section.keys()) EXPECT_TRUE(table["properties"].contains(key)) << key;
    }
}

TEST(JsonSchema, KnowsWhichKeysApplyWhere) {
    const auto schema = nlohmann::json::parse(settings::formatAsJsonSchema(registry()));
    const auto& contact = schema["properties"]["contact"]["items"];
    EXPECT_THAT(contact["required"], testing::ElementsAre("between"));
    const auto where = [&](const std::string& law) {
        for (const auto& rule : contact["allOf"])
            if (rule["if"]["properties"].contains("law") && rule["if"]["properties"]["law"]["const"] == law)
                return rule;
        ADD_FAILURE() << "no rule for " << law;
        return nlohmann::json::object();
    };
    // The default law holds where no law is given, so its test does not ask for the key.
    const auto lee_herrmann = where("lee-herrmann"), linear = where("linear");
    EXPECT_FALSE(lee_herrmann["if"].contains("required"));
    EXPECT_EQ(lee_herrmann["then"]["properties"]["restitution"], false);
    EXPECT_THAT(linear["if"]["required"], testing::ElementsAre("law"));
    EXPECT_EQ(linear["then"]["properties"]["normal_damping"], false);
    EXPECT_EQ(linear["then"]["properties"]["restitution"]["minimum"], 0.001);
}

}  // namespace
}  // namespace talus::scene
