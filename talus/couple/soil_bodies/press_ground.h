#pragma once
#include "talus/couple/soil_bodies/soil_bodies.h"
#include "talus/ground/displacement.h"

namespace talus::couple {

/// Bodies press the ground down to their lower sides (displacement.h). A body does so each time it has moved
/// by a quarter of a spacing. If it moved by more than half a spacing it also presses at poses in between, so
/// that it skips no column. A body at rest does not press: sand that slides against it stays, and may bury
/// it.
///
/// Reports trouble if a body moves a hundred spacings in one step.
class PressGround {
  public:
    static constexpr const char* name = "press ground";
    explicit PressGround(const SoilBodies& setup)
        : setup_(setup),
          displacement_(std::make_unique<ground::Displacement>(setup.ground.grid())),
          erosion_(std::make_unique<ground::SlopeErosion>(setup.ground.grid())) {}

    step::Access access() const;
    void run(step::Step& step);

  private:
    struct Views;
    void touch(const Views& views, const geometry::PosedSolid& body, std::uint8_t mark) const;
    void press(const Views& views, const geometry::PosedSolid& body, std::uint8_t mark) const;

    SoilBodies setup_;
    std::unique_ptr<ground::Displacement> displacement_;
    std::unique_ptr<ground::SlopeErosion> erosion_;
};

}  // namespace talus::couple
