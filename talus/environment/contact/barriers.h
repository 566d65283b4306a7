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
/// The same for methods that do not meet walls that deform: these have no faces.
std::shared_ptr<const Walls> rigidWallsOf(const Environment& world);

/// Walls and ground of a scene, as obstacles for freely moving particles. Made once and kept by a stage. The
/// stage lists `fields()` among what it reads, and makes an InStep in each step.
class Barriers {
  public:
    /// @param surfaces how particles bounce off each wall and off the ground
    Barriers(std::shared_ptr<const Walls> walls, std::optional<GroundSurface> ground, Surfaces surfaces);
    /// With the same surface for all walls and the ground.
    Barriers(std::shared_ptr<const Walls> walls, std::optional<GroundSurface> ground, Surface surface);

    const Walls& walls() const { return *walls_; }
    const Surfaces& surfaces() const { return surfaces_; }
    bool any() const { return !walls_->bodies().empty() || ground_; }

    /// The fields of the state that hold the poses of walls and the height of the ground.
    std::vector<step::FieldRef> fields() const;

    /// The barriers from the begin of a step to its end. Refers to the Barriers and to columns that the step
    /// reads, which must outlive it.
    class InStep {
      public:
        /// @param volume surface of the step's ground volume; null: none
        InStep(const Barriers& barriers, const step::Step& step,
               const geometry::VolumeSurface* volume = nullptr);
        /// @param met poses of walls that follow a body as the last step of this method used them: the bodies
        /// may have made steps of their own since
        InStep(const Barriers& barriers, const step::Step& step, const WallState& met,
               const geometry::VolumeSurface* volume = nullptr);
        InStep(const InStep&) = delete;
        InStep& operator=(const InStep&) = delete;

        const Obstacles& obstacles() const { return obstacles_; }
        const WallsAt& begin() const { return begin_; }
        const WallsAt& end() const { return end_; }
        /// Height of each column of the ground; empty if there is no ground.
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
