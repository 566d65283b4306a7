// Tables of grains: what is read, and what a user is told about a bad one.
#include "talus/grains/sources/grain_file.h"

#include <filesystem>
#include <fstream>

#include "talus/scene/reader.h"
#include "tests/grains/grain_world.h"
#include "tests/support/temporary_folder.h"

namespace talus::grains {
namespace {

TEST(GrainFile, ReadsColumnsInAnyOrderAndPassesOverOthers) {
    const auto rows = parseGrains(
        "radius, z,id,y,x,vz,vx,vy\r\n"
        "1e-3, 0.3,7,0.2,+0.1,-3,1,2\r\n"
        "\n"
        "0.002,3,8,2,1,0,0,0");
    ASSERT_TRUE(rows.ok()) << rows.error().message;
    ASSERT_EQ(rows->rows.size(), 2u);
    EXPECT_EQ(rows->rows[0].position, (Vec3d{0.1, 0.2, 0.3}));
    EXPECT_EQ(rows->rows[0].velocity, (Vec3d{1, 2, -3}));
    EXPECT_EQ(rows->rows[0].spin, Vec3d{});
    EXPECT_EQ(rows->rows[0].radius, 1e-3);
    EXPECT_EQ(rows->rows[1].position, (Vec3d{1, 2, 3}));
}

// A mark before the text and quotes around the names.
TEST(GrainFile, ReadsWhatSpreadsheetsWrite) {
    const auto rows = parseGrains("\xef\xbb\xbf\"x\",\"y\",z, \"radius\"\r\n1,2,3,0.5\r\n");
    ASSERT_TRUE(rows.ok()) << rows.error().message;
    EXPECT_EQ(rows->rows[0].position, (Vec3d{1, 2, 3}));
    EXPECT_EQ(rows->rows[0].radius, 0.5);
}

// Where the decimals begin with a comma columns have semicolons or tabs between them. An empty cell at the
// end of a line with tabs is a cell.
TEST(GrainFile, ReadsSemicolonsAndTabs) {
    for (const char* text : {"\xef\xbb\xbfx;y;z;radius;note\r\n0,5;-1,25e-1;3;0.25;a\r\n",
                             "\xef\xbb\xbfx\ty\tz\tradius\tnote\r\n0,5\t-0.125\t3\t0,25\t\r\n",
                             "x; y; z; radius; material\n0.5; -0.125; 3; 0.25; 1\n"}) {
        const auto rows = parseGrains(text);
        ASSERT_TRUE(rows.ok()) << text << rows.error().message;
        ASSERT_EQ(rows->rows.size(), 1u);
        EXPECT_EQ(rows->rows[0].position, (Vec3d{0.5, -0.125, 3}));
        EXPECT_EQ(rows->rows[0].radius, 0.25);
    }
    EXPECT_FALSE(parseGrains("x;y;z;radius\n1.000,5;0;0;1\n").ok()) << "a thousand, or one?";
}

TEST(GrainFile, TextInUtf16IsReportedAsSuch) {
    using namespace std::string_view_literals;
    for (const std::string_view text : {"\xff\xfex\0,\0y\0"sv, "\xfe\xff\0x\0,\0y"sv, "x\0,\0y\0,\0z\0"sv}) {
        const auto rows = parseGrains(text);
        ASSERT_FALSE(rows.ok());
        EXPECT_THAT(rows.error().message, testing::HasSubstr("UTF-16; save it as UTF-8"));
    }
}

TEST(GrainFile, TellsWhetherTheGrainsWereOfSeveralMaterials) {
    const auto several = [](const char* text) { return parseGrains(text)->several; };
    EXPECT_EQ(several("x,y,z,radius\n0,0,0,1\n3,0,0,2\n"), "");
    EXPECT_EQ(several("x,y,z,radius,material\n0,0,0,1,1\n3,0,0,2, 1\n"), "");
    EXPECT_EQ(several("material,x,y,z,radius\n1,0,0,0,1\n0,3,0,0,1\n0,6,0,0,1\n"), "materials");
}

TEST(GrainFile, EndsWhereThereAreMoreGrainsThanWanted) {
    const char* const table = "x,y,z,radius\n0,0,0,1\n3,0,0,2\n6,0,0,2\n";
    EXPECT_TRUE(parseGrains(table, {.max_grains = 3}).ok());
    EXPECT_THAT(parseGrains(table, {.max_grains = 2}).error().message,
                testing::HasSubstr("more than 2 grains"));
}

TEST(GrainFile, BadInputIsRefusedWithReasonAndPosition) {
    const auto told = [](const char* text) {
        const auto rows = parseGrains(text);
        return rows ? "nothing" : rows.error().message;
    };
    using testing::HasSubstr;
    EXPECT_THAT(told(""), HasSubstr("no column 'x'"));
    EXPECT_THAT(told("x,y,z\n0,0,0\n"), HasSubstr("no column 'radius'"));
    EXPECT_THAT(told("0,0,0,1\n"), HasSubstr("the heading must name"));
    EXPECT_THAT(told("x,y,z,radius,x\n"), HasSubstr("second column 'x'"));
    EXPECT_THAT(told("x,y,z,radius,vx\n"), HasSubstr("'vx', 'vy', 'vz'"));
    EXPECT_THAT(told("x,y,z,radius\n"), HasSubstr("no grains"));
    EXPECT_THAT(told("x,y,z,radius\n0,0,0,1\n0,0,0\n"), HasSubstr("line 3 does not have the 4 values"));
    EXPECT_THAT(told("x,y,z,radius\n0,0,0,1,2\n"), HasSubstr("line 2 does not have the 4 values"));
    EXPECT_THAT(told("x,y,z,radius\n0,0,0,1,\n"), testing::Eq("nothing"));  // a comma at the end of a line
    EXPECT_THAT(told("x,y,z,radius\n0,nan,0,1\n"), HasSubstr("line 2, column 'y'"));
    EXPECT_THAT(told("x,y,z,radius\n0,0,1e300,1\n"), HasSubstr("column 'z'"));
    EXPECT_THAT(told("x,y,z,radius\n0,0,0,0\n"), HasSubstr("radius must be above 0"));
    EXPECT_THAT(told("x,y,z,radius\n0,0,0,1 m\n"), HasSubstr("column 'radius'"));
}

TEST(GrainFile, IsImportedIntoAScene) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "packing.csv")
        << "x,y,z,radius,vx,vy,vz\n0,0,0,0.001,0,0,1\n0.01,0,0,0.002,0,0,-1\n";
    const auto read = [&](const std::string& more) {
        const std::string text =
            "format = 1\nname = \"s\"\n[[material]]\nname = \"sand\"\n[[wall]]\nname = "
            "\"floor\"\nmaterial = \"sand\"\n[[contact]]\nbetween = [\"sand\", \"sand\"]\n"
            "[[import]]\nname = \"packing\"\nmaterial = \"sand\"\nfile = \"packing.csv\"\n" +
            more;
        return scene::readScene(text, (folder / "scene.toml").string());
    };
    const auto result = read("position = [0, 0, \"5 cm\"]\n");
    ASSERT_TRUE(result.scene.has_value()) << result.diagnostics.format("", "");
    const scene::Simulation simulation = testing_support::start(*result.scene);
    EXPECT_EQ(testing_support::of(simulation, fields::position, 1), (Vec3d{0.01, 0, 0.05}));
    EXPECT_EQ(testing_support::of(simulation, fields::velocity, 1), (Vec3d{0, 0, -1}));
    EXPECT_EQ(testing_support::of(simulation, fields::radius, 0), 1e-3);
    EXPECT_EQ(expected(*result.scene).grains, 2u);

    const auto at_rest = read("position = [0, 0, \"5 cm\"]\nat_rest = true\n");
    ASSERT_TRUE(at_rest.scene.has_value());
    EXPECT_EQ((*in(*at_rest.scene).imports[0].grains)[1].velocity, Vec3d{});

    const auto behind = read("position = [0, 0, \"-1 cm\"]\n");
    EXPECT_FALSE(behind.scene.has_value());
    EXPECT_THAT(behind.diagnostics.format("", ""),
                testing::HasSubstr("2 of the 2 grains of [[import]] 'packing' are behind [[wall]] 'floor'"));
}

}  // namespace
}  // namespace talus::grains
