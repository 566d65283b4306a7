#pragma once
#include <optional>

#include "talus/environment/contact/obstacles.h"
#include "talus/particles/emit/emit.h"
#include "talus/particles/emit/ledger.h"
#include "talus/step/stage.h"

namespace talus::particles {

struct Start {
    Vec3d place, velocity;
};

/// How the k-th particle of an emitter leaves a spot.
Start startFrom(const Source& source, const environment::RegionPoint& spot, std::uint64_t k);

/// Whether the system takes so many more; where it does not, the step reports it.
bool hasRoom(const Emit& emit, step::Step& step, std::uint64_t due);

/// Particles that appear in a step: each is written with all that its emitter draws for it, and goes to the
/// ledger. For stages that declare what Emit does.
class Births {
  public:
    /// Makes room. @pre hasRoom(emit, step, due)
    Births(const Emit& emit, step::Step& step, std::uint64_t due);

    /// The next one. @param k how many its emitter made before @param spreads it left at a random moment of
    /// the step that ends now
    void add(std::size_t emitter, std::uint64_t k, const Start& start, bool spreads);
    /// Once all have been added.
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
