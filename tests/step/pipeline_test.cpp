#include "talus/step/pipeline.h"

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
