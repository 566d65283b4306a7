#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "talus/environment/contact/obstacles.h"
#include "talus/environment/environment.h"
#include "talus/step/stage.h"

namespace talus::environment {

/// The walls of a scene, with their motions.
std::shared_ptr<const Walls> wallsOf(const Environment& world);

/// Walls and ground of a scene, as what moves freely meets them. Made once; a stage keeps it, says in its
/// access() that it reads `fields()`, and asks in each step where they are now.
class Barriers {
  public:
    /// @param surfaces how each wall, and the ground, stops what meets it
    Barriers(std::shared_ptr<const Walls> walls, std::optional<GroundSurface> ground, Surfaces surfaces);
    /// The same for all of them.
    Barriers(std::shared_ptr<const Walls> walls, std::optional<GroundSurface> ground, Surface surface);

    const Walls& walls() const { return *walls_; }
    const Surfaces& surfaces() const { return surfaces_; }
    bool any() const { return !walls_->bodies().empty() || ground_; }

    /// Those of the state that say where they are.
    std::vector<step::FieldRef> fields() const;

    /// They from the begin of a step to its end. Refers to the Barriers, and to what the step reads.
    class InStep {
      public:
        /// @param volume of the step, for what meets that too
        InStep(const Barriers& barriers, const step::Step& step,
               const geometry::VolumeSurface* volume = nullptr);
        /// @param met the poses at which walls that follow something were met last: a step of their own may
        /// have moved them since
        InStep(const Barriers& barriers, const step::Step& step, const FollowedPoses& met,
               const geometry::VolumeSurface* volume = nullptr);
        InStep(const InStep&) = delete;
        InStep& operator=(const InStep&) = delete;

        const Obstacles& obstacles() const { return obstacles_; }
        const WallsAt& begin() const { return begin_; }
        const WallsAt& end() const { return end_; }
        /// Height of each column of the ground; empty where there is none.
        const state::View<const double>& ground() const { return height_; }

      private:
        WallsAt begin_, end_;
        state::View<const double> height_;
        std::optional<geometry::GroundSurface> ground_;
        Obstacles obstacles_;
    };

  private:
    std::shared_ptr<const Walls> walls_;
    std::optional<GroundSurface> ground_;
    Surfaces surfaces_;
    std::shared_ptr<const FaceBounds> bounds_;
};

}  // namespace talus::environment
