#pragma once
#include <array>
#include <optional>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/geometry/heightfield.h"
#include "talus/state/world.h"

namespace talus::couple {

/// The sand that columns hold, by material: mass, and how many grains it was. What a column holds stands on
/// bedrock with its bulk volume, so its height follows from it, if only with a delay (headroom.h). A grain is
/// shared out among the four columns around its place in proportion to nearness, so that the middle of what
/// it adds lies where it lay.
class ColumnStore {
  public:
    /// What does not change.
    struct Setup {
        geometry::ColumnGrid grid;
        exec::Array<double> bedrock;  ///< [m]
        std::vector<double> density;  ///< of each material [kg/m^3]
        double packing = 0.6;         ///< share of the bulk volume that is solid
    };
    ColumnStore(const Setup& setup, exec::View<double> height, exec::View<double> mass,
                exec::View<double> grains)
        : setup_(&setup), height_(height), mass_(mass), grains_(grains) {}

    /// Whether there are four columns around a place.
    bool has(double x, double y) const;
    /// Of the surface that grains touch. @pre has(x, y)
    double heightAt(double x, double y) const;
    /// What is under the sand. @pre has(x, y)
    double bedrockAt(double x, double y) const;

    /// A grain becomes sand. @pre has(x, y)
    void add(double x, double y, std::uint16_t material, double grain_mass);

    /// A kind of sand at a place.
    struct Sand {
        std::uint16_t material = 0;
        double grain_mass = 0;  ///< mean [kg]
    };
    /// The sand of which a grain could be made at a place. `draw` (0 to 1) chooses among materials in
    /// proportion to their masses. None where there is not enough. @pre has(x, y)
    std::optional<Sand> sandAt(double x, double y, double draw) const;
    /// Takes the mass of a grain out of the columns around; false, and nothing is taken, where one of them
    /// has not enough. @pre has(x, y)
    bool take(double x, double y, std::uint16_t material, double grain_mass);

    /// The heights that follow from what the columns hold, up to a limit. Returns whether any changed.
    /// @param most [m] of each column; empty: no limit. Bedrock stands where it is.
    bool raise(const exec::Exec& exec, exec::View<const double> most = {}) const;

  private:
    struct Share {
        std::size_t column;
        double weight;
    };
    std::array<Share, 4> sharesAt(double x, double y) const;
    std::size_t materials() const { return setup_->density.size(); }

    const Setup* setup_;
    exec::View<double> height_, mass_, grains_;
};

/// The table of what columns hold, filled with sand of one kind up to a depth.
/// @param material of the first sand, with its grains' mass [kg]
void addStore(state::World& world, const ColumnStore::Setup& setup, double depth, std::uint16_t material,
              double grain_mass);

/// Mass in all columns [kg], added in a fixed order.
double storedMass(const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple
