// What nobody means must be refused with a word, or run: no scene may abort, hang, or diverge at once after a
// check that said nothing. The scenes are made from the registry, so that a new key is in them by itself.
#include "tests/run/hostile.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/ranges.h>

#include "talus/core/rng.h"
#include "tests/run/hostile_bases.h"
#include "tests/support/temporary_folder.h"

namespace talus::test {
namespace {

using namespace hostile;

/// What is being tried, for a scene that aborts.
std::string trying;

extern "C" void sayWhatWasTried(int signal) {
    (void)!write(STDERR_FILENO, trying.data(), trying.size());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

class HostileScenes : public testing::Test {
  protected:
    HostileScenes() {
        std::signal(SIGABRT, sayWhatWasTried);
        write("grains.csv", "x,y,z,radius\n0,0,0.1,0.002\n0.005,0,0.1,0.003\n");
        write("land.asc",
              "ncols 4\nnrows 4\nxllcorner -0.15\nyllcorner -0.15\ncellsize 0.1\n0 0 0 0\n0 0.01 0 0\n0 0 "
              "0 0\n0 0 0 0\n");
        write("box.ply", R"(ply
format ascii 1.0
element vertex 8
property float x
property float y
property float z
element face 6
property list uchar int vertex_indices
end_header
-1 -1 -1
1 -1 -1
1 1 -1
-1 1 -1
-1 -1 1
1 -1 1
1 1 1
-1 1 1
4 0 3 2 1
4 4 5 6 7
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 3 0 4 7
)");
    }
    ~HostileScenes() override { std::signal(SIGABRT, SIG_DFL); }

    bool passes(const std::string& text, const std::string& change) const {
        const std::vector<std::string> overrides{change};
        return scene::readScene(text, (folder_ / "scene.toml").string(), overrides, {}, run::readRasterGround)
            .scene.has_value();
    }

    /// Counts what became of a scene; one that diverges after a silent check fails the test.
    void attempt(const std::string& text, const std::vector<std::string>& overrides = {}) {
        trying = fmt::format("\nwhile trying {}\nof\n{}\n", fmt::join(overrides, "\n"), text);
        if (std::getenv("TALUS_SHOW_SCENES")) (void)!::write(STDERR_FILENO, trying.data(), trying.size());
        const Verdict verdict = verdictOn(text, folder_.path().string(), overrides);
        EXPECT_EQ(verdict.diverged, "") << trying;
        refused += verdict.refused;
        told += verdict.told;
        passed += verdict.ran && !verdict.refused;
        ran += verdict.ran;
        ++tried;
    }

    /// The keys of the tables that a scene has. @pre the scene can be read
    std::vector<KeyPlace> keysIn(const std::string& text) const {
        const scene::ReadResult read =
            scene::readScene(text, (folder_ / "scene.toml").string(), {}, {}, run::readRasterGround);
        if (!read.scene) throw std::runtime_error(read.diagnostics.format("scene.toml", text));
        return keysOf(*read.scene);
    }

    void tryEveryKey(std::size_t stride);

    int tried = 0, refused = 0, told = 0, ran = 0, passed = 0;

  private:
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
    TemporaryFolder folder_;
};

TEST_F(HostileScenes, BaseScenesPass) {
    for (const std::string& text : bases()) attempt(text);
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(ran, tried);
}

// Every set of tables, with each of the kinds that change what else a scene needs.
TEST_F(HostileScenes, AllSubsetsOfTables) {
    const std::vector<std::vector<std::string>> choices{
        {"", contact},
        {"", flat},
        {"", "[soil]\n"},
        {"", "[hybrid]\n", "[hybrid]\ndepth = 0.02\nmaterial = \"sand\"\ngrain_radius = 0.004\n"},
        {"", bodyOf("sphere", "radius = 0.01\n"), bodyOf("box", "size = [0.02, 0.02, 0.02]\n"),
         bodyOf("capsule", "radius = 0.01\nlength = 0.02\nmotion = \"prescribed\"\n")},
        {"", wallOf("plane", "point = [0, 0, -0.05]\n")},
        {"", two_grains, fillOf("count = 20\n"),
         "[[emitter]]\nname = \"e\"\nmaterial = \"sand\"\ncentre = [0, 0, 0.2]\n"},
        {"", "[[sink]]\nname = \"s\"\npoint = [0, 0, -1]\n"},
        {"", "[grains]\nrest = true\n",
         "[world]\nperiodic = [\"x\"]\ndomain_min = [-0.1, 0, 0]\ndomain_max = [0.1, 0, 0]\n",
         "[world]\nperiodic = [\"z\"]\ndomain_max = [0, 0, 1]\ngravity = [0, 0, 0]\n"}};
    std::vector<std::size_t> chosen(choices.size(), 0);
    for (bool more = true; more;) {
        std::string text = head;
        for (std::size_t c = 0; c < choices.size(); ++c) text += choices[c][chosen[c]];
        attempt(text);
        more = false;
        for (std::size_t c = 0; c < choices.size() && !more; ++c) {
            more = ++chosen[c] < choices[c].size();
            if (!more) chosen[c] = 0;
        }
    }
    EXPECT_EQ(tried, 2 * 2 * 2 * 3 * 4 * 2 * 4 * 2 * 4);
    EXPECT_GT(ran, tried / 20);
}

// A step of the clock is that of the slowest method: dust has any step, so that it is a hundredth of a frame;
// a grain of a nanometre takes a million of its own in each. To try the first steps is then no matter of a
// moment.
TEST_F(HostileScenes, TrialOfManyStepsOfOneMethodEndsSoon) {
    attempt(head + contact + two_grains +
                "[[particles]]\nname = \"dust\"\nlinear_drag = 1e-6\n"
                "[[particle_emitter]]\nname = \"puff\"\nsystem = \"dust\"\nlifetime = 0.1\n"
                "shape = \"grain-hits\"\nper_joule = 1000\n",
            {"grain[1].radius=1e-9"});
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(refused, 0);
}

// Each key of the registry, in the first scene that has it, with one hostile value in eight, in turn.
TEST_F(HostileScenes, EveryKeyWithHostileValues) { tryEveryKey(8); }

TEST_F(HostileScenes, LongEveryKeyWithEveryHostileValue) { tryEveryKey(1); }

void HostileScenes::tryEveryKey(std::size_t stride) {
    std::set<const settings::Parameter*> met;
    std::size_t at = 0;
    for (const std::string& text : bases())
        for (const KeyPlace& key : keysIn(text)) {
            if (!met.insert(key.row).second) continue;
            for (const std::string& value : hostileValues(*key.row))
                if (at++ % stride == 0) attempt(text, {key.path + "=" + value});
        }
    for (const settings::Section& section : scene::registry().sections())
        for (const settings::Parameter& row : section.parameters)
            EXPECT_TRUE(met.contains(&row)) << section.title() << ' ' << row.key << ": no scene here has it";
    EXPECT_GT(refused, tried / 2);
}

// Two keys at a time, at random. TALUS_HOSTILE_PAIRS tries more than the few that there is time for in every
// run.
TEST_F(HostileScenes, PairsOfHostileValues) {
    const char* given = std::getenv("TALUS_HOSTILE_PAIRS");
    const int pairs = given ? std::atoi(given) : 100;
    const std::vector<std::string> texts = bases();
    std::vector<std::vector<KeyPlace>> keys;
    keys.reserve(texts.size());
    for (const std::string& text : texts) keys.push_back(keysIn(text));
    // Of each scene, the values of each key that pass alone; found when they are needed.
    std::vector<std::map<std::string, std::vector<std::string>>> passing(texts.size());
    const Random random{22, 17};
    for (int n = 0; n < pairs; ++n) {
        const auto pick = [&](std::size_t size, std::uint32_t channel) {
            return static_cast<std::size_t>(random.uniform(static_cast<std::uint64_t>(n), channel) *
                                            static_cast<double>(size));
        };
        const std::size_t base = pick(texts.size(), 1);
        std::vector<std::string> overrides;
        for (const std::uint32_t channel : {2u, 4u}) {
            const KeyPlace& key = keys[base][pick(keys[base].size(), channel)];
            // Most values are refused for themselves; what passes is what can meet.
            const auto [known, is_new] = passing[base].try_emplace(key.path);
            if (is_new)
                for (const std::string& value : hostileValues(*key.row))
                    if (passes(texts[base], key.path + "=" + value)) known->second.push_back(value);
            const std::vector<std::string> values =
                n % 4 == 0 || known->second.empty() ? hostileValues(*key.row) : known->second;
            overrides.push_back(key.path + "=" + values[pick(values.size(), channel + 1)]);
        }
        attempt(texts[base], overrides);
    }
    if (given)
        fmt::print("{} tried, {} refused, {} told of, {} passed and ran\n", tried, refused, told, passed);
    EXPECT_GT(passed, pairs / 20) << "too few get as far as to run";
}

}  // namespace
}  // namespace talus::test
