#include "viewer/picture_thread.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "talus/run/picture/frame_picture.h"

namespace talus::viewer {
namespace {

using Clock = std::chrono::steady_clock;

/// The time of a draft [s]: thirty pictures a second.
constexpr double draft_time = 1.0 / 30;
/// Drafts have between all and a sixteenth of the pixels.
constexpr double min_scale = 1, max_scale = 4;

}  // namespace

PictureThread::PictureThread() : thread_([this] { work(); }) {}

PictureThread::~PictureThread() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void PictureThread::draw(View view, bool moving) {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = std::move(view);
        moving_ = moving;
    }
    wake_.notify_one();
}

std::shared_ptr<const Drawn> PictureThread::drawn() const {
    const std::lock_guard lock(mutex_);
    return drawn_;
}

std::string PictureThread::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

bool PictureThread::idle() const {
    const std::lock_guard lock(mutex_);
    return !wanted_ && !draw_final_ && !working_;
}

void PictureThread::work() {
    std::unique_lock lock(mutex_);
    while (!quit_) {
        // A final picture is begun once no other view has been asked for during a short pause.
        if (!wanted_ && draw_final_) {
            constexpr auto pause = std::chrono::milliseconds(150);
            wake_.wait_for(lock, pause, [this] { return quit_ || wanted_.has_value(); });
        } else {
            wake_.wait(lock, [this] { return quit_ || wanted_.has_value(); });
        }
        if (quit_) break;
        const bool draft = wanted_ && moving_;
        if (wanted_) last_ = std::move(*wanted_);
        wanted_.reset();
        draw_final_ = draft;
        working_ = true;
        const View view = last_;
        lock.unlock();
        auto drawn = drawNow(view, draft);
        lock.lock();
        working_ = false;
        problem_ = drawn ? std::string() : drawn.error().message;
        if (drawn) drawn_ = std::make_shared<const Drawn>(std::move(*drawn));
    }
}

Result<Drawn> PictureThread::drawNow(const View& view, bool draft) {
    const auto began = Clock::now();
    const double scale = draft ? draft_scale_ : 1;
    const int width = std::max(16, static_cast<int>(std::lround(view.width / scale))),
              height = std::max(16, static_cast<int>(std::lround(view.height / scale)));
    Rendering& rendering = draft ? draft_ : final_;
    if (!rendering.renderer || rendering.width != width || rendering.height != height) {
        const render::Quality quality =
            draft ? render::Quality{.samples = 1, .shadow_texels = 512} : render::Quality{.samples = 1};
        auto renderer = render::Renderer::create(width, height, quality);
        if (!renderer) return renderer.error();
        rendering = {std::move(*renderer), width, height, draft};
    }
    const auto made = run::pictureOf(*view.shot->scene, view.shot->frame, view.camera, view.style);
    if (!made) return made.error();
    auto image = rendering.renderer->draw(made->picture);
    if (!image) return image.error();
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (draft) {
        // The time grows with the number of pixels. Few sizes, because each needs a renderer of its own.
        if (seconds > 1.3 * draft_time) draft_scale_ = std::min(max_scale, draft_scale_ * 1.4142);
        if (seconds < 0.4 * draft_time) draft_scale_ = std::max(min_scale, draft_scale_ / 1.4142);
    }
    return Drawn{std::move(*image), view, scale, seconds, ++count_};
}

}  // namespace talus::viewer
