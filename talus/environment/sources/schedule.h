#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace talus::environment {

/// When a source brings how much: a rate from start to stop, or one that follows keyframes, and moments at
/// which many come at once. What it counts is its owner's choice: pieces, metres of water that pass a disc,
/// cubic metres of a river. What is due is a function of time alone, so no step length and no resume changes
/// it: state need only hold what has been made.
struct Schedule {
    double rate = 1;                    ///< so much a second, >= 0
    std::vector<double> times{};        ///< of keyframes of the rate, rising [s]; empty: `rate` holds
    std::vector<double> rates{};        ///< at each; linear in between, none before and after
    double start = 0;                   ///< of `rate` [s]
    std::optional<double> stop{};       ///< of `rate` [s]
    std::vector<double> burst_times{};  ///< moments at which many come at once [s]
    std::vector<int> burst_counts{};    ///< how many at each, >= 0
    std::uint64_t count = 0;            ///< pieces that the rate makes in all; 0: no end
};

double rateAt(const Schedule& schedule, double time);
/// Largest rate at any time.
double largestRate(const Schedule& schedule);
/// When the first of it comes [s]; infinity: never.
double beginOf(const Schedule& schedule);

/// What the rate has brought by a time [s]: its integral, from the start of the run.
double amountBy(const Schedule& schedule, double time);
/// When it had brought so much [s]; infinity where it never does.
double timeOf(const Schedule& schedule, double amount);

/// Whole pieces that the rate has brought by a time, each due when all of it has come.
std::uint64_t wholeBy(const Schedule& schedule, double time);
/// Pieces of one size, each due when its first part comes: the first at the very beginning.
std::uint64_t begunBy(const Schedule& schedule, double time, double size = 1);
/// Pieces of all bursts at or before a time.
std::uint64_t burstsBy(const Schedule& schedule, double time);

}  // namespace talus::environment
