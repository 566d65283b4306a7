// Models of MIMS become scenes; what cannot become one is refused with its line.
#include "talus/io/mims/mims_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/scene_text.h"

namespace talus::io {
namespace {

using ::testing::HasSubstr;

std::string sceneText(const std::string& model) {
    const Result<std::string> scene = sceneOfMims(model, "model", 44100);
    EXPECT_TRUE(scene.ok()) << (scene ? "" : scene.error().message);
    return scene ? *scene : "";
}

/// A string of three masses in the words of the format, with what its files use: parameters, formulas in
/// brackets, comments, inputs and outputs.
constexpr const char* string_of_three = R"(# a string
@K param 0.1
@half param [0.5 * K]
@Z param  0.001   # damping

@g1 ground 0.
@m1 mass 1. 0. 0.
@m2 mass [1 + 2*K] 0.5 0.25
@o osc 1. K Z 0.1 0.1
@g2 ground 0.
@s1 spring @g1 @m1 K Z
@s2 springDamper @m1 @m2 half Z
@s3 spring @m2 @o K
@s4 damper @o @g2 Z
@in frcInput @m1
@out posOutput @m2
)";

// The scheme of the format for the string above, written out: positions after 200 steps agree to rounding.
TEST(MimsModel, MovesAsItsOwnSchemeDoes) {
    auto simulation = test::simulationOf(sceneText(string_of_three));
    double x[3] = {0, 0.5, 0.1}, before[3] = {0, 0.25, 0.1};
    const double mass[3] = {1, 1.2, 1};
    for (int step = 0; step < 200; ++step) {
        ASSERT_TRUE(simulation.advance().ok());
        double v[3], force[3];
        for (int i = 0; i < 3; ++i) v[i] = x[i] - before[i];
        const double s2 = 0.05 * (x[1] - x[0]) + 0.001 * (v[1] - v[0]), s3 = 0.1 * (x[2] - x[1]);
        force[0] = -0.1 * x[0] - 0.001 * v[0] + s2;
        force[1] = -s2 + s3;
        force[2] = -s3 - 0.1 * x[2] - 0.001 * v[2] - 0.001 * v[2];
        for (int i = 0; i < 3; ++i) {
            before[i] = x[i];
            x[i] += v[i] + force[i] / mass[i];
        }
    }
    std::vector<double> heights;
    for (const Vec3d& p : simulation.world().table("network").read(state::Field<Vec3d>{"position", "m", ""}))
        heights.push_back(p.z);
    for (const double expected : x)
        EXPECT_TRUE(std::any_of(heights.begin(), heights.end(), [&](double z) {
            return std::abs(z - expected) < 1e-9;
        })) << expected;
}

// Lists of links hold the springs of a model of any usual size.
TEST(MimsModel, OfManyMassesBecomesASceneThatCanBeRead) {
    std::string model = "@m0 ground 0\n";
    for (int k = 1; k < 200; ++k)
        model += fmt::format("@m{0} mass 1 0 0\n@s{0} spring @m{1} @m{0} 0.1\n", k, k - 1);
    EXPECT_EQ(test::simulationOf(sceneText(model)).world().table("network").size(), 200u);
}

TEST(MimsModel, SaysWhatItLeavesOut) {
    EXPECT_THAT(sceneText(string_of_three), HasSubstr("# left out: @in frcInput @m1\n"));
}

TEST(MimsModel, RefusesWhatItCannotMeanWithTheLine) {
    const auto messageOf = [](const std::string& model) {
        const Result<std::string> scene = sceneOfMims(model, "model", 44100);
        EXPECT_FALSE(scene.ok()) << model;
        return scene ? "" : scene.error().message;
    };
    for (const auto& [model, message] : std::initializer_list<std::pair<const char*, const char*>>{
             {"", "the model has no masses"},
             {"@m mass 1 0 0\nmass", "line 2: a line is '@name module values'"},
             {"@m mass 1 0", "line 1: 'mass' has 3 values, not 2"},
             {"@m mass 0 0 0", "line 1: the mass 0 is not above 0"},
             {"@m mass M 0 0", "line 1: 'M' is no number"},
             {"@m mass [1/0] 0 0", "line 1: '1/0' has no value"},
             {"@m mass [1 0 0", "line 1: '1 0 0' is no number"},
             {"@m mass nan 0 0", "line 1: 'nan' is no number"},
             {"@m ground 0\n@m ground 1", "line 2: '@m' is there already"},
             {"@m ground 0\n@s spring @m @n 1 1", "line 2: no module before this line is named '@n'"},
             {"@m ground 0\n@s spring @m @m 1 1", "line 2: a spring has two ends"},
             {"@m ground 0\n@n ground 0\n@s spring @m @n -1 1", "line 3: stiffness and damping"},
             {"@m ground 0\n@n ground 0\n@s damper @m @n 1 1", "line 3: 'damper' joins two modules"},
             {"@m ground 0\n\n@c contact @m @m 1 1 0", "line 3: 'contact' has no counterpart"},
             {"@m osc 1 -1 0 0 0", "line 1: stiffness and damping"},
             {"@\x1b[31m mass x\x07 0 0", "line 1: 'x?' is no number"}})
        EXPECT_THAT(messageOf(model), HasSubstr(message)) << model;
    std::string many;
    for (int k = 1; k < 300; ++k) many += fmt::format("@m{0} mass {0} 0 0\n", k);
    EXPECT_THAT(messageOf(many), HasSubstr("line 257: more than 256 masses"));
    // A list of a scene has at most 100,000 parts.
    std::string long_list;
    for (int k = 1; k <= 100001; ++k) long_list += fmt::format("@m{} mass 1 0 0\n", k);
    EXPECT_THAT(messageOf(long_list), HasSubstr("line 100001: more than 100000 masses"));
}

}  // namespace
}  // namespace talus::io
