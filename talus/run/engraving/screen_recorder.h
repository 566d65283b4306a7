#pragma once
#include "talus/run/engraving/engraver.h"
#include "talus/run/engraving/screen_pictures.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// The engraved screen of a run that goes on, by the table [screen] of its scene. It gets the points at the
/// steps of the run on both sides of each of its own steps. So its pictures are those that `talus engrave`
/// makes of a run with a frame at each step. Screens change nothing of the run.
class ScreenRecorder {
  public:
    /// Nothing where the scene has no screen. Reads the state of the screen where the run goes on from a
    /// step > 0. Errors: those of Engraver, ScreenPictures and loadScreen().
    static Result<std::unique_ptr<ScreenRecorder>> open(const Path& run, const scene::Simulation& simulation,
                                                        std::uint64_t scene_hash);

    /// What open() would refuse of the scene and the points at the start.
    struct Refusal {
        std::string_view key;  ///< of [screen]
        Error error;
    };
    struct Checked {
        std::optional<Refusal> refusal;
        std::string note;  ///< what the user should know; empty: nothing
    };
    /// Looks at the start, without a folder.
    static Checked check(const scene::Simulation& simulation);

    /// The number of steps until the next sample.
    std::uint64_t stepsTo(std::uint64_t step) const;
    /// Takes the points where a sample is due. @pre at most `stepsTo` steps since the last call
    Status sample(const scene::Simulation& simulation);
    /// Writes the picture of a frame.
    Status write(const scene::Simulation& simulation);
    /// Writes what a resumed run needs.
    Status save(const scene::Simulation& simulation) const;

  private:
    ScreenRecorder(Path run, const scene::Simulation& simulation, std::uint64_t scene_hash, Engraver engraver,
                   ScreenPictures pictures)
        : run_(std::move(run)),
          clock_(simulation.clock()),
          scene_hash_(scene_hash),
          engraver_(std::move(engraver)),
          pictures_(std::move(pictures)) {}
    bool isSample(std::uint64_t step) const;

    Path run_;
    step::Clock clock_;
    std::uint64_t scene_hash_;
    Engraver engraver_;
    ScreenPictures pictures_;
    std::vector<std::string> sets_;  ///< that the engraver reads; empty: all
};

}  // namespace talus::run
