#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "talus/picture/screen/marks.h"
#include "talus/picture/screen/screen.h"
#include "talus/picture/screen/settings.h"
#include "talus/picture/screen/volume.h"
#include "talus/run/frames.h"
#include "talus/run/picture/scene_camera.h"

namespace talus::run {

/// All that an engraver remembers: with the settings, what follows is the same.
struct ScreenState {
    double time = 0;                                     ///< of the last frame [s]
    std::vector<float> values, before;                   ///< of the masses
    std::vector<picture::engraved::PlacedPoint> points;  ///< of the last frame
};

/// Engraves the frames of a run, one after the other: its screen takes all its steps up to the time of a
/// frame, while the points move straight from the frame before.
class Engraver {
  public:
    /// Error (Input) where a plane or a volume has no box. @pre the settings passed the check of the scene
    static Result<Engraver> create(const scene::Scene& scene,
                                   const picture::engraved::ScreenSettings& settings, const exec::Exec& exec);

    /// The steps of the screen up to a frame. Errors (Input): those of pressingPoints() and pressingRadii(),
    /// and where ground is missing.
    Status advanceTo(const Frame& frame);

    /// Steps that a screen has made at a time [s].
    std::uint64_t stepsAt(double time) const;
    std::uint64_t steps() const { return steps_; }
    /// Whether any frame had a point that left a mark.
    bool pressed() const { return pressed_; }
    const picture::engraved::ScreenSettings& settings() const { return settings_; }

    // After the first frame:

    std::span<const float> values() const;
    std::span<const float> before() const;
    std::size_t width() const { return width_; }
    /// Where the masses are; with onto = ground, or onto = volume.
    const picture::engraved::GroundScreen& ground() const { return *ground_; }
    picture::engraved::VolumeBox box() const { return volumeBox(settings_); }

    ScreenState state() const;
    /// Goes on from a state. Error (Input) where it is not one of such a screen.
    /// @param frame any of the run: it has the ground
    Status restore(ScreenState state, const Frame& frame);

  private:
    Engraver(const scene::Scene& scene, const picture::engraved::ScreenSettings& settings,
             const exec::Exec& exec)
        : scene_(scene), settings_(settings), exec_(exec) {}
    /// Makes the screen at the first frame.
    Status prepare(const Frame& frame);
    Result<std::vector<picture::engraved::PlacedPoint>> place(const Frame& frame) const;
    void add(picture::engraved::MovingMarks& marks, double share);
    void makeSteps();

    const scene::Scene& scene_;
    picture::engraved::ScreenSettings settings_;
    exec::Exec exec_;
    picture::engraved::ScreenLinks links_;
    picture::engraved::Profile profile_;
    SceneCamera camera_;                                     ///< with onto = camera
    std::optional<picture::engraved::GroundScreen> ground_;  ///< with onto = ground
    std::optional<std::variant<picture::engraved::Screen, picture::engraved::Volume>> masses_;
    std::size_t width_ = 0;
    std::optional<std::vector<picture::engraved::PlacedPoint>> earlier_;  ///< points of the frame before
    double time_ = 0;                                                     ///< of the frame before [s]
    std::vector<std::vector<picture::engraved::Mark>> due_;  ///< marks of steps that are not made yet
    std::uint64_t steps_ = 0;
    bool pressed_ = false;
};

/// The ground of a frame: its first set of columns. Null where it has none.
const state::ColumnsView* groundOf(const Frame& frame);

}  // namespace talus::run
