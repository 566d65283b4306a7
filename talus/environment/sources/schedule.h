#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace talus::environment {

/// How much a source brings over time: a rate from start to stop, or a rate that follows keyframes, and
/// bursts. The unit of the amount is its owner's choice: pieces, metres of water through a disc, cubic metres
/// of a river. The amount that is due is a function of time alone, so it depends on no step length and on no
/// resume: the state stores only how much has been made.
struct Schedule {
    double rate = 1;                    ///< amount per second, >= 0
    std::vector<double> times{};        ///< keyframes of the rate, increasing [s]; empty: `rate` is used
    std::vector<double> rates{};        ///< at each keyframe; linear in between, 0 before and after
    double start = 0;                   ///< of `rate` [s]
    std::optional<double> stop{};       ///< of `rate` [s]
    std::vector<double> burst_times{};  ///< times at which many pieces come at once [s]
    std::vector<int> burst_counts{};    ///< number of pieces at each, >= 0
    std::uint64_t count = 0;            ///< maximum number of pieces that the rate makes; 0: no limit
};

double rateAt(const Schedule& schedule, double time);
/// Largest rate at any time.
double largestRate(const Schedule& schedule);
/// When the rate first brings something [s]; infinity: never.
double beginOf(const Schedule& schedule);

/// The amount that the rate has brought by a time [s]: its integral from the start of the run.
double amountBy(const Schedule& schedule, double time);
/// The time by which the rate has brought an amount [s]; infinity: never.
double timeOf(const Schedule& schedule, double amount);

/// Number of pieces that are due by a time, if a piece is due once all of its amount has come.
std::uint64_t wholeBy(const Schedule& schedule, double time);
/// Number of pieces that are due by a time, if a piece is due once the first of its amount comes: the first
/// piece at beginOf(). @param size amount of one piece
std::uint64_t begunBy(const Schedule& schedule, double time, double size = 1);
/// Number of pieces of all bursts at or before a time.
std::uint64_t burstsBy(const Schedule& schedule, double time);

}  // namespace talus::environment
