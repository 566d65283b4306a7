// A run writes down in run.toml where the files of its scene are. Where that cannot be said there is no run.
#include "talus/scene/reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/scene/read_text.h"

namespace talus::scene {
namespace {

std::string complaint(const std::string& folder, const std::string& tables) {
    const std::string head =
        "format = 1\nname = \"a\"\n[time]\nduration = 1\nframe_interval = 0.1\n[[material]]\nname = "
        "\"sand\"\n";
    const std::string path = folder + "/scene.toml";
    return readScene(head + tables, path, {}, large).diagnostics.format("scene.toml", head + tables);
}

TEST(FolderNames, UnwritableFolderNamesAreRefusedForScenesWithFiles) {
    const std::string mesh =
        "[[wall]]\nname = \"w\"\nmaterial = \"sand\"\nshape = \"mesh\"\nfile = \"w.stl\"\n";
    const std::string grains = "[[import]]\nname = \"g\"\nmaterial = \"sand\"\nfile = \"g.csv\"\n";
    for (const std::string& tables : {mesh, grains}) {
        EXPECT_THAT(complaint("/of two\nlines", tables),
                    testing::HasSubstr("it must be one line without control characters"));
        EXPECT_THAT(complaint("/" + std::string(999, 'a'), tables),
                    testing::HasSubstr("it must not be longer than 1000 bytes"));
        EXPECT_THAT(complaint("/no such folder", tables), testing::Not(testing::HasSubstr("that path")));
    }
}

TEST(FolderNames, AnyFolderNameIsAcceptedForScenesWithoutFiles) {
    EXPECT_EQ(complaint("/of two\nlines",
                        "[[contact]]\nbetween = [\"sand\", \"sand\"]\nlaw = \"linear\"\nstiffness = 1000\n"
                        "[[fill]]\nname = \"f\"\nmaterial = \"sand\"\nmin = [0, 0, 0]\n"
                        "max = [0.02, 0.02, 0.02]\ngrain_radius = 0.002\n"),
              "");
}

}  // namespace
}  // namespace talus::scene
