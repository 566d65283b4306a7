#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "talus/io/image.h"
#include "talus/method/drawing.h"
#include "talus/render/renderer.h"
#include "talus/run/picture/frame_picture.h"
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

/// The look without what the frame lacks: contacts that were asked for come with a later one.
run::Look possibleLook(run::Look look, const run::Frame& frame);

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
    /// Gives up the picture that is being drawn, and the request for one.
    void stop();
    /// Called on the thread after each picture, so that a window that waits can wake up.
    void onDrawn(std::function<void()> call);
    /// The newest picture; null before the first one.
    std::shared_ptr<const Drawn> drawn() const;
    /// Why the last picture could not be drawn; empty: it could. Reported once.
    std::string takeProblem();
    /// Whether nothing is asked for or being drawn.
    bool idle() const;

  private:
    void work();
    Result<Drawn> drawNow(const View& view);
    Status makePicture(const View& view);
    void adapt(double seconds, bool again);

    const Quality quality_;
    // Of the thread.
    std::unique_ptr<render::Renderer> renderer_;
    int width_ = 0, height_ = 0;                    ///< of the renderer
    std::size_t max_balls_ = std::size_t{1} << 17;  ///< of the next draft
    int slow_ = 0;                                  ///< drafts in a row that took too long
    /// The last picture, which is drawn again while only the camera moves.
    std::optional<run::FramePicture> made_;
    View made_of_;
    run::Frame made_frame_;       ///< that the picture refers to
    std::size_t made_balls_ = 0;  ///< max_balls_ then
    double made_share_ = 1;       ///< of the balls that it shows
    bool uploaded_ = false;       ///< whether the renderer has it

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<View> wanted_;
    bool working_ = false;
    std::atomic<bool> stops_ = false;
    std::function<void()> on_drawn_;
    bool quit_ = false;
    std::shared_ptr<const Drawn> drawn_;
    std::string problem_;
    std::thread thread_;
};

}  // namespace talus::viewer
