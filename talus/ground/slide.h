#pragma once
#include <memory>

#include "talus/ground/setup.h"
#include "talus/ground/slope_erosion.h"
#include "talus/step/stage.h"

namespace talus::ground {

/// Adds what ground remembers that gives way. @pre the table of the ground is there
void addSoil(const Setup& setup, state::World& world);

/// Lets ground slide where it is too steep (slope_erosion.h): every interval so many sweeps at most, and what
/// is not at rest then goes on in the next one.
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
