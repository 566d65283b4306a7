#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "talus/couple/hybrid/column_store.h"
#include "talus/state/world.h"

namespace talus::couple {

inline constexpr const char* buried_table = "buried";

namespace fields {
using state::Field;
// Buried: one row for every grain that is ground.
inline constexpr Field<Vec3d> buried_position{"position", "m", "position of the centre"};
inline constexpr Field<double> buried_radius{"radius", "m", ""};
inline constexpr Field<double> buried_mass{"mass", "kg", ""};
inline constexpr Field<std::uint16_t> buried_material{"material", "", "index of the material"};
inline constexpr Field<std::uint32_t> buried_column{
    "column", "", "index of the column that holds all of its mass; 4294967295: the four around it share it"};
}  // namespace fields

struct BuriedGrain {
    static constexpr std::uint32_t shared = std::numeric_limits<std::uint32_t>::max();

    Vec3d position;                 ///< position of the centre [m]
    double radius = 0;              ///< [m]
    double mass = 0;                ///< [kg]
    std::uint16_t material = 0;     ///< index
    std::uint32_t column = shared;  ///< column that holds all of its mass; `shared`: the four around it
};

/// The grains that have become ground, with their positions. Ground that is loosened becomes these grains
/// again, at the same positions: so none is lost, and no two overlap. 46 bytes per grain.
class Buried {
  public:
    /// @param table the one of addBuriedTable()
    explicit Buried(state::Table& table) : table_(table) {}

    std::size_t size() const { return table_.size(); }
    Vec3d position(std::size_t row) const { return std::as_const(table_).read(fields::buried_position)[row]; }
    BuriedGrain at(std::size_t row) const;
    void add(const BuriedGrain& grain);
    /// @param rows in increasing order
    void remove(const exec::Exec& exec, const std::vector<std::uint32_t>& rows);

  private:
    state::Table& table_;
};

/// The columns that hold a buried grain's mass.
ColumnStore::Shares sharesOf(const BuriedGrain& grain, const ColumnStore& store);

void addBuriedTable(state::World& world);

}  // namespace talus::couple
