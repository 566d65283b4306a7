#pragma once
#include "talus/environment/device/sink_shape.h"
#include "talus/grains/device/class_cells.h"
#include "talus/grains/device/grains_state.h"
#include "talus/grains/search/allowance.h"

// The search for contacts where the loops of a device run: the same lists, to the bit and the order, as
// rebuildContactList (contact_list.h) makes on the processor.
namespace talus::grains::device {

using environment::device::SinkShape;

/// The far pairs (far_pairs.h), ordered by the first of the two.
struct FarPairRows {
    PlacedArray<std::uint64_t> first;  ///< row of the grain
    PlacedArray<std::uint32_t> index;  ///< of the pair in the columns below
    PlacedArray<std::uint32_t> second;
    PlacedArray<std::uint8_t> image;

    explicit FarPairRows(exec::Device where) : first(where), index(where), second(where), image(where) {}
};

/// Room that searches use again and again.
struct SearchScratch {
    PlacedTable old_contacts, old_walls;
    PlacedArray<std::uint64_t> cells;         ///< key of each grain's cell in its class, in the new order
    PlacedArray<std::uint64_t> classes;       ///< of each grain, in the new order
    PlacedArray<std::uint32_t> class_begin;   ///< as ClassCells has it
    PlacedArray<std::uint32_t> order;         ///< old row of each grain
    PlacedArray<std::byte> column;            ///< of a table that is put in order
    PlacedArray<std::uint32_t> rows;          ///< where the pairs of each grain begin
    PlacedArray<std::uint32_t> first, other;  ///< rows of the grains of each new pair
    FarPairRows far;
    PlacedArray<std::uint64_t> halo_keys, ghost_keys;
    PlacedArray<std::uint32_t> halo_pairs, halo_rows;
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

/// Whether the processor must do this search: grains are lost, too fast or in a sink, which it sees to and
/// reports; or so far out that keys of cells are not unique.
bool needsHost(const exec::Exec& exec, const ContactSearch& search, View<const SinkShape> sinks, double dt,
               const GrainTables& tables);

/// Brings grains back into the periodic domain and puts them in the order of their classes and cells.
void orderGrains(const exec::Exec& exec, const ContactSearch& search, GrainTables& tables,
                 SearchScratch& scratch);

/// As canShortenAllowances in allowance.h. @param dt of the steps that follow [s]
bool canShortenAllowances(const exec::Exec& exec, const ContactSearch& search, double dt,
                          const GrainTables& tables);

/// Says how far each grain may go from here. @param dt of the steps that follow [s]
AllowanceRule setAllowances(const exec::Exec& exec, const ContactSearch& search, double dt,
                            GrainTables& tables);

/// Finds the far pairs. @pre orderGrains, setAllowances
void findFarPairs(const exec::Exec& exec, const ContactSearch& search, const AllowanceRule& rule,
                  GrainTables& tables, SearchScratch& scratch);

/// Lists the pairs of grains anew and carries their springs over. @pre findFarPairs; `index` is of the old
/// list
template <class Real>
std::optional<step::Trouble> listPairs(const exec::Exec& exec, const ContactSearch& search,
                                       const PairIndex& index, GrainTables& tables, SearchScratch& scratch);

/// Likewise the pairs of grains and faces of walls. @pre orderGrains; no wall is a mesh
void listWalls(const exec::Exec& exec, const ContactSearch& search, const WallView& walls,
               GrainTables& tables, SearchScratch& scratch);

}  // namespace talus::grains::device
