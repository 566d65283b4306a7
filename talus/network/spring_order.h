#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace talus::network {

/// The links between given pairs of masses, of whatever kind. Those of one [[link]] follow one another, in
/// the order of the links.
struct Springs {
    std::vector<std::uint32_t> first, second;  ///< rows of the two masses
    std::vector<double> length;                ///< rest length [m]
    std::vector<std::uint32_t> begin_of_link;  ///< one more than there are links
    std::vector<std::uint32_t> link;           ///< index of the [[link]] of each
    enum class Lengths { Zero, Positive, Mixed };
    std::vector<Lengths> lengths_of_link;

    std::size_t size() const { return first.size(); }
};

/// An end of a spring: 2 s is the first mass of spring s, 2 s + 1 its second.
using SpringEnd = std::uint32_t;

/// The ends at each row.
struct EndLists {
    std::vector<std::uint32_t> begin;  ///< one more than there are rows
    std::vector<SpringEnd> ends;       ///< in the order of the springs

    std::span<const SpringEnd> of(std::size_t row) const {
        return {ends.data() + begin[row], begin[row + 1] - begin[row]};
    }
};

/// Springs of one [[link]] that follow one another. In a run, spring begin + k joins the rows
/// first[begin] + k and second[begin] + k: chains and grids consist of long runs, which need no look-up of
/// rows. Springs between runs are single.
struct SpringStretch {
    std::uint32_t link = 0;
    std::uint32_t begin = 0, end = 0;
    bool is_run = false;
};

/// Springs spring + k of a run have an end at the rows row + k.
struct RunEnds {
    std::uint32_t row = 0, count = 0, spring = 0;
    double sign = 1;  ///< of the force: 1 at first masses, -1 at second ones
};

/// An end of a single spring.
struct SingleEnd {
    std::uint32_t row = 0;
    SpringEnd end = 0;
};

/// How a step goes through the springs: their forces by stretches, and the sum at each mass by the ends of
/// runs, then by those of single springs. Both come in blocks, each of which one thread works on.
struct SpringOrder {
    static constexpr std::size_t springs_of_block = 2048, rows_of_block = 1024;

    /// No stretch is in two blocks of springs, and no end of a run in two blocks of rows.
    std::vector<SpringStretch> stretches;
    std::vector<RunEnds> run_ends;
    std::vector<SingleEnd> single_ends;  ///< by row, then spring
    /// Where those of each block begin, with one entry more than there are blocks.
    std::vector<std::uint32_t> begin_of_stretches, begin_of_runs, begin_of_singles;
    EndLists ends;  ///< of all springs
};
SpringOrder orderOf(const Springs& springs, std::size_t rows);

}  // namespace talus::network
