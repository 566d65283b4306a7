#include "talus/io/file.h"
#include "tests/run/cli.h"

/// Ground in every command that reads a run, as a user types them.
namespace talus {
namespace {

using test::talus;
using test::TemporaryFolder;
using ::testing::HasSubstr;

const std::string scene = R"(format = 1
name = "ground"
[time]
duration = "0.03 s"
frame_interval = "10 ms"
dt = "1e-4 s"
[render]
size = [160, 120]
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 500
restitution = 0.3
[ground]
shape = "craters"
material = "sand"
corner = [-0.1, -0.1, 0]
size = [0.2, 0.2]
spacing = "5 mm"
smallest = "20 mm"
largest = "40 mm"
)";
const std::string grain = "[[grain]]\nmaterial = \"sand\"\nposition = [0, 0, 0.06]\nradius = 0.004\n";

// Once with a grain on it and once alone.
TEST(CliGround, IsDrawnExportedPlottedAndDescribed) {
    ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    const TemporaryFolder folder;
    for (const std::string name : {"with", "without"}) {
        const std::string run = (folder / name).string(), file = run + ".toml";
        ASSERT_TRUE(io::writeFile(file, scene + (name == "with" ? grain : "")));
        test::Outcome o = talus("run " + file + " --progress none --out " + run);
        ASSERT_EQ(o.code, 0) << o.text;
        EXPECT_EQ(std::filesystem::exists(folder / name / "frames/grains.pvd"), name == "with");
        o = talus("render " + run + " --colour slope --contours \"2 mm\" --frames 2:3");
        EXPECT_EQ(o.code, 0) << o.text;
        EXPECT_TRUE(std::filesystem::exists(folder / name / "images/auto.0003.png"));
        EXPECT_EQ(talus("render " + run + " --contours \"5 kg\"").code, 2);
        o = talus("export " + run + " --what ground --format tif,vtp,vti --frame 3 --with-grains");
        EXPECT_EQ(o.code, 0) << o.text;
        for (const char* out : {"ground.0003.tif", "ground.0003.vtp", "ground.0003.vti"})
            EXPECT_TRUE(std::filesystem::exists(folder / name / "export" / out)) << out;
        EXPECT_FALSE(std::filesystem::exists(folder / name / "export/ground.0002.tif"));
        EXPECT_EQ(talus("export " + run + " --what ground --format csv").code, 2);
        // Heights alone can be those of grains on the ground.
        EXPECT_EQ(talus("export " + run + " --with-grains").code, name == "with" ? 2 : 0);
        // Each format for what it is for, under any of its names; and nothing where one is not known.
        if (name == "with") {
            EXPECT_EQ(talus("export " + run + " --format CSV --frame 1").code, 0);
            EXPECT_TRUE(std::filesystem::exists(folder / name / "export/grains.0001.csv"));
        }
        o = talus("export " + run + " --format GeoTIFF,png16,obj --frame 1");
        EXPECT_EQ(o.code, 0) << o.text;
        for (const char* out : {"ground.0001.tif", "ground.0001.png", "ground.0001.obj"})
            EXPECT_TRUE(std::filesystem::exists(folder / name / "export" / out)) << out;
        o = talus("export " + run + " --format exr,png --field height,change --frames 1:3");
        EXPECT_EQ(o.code, 0) << o.text;
        for (const char* out : {"ground.0002.exr", "ground-change.0003.exr", "ground-change.0001.png"})
            EXPECT_TRUE(std::filesystem::exists(folder / name / "export" / out)) << out;
        EXPECT_THAT(talus("export " + run + " --format exr --field chnge").text,
                    HasSubstr("there are: change, height"));
        EXPECT_THAT(talus("export " + run + " --format obj --field change").text,
                    HasSubstr("--field chooses a field of rasters"));
        EXPECT_EQ(talus("export " + run + " --format obj,jpg --frame 2").code, 2);
        EXPECT_FALSE(std::filesystem::exists(folder / name / "export/ground.0002.obj"));
        o = talus("plot " + run);
        EXPECT_EQ(o.code, 0) << o.text;
        for (const char* out : {"ground-profile.png", "ground-volume.png", "ground-hypsometry.png"})
            EXPECT_TRUE(std::filesystem::exists(folder / name / "plots" / out)) << out;
        EXPECT_EQ(talus("plot " + run + " --line -0.1 0 0.1 0").code, 0);
        EXPECT_THAT(talus("plot " + run + " --line 5 5 6 6").text,
                    HasSubstr("the line is not on the ground"));
        EXPECT_THAT(talus("plot " + run + " --axis nan 0").text, HasSubstr("'nan' is not a finite number"));
        EXPECT_THAT(talus("plot " + run + " --axis 1e200 0").text, HasSubstr("is far from the ground"));
        EXPECT_EQ(talus("plot " + run + " --axis 1e200 0").code, 2);
        EXPECT_EQ(talus("plot " + run + " --frame -1").code, 2);
        EXPECT_THAT(talus("info " + run).text, HasSubstr("m^3 above z = 0"));
        EXPECT_EQ(talus("diff " + run + " " + run).code, 0);
        // What was exported and drawn of a run goes with it.
        o = talus("run " + file + " --progress none --frames 1 --overwrite --out " + run);
        EXPECT_EQ(o.code, 0) << o.text;
        for (const char* inner : {"export", "plots", "images"})
            EXPECT_FALSE(std::filesystem::exists(folder / name / inner)) << inner;
    }
}

}  // namespace
}  // namespace talus
