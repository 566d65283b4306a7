#include "viewer/pictures/picture_thread.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "talus/method/shown/extra_sets.h"
#include "talus/run/picture/frame_picture.h"
#include "viewer/pictures/draft_picture.h"

namespace talus::viewer {
namespace {

using Clock = std::chrono::steady_clock;

/// The time of a draft [s]: thirty pictures a second.
constexpr double draft_time = 1.0 / 30;
/// Pixels of the window for one of a draft, along each side.
constexpr double draft_scale = 2;
bool isSame(const method::PictureStyle& a, const method::PictureStyle& b) {
    return a.colour == b.colour && a.contours == b.contours && a.scale.low == b.scale.low &&
           a.scale.high == b.scale.high && a.scale.logarithmic == b.scale.logarithmic &&
           a.scale.map == b.scale.map;
}

constexpr std::size_t min_balls = 1 << 12, all_balls = std::size_t{1} << 30;

}  // namespace

run::Look possibleLook(run::Look look, const run::Frame& frame) {
    if (frame.find<state::MeshView>(method::contacts_set) == nullptr) look.forces = false;
    return look;
}

PictureThread::PictureThread(Quality quality) : quality_(quality), thread_([this] { work(); }) {}

PictureThread::~PictureThread() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        stops_ = true;
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

void PictureThread::stop() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    stops_ = true;
}

void PictureThread::onDrawn(std::function<void()> call) {
    const std::lock_guard lock(mutex_);
    on_drawn_ = std::move(call);
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
        stops_ = false;
        lock.unlock();
        auto drawn = drawNow(view);
        lock.lock();
        working_ = false;
        const bool given_up = !drawn && drawn.error().kind == ErrorKind::Interrupted;
        problem_ = drawn || given_up ? std::string() : drawn.error().message;
        if (drawn) drawn_ = std::make_shared<const Drawn>(std::move(*drawn));
        const auto call = on_drawn_;
        lock.unlock();
        if (call) call();
        lock.lock();
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
        const render::Quality quality = draft ? render::draftQuality() : render::Quality{};
        auto renderer = render::Renderer::create(width, height, quality);
        if (!renderer) return renderer.error();
        renderer_ = std::move(*renderer);
        width_ = width;
        height_ = height;
        uploaded_ = false;
    }
    if (Status made = makePicture(view); !made) return made.error();
    made_->picture.camera = view.camera;
    auto image = uploaded_ ? renderer_->drawAgain(made_->picture) : renderer_->draw(made_->picture, &stops_);
    if (!image) return image.error();
    const bool again = uploaded_;
    uploaded_ = draft;
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (draft) adapt(seconds, again);
    return Drawn{std::move(*image), view, scale, made_share_, seconds};
}

/// Makes the picture of a view, unless the last one shows the same things.
Status PictureThread::makePicture(const View& view) {
    const bool same_things = view.shot == made_of_.shot && isSame(view.style, made_of_.style) &&
                             view.look == made_of_.look &&
                             // Lines have a width that suits the camera; drafts keep theirs.
                             (quality_ == Quality::Draft || view.camera == made_of_.camera);
    if (made_ && same_things && made_balls_ == max_balls_) return success();
    made_.reset();
    uploaded_ = false;
    auto [frame, share] = quality_ == Quality::Draft ? thinned(view.shot->frame, max_balls_)
                                                     : ThinnedFrame{view.shot->frame, 1};
    made_frame_ = std::move(frame);
    auto made = run::pictureOf(*view.shot->scene, made_frame_, view.camera, view.style, view.look);
    if (!made) return made.error();
    fillUp(made->picture, share, made->keep);
    made_ = std::move(*made);
    made_of_ = view;
    made_balls_ = max_balls_;
    made_share_ = share;
    return success();
}

/// Chooses how many balls the next draft shows. One slow picture may have been disturbed by other work.
/// @param again whether only the camera had moved
void PictureThread::adapt(double seconds, bool again) {
    slow_ = seconds > 1.3 * draft_time ? slow_ + 1 : 0;
    if (slow_ >= 3) {
        max_balls_ = std::max(min_balls, max_balls_ / 2);
        slow_ = 0;
    }
    if (!again && made_share_ < 1 && seconds < 0.4 * draft_time)
        max_balls_ = std::min(all_balls, max_balls_ * 2);
}

}  // namespace talus::viewer
