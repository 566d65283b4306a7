#pragma once
#include "talus/environment/device/sink_shape.h"
#include "talus/grains/device/class_cells.h"
#include "talus/grains/device/grains_state.h"
#include "talus/grains/search/allowance.h"

// The search for contacts on a device. It makes the same lists, with the same bits in the same order, as
// rebuildContactList (contact_list.h) on the processor.
namespace talus::grains::device {

using environment::device::SinkShape;

/// The far pairs (far_pairs.h), sorted by their first grain.
struct FarPairRows {
    DeviceOrHostArray<std::uint64_t> first;  ///< row of the first grain
    DeviceOrHostArray<std::uint32_t> index;  ///< index of the pair in the columns below
    DeviceOrHostArray<std::uint32_t> second;
    DeviceOrHostArray<std::uint8_t> image;

    explicit FarPairRows(exec::Device where) : first(where), index(where), second(where), image(where) {}
};

/// Scratch of the searches.
struct SearchScratch {
    DeviceOrHostTable old_contacts, old_walls;
    DeviceOrHostArray<std::uint64_t>
        cells;  ///< key of each grain's cell in the grid of its class, in the new order
    DeviceOrHostArray<std::uint64_t> classes;       ///< size class of each grain, in the new order
    DeviceOrHostArray<std::uint32_t> class_begin;   ///< as in ClassCells
    DeviceOrHostArray<std::uint32_t> order;         ///< old row of each grain
    DeviceOrHostArray<std::byte> column;            ///< copy of a column that is being sorted
    DeviceOrHostArray<std::uint32_t> rows;          ///< row at which the pairs of each grain begin
    DeviceOrHostArray<std::uint32_t> first, other;  ///< rows of the grains of each new pair
    FarPairRows far;
    DeviceOrHostArray<std::uint64_t> halo_keys, ghost_keys;
    DeviceOrHostArray<std::uint32_t> halo_pairs, halo_rows;
    exec::SortScratch sort;

    explicit SearchScratch(exec::Device where)
        : old_contacts(where),
          old_walls(where),
          cells(where),
          classes(where),
          class_begin(where),
          order(where),
          column(where),
          rows(where),
          first(where),
          other(where),
          far(where),
          halo_keys(where),
          ghost_keys(where),
          halo_pairs(where),
          halo_rows(where) {}

    ClassCells classCells() const { return {cells.view(), class_begin.view()}; }
};

/// Whether this search must be done on the processor: grains are lost, too fast or in a sink, which the
/// processor handles and reports; or they are so far out that keys of cells are not unique.
bool needsHost(const exec::Exec& exec, const ContactSearch& search, View<const SinkShape> sinks, double dt,
               const GrainTables& tables);

/// Wraps grains into the periodic domain and sorts them by size class and cell.
void orderGrains(const exec::Exec& exec, const ContactSearch& search, GrainTables& tables,
                 SearchScratch& scratch);

/// As canShortenAllowances in allowance.h. @param dt of the steps that follow [s]
bool canShortenAllowances(const exec::Exec& exec, const ContactSearch& search, double dt,
                          const GrainTables& tables);

/// Sets how far each grain may move before the next search. @param dt of the steps that follow [s]
AllowanceRule setAllowances(const exec::Exec& exec, const ContactSearch& search, double dt,
                            GrainTables& tables);

/// Finds the far pairs. @pre orderGrains, setAllowances
void findFarPairs(const exec::Exec& exec, const ContactSearch& search, const AllowanceRule& rule,
                  GrainTables& tables, SearchScratch& scratch);

/// Makes the new list of pairs of grains and copies the springs of the old one. @pre findFarPairs; `index`
/// belongs to the old list
template <class Real>
std::optional<step::Trouble> listPairs(const exec::Exec& exec, const ContactSearch& search,
                                       const PairIndex& index, GrainTables& tables, SearchScratch& scratch);

/// Makes the new list of pairs of grains and wall faces and copies the memory of the old one. @pre
/// orderGrains; no wall is a mesh
void listWalls(const exec::Exec& exec, const ContactSearch& search, const WallView& walls,
               GrainTables& tables, SearchScratch& scratch);

}  // namespace talus::grains::device
