#pragma once
#include <cstdint>
#include <list>
#include <string_view>

#include "talus/core/result.h"
#include "talus/state/table.h"

namespace talus::state {

/// Everything that changes while a scene runs. It does not hold settings.
class World {
  public:
    double time = 0;         ///< simulated [s]
    std::uint64_t step = 0;  ///< completed steps

    /// Adds an empty table. References to tables stay valid. @pre the name is new
    Table& addTable(std::string name);
    Table* find(std::string_view name);
    const Table* find(std::string_view name) const;
    /// @pre the world has it
    Table& table(std::string_view name);
    const Table& table(std::string_view name) const;
    const std::list<Table>& tables() const { return tables_; }
    std::list<Table>& tables() { return tables_; }

    std::size_t memoryBytes() const;

  private:
    std::list<Table> tables_;
};

/// XXH3 over time, step and every persistent column, in the order of declaration. Equal states have equal
/// hashes. The hash does not depend on the number of threads or on resumes.
std::uint64_t stateHash(const World& world);

/// A deep copy of the persistent part of a world, for checkpoints and failure reports.
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
/// Restores a snapshot in a world built from the same scene. Error (Input) that names the first table, column
/// or type that differs; the world is then unchanged.
Status restore(const Snapshot& snapshot, World& world);

}  // namespace talus::state
