// Files of probes: when they have rows, what went through a patch, and that a resumed run writes the same.
#include "talus/run/probes/probes.h"

#include <fmt/format.h>

#include "talus/run/probes/read_probes.h"
#include "tests/run/small_run.h"

namespace talus::test {
namespace {

using method::Probe;
using run::FluxPatch;
using run::Schedule;

Probe every(std::optional<double> seconds) {
    Probe probe;
    probe.every = seconds;
    return probe;
}

std::vector<std::uint64_t> dueSteps(std::uint64_t in_frame, double steps_apart, std::uint64_t last) {
    const step::Clock clock{0.01, in_frame};
    const Schedule schedule(clock,
                            every(steps_apart > 0 ? std::optional(steps_apart * clock.dt()) : std::nullopt));
    std::vector<std::uint64_t> due;
    for (std::uint64_t step = 0; step <= last; ++step)
        if (schedule.isRow(step)) due.push_back(step);
    return due;
}

TEST(Schedule, FirstStepAfterEachMultipleAndEachFrameIsSampled) {
    using Steps = std::vector<std::uint64_t>;
    EXPECT_EQ(dueSteps(10, 5, 20), (Steps{0, 5, 10, 15, 20}));
    EXPECT_EQ(dueSteps(10, 4, 20), (Steps{0, 4, 8, 10, 14, 18, 20}));
    EXPECT_EQ(dueSteps(10, 2.5, 10), (Steps{0, 3, 5, 8, 10}));
    EXPECT_EQ(dueSteps(10, 100, 20), (Steps{0, 10, 20}));
    EXPECT_EQ(dueSteps(10, 0, 20), (Steps{0, 10, 20}));
    EXPECT_EQ(dueSteps(3, 1, 4), (Steps{0, 1, 2, 3, 4}));
    // 0.1 is no binary fraction.
    const Schedule tenth({0.7, 7}, every(0.1));
    for (std::uint64_t step = 0; step < 30; ++step) EXPECT_TRUE(tenth.isRow(step)) << step;
}

// Means sample each of few steps, and a hundred times a frame where there are many; and at their rows.
TEST(Schedule, MeansSampleBetweenRows) {
    Probe mean = every(0.0101);
    mean.mean = true;
    const Schedule few({0.02, 10}, mean), many({0.02, 1000}, mean);
    for (std::uint64_t step = 0; step < 30; ++step) EXPECT_TRUE(few.isSample(step));
    EXPECT_EQ(many.nextSample(0), 10u);
    EXPECT_EQ(many.nextSample(500), 505u);  // its row
    EXPECT_EQ(many.nextSample(505), 510u);
    EXPECT_FALSE(many.mayStop(507));
    EXPECT_TRUE(many.mayStop(510));
    EXPECT_TRUE(Schedule({0.02, 1000}, every(0.0101)).mayStop(507));
}

// In a window each step before the row is sampled, and no other; between windows a run may stop at any step.
TEST(Schedule, EveryStepOfAWindowIsSampled) {
    Probe probe = every(0.01);
    probe.window = 0.003;
    const Schedule schedule({0.02, 20}, probe);  // steps of 1 ms
    std::vector<std::uint64_t> looks;
    for (std::uint64_t step = 0; step <= 20; ++step) {
        EXPECT_TRUE(schedule.mayStop(step)) << step;
        if (schedule.isSample(step)) looks.push_back(step);
    }
    EXPECT_EQ(looks, (std::vector<std::uint64_t>{0, 8, 9, 10, 18, 19, 20}));
    EXPECT_EQ(schedule.nextSample(0), 8u);
    EXPECT_EQ(schedule.nextSample(10), 18u);
}

Probe disc(const Vec3d& normal) {
    Probe probe;
    probe.kind = Probe::Kind::FluxDisc;
    probe.at = {1, 0, 0};
    probe.normal = normal;
    probe.disc_radius = 0.5;
    return probe;
}

TEST(FluxPatch, CountsWhatGoesThroughIt) {
    const FluxPatch patch(disc({1, 0, 0}));
    EXPECT_EQ(patch.crossed({0.9, 0.2, 0}, {1.1, 0.2, 0}), 1);
    EXPECT_EQ(patch.crossed({1.1, 0.2, 0}, {0.9, 0.2, 0}), -1);
    EXPECT_EQ(patch.crossed({0.7, 0.2, 0}, {0.9, 0.2, 0}), 0);
    EXPECT_EQ(patch.crossed({0.9, 0.6, 0}, {1.1, 0.6, 0}), 0);
    // Where it goes through counts, not where it begins or ends.
    EXPECT_EQ(patch.crossed({0.9, 0.9, 0}, {1.1, -0.9, 0}), 1);
    // One that stops on the plane has gone through, and goes on without counting again.
    EXPECT_EQ(patch.crossed({0.9, 0, 0}, {1, 0, 0}) + patch.crossed({1, 0, 0}, {1.1, 0, 0}), 1);
    Probe rectangle = disc({1, 0, 0});
    rectangle.kind = Probe::Kind::FluxRectangle;
    rectangle.u = {0, 0.4, 0};
    rectangle.v = {0, 0.4, 0.8};  // no right angle
    const FluxPatch skew(rectangle);
    EXPECT_EQ(skew.crossed({0.9, 0, 0}, {1.1, 0, 0}), 1);
    EXPECT_EQ(skew.crossed({0.9, 0.35, 0.38}, {1.1, 0.35, 0.38}), 1);
    EXPECT_EQ(skew.crossed({0.9, -0.35, 0.38}, {1.1, -0.35, 0.38}), 0);
}

constexpr state::Field<Vec3d> position{"position", "m", ""};
constexpr state::Field<std::uint32_t> id{"id", "", ""};

struct Mover {
    Vec3d at;
    std::uint32_t id;
};
state::World worldOf(const std::vector<Mover>& movers) {
    state::World world;
    state::Table& rows = world.addTable("movers");
    rows.add(position);
    rows.add(id);
    rows.resize(movers.size());
    for (std::size_t i = 0; i < movers.size(); ++i) {
        rows.write(position)[i] = movers[i].at;
        rows.write(id)[i] = movers[i].id;
    }
    return world;
}
method::FlowingPoints movers() {
    return {"movers", &position, &id, [](const state::Table&, std::size_t) { return method::Amount{2, 3}; }};
}

// Rows change places, points come and go: each is followed by its id.
TEST(Crossings, FollowPointsByTheirIds) {
    run::Crossings crossings(movers(), {});
    const std::vector<FluxPatch> patches{FluxPatch(disc({1, 0, 0}))};
    std::vector<run::Flow> flows(1);
    crossings.begin(worldOf({{{0.9, 0, 0}, 7}, {{0.9, 0.1, 0}, 9}, {{1.1, 0, 0}, 8}}));
    crossings.count(worldOf({{{1.2, 0, 0}, 5}, {{0.9, 0, 0}, 8}, {{1.1, 0.1, 0}, 9}, {{1.3, 0, 0}, 12}}),
                    patches, flows);
    EXPECT_EQ(flows[0].forward, 1u);   // 9; 7 is gone, and 5 and 12 are new
    EXPECT_EQ(flows[0].backward, 1u);  // 8
    EXPECT_EQ(flows[0].volume, 0);
    crossings.count(worldOf({{{0.9, 0, 0}, 5}, {{0.9, 0, 0}, 12}}), patches, flows);
    EXPECT_EQ(flows[0].backward, 3u);
    EXPECT_EQ(flows[0].volume, -4);
    EXPECT_EQ(flows[0].mass, -6);
}

// A domain from 0 to 2 along x, a disc on its side: what leaves through the one side went through it, whether
// it is put back at once or later.
TEST(Crossings, SeeAPatchOnTheSideOfAPeriodicDomain) {
    Probe side = disc({1, 0, 0});
    side.at = {0, 0, 0};
    const std::vector<FluxPatch> patches{FluxPatch(side)};
    for (const bool at_once : {true, false}) {
        run::Crossings crossings(movers(), {{0, 0, 0}, {2, 0, 0}});
        std::vector<run::Flow> flows(1);
        crossings.begin(worldOf({{{1.9, 0, 0}, 0}}));
        if (at_once) {
            crossings.count(worldOf({{{0.1, 0, 0}, 0}}), patches, flows);
        } else {
            crossings.count(worldOf({{{2.05, 0, 0}, 0}}), patches, flows);
            crossings.count(worldOf({{{0.06, 0, 0}, 0}}), patches, flows);
        }
        EXPECT_EQ(flows[0].forward, 1u) << at_once;
        EXPECT_EQ(flows[0].backward, 0u);
    }
}

/// The small scene, watched from all sides.
scene::Scene watchedScene() {
    scene::Scene scene = smallScene();
    const double interval = scene.time.frame_interval;
    const auto probeOf = [](const char* name, Probe::Kind kind) {
        Probe probe;
        probe.name = name;
        probe.kind = kind;
        probe.of = "grains";
        return probe;
    };
    const Probe height = probeOf("height", Probe::Kind::Height);
    Probe point = probeOf("point", Probe::Kind::Point);
    point.fields = {"velocity", "density"};
    point.at = {0, 0, 0.01};
    point.every = interval / 7;
    Probe mean = point;
    mean.name = "mean";
    mean.mean = true;
    Probe window = point;
    window.name = "window";
    window.every = interval / 2;
    window.window = interval / 5;
    Probe wall = probeOf("wall", Probe::Kind::Wall);
    wall.wall = "floor";
    wall.radius = 0.01;
    wall.every = interval / 3;
    Probe flux = probeOf("flux", Probe::Kind::FluxDisc);
    flux.at = {0, 0, 0.03};
    flux.normal = {0, 0, -1};
    flux.disc_radius = 0.02;
    flux.every = interval / 2.5;
    scene.probes = {height, point, mean, window, wall, flux};
    return scene;
}

const std::vector<std::string>& probeNames() {
    static const std::vector<std::string> names{"height", "point", "mean", "window", "wall", "flux"};
    return names;
}

void expectSameProbes(const std::filesystem::path& a, const std::filesystem::path& b) {
    for (const std::string& name : probeNames()) {
        const std::string text = bytesOf(run::layout::probes(a) / (name + ".csv"));
        EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 10) << name;
        EXPECT_TRUE(text == bytesOf(run::layout::probes(b) / (name + ".csv"))) << name;
    }
}

TEST(Probes, DoNotChangeTheSimulation) {
    const TemporaryFolder folder;
    const auto with = startRun(watchedScene(), folder.path() / "with", optionsTo(10));
    const auto without = startRun(smallScene(), folder.path() / "without", optionsTo(10));
    ASSERT_TRUE(with && without);
    EXPECT_EQ(with->state_hash, without->state_hash);
    expectSameRun(folder.path() / "with", folder.path() / "without");
}

TEST(Probes, AreTheSameForAnyNumberOfThreads) {
    const TemporaryFolder folder;
    ASSERT_TRUE(startRun(watchedScene(), folder.path() / "one", optionsTo(10), {}, 1));
    ASSERT_TRUE(startRun(watchedScene(), folder.path() / "three", optionsTo(10), {}, 3));
    expectSameProbes(folder.path() / "one", folder.path() / "three");
}

TEST(Probes, ContinueWhenARunIsResumed) {
    const TemporaryFolder folder;
    ASSERT_TRUE(startRun(watchedScene(), folder.path() / "whole", optionsTo(10)));
    ASSERT_TRUE(startRun(watchedScene(), folder.path() / "halves", optionsTo(5)));
    ASSERT_TRUE(resumeRun(watchedScene(), folder.path() / "halves", optionsTo(8)));
    // From a checkpoint that is not the last one: later rows are written again.
    ASSERT_TRUE(resumeRun(watchedScene(), folder.path() / "halves", optionsTo(10), 6));
    expectSameProbes(folder.path() / "whole", folder.path() / "halves");
}

/// Steps as the runner takes them, from where the simulation stands to a step.
void watch(scene::Simulation& simulation, run::Probes& probes, std::uint64_t last) {
    while (simulation.world().step < last) {
        const std::uint64_t step = simulation.world().step;
        ASSERT_TRUE(simulation.advance(std::min(last - step, probes.stepsTo(step))).ok());
        ASSERT_TRUE(probes.sample(simulation));
    }
}

// A run that is stopped writes a row where it is, and a resumed one takes that up: at any step where it may
// stop, sums and means come to the same bits.
TEST(Probes, ContinueWhenARunStoppedBetweenTwoRows) {
    const TemporaryFolder folder;
    const scene::Scene scene = watchedScene();
    auto simulation = simulationOf(scene);
    const std::uint64_t last = 3 * simulation.clock().steps_per_frame;
    const auto open = [&](const char* name, bool resumed) {
        std::vector<std::string> notes;
        auto probes = run::Probes::open(folder.path() / name, simulation, resumed,
                                        [&](const std::string& note) { notes.push_back(note); });
        EXPECT_TRUE(notes.empty()) << notes.front();
        return std::move(probes).value();
    };
    run::Probes whole = open("whole", false);
    ASSERT_TRUE(whole.sample(simulation));
    watch(simulation, whole, last);
    simulation = simulationOf(scene);
    run::Probes probes = open("broken", false);
    ASSERT_TRUE(probes.sample(simulation));
    for (std::uint64_t stop : {std::uint64_t{1}, last / 7, last / 7 + 1, last / 3, last / 2, last - 20}) {
        while (!probes.mayStop(stop)) ++stop;
        watch(simulation, probes, stop);
        ASSERT_TRUE(probes.stop(simulation));
        const state::Snapshot saved = takeSnapshot(simulation.world());
        simulation = simulationOf(scene);
        ASSERT_TRUE(simulation.restore(saved));
        probes = open("broken", true);
    }
    watch(simulation, probes, last);
    for (const std::string& name : probeNames())
        EXPECT_EQ(bytesOf(run::layout::probes(folder.path() / "whole") / (name + ".csv")),
                  bytesOf(run::layout::probes(folder.path() / "broken") / (name + ".csv")))
            << name;
}

/// Runs to frame 6, changes the flux's file, goes on to frame 10; what was said.
template <class Change>
std::vector<std::string> goOnWithChangedFlux(const std::filesystem::path& run, Change change) {
    EXPECT_TRUE(startRun(watchedScene(), run, optionsTo(6)));
    const io::ConfinedPath file = run::layout::probes(run) / "flux.csv";
    EXPECT_TRUE(io::writeFile(file, change(bytesOf(file))));
    std::vector<std::string> notes;
    run::Observer observer;
    observer.note = [&](const std::string& note) { notes.push_back(note); };
    EXPECT_TRUE(resumeRun(watchedScene(), run, optionsTo(10), {}, observer));
    return notes;
}

// The sums are in the last row before the checkpoint, whatever became of a row before that one.
TEST(Probes, DamagedRowDoesNotResetTheSums) {
    const TemporaryFolder folder;
    ASSERT_TRUE(startRun(watchedScene(), folder.path() / "whole", optionsTo(10)));
    std::size_t damaged = 0;
    const auto notes = goOnWithChangedFlux(folder.path() / "run", [&](std::string text) {
        damaged = text.find('\n', text.size() / 3) + 1;
        text[damaged] = 'x';
        return text;
    });
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes.front().find("value 1 is not a number"), std::string::npos) << notes.front();
    std::string whole = bytesOf(run::layout::probes(folder.path() / "whole") / "flux.csv");
    whole.erase(damaged, whole.find('\n', damaged) + 1 - damaged);
    EXPECT_EQ(bytesOf(run::layout::probes(folder.path() / "run") / "flux.csv"), whole);
}

// A row of numbers that no flux can have, the last one: the sums go on from the row before, and that is said.
TEST(Probes, ImpossibleCountsAreRefused) {
    const TemporaryFolder folder;
    const auto notes = goOnWithChangedFlux(folder.path() / "run", [](std::string text) {
        const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
        const std::size_t forward = text.find(',', text.find(',', last) + 1) + 1;
        return text.replace(forward, text.find(',', forward) - forward, "-1e300");
    });
    ASSERT_FALSE(notes.empty());
    EXPECT_NE(notes.front().find("lacks rows"), std::string::npos) << notes.front();
    const auto table = io::readCsv(run::layout::probes(folder.path() / "run") / "flux.csv").value();
    EXPECT_GE(table.rows.back()[2], 0);
    EXPECT_LT(table.rows.back()[2], 1000);
}

// The rows of a window are the means of the single values in it; and its columns say so.
TEST(Probes, RowsHoldMeansOverAWindow) {
    const TemporaryFolder folder;
    scene::Scene scene = watchedScene();
    const auto simulation = simulationOf(scene);
    const double dt = simulation.clock().dt(), interval = scene.time.frame_interval;
    Probe each;
    each.name = "each";
    each.kind = Probe::Kind::Height;
    each.of = "grains";
    each.every = dt;
    Probe window = each;
    window.name = "window";
    window.every = {};
    window.window = std::floor(interval / dt / 3) * dt;
    scene.probes = {each, window};
    ASSERT_TRUE(startRun(scene, folder / "run", optionsTo(3)));
    const auto all = io::readCsv(run::probeFile(folder / "run", "each")).value(),
               means = io::readCsv(run::probeFile(folder / "run", "window")).value();
    EXPECT_EQ(means.columns[2], fmt::format("height_mean_{:g}s [m]", *window.window));
    const auto steps = static_cast<std::size_t>(std::round(*window.window / dt));
    ASSERT_GT(steps, 3u);
    ASSERT_EQ(means.rows.size(), 4u);
    for (std::size_t row = 1; row < means.rows.size(); ++row) {
        const auto last = static_cast<std::size_t>(means.rows[row][1]);
        double sum = 0;
        for (std::size_t k = 0; k < steps; ++k) sum += all.rows[last - k][2];
        // Both are written with all their digits.
        EXPECT_NEAR(means.rows[row][2], sum / static_cast<double>(steps), 1e-12);
    }
}

TEST(Probes, MissingRowsAreReported) {
    const TemporaryFolder folder;
    const auto run = folder.path() / "run";
    ASSERT_TRUE(startRun(watchedScene(), run, optionsTo(6)));
    const io::ConfinedPath file = run::layout::probes(run) / "flux.csv";
    const std::string text = bytesOf(file);
    ASSERT_TRUE(io::writeFile(file, text.substr(0, text.find('\n', text.size() / 2) + 1)));
    std::vector<std::string> notes;
    run::Observer observer;
    observer.note = [&](const std::string& note) { notes.push_back(note); };
    ASSERT_TRUE(resumeRun(watchedScene(), run, optionsTo(7), {}, observer));
    ASSERT_FALSE(notes.empty());
    EXPECT_NE(notes.front().find("lacks rows"), std::string::npos) << notes.front();
}

}  // namespace
}  // namespace talus::test
