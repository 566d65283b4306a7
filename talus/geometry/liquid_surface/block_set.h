#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "talus/neighbors/cells.h"

namespace talus::geometry::liquid {

/// A set of cells with indices in the order in which they were added: a hash table with open addressing.
class BlockSet {
  public:
    static constexpr std::uint32_t none = 0xffffffff;

    BlockSet() : slots_(1024, none) {}

    void add(const neighbors::Cell& cell) {
        if (2 * (cells_.size() + 1) > slots_.size()) grow();
        const std::size_t slot = slotOf(cell);
        if (slots_[slot] != none) return;
        slots_[slot] = static_cast<std::uint32_t>(cells_.size());
        cells_.push_back(cell);
    }

    std::uint32_t find(const neighbors::Cell& cell) const { return slots_[slotOf(cell)]; }
    const std::vector<neighbors::Cell>& cells() const { return cells_; }

  private:
    std::size_t slotOf(const neighbors::Cell& cell) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = neighbors::teschnerHash(cell) & mask;
        while (slots_[slot] != none && !(cells_[slots_[slot]] == cell)) slot = (slot + 1) & mask;
        return slot;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), none);
        for (std::size_t k = 0; k < cells_.size(); ++k)
            slots_[slotOf(cells_[k])] = static_cast<std::uint32_t>(k);
    }

    std::vector<std::uint32_t> slots_;  ///< their number is a power of two
    std::vector<neighbors::Cell> cells_;
};

}  // namespace talus::geometry::liquid
