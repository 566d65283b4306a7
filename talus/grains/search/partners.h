#pragma once
#include <optional>
#include <vector>

#include "talus/grains/search/cells_to_search.h"
#include "talus/grains/search/class_grids.h"

namespace talus::grains {

/// Finds the partners of one grain after the other. Consecutive grains in Morton order mostly search the same
/// cells, so the contents of the cells are kept until a grain searches other ones. Scratch of one task.
class Partners {
  public:
    /// @param gap largest gap between the surfaces of a pair [m] @param of_one_class as in cellsToSearch()
    Partners(const ContactSearch& search, const ClassGrids& grids, exec::View<const Vec3d> position,
             exec::View<const double> radius, double gap, int of_one_class)
        : search_(search),
          grids_(grids),
          position_(position),
          radius_(radius),
          count_(search.sizes.count),
          kept_(static_cast<std::size_t>(count_) * static_cast<std::size_t>(count_)) {
        for (int own = 0; own < count_; ++own)
            for (int other = 0; other < count_; ++other)
                at(own, other).cells = cellsToSearch(search, own, other, gap, of_one_class);
    }

    int classOf(std::size_t i) const { return search_.sizes.of(radius_[i]); }

    /// Calls take(j, image, square of the distance) for the partners of grain i in one class within a gap.
    /// @param own class of grain i @param other class of the partners @param skip rows that are not needed;
    /// most of them are left out
    template <class Take>
    void of(std::size_t i, int own, int other, double gap, neighbors::CellRange skip, Take take) {
        const ClassGrid* const grid = grids_.of(other);
        if (grid == nullptr) return;
        Kept& kept = at(own, other);
        const Vec3d& p = position_[i];
        forImagesNear(search_.domain, kept.cells.reach, p, [&](std::uint8_t image, const Vec3d& shift) {
            const bool of_copies = image != environment::own_image;
            const neighbors::CellBox box = kept.cells.around(p - shift, 1 / search_.cell);
            Gathered& gathered = kept.gathered[of_copies ? 1 : 0];
            if (gathered.box != box) {
                gathered.box = box;
                gathered.candidates.gather(*grid, box, position_, radius_,
                                           of_copies ? neighbors::CellRange{} : skip);
            }
            for (const std::uint32_t k : gathered.candidates.findWithin(p, radius_[i], shift, gap))
                take(gathered.candidates.row(k), image, gathered.candidates.square(k));
        });
    }

  private:
    struct Gathered {
        std::optional<neighbors::CellBox> box;
        Candidates candidates;
    };
    struct Kept {
        CellsToSearch cells;
        Gathered gathered[2];  ///< [0]: grains, [1]: periodic copies of grains
    };
    Kept& at(int own, int other) {
        return kept_[static_cast<std::size_t>(own) * static_cast<std::size_t>(count_) +
                     static_cast<std::size_t>(other)];
    }

    const ContactSearch& search_;
    const ClassGrids& grids_;
    exec::View<const Vec3d> position_;
    exec::View<const double> radius_;
    int count_;
    std::vector<Kept> kept_;
};

}  // namespace talus::grains
