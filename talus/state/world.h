#pragma once
#include <cstdint>
#include <list>
#include <string_view>

#include "talus/core/result.h"
#include "talus/state/table.h"

namespace talus::state {

/// Everything that changes while a scene runs. Settings are not in it.
class World {
  public:
    double time = 0;         ///< simulated [s]
    std::uint64_t step = 0;  ///< completed steps

    /// Adds an empty table. References to tables stay valid. @pre the name is new
    Table& addTable(std::string name);
    Table* find(std::string_view name);
    const Table* find(std::string_view name) const;
    /// @pre it is there
    Table& table(std::string_view name);
    const Table& table(std::string_view name) const;
    const std::list<Table>& tables() const { return tables_; }
    std::list<Table>& tables() { return tables_; }

    std::size_t memoryBytes() const;

  private:
    std::list<Table> tables_;
};

/// XXH3 over time, step and every persistent column, in the order of declaration. Equal states have equal
/// hashes, whatever the number of threads and however often the run was resumed.
std::uint64_t stateHash(const World& world);

/// A deep copy of the persistent part of a world, as the checkpoint writer and the failure report need it.
struct Snapshot {
    struct SavedColumn {
        std::string name;
        std::string unit;
        Scalar scalar;
        int components;
        std::vector<std::byte> bytes;
    };
    struct SavedTable {
        std::string name;
        std::size_t rows = 0;
        std::vector<SavedColumn> columns;
    };
    double time = 0;
    std::uint64_t step = 0;
    std::vector<SavedTable> tables;
};

Snapshot takeSnapshot(const World& world);
/// Puts a snapshot back into a world built from the same scene. Error (Input) when tables, columns or
/// types differ, naming the first one; the world is then unchanged.
Status restore(const Snapshot& snapshot, World& world);

}  // namespace talus::state
