#pragma once
#include <optional>

#include "talus/environment/contact/obstacles.h"
#include "talus/particles/emit/emit.h"
#include "talus/particles/emit/ledger.h"
#include "talus/step/stage.h"

namespace talus::particles {

struct InitialState {
    Vec3d position, velocity;
};

/// Position and velocity with which the k-th particle of an emitter starts at a spot of its shape.
InitialState initialState(const Source& source, const environment::RegionPoint& spot, std::uint64_t k);

/// Whether `due` more particles are within the system's limit. Reports a failure of the step if not.
bool hasCapacity(const Emit& emit, step::Step& step, std::uint64_t due);

/// Adds new particles in a step: writes the rows with all values that emitters draw, and updates the ledger.
/// For stages that declare the same access as Emit.
class NewParticles {
  public:
    /// Adds `due` rows to the table. @pre hasCapacity(emit, step, due)
    NewParticles(const Emit& emit, step::Step& step, std::uint64_t due);

    /// Writes the next particle. @param k number of particles that its emitter made before
    /// @param spreads whether it started at a random time within the last step
    void add(std::size_t emitter, std::uint64_t k, const InitialState& start, bool spreads);
    /// Updates the ledger. Call it after all particles are added.
    void close();

    const std::optional<environment::WallsAt>& wallsAt() const { return at_; }

  private:
    const Emit& emit_;
    step::Step& step_;
    std::size_t row_;
    state::View<Vec3d> position_;
    state::View<Vec3f> velocity_;
    state::View<float> mass_, radius_, birth_, lifetime_, temperature_;
    state::View<std::uint32_t> id_;
    state::View<std::uint16_t> emitter_;
    std::optional<environment::WallsAt> at_;
    std::optional<environment::FaceBounds> bounds_;
    environment::Surfaces surfaces_;
    environment::Obstacles::Scratch scratch_;
    Totals sum_;
};

}  // namespace talus::particles
