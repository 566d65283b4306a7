#pragma once
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "talus/io/image.h"
#include "talus/method/drawing.h"
#include "talus/render/renderer.h"
#include "viewer/shot.h"

namespace talus::viewer {

/// What a picture is to show.
struct View {
    std::shared_ptr<const Shot> shot;
    picture::Camera camera;
    method::PictureStyle style;
    int width = 0, height = 0;  ///< [pixels]
};

/// A picture that was drawn.
struct Drawn {
    io::Image image;
    View view;                 ///< that it shows
    double scale = 1;          ///< pixels of the window for one of the picture; above 1 in drafts
    double seconds = 0;        ///< that drawing took
    std::uint64_t number = 0;  ///< counted from 1
};

/// Draws pictures on a thread of its own, so that the window never waits for one. While views keep changing
/// it draws drafts: fewer pixels, as many as fit into the time of a picture; then a final one.
class PictureThread {
  public:
    PictureThread();
    ~PictureThread();
    PictureThread(const PictureThread&) = delete;
    PictureThread& operator=(const PictureThread&) = delete;

    /// Asks for a picture. A request that has not begun is replaced. @param moving further views follow soon
    void draw(View view, bool moving);
    /// The newest picture; null before the first one.
    std::shared_ptr<const Drawn> drawn() const;
    /// Why the last picture could not be drawn; empty: it could.
    std::string problem() const;
    /// Whether the last request is drawn in final quality.
    bool idle() const;

  private:
    void work();
    Result<Drawn> drawNow(const View& view, bool draft);

    struct Rendering {
        std::unique_ptr<render::Renderer> renderer;
        int width = 0, height = 0;
        bool draft = false;
    };
    Rendering draft_, final_;   ///< of the thread
    double draft_seconds_ = 0;  ///< that the last draft took
    double draft_scale_ = 2;    ///< of the next draft
    std::uint64_t count_ = 0;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<View> wanted_;
    bool moving_ = false;
    bool draw_final_ = false;  ///< the last picture was a draft
    bool working_ = false;
    bool quit_ = false;
    View last_;
    std::shared_ptr<const Drawn> drawn_;
    std::string problem_;
    std::thread thread_;
};

}  // namespace talus::viewer
