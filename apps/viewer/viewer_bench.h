#pragma once
#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include "viewer/viewer.h"

namespace talus::viewer {

/// Measures the viewer: first the camera orbits while the simulation is paused, then the simulation runs.
class ViewerBench {
  public:
    /// To be called for each picture of the window, after Viewer::update().
    void update(Viewer& viewer);
    bool done() const { return phase_ == Phase::Done; }
    /// Lines of results.
    std::string report() const;

  private:
    using Clock = std::chrono::steady_clock;
    enum class Phase { Opening, Orbiting, Running, Done };
    void begin(Phase phase);
    double passed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
    void orbit(Viewer& viewer);

    Phase phase_ = Phase::Opening;
    Clock::time_point began_ = Clock::now();  ///< of the phase
    double first_picture_ = 0;                ///< after the start [s]
    int windows_ = 0;                         ///< pictures of the window in this phase
    std::shared_ptr<const Drawn> drawn_;      ///< the last picture of the scene
    int pictures_ = 0;                        ///< pictures of the scene in this phase
    double worst_scale_ = 1;                  ///< pixels of the window for one of a picture
    /// The camera after each move that no picture shows yet, and when it moved.
    std::deque<std::pair<picture::Camera, Clock::time_point>> moves_;
    std::vector<double> delays_;      ///< from a move of the camera to its picture [s]
    std::uint64_t first_step_ = 0;    ///< of the phase of running
    std::string orbiting_, running_;  ///< results
};

}  // namespace talus::viewer
