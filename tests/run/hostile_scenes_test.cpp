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
#include "tests/support/temporary_folder.h"

namespace talus::test {
namespace {

/// What is being tried, for a scene that aborts.
std::string trying;

extern "C" void sayWhatWasTried(int signal) {
    (void)!write(STDERR_FILENO, trying.data(), trying.size());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

const std::string head = R"(format = 1
name = "hostile"
[time]
duration = 0.002
frame_interval = 0.001
[[material]]
name = "sand"
)";
const std::string contact = R"([[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 1000
)";
const std::string two_grains = R"([[grain]]
material = "sand"
position = [0, 0, 0.1]
radius = 0.002
[[grain]]
material = "sand"
position = [0.0035, 0.001, 0.1]
velocity = [-0.1, 0, 0]
radius = 0.002
)";
const std::string flat = R"([ground]
material = "sand"
corner = [-0.1, -0.1, 0]
size = [0.2, 0.2]
spacing = 0.01
)";

std::string groundOf(const char* shape, const char* more) {
    return std::string("[ground]\nmaterial = \"sand\"\nshape = \"") + shape +
           "\"\ncorner = [-0.1, -0.1, -0.02]\nsize = [0.2, 0.2]\nspacing = 0.01\n" + more;
}

std::string wallOf(const char* shape, const char* more) {
    return std::string("[[wall]]\nname = \"wall\"\nmaterial = \"sand\"\nshape = \"") + shape + "\"\n" + more;
}

std::string bodyOf(const char* shape, const char* more) {
    return std::string(
               "[[body]]\nname = \"body\"\nmaterial = \"sand\"\nposition = [0.05, 0.05, 0.2]\nshape = \"") +
           shape + "\"\n" + more;
}

std::string fillOf(const char* more) {
    return std::string(
               "[[fill]]\nname = \"fill\"\nmaterial = \"sand\"\nmin = [-0.02, -0.02, 0.03]\nmax = [0.02, "
               "0.02, "
               "0.05]\n") +
           more;
}

/// Scenes that have all tables and all that a key can choose between them.
std::vector<std::string> bases() {
    const std::string begin = head + contact;
    std::vector<std::string> all{
        begin + two_grains + R"([grains]
periodic = ["x"]
domain_min = [-0.05, 0, 0]
domain_max = [0.05, 0, 0]
rest = true
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, 0.2]
count = 50
rate = 5000
speed = 1
[[sink]]
name = "plane"
point = [0, 0, -1]
[[sink]]
name = "box"
shape = "box"
min = [0, 0, -2]
max = [1, 1, -1]
[output]
[render]
[[camera]]
)" + wallOf("plane", ""),
        head + two_grains +
            "[[contact]]\nbetween = [\"sand\", \"sand\"]\n[grains]\nintegrator = \"position-verlet\"\n",
        begin + flat + "[soil]\n" + bodyOf("sphere", "radius = 0.01\n"),
        begin + flat + "[soil]\nresponse = \"thesis\"\n" +
            bodyOf("mesh", "file = \"box.ply\"\nscale = 0.01\n"),
        begin + flat + bodyOf("cylinder", "radius = 0.01\nlength = 0.02\nmotion = \"prescribed\"\n") +
            two_grains,
        begin + bodyOf("capsule", "radius = 0.01\nlength = 0.02\n"),
        begin + bodyOf("box", "size = [0.02, 0.02, 0.02]\n"),
        begin + flat + "[hybrid]\n" + fillOf("packing = \"jittered\"\n"),
        begin + flat + "[hybrid]\ndepth = 0.02\nmaterial = \"sand\"\ngrain_radius = 0.004\n",
        begin + two_grains + groundOf("hills", "height = 0.02\nwavelength = 0.1\n"),
        begin + two_grains + groundOf("dunes", "height = 0.01\nwavelength = 0.15\n"),
        begin + two_grains + groundOf("craters", "smallest = 0.02\nlargest = 0.05\ncount = 5\n"),
        begin + two_grains + "[ground]\nmaterial = \"sand\"\nshape = \"raster\"\nfile = \"land.asc\"\n",
        begin + "[[import]]\nname = \"import\"\nmaterial = \"sand\"\nfile = \"grains.csv\"\n",
        begin + fillOf("distribution = \"normal\"\nradius_deviation = 0.001\nradius_min = 0.001\nradius_max "
                       "= 0.003\n"),
        begin +
            fillOf(
                "packing = \"random-loose\"\ndistribution = \"lognormal\"\nradius_ratio = 1.5\nradius_min = "
                "0.001\nradius_max = 0.003\n"),
        begin +
            fillOf("packing = \"random-dense\"\nvolume_fraction = 0.5\ndistribution = \"discrete\"\nradii = "
                   "[0.002, 0.003]\nshares = [3, 1]\n")};
    for (const char* sizes :
         {"distribution = \"normal\"\nradius_deviation = 0.001\nradius_min = 0.001\nradius_max = 0.003\n",
          "distribution = \"lognormal\"\nradius_ratio = 1.5\nradius_min = 0.001\nradius_max = 0.003\n",
          "distribution = \"discrete\"\nradii = [0.002, 0.003]\nshares = [3, 1]\n"})
        all.push_back(
            begin +
            "[[emitter]]\nname = \"spout\"\nmaterial = \"sand\"\ncentre = [0, 0, 0.2]\nradius = 0.02\n" +
            sizes);
    const std::vector<std::pair<const char*, const char*>> walls{
        {"rectangle", "corner = [-1, -1, 0]\nedge_u = [2, 0, 0]\nedge_v = [0, 2, 0]\n"},
        {"disc", "radius = 0.1\n"},
        {"box-inside", "min = [-0.1, -0.1, 0]\nmax = [0.1, 0.1, 0.3]\nopen = [\"+z\"]\n"},
        {"box-outside", "min = [-0.1, -0.1, -0.1]\nmax = [0.1, 0.1, 0.08]\n"},
        {"sphere-inside", "radius = 0.2\n"},
        {"sphere-outside", "radius = 0.08\n"},
        {"cylinder-inside", "from = [0, 0, 0]\nto = [0, 0, 0.3]\nradius = 0.1\ncaps = [\"from\"]\n"},
        {"cylinder-outside", "from = [0, 0, -0.2]\nto = [0, 0, 0]\nradius = 0.05\n"},
        {"cone", "from = [0, 0, 0]\nto = [0, 0, 0.3]\nradius = 0.01\nend_radius = 0.1\n"},
        {"capsule", "from = [-0.1, 0, 0]\nto = [0.1, 0, 0]\nradius = 0.05\n"},
        {"mesh", "file = \"box.ply\"\nscale = 0.05\n"}};
    for (const auto& [shape, more] : walls) all.push_back(begin + two_grains + wallOf(shape, more));
    const std::string moved = begin + two_grains + wallOf(walls[0].first, walls[0].second);
    for (const char* motion :
         {"kind = \"translate\"\nvelocity = [0, 0, 0.1]\n", "kind = \"rotate\"\nrate = 1\n",
          "kind = \"vibrate\"\namplitude = 1e-3\nfrequency = 50\n",
          "kind = \"keyframes\"\ntimes = [0, 1]\npositions = [[0, 0, 0], [0, 0, 0.1]]\n"})
        all.push_back(moved + "[[motion]]\nwall = \"wall\"\n" + motion);
    for (const char* law :
         {"lee-herrmann", "linear", "hertz-mindlin", "bell", "bell-linear", "lennard-jones"})
        for (const char* more :
             {"rolling = \"spring\"\ncohesion = \"constant\"\n",
              "rolling = \"constant\"\ncohesion = \"capillary\"\n", "cohesion = \"dmt\"\n"})
            all.push_back(head + two_grains + "[[contact]]\nbetween = [\"sand\", \"sand\"]\nlaw = \"" + law +
                          "\"\n" + more);
    all.push_back(
        head + two_grains +
        "[[contact]]\nbetween = [\"sand\", \"sand\"]\nlaw = \"hertz-mindlin\"\ncohesion = \"jkr\"\n");
    return all;
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
        const Outcome outcome = outcomeOf(text, folder_.path().string(), overrides);
        EXPECT_EQ(outcome.diverged, "") << trying;
        refused += outcome.refused;
        told += outcome.told;
        passed += outcome.ran && !outcome.refused;
        ran += outcome.ran;
        ++tried;
    }

    /// The keys of the tables that a scene has. @pre the scene can be read
    std::vector<KeyPlace> keysIn(const std::string& text) const {
        const scene::ReadResult read =
            scene::readScene(text, (folder_ / "scene.toml").string(), {}, {}, run::readRasterGround);
        if (!read.scene) throw std::runtime_error(read.diagnostics.format("scene.toml", text));
        return keysOf(*read.scene);
    }

    int tried = 0, refused = 0, told = 0, ran = 0, passed = 0;

  private:
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
    TemporaryFolder folder_;
};

TEST_F(HostileScenes, TheBasesThemselvesPass) {
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
         "[grains]\nperiodic = [\"x\"]\ndomain_min = [-0.1, 0, 0]\ndomain_max = [0.1, 0, 0]\n",
         "[grains]\nperiodic = [\"z\"]\ndomain_max = [0, 0, 1]\ngravity = [0, 0, 0]\n"}};
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

// Each key of the registry, in the first scene that has it, with each hostile value.
TEST_F(HostileScenes, EveryKeyWithEveryHostileValue) {
    std::set<const scene::Parameter*> met;
    for (const std::string& text : bases())
        for (const KeyPlace& key : keysIn(text)) {
            if (!met.insert(key.row).second) continue;
            for (const std::string& value : hostileValues(*key.row)) attempt(text, {key.path + "=" + value});
        }
    for (const scene::Section& section : scene::registry())
        for (const scene::Parameter& row : section.parameters)
            EXPECT_TRUE(met.contains(&row)) << section.title() << ' ' << row.key << ": no scene here has it";
    EXPECT_GT(refused, tried / 2);
}

// Two keys at a time, at random. TALUS_HOSTILE_PAIRS tries more than the few that there is time for in every
// run.
TEST_F(HostileScenes, PairsOfHostileValues) {
    const char* given = std::getenv("TALUS_HOSTILE_PAIRS");
    const int pairs = given ? std::atoi(given) : 600;
    const std::vector<std::string> texts = bases();
    std::vector<std::vector<KeyPlace>> keys;
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
