#pragma once
#include <array>
#include <memory>
#include <vector>

#include "talus/exec/sort.h"
#include "talus/network/step/masses.h"
#include "talus/step/stage.h"

namespace talus::network {

inline constexpr const char* near_scratch = "network.near";

/// The masses in the order of cells as large as the largest reach of a link, and the pairs that are near each
/// other. The table itself is not sorted: the points of a grain stay together, and springs find their ends by
/// row. Distances are those along the axes in which masses move, as those of links.
///
/// Cells along x follow one another, so that the three cells of a row of cells that are next to a mass are
/// consecutive, and they move on with the mass: no table of cells is needed, however far apart masses are.
/// Each pair is found from the mass that comes first: in its own row of cells, and in the later ones of
/// eight around it.
class NearMasses {
  public:
    static constexpr std::size_t masses_of_block = 512;

    /// @pre every |position| < farthest_cell * reach
    void find(const exec::Exec& exec, const Setup& setup, const MassViews& masses);

    /// Each mass has an index k: first all in the order of the cells, then those of groups of a few masses.
    std::size_t size() const { return row_.size(); }
    std::size_t row(std::size_t k) const { return row_.data()[k]; }
    std::size_t group(std::size_t k) const { return group_.data()[k]; }
    /// Along the axes in which masses move.
    const Vec3d& position(std::size_t k) const { return position_.data()[k]; }
    const Vec3d& velocity(std::size_t k) const { return velocity_.data()[k]; }

    /// The pairs come in blocks by their first mass: a block of masses in the order of the cells, and one
    /// block with all groups of a few.
    std::size_t blocks() const;
    std::size_t begin(std::size_t block) const { return std::min(block * masses_of_block, sorted_); }
    std::size_t end(std::size_t block) const { return block + 1 < blocks() ? begin(block + 1) : size(); }
    /// Calls take(k, other), k < other, once for each pair of a block that may be within reach: those within
    /// the largest reach, and all with a mass of a group of a few. A grain does not touch itself. The order
    /// of the calls depends on the masses alone.
    template <class Take>
    void forPairs(std::size_t block, Take take) const;

  private:
    /// The masses of the cells with the same y and z.
    struct CellRow {
        std::int64_t y, z;
        std::uint32_t begin, end;
    };
    /// The masses [low, high) of a row that are in the three cells next to a mass.
    struct Walk {
        std::uint32_t low, high, end;
        void to(const std::int64_t* x, std::int64_t cell) {
            while (low < end && x[low] < cell - 1) ++low;
            while (high < end && x[high] <= cell + 1) ++high;
        }
    };
    struct Walks {
        std::array<Walk, 5> of;  ///< the row of the mass itself first
        std::size_t count = 0;
    };

    void listRows(const Setup& setup, const MassViews& masses);
    void sortByCells(const exec::Exec& exec, double reach, const MassViews& masses, const Setup& setup);
    void findCellRows(double reach);
    std::size_t cellRowOf(std::size_t k) const;
    Walks walksFrom(const CellRow& row, std::size_t k) const;
    /// Pairs within reach, in the order in which they are found.
    struct Found {
        static constexpr std::size_t size = 256, at_once = 64;
        std::array<std::uint32_t, size> first, second;
        std::size_t count = 0;

        bool isFull() const { return count + at_once > size; }
        /// Calls take(first, second) for each, and forgets them.
        template <class Take>
        void give(Take take);
    };
    /// Adds the pairs of k with [low, high), at most Found::at_once.
    void addWithinReach(std::size_t k, std::size_t low, std::size_t high, Found& found) const;

    std::size_t sorted_ = 0;  ///< masses that are in the order of the cells
    double square_ = 0;       ///< of the reach
    exec::Array<std::uint32_t> row_;
    exec::Array<std::uint32_t> grain_;  ///< row of the first point of its grain
    exec::Array<std::uint16_t> group_;
    exec::Array<Vec3d> position_, velocity_;
    exec::Array<std::int64_t> x_;     ///< of the cell
    std::vector<CellRow> cell_rows_;  ///< by z, then y
    exec::Array<std::uint64_t> keys_;
    exec::SortScratch sort_;
};

template <class Take>
void NearMasses::Found::give(Take take) {
    for (std::size_t n = 0; n < count; ++n) take(first[n], second[n]);
    count = 0;
}

template <class Take>
void NearMasses::forPairs(std::size_t block, Take take) const {
    const std::size_t last = end(block);
    std::size_t k = begin(block);
    Found found;
    for (std::size_t r = cellRowOf(k); k < std::min(last, sorted_) && r < cell_rows_.size(); ++r) {
        Walks walks = walksFrom(cell_rows_[r], k);
        for (const std::size_t until = std::min<std::size_t>(last, cell_rows_[r].end); k < until; ++k)
            for (std::size_t w = 0; w < walks.count; ++w) {
                Walk& walk = walks.of[w];
                walk.to(x_.data(), x_.data()[k]);
                for (std::size_t low = w == 0 ? k + 1 : walk.low; low < walk.high; low += Found::at_once) {
                    if (found.isFull()) found.give(take);
                    addWithinReach(k, low, std::min<std::size_t>(walk.high, low + Found::at_once), found);
                }
            }
    }
    found.give(take);
    for (k = begin(block); k < last; ++k)
        for (std::size_t other = std::max(k + 1, sorted_); other < size(); ++other)
            if (grain_[k] != grain_[other]) take(k, other);
}

inline void NearMasses::addWithinReach(std::size_t k, std::size_t low, std::size_t high, Found& found) const {
    const Vec3d at = position_.data()[k];
    const std::uint32_t grain = grain_.data()[k];
    // Without branches, which would be taken at random.
    std::size_t count = found.count;
    for (; low < high; ++low) {
        found.first[count] = static_cast<std::uint32_t>(k);
        found.second[count] = static_cast<std::uint32_t>(low);
        const bool is_near = squaredLength(position_.data()[low] - at) < square_;
        count += static_cast<std::size_t>(is_near & (grain_.data()[low] != grain));
    }
    found.count = count;
}

/// Finds the masses that are near each other.
struct FindNear {
    static constexpr const char* name = "find near masses";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network
