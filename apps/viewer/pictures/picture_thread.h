#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "talus/io/image.h"
#include "talus/method/drawing.h"
#include "talus/render/renderer.h"
#include "talus/run/picture/look/look.h"
#include "viewer/runs/shot.h"

namespace talus::viewer {

/// What a picture is to show.
struct View {
    std::shared_ptr<const Shot> shot;
    picture::Camera camera;
    method::PictureStyle style;
    run::Look look;
    int width = 0, height = 0;  ///< [pixels]
    std::uint64_t number = 0;   ///< later views have higher numbers
};

/// A picture that was drawn.
struct Drawn {
    io::Image image;
    View view;           ///< that it shows
    double scale = 1;    ///< pixels of the window for one of the picture, along each side
    double share = 1;    ///< of the balls that it shows
    double seconds = 0;  ///< that drawing took
};

/// Draws pictures on a thread of its own, so that the window never waits for one: final pictures, or drafts
/// with a quarter of the pixels and as many balls as fit into the time of a picture.
class PictureThread {
  public:
    enum class Quality { Draft, Final };
    explicit PictureThread(Quality quality);
    ~PictureThread();
    PictureThread(const PictureThread&) = delete;
    PictureThread& operator=(const PictureThread&) = delete;

    /// Asks for a picture. A request that has not begun is replaced.
    void draw(View view);
    /// The newest picture; null before the first one.
    std::shared_ptr<const Drawn> drawn() const;
    /// Why the last picture could not be drawn; empty: it could. Reported once.
    std::string takeProblem();
    /// Whether nothing is asked for or being drawn.
    bool idle() const;

  private:
    void work();
    Result<Drawn> drawNow(const View& view);
    void adapt(double seconds);

    const Quality quality_;
    // Of the thread.
    std::unique_ptr<render::Renderer> renderer_;
    int width_ = 0, height_ = 0;                    ///< of the renderer
    std::size_t max_balls_ = std::size_t{1} << 15;  ///< of the next draft

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<View> wanted_;
    bool working_ = false;
    bool quit_ = false;
    std::shared_ptr<const Drawn> drawn_;
    std::string problem_;
    std::thread thread_;
};

}  // namespace talus::viewer
