// The commands around scene files, as a user starts them.
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace talus {
namespace {

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string err;
};

class Commands : public testing::Test {
  protected:
    /// Runs `talus ARGUMENTS` in the temporary folder.
    Outcome talus(const std::string& arguments) {
        const std::string command = "cd '" + folder_.path().string() + "' && '" + test::talusProgram() +
                                    "' " + arguments + " >out.txt 2>err.txt";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out.txt"), read("err.txt")};
    }
    std::string read(const std::string& name) {
        std::ifstream file(folder_ / name);
        std::stringstream text;
        text << file.rdbuf();
        return text.str();
    }
    void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

    test::TemporaryFolder folder_;
};

using testing::HasSubstr;

TEST_F(Commands, NewWritesASceneThatPassesItsCheck) {
    EXPECT_EQ(talus("new sand-pile > my.toml").exit_code, 0);
    const Outcome made = talus("new sand-pile");
    EXPECT_TRUE(made.out.starts_with("# Sand pile")) << made.out.substr(0, 80);
    write("my.toml", made.out);
    const Outcome checked = talus("check my.toml");
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
    for (const char* what :
         {"my.toml: ok", "grains", "frames", "step", "contact", "impacts", "memory", "disk"})
        EXPECT_THAT(checked.out, HasSubstr(what));
    EXPECT_EQ(checked.err, "");
}

TEST_F(Commands, NewKnowsTheNearestScene) {
    const Outcome wrong = talus("new sandpile");
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_EQ(wrong.out, "");
    EXPECT_EQ(wrong.err, "talus: error: no scene 'sandpile'; did you mean 'sand-pile'?\n");
}

TEST_F(Commands, NewAloneListsWhatThereIsToStartFrom) {
    const Outcome listed = talus("new");
    EXPECT_EQ(listed.exit_code, 0);
    EXPECT_THAT(listed.out, HasSubstr("heap        Heap: sand poured"));
    EXPECT_THAT(listed.out, HasSubstr("talus scenes"));
    EXPECT_EQ(listed.err, "");
}

TEST_F(Commands, NewKnowsTheNearestTemplate) {
    const Outcome near = talus("new haep");
    EXPECT_EQ(near.exit_code, 2);
    EXPECT_EQ(near.err, "talus: error: no scene 'haep'; did you mean 'heap'?\n");
    const Outcome far = talus("new something-else");
    EXPECT_EQ(far.exit_code, 2);
    EXPECT_THAT(far.err, HasSubstr("there are: boxes, cloth, crater, dam, drum, heap, hopper, network, "
                                   "sand, spray; and all `talus scenes`"));
    EXPECT_EQ(far.out, "");
}

TEST_F(Commands, CheckReportsAllErrorsAndExitsWith2) {
    write("bad.toml", "format = 1\nname = \"bad\"\nsed = 3\n[time]\nduration = \"5 m\"\n");
    const Outcome bad = talus("check bad.toml --set time.dt=0");
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_EQ(bad.out, "");
    EXPECT_EQ(bad.err,
              "bad.toml:3:1: error: unknown key 'sed' at the top of the file\n"
              "    3 | sed = 3\n"
              "      | ^~~ did you mean 'seed'? (default 1)\n"
              "bad.toml:5:12: error: 'duration' must be in s, but '5 m' is in m\n"
              "    5 | duration = \"5 m\"\n"
              "      |            ^~~~~ for example \"5 s\"\n"
              "--set:1:9: error: 'dt' must be > 0, not 0\n"
              "    1 | time.dt=0\n"
              "      |         ^ s, > 0, default \"auto\"\n"
              "3 errors\n");
}

TEST_F(Commands, CheckOfAFileThatIsNotThere) {
    write("dam.toml", "");
    const Outcome missing = talus("check dom.toml");
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_EQ(missing.err, "talus: error: cannot find 'dom.toml'; did you mean 'dam.toml'?\n");
}

TEST_F(Commands, ScenesListsTheGallery) {
    const Outcome listed = talus("scenes");
    EXPECT_EQ(listed.exit_code, 0);
    EXPECT_THAT(listed.out, HasSubstr("sand-pile"));
    EXPECT_THAT(listed.out, HasSubstr("grains"));
    EXPECT_THAT(listed.out, HasSubstr("rough estimates"));
    EXPECT_THAT(listed.out, testing::Not(HasSubstr("error")));
    // What a scene has none of is left out, and columns are apart however long a name is.
    for (const char* nothing : {" 0 ,", ", 0 ", ", 0\n", " 0 particles", " 0 grains"})
        EXPECT_THAT(listed.out, testing::Not(HasSubstr(nothing)));
    EXPECT_THAT(listed.out, HasSubstr("rain-on-real-terrain  "));
}

TEST_F(Commands, ExplainAndSchema) {
    EXPECT_THAT(talus("explain contact.friction").out, HasSubstr("Coulomb"));
    EXPECT_THAT(talus("explain").out, HasSubstr("[[emitter]]"));
    const Outcome wrong = talus("explain contact.frictoin");
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("did you mean contact.friction?"));
    EXPECT_TRUE(nlohmann::json::accept(talus("schema").out));
}

TEST_F(Commands, WrongUseExitsWith2) {
    EXPECT_EQ(talus("").exit_code, 2);
    EXPECT_EQ(talus("chekc my.toml").exit_code, 2);
    EXPECT_EQ(talus("chekc my.toml").err, "talus: error: no command 'chekc'; did you mean 'check'?\n");
    EXPECT_EQ(talus("check").exit_code, 2);
    EXPECT_EQ(talus("check a.toml --no-such-option").exit_code, 2);
    EXPECT_EQ(talus("--help").exit_code, 0);
    EXPECT_THAT(talus("--version").out, HasSubstr("talus 0."));
}

}  // namespace
}  // namespace talus
