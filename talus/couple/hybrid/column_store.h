#pragma once
#include <array>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/geometry/heightfield.h"
#include "talus/state/world.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// The sand that columns hold, by material. The sand of a column stands on bedrock with its bulk volume, so
/// the column's height follows from its mass, if only with a delay (headroom.h). The mass of a grain is
/// divided among the four columns around it with bilinear weights, so that the centre of mass stays at the
/// grain. The grains that became sand are stored (buried.h). Pristine sand is there from the start and has no
/// grains yet.
class ColumnStore {
  public:
    /// What does not change during the run.
    struct Setup {
        geometry::ColumnGrid grid;
        exec::Array<double> bedrock;  ///< [m]
        std::vector<double> density;  ///< of each material [kg/m^3]
        double packing = 0.6;         ///< share of the bulk volume that is solid
    };
    ColumnStore(const Setup& setup, exec::View<double> height, exec::View<double> mass,
                exec::View<double> pristine, exec::View<std::uint32_t> laid_out)
        : setup_(&setup), height_(height), mass_(mass), pristine_(pristine), laid_out_(laid_out) {}
    /// @pre ground_table's height and all of stored_table are written by the step
    static ColumnStore of(const Setup& setup, step::Step& step);

    /// Whether there are four columns around a point.
    bool has(double x, double y) const;
    /// Height of the surface that grains touch [m]. @pre has(x, y)
    double heightAt(double x, double y) const;
    /// Height of the bedrock under the sand [m]. @pre has(x, y)
    double bedrockAt(double x, double y) const;

    /// A column, and the share of a grain's mass that it holds.
    struct Share {
        std::size_t column;
        double weight;
    };
    using Shares = std::array<Share, 4>;
    /// The shares of a grain at a point. @pre has(x, y)
    Shares sharesAt(double x, double y) const;
    /// All of the mass in one column.
    static Shares wholly(std::size_t column) {
        return {Share{column, 1}, Share{column, 0}, Share{column, 0}, Share{column, 0}};
    }

    /// Adds the mass of a grain that becomes sand of these columns.
    void add(const Shares& shares, std::uint16_t material, double grain_mass);
    /// Removes the mass of a grain that was added with the same shares; exact up to round-off.
    void take(const Shares& shares, std::uint16_t material, double grain_mass);

    /// Mass of a column's pristine sand [kg].
    double pristine(std::size_t column, std::uint16_t material) const {
        return pristine_[column * materials() + material];
    }
    /// Number of grains that were made of the column's pristine sand.
    std::uint32_t laidOut(std::size_t column, std::uint16_t material) const {
        return laid_out_[column * materials() + material];
    }
    /// Turns some of the column's pristine sand into a grain, whose mass the column still holds.
    void makePristineGrain(std::size_t column, std::uint16_t material, double grain_mass);
    /// Moves all pristine sand of a column to another one.
    void movePristine(std::size_t from, std::size_t to, std::uint16_t material);

    /// Sets the heights that follow from the masses of the columns. Returns whether any changed.
    /// @param max_height of each column [m], but never below bedrock; empty: no limit
    /// @param stays of each column, 1: it does not sink; empty: all may sink
    bool raise(const exec::Exec& exec, exec::View<const double> max_height = {},
               exec::View<const std::uint8_t> stays = {}) const;

  private:
    std::size_t materials() const { return setup_->density.size(); }

    const Setup* setup_;
    exec::View<double> height_, mass_, pristine_;
    exec::View<std::uint32_t> laid_out_;
};

/// Adds the table of the columns' masses to a world, filled with pristine sand to a depth [m].
void addStore(state::World& world, const ColumnStore::Setup& setup, double depth, std::uint16_t material);

/// Mass in all columns [kg], summed in a fixed order.
double storedMass(const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple
