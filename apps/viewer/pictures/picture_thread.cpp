#include "viewer/pictures/picture_thread.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "talus/run/picture/frame_picture.h"
#include "viewer/pictures/draft_picture.h"

namespace talus::viewer {
namespace {

using Clock = std::chrono::steady_clock;

/// The time of a draft [s]: thirty pictures a second.
constexpr double draft_time = 1.0 / 30;
/// Pixels of the window for one of a draft, along each side.
constexpr double draft_scale = 2;
constexpr std::size_t min_balls = 1 << 12, all_balls = std::size_t{1} << 30;

}  // namespace

PictureThread::PictureThread(Quality quality) : quality_(quality), thread_([this] { work(); }) {}

PictureThread::~PictureThread() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void PictureThread::draw(View view) {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = std::move(view);
    }
    wake_.notify_one();
}

std::shared_ptr<const Drawn> PictureThread::drawn() const {
    const std::lock_guard lock(mutex_);
    return drawn_;
}

std::string PictureThread::takeProblem() {
    const std::lock_guard lock(mutex_);
    return std::exchange(problem_, {});
}

bool PictureThread::idle() const {
    const std::lock_guard lock(mutex_);
    return !wanted_ && !working_;
}

void PictureThread::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return quit_ || wanted_.has_value(); });
        if (quit_) break;
        const View view = std::move(*wanted_);
        wanted_.reset();
        working_ = true;
        lock.unlock();
        auto drawn = drawNow(view);
        lock.lock();
        working_ = false;
        problem_ = drawn ? std::string() : drawn.error().message;
        if (drawn) drawn_ = std::make_shared<const Drawn>(std::move(*drawn));
    }
}

Result<Drawn> PictureThread::drawNow(const View& view) {
    const auto began = Clock::now();
    const bool draft = quality_ == Quality::Draft;
    const double scale = draft ? draft_scale : 1;
    constexpr int min_side = 16;  // of render::Renderer
    const int width = std::max(min_side, static_cast<int>(std::lround(view.width / scale))),
              height = std::max(min_side, static_cast<int>(std::lround(view.height / scale)));
    // Few sizes: the first picture of a renderer takes a second where the processor draws, because its
    // shaders are compiled.
    if (!renderer_ || width_ != width || height_ != height) {
        const render::Quality quality =
            draft ? render::Quality{.samples = 1, .shadow_texels = 512} : render::Quality{};
        auto renderer = render::Renderer::create(width, height, quality);
        if (!renderer) return renderer.error();
        renderer_ = std::move(*renderer);
        width_ = width;
        height_ = height;
    }
    auto made = run::pictureOf(*view.shot->scene, view.shot->frame, view.camera, view.style, view.look);
    if (!made) return made.error();
    const double share = draft ? simplify(made->picture, max_balls_, made->keep) : 1;
    auto image = renderer_->draw(made->picture);
    if (!image) return image.error();
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (draft) adapt(seconds);
    return Drawn{std::move(*image), view, scale, share, seconds};
}

/// Chooses how many balls the next draft shows.
void PictureThread::adapt(double seconds) {
    if (seconds > 1.3 * draft_time) max_balls_ = std::max(min_balls, max_balls_ / 2);
    if (seconds < 0.5 * draft_time) max_balls_ = std::min(all_balls, max_balls_ * 2);
}

}  // namespace talus::viewer
