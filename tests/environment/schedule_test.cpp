// Schedules of sources: how much is due when, in closed form.
#include "talus/environment/sources/schedule.h"

#include <gtest/gtest.h>

#include <limits>

#include "talus/environment/sources/flaws.h"

namespace talus::environment {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

Schedule steady() {
    Schedule s;
    s.rate = 1000;
    s.start = 0.5;
    s.stop = 1;
    return s;
}

/// Rises from 0 to 10 within 2 s, stays for 1 s, and falls to 0 within 2 s: 10 + 10 + 10 in all.
Schedule keyed() {
    Schedule s;
    s.times = {1, 3, 4, 6};
    s.rates = {0, 10, 10, 0};
    return s;
}

TEST(Schedule, AmountIsTheIntegralOfTheRate) {
    EXPECT_EQ(amountBy(steady(), 0.4), 0);
    EXPECT_DOUBLE_EQ(amountBy(steady(), 0.6), 100);
    EXPECT_EQ(amountBy(steady(), 7), 500);
    EXPECT_EQ(amountBy(steady(), never), 500);
    EXPECT_EQ(amountBy(keyed(), 1), 0);
    EXPECT_DOUBLE_EQ(amountBy(keyed(), 2), 2.5);
    EXPECT_DOUBLE_EQ(amountBy(keyed(), 3), 10);
    EXPECT_DOUBLE_EQ(amountBy(keyed(), 3.5), 15);
    EXPECT_DOUBLE_EQ(amountBy(keyed(), 5), 27.5);
    EXPECT_DOUBLE_EQ(amountBy(keyed(), 100), 30);
    EXPECT_DOUBLE_EQ(amountBy(keyed(), never), 30);
}

// A discharge with a flood wave: cubic metres from cubic metres a second, in pieces of half a litre.
TEST(Schedule, PieceSizeDoesNotChangeTheAmount) {
    const Schedule river = keyed();
    EXPECT_EQ(begunBy(river, 3.5, 5e-4), 30001u);
    EXPECT_EQ(begunBy(river, 0.9, 5e-4), 0u);
    EXPECT_EQ(begunBy(river, 1, 5e-4), 1u);
}

TEST(Schedule, RateAtAnyTimeIsKnown) {
    EXPECT_EQ(rateAt(steady(), 0.4), 0);
    EXPECT_EQ(rateAt(steady(), 0.5), 1000);
    EXPECT_EQ(rateAt(steady(), 1.1), 0);
    EXPECT_EQ(largestRate(steady()), 1000);
    EXPECT_EQ(rateAt(keyed(), 0.9), 0);
    EXPECT_DOUBLE_EQ(rateAt(keyed(), 2), 5);
    EXPECT_DOUBLE_EQ(rateAt(keyed(), 5.5), 2.5);
    EXPECT_EQ(rateAt(keyed(), 7), 0);
    EXPECT_EQ(largestRate(keyed()), 10);
}

TEST(Schedule, TimeOfAnAmountInvertsTheAmountByATime) {
    for (const Schedule& s : {steady(), keyed()})
        for (double time = 1.05; time < 6; time += 0.05) {
            const double amount = amountBy(s, time);
            if (amount == amountBy(s, never)) continue;
            EXPECT_NEAR(timeOf(s, amount), time, 1e-12);
        }
    EXPECT_EQ(timeOf(steady(), 0), 0.5);
    EXPECT_EQ(timeOf(steady(), 500), 1);
    EXPECT_EQ(timeOf(steady(), 501), never);
    EXPECT_EQ(timeOf(keyed(), 0), 1);
    EXPECT_NEAR(timeOf(keyed(), 30), 6,
                1e-6);  // the rate there is 0: the time is known to a root of round-off
    EXPECT_EQ(timeOf(keyed(), 31), never);
}

TEST(Schedule, BeginIsTheFirstTimeWithARateAboveZero) {
    EXPECT_EQ(beginOf(steady()), 0.5);
    EXPECT_EQ(beginOf(keyed()), 1);
    Schedule s = keyed();
    s.times = {0, 1, 2};
    s.rates = {0, 0, 5};
    EXPECT_EQ(beginOf(s), 1);
    s.rates = {0, 0, 0};
    EXPECT_EQ(beginOf(s), never);
    EXPECT_EQ(begunBy(s, 100), 0u);
    s = steady();
    s.rate = 0;
    EXPECT_EQ(beginOf(s), never);
}

// wholeBy: when all of a piece has come; begunBy: when its first part does.
TEST(Schedule, WholeAndBegunPiecesAreCounted) {
    EXPECT_EQ(wholeBy(steady(), 0.5), 0u);
    EXPECT_EQ(begunBy(steady(), 0.4), 0u);
    EXPECT_EQ(begunBy(steady(), 0.5), 1u);
    EXPECT_EQ(wholeBy(steady(), 0.6), 100u);
    EXPECT_EQ(wholeBy(steady(), 7), 500u);
    Schedule s;
    s.rate = 100;
    s.count = 50;
    s.start = 1;
    EXPECT_EQ(begunBy(s, 1.105), 11u);
    EXPECT_EQ(begunBy(s, 1e9), 50u);
    EXPECT_EQ(begunBy(s, never), 50u);
    EXPECT_EQ(wholeBy(s, 1e9), 50u);
    s.count = 0;
    EXPECT_GT(wholeBy(s, never), std::uint64_t{1} << 62);  // no end, and no overflow
}

// A step that a rate divides evenly: what is due after each must be exact, whatever the last bit of a
// product.
TEST(Schedule, NoPieceIsLostToRoundOff) {
    Schedule s;
    for (const double rate : {10.0, 30.0, 70.0, 1000.0}) {
        s.rate = rate;
        for (int step = 1; step <= 10000; ++step)
            ASSERT_EQ(wholeBy(s, step * (1 / rate)), static_cast<std::uint64_t>(step)) << rate;
    }
    s.start = 1000;  // a late start leaves fewer digits of the time since
    for (int step = 1; step <= 10000; ++step)
        ASSERT_EQ(wholeBy(s, 1000 + step * 1e-3), static_cast<std::uint64_t>(step));
}

// What is due at the very end has a time, though rate and amount are rounded.
TEST(Schedule, LastAmountHasATimeDespiteRoundOff) {
    for (int k = 1; k < 1000; ++k) {
        Schedule s;
        s.rate = 0.1 * k;
        s.start = 0.3;
        s.stop = 0.3 + 0.7 * k;
        ASSERT_NEAR(timeOf(s, amountBy(s, *s.stop)), *s.stop, 1e-12 * *s.stop) << k;
    }
}

// The same in many short steps, in few long ones, and after a resume: it knows nothing but the time.
TEST(Schedule, DoesNotDependOnSteps) {
    for (const int steps : {7, 100, 1234}) {
        std::uint64_t made = 0;
        for (int k = 1; k <= steps; ++k) made += wholeBy(keyed(), 6.0 * k / steps) - made;
        EXPECT_EQ(made, 30u);
    }
}

TEST(Schedule, AddsBursts) {
    Schedule s;
    s.burst_times = {1, 2, 2};
    s.burst_counts = {10, 20, 5};
    EXPECT_EQ(burstsBy(s, 0.99), 0u);
    EXPECT_EQ(burstsBy(s, 1), 10u);
    EXPECT_EQ(burstsBy(s, 2), 35u);
}

std::string firstFlaw(const Schedule& schedule) {
    const std::vector<Flaw> found = scheduleFlaws(schedule);
    return found.empty() ? "" : found[0].key;
}

TEST(Schedule, BadInputIsRefusedWithAReason) {
    EXPECT_EQ(firstFlaw(steady()), "");
    EXPECT_EQ(firstFlaw(keyed()), "");
    Schedule s = steady();
    s.stop = 0.4;
    EXPECT_EQ(firstFlaw(s), "stop");
    s = keyed();
    s.rates.pop_back();
    EXPECT_EQ(firstFlaw(s), "rates");
    s = keyed();
    s.times[1] = s.times[2];
    EXPECT_EQ(firstFlaw(s), "times");
    s.times = {1};
    s.rates = {1};
    EXPECT_EQ(firstFlaw(s), "times");
    s = steady();
    s.burst_times = {1};
    EXPECT_EQ(firstFlaw(s), "burst_counts");
}

}  // namespace
}  // namespace talus::environment
