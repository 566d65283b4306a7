#pragma once
#include <memory>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

/// Makes the grains of sources that are due. A grain for which no free position was found waits for the next
/// step.
struct Pour {
    static constexpr const char* name = "pour masses";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;

  private:
    /// The points of the next grain, away from all masses; empty if none of some positions is free.
    std::vector<Vec3d> freeGrain(step::Step& step, std::size_t source, std::uint64_t k) const;
};

/// The points of the k-th grain that is drawn for a source, turned at random within the network's
/// dimensions.
std::vector<Vec3d> grainOf(const Setup& setup, std::size_t source, std::uint64_t k);

/// Adds a grain to the table of masses.
void addGrain(state::Table& rows, const Masses& group, std::uint16_t index, const std::vector<Vec3d>& points,
              const Vec3d& velocity);

}  // namespace talus::network
