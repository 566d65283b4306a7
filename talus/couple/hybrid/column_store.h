#pragma once
#include <array>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/geometry/heightfield.h"
#include "talus/state/world.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// The sand that columns hold, by material. What a column holds stands on bedrock with its bulk volume, so
/// its height follows from it, if only with a delay (headroom.h). A grain is shared out among the four
/// columns around its place in proportion to nearness, so that the middle of what it adds lies where it lay.
/// Which grains they are is known (buried.h), but for pristine sand.
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
                exec::View<double> pristine, exec::View<std::uint32_t> laid_out)
        : setup_(&setup), height_(height), mass_(mass), pristine_(pristine), laid_out_(laid_out) {}
    /// @pre ground_table's height and all of stored_table are written by the step
    static ColumnStore of(const Setup& setup, step::Step& step);

    /// Whether there are four columns around a place.
    bool has(double x, double y) const;
    /// Of the surface that grains touch. @pre has(x, y)
    double heightAt(double x, double y) const;
    /// What is under the sand. @pre has(x, y)
    double bedrockAt(double x, double y) const;

    /// Which columns hold a mass, and what part of it each.
    struct Share {
        std::size_t column;
        double weight;
    };
    using Shares = std::array<Share, 4>;
    /// Of a grain that lay there. @pre has(x, y)
    Shares sharesAt(double x, double y) const;
    static Shares wholly(std::size_t column) {
        return {Share{column, 1}, Share{column, 0}, Share{column, 0}, Share{column, 0}};
    }

    /// A grain becomes sand of these columns.
    void add(const Shares& shares, std::uint16_t material, double grain_mass);
    /// Takes out a grain that was added with the same shares, to the round-off of what came and went since.
    void take(const Shares& shares, std::uint16_t material, double grain_mass);

    /// Of a column's sand, what was there from the start and has no grains yet [kg].
    double pristine(std::size_t column, std::uint16_t material) const {
        return pristine_[column * materials() + material];
    }
    /// How many grains were made of it.
    std::uint32_t laidOut(std::size_t column, std::uint16_t material) const {
        return laid_out_[column * materials() + material];
    }
    /// Some of it is a grain from now on, which the column holds.
    void makePristineGrain(std::size_t column, std::uint16_t material, double grain_mass);
    /// All of it goes to another column.
    void movePristine(std::size_t from, std::size_t to, std::uint16_t material);

    /// The heights that follow from what the columns hold, up to a limit. Returns whether any changed.
    /// @param most [m] of each column; empty: no limit. Bedrock stands where it is.
    /// @param stays 1: the column does not sink; empty: all do
    bool raise(const exec::Exec& exec, exec::View<const double> most = {},
               exec::View<const std::uint8_t> stays = {}) const;

  private:
    std::size_t materials() const { return setup_->density.size(); }

    const Setup* setup_;
    exec::View<double> height_, mass_, pristine_;
    exec::View<std::uint32_t> laid_out_;
};

/// The table of what columns hold, filled with pristine sand up to a depth [m].
void addStore(state::World& world, const ColumnStore::Setup& setup, double depth, std::uint16_t material);

/// Mass in all columns [kg], added in a fixed order.
double storedMass(const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple
