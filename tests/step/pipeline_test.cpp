#include "talus/step/pipeline.h"

#include <chrono>
#include <thread>

#include "talus/step/clock.h"

namespace talus::step {
namespace {

constexpr state::Field<double> height{"height", "m", "persistent"};
constexpr state::Field<double> force{"force", "N", "scratch", state::Lifetime::Scratch};

state::World oneRow() {
    state::World world;
    state::Table& table = world.addTable("things");
    table.add(height);
    table.add(force);
    table.resize(1);
    return world;
}

struct Push {
    static constexpr const char* name = "push";
    double strength = 1;
    Access access() const { return {.reads = {}, .writes = {{"things", &force}}, .resizes = {}}; }
    void run(Step& step) { step.write("things", force)[0] = strength; }
};
struct Move {
    static constexpr const char* name = "move";
    Access access() const {
        return {.reads = {{"things", &force}, {"things", &height}},
                .writes = {{"things", &height}},
                .resizes = {}};
    }
    void run(Step& step) { step.write("things", height)[0] += step.dt * step.read("things", force)[0]; }
};
struct Fail {
    static constexpr const char* name = "fail";
    Access access() const { return {}; }
    void run(Step& step) { step.report.fail({"it broke", "mend it", {3}, {{1, 2, 3}}}); }
};
struct Undeclared {
    static constexpr const char* name = "undeclared";
    Access access() const { return {}; }
    void run(Step& step) { step.write("things", height)[0] = 1; }
};

/// Leaves a number in a room.
struct Leave {
    static constexpr const char* name = "leave";
    double number = 1;
    Access access() const { return {.reads = {}, .writes = {}, .resizes = {}, .produces = {"desk"}}; }
    void run(Step& step) { step.produce<double>("desk") += number; }
};
/// Does the same in a room of its own, and looks into the other one.
struct Fetch {
    static constexpr const char* name = "fetch";
    Access access() const {
        return {.reads = {},
                .writes = {{"things", &height}},
                .resizes = {},
                .produces = {"drawer"},
                .reads_scratch = {"desk"}};
    }
    void run(Step& step) {
        double& own = step.produce<double>("drawer");
        own += 100;
        step.write("things", height)[0] = own + step.readScratch<double>("desk");
    }
};
struct Intruder {
    static constexpr const char* name = "intruder";
    Access access() const { return {}; }
    void run(Step& step) { step.produce<double>("desk") = 1; }
};

/// Writes down what is done to which rows.
using Log = std::vector<std::string>;
struct Lead {
    static constexpr const char* name = "lead";
    Log* log;
    Access access() const { return {}; }
    void run(Step&, const RangeFunction& then) {
        for (const std::size_t begin : {0u, 4u}) {
            log->push_back("lead " + std::to_string(begin));
            if (then) then(begin, begin + 4);
        }
    }
};
template <char tag>
struct Ranges {
    static constexpr const char name[] = {tag, 0};
    Log* log;
    bool idle = false;
    Access access() const { return {}; }
    RangeWork ranges(Step&) const {
        if (idle) return {};
        return {.rows = 8,
                .part = 4,
                .on = [this](std::size_t begin,
                             std::size_t end) { log->push_back(note(begin) + "-" + std::to_string(end)); },
                .close = [this] { log->push_back(std::string(name) + " closed"); }};
    }
    static std::string note(std::size_t begin) { return std::string(name) + " " + std::to_string(begin); }
};
struct Between {
    static constexpr const char* name = "between";
    Log* log;
    Access access() const { return {}; }
    void run(Step&) { log->push_back("between"); }
};

std::vector<Stage> list(auto... stage) {
    std::vector<Stage> stages;
    (stages.emplace_back(stage), ...);
    return stages;
}

TEST(Pipeline, RunsItsStagesInOrderAndCountsTime) {
    auto pipeline = Pipeline::compose("test", list(Push{2.0}, Move{}));
    ASSERT_TRUE(pipeline.ok());
    state::World world = oneRow();
    EXPECT_TRUE(pipeline->run(world, exec::Exec::serial(), 0.5).ok());
    EXPECT_TRUE(pipeline->run(world, exec::Exec::serial(), 0.5).ok());
    EXPECT_EQ(world.table("things").read(height)[0], 2.0);
    EXPECT_EQ(world.step, 2u);
    EXPECT_EQ(world.time, 1.0);
    ASSERT_EQ(pipeline->times().size(), 2u);
    EXPECT_EQ(pipeline->times()[1].name, "move");
    EXPECT_EQ(pipeline->times()[1].calls, 2u);
    EXPECT_THAT(pipeline->describe(), testing::HasSubstr("things.force"));
}

TEST(Pipeline, RefusesToReadScratchBeforeItIsWritten) {
    const auto pipeline = Pipeline::compose("test", list(Move{}, Push{}));
    ASSERT_FALSE(pipeline.ok());
    EXPECT_THAT(pipeline.error().message,
                testing::HasSubstr("stage 'move' reads things.force before any stage"));
}

// What is left over from the step before may be there, but where the build validates: then each step begins
// with empty rooms.
TEST(Pipeline, ScratchOfTheSameNameIsShared) {
    auto pipeline = Pipeline::compose("test", list(Leave{2}, Fetch{}));
    ASSERT_TRUE(pipeline.ok());
    state::World world = oneRow();
    const auto next = [&] {
        EXPECT_TRUE(pipeline->run(world, exec::Exec::serial(), 0.5).ok());
        return world.table("things").read(height)[0];
    };
    EXPECT_EQ(next(), 102);
    EXPECT_EQ(next(), talus_validates ? 102 : 204);
    // Another pipeline of the same stages has rooms of its own.
    pipeline = Pipeline::compose("test", list(Leave{2}, Fetch{}));
    EXPECT_EQ(next(), 102);
    EXPECT_THAT(pipeline->describe(), testing::HasSubstr("reads  scratch 'desk'"));
    EXPECT_THAT(pipeline->describe(), testing::HasSubstr("writes things.height, scratch 'drawer'"));
}

TEST(Pipeline, ReadingScratchBeforeItIsFilledIsRefused) {
    const auto pipeline = Pipeline::compose("test", list(Fetch{}, Leave{}));
    ASSERT_FALSE(pipeline.ok());
    EXPECT_THAT(pipeline.error().message,
                testing::HasSubstr("stage 'fetch' reads scratch 'desk' before any stage"));
}

TEST(PipelineDeathTest, CatchesUndeclaredScratch) {
    auto pipeline = Pipeline::compose("test", list(Intruder{}));
    state::World world = oneRow();
    EXPECT_DEATH((void)pipeline->run(world, exec::Exec::serial(), 0.5), "scratch that it does not declare");
}

TEST(Pipeline, StopsAtTroubleAndDoesNotAdvance) {
    auto pipeline = Pipeline::compose("test", list(Push{2.0}, Fail{}, Move{}));
    ASSERT_TRUE(pipeline.ok());
    state::World world = oneRow();
    const StepReport report = pipeline->run(world, exec::Exec::serial(), 0.5);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.trouble->ids, std::vector<std::uint32_t>{3});
    EXPECT_EQ(world.step, 0u);
    EXPECT_EQ(world.table("things").read(height)[0], 0.0);
}

Log logOf(Log& log, std::vector<Stage> stages) {
    auto pipeline = Pipeline::compose("test", std::move(stages));
    EXPECT_TRUE(pipeline.ok());
    state::World world;
    log.clear();
    EXPECT_TRUE(pipeline->run(world, exec::Exec::serial(), 0.5).ok());
    for (const StageTime& stage : pipeline->times()) EXPECT_EQ(stage.calls, 1u) << stage.name;
    return log;
}

TEST(Pipeline, RangeStagesRunWithinTheLeadingStage) {
    Log log;
    EXPECT_EQ(logOf(log, list(Lead{&log}, Ranges<'a'>{&log}, Ranges<'b'>{&log, true}, Ranges<'c'>{&log})),
              (Log{"lead 0", "a 0-4", "c 0-4", "lead 4", "a 4-8", "c 4-8", "a closed", "c closed"}));
    // One by one where something stands between, and also without one that leads.
    EXPECT_EQ(logOf(log, list(Lead{&log}, Between{&log}, Ranges<'a'>{&log}, Ranges<'b'>{&log}, Lead{&log})),
              (Log{"lead 0", "lead 4", "between", "a 0-4", "b 0-4", "a 4-8", "b 4-8", "a closed", "b closed",
                   "lead 0", "lead 4"}));
    EXPECT_EQ(logOf(log, list(Ranges<'a'>{&log, true})), Log{});
}

struct Slow {
    static constexpr const char* name = "slow";
    Access access() const { return {}; }
    RangeWork ranges(Step&) const {
        return {
            .rows = 8,
            .part = 4,
            .on = [](std::size_t, std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); },
            .close = {}};
    }
};

// A sleep is as long as it is asked to be, at least.
TEST(Pipeline, RangeStagesAreTimedSeparately) {
    Log log;
    auto pipeline = Pipeline::compose("test", list(Lead{&log}, Slow{}));
    ASSERT_TRUE(pipeline.ok());
    state::World world;
    ASSERT_TRUE(pipeline->run(world, exec::Exec::serial(), 0.5).ok());
    EXPECT_GE(pipeline->times()[1].seconds, 0.004);
    EXPECT_GE(pipeline->times()[0].seconds, 0.0);
}

TEST(PipelineDeathTest, CatchesUndeclaredWritesWhereItValidates) {
    if constexpr (!talus_validates) GTEST_SKIP() << "the build does not validate";
    auto pipeline = Pipeline::compose("test", list(Undeclared{}));
    state::World world = oneRow();
    EXPECT_DEATH((void)pipeline->run(world, exec::Exec::serial(), 0.5), "without declaring it");
}

TEST(Clock, FramesAreWholeNumbersOfEqualSteps) {
    const Clock clock = Clock::forLongestStep(0.04, 0.00033);
    EXPECT_EQ(clock.steps_per_frame, 122u);  // 121.2 rounded up
    EXPECT_LE(clock.dt(), 0.00033);
    EXPECT_EQ(clock.frame(244), 2u);
    EXPECT_TRUE(clock.endsFrame(244));
    EXPECT_FALSE(clock.endsFrame(243));
    EXPECT_DOUBLE_EQ(clock.time(244), 0.08);
    // 0.04 / 0.0004 is 100 but for round-off; and a step longer than the frame is cut to it.
    EXPECT_EQ(Clock::forLongestStep(0.04, 0.0004).steps_per_frame, 100u);
    EXPECT_EQ(Clock::forLongestStep(0.04, 1).steps_per_frame, 1u);
}

}  // namespace
}  // namespace talus::step
