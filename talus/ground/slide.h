#pragma once
#include <memory>

#include "talus/ground/setup.h"
#include "talus/ground/slope_erosion.h"
#include "talus/step/stage.h"

namespace talus::ground {

/// Adds the columns and tables of [soil]. @pre the table of the ground exists
void addSoil(const Setup& setup, state::World& world);

/// Lets ground slide where it is too steep (slope_erosion.h). A slide begins every `interval` and does at
/// most `sweeps` sweeps. Ground that is not at rest then continues in the next slide.
class Slide {
  public:
    static constexpr const char* name = "slide";
    /// @pre the ground has soil
    explicit Slide(const Setup& setup)
        : setup_(setup), erosion_(std::make_unique<SlopeErosion>(setup.grid())) {}

    step::Access access() const;
    void run(step::Step& step);

  private:
    Setup setup_;
    std::unique_ptr<SlopeErosion> erosion_;
};

}  // namespace talus::ground
