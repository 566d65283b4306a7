#include "viewer/pictures/window_film.h"

#include <fmt/format.h>

#include "talus/io/image.h"
#include "talus/io/video/child_process.h"
#include "talus/io/video/video.h"
#include "talus/run/frames.h"
#include "talus/run/picture/frame_picture.h"

namespace talus::viewer {

namespace fs = std::filesystem;

namespace {

constexpr const char* picture_name = "film";

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

}  // namespace

Result<std::shared_ptr<WindowFilm>> WindowFilm::begin(const FilmOptions& options) {
    FilmOptions film = options;
    film.file = fs::absolute(options.file);
    std::error_code code;
    if (film.file.extension() != ".mp4")
        return input(fmt::format("'{}': give a name that ends in .mp4", options.file.string()));
    if (fs::exists(fs::symlink_status(film.file, code)))
        return input(fmt::format("'{}' exists; give another name, or delete it first", film.file.string()));
    if (!(film.pictures_per_second >= 1 && film.pictures_per_second <= 240))
        return input("a film has 1 to 240 pictures a second");
    if (film.every == 0) return input("give 1 for every frame, 2 for every second one, ...");
    if (!io::findProgram("ffmpeg"))
        return Error{ErrorKind::Runtime,
                     "ffmpeg, which makes films, was not found (on Debian: apt-get install ffmpeg)"};
    const fs::path folder = film.file.string() + ".pictures";
    if (fs::exists(fs::symlink_status(folder, code)))
        return input(fmt::format("'{}' exists, perhaps of an earlier film; delete it, or give another name",
                                 folder.string()));
    if (Status made = io::createFolder(io::ConfinedPath(folder)); !made) return made.error();
    return std::shared_ptr<WindowFilm>(new WindowFilm(std::move(film), folder));
}

WindowFilm::WindowFilm(FilmOptions options, fs::path pictures)
    : options_(std::move(options)), folder_(std::move(pictures)), thread_([this] { work(); }) {}

WindowFilm::~WindowFilm() {
    end();
    thread_.join();
}

void WindowFilm::add(const std::shared_ptr<const Shot>& shot) {
    constexpr std::size_t most_waiting = 2;
    if (shot->number % options_.every != 0) return;
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ending_ || waiting_.size() < most_waiting; });
        if (ending_) return;
        View view = view_;
        view.shot = shot;
        waiting_.push_back(std::move(view));
    }
    changed_.notify_all();
}

void WindowFilm::setView(const picture::Camera& camera, const method::PictureStyle& style,
                         const run::Look& look) {
    const std::lock_guard lock(mutex_);
    view_.camera = camera;
    view_.style = style;
    view_.look = look;
}

void WindowFilm::end() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
}

std::uint64_t WindowFilm::pictures() const {
    const std::lock_guard lock(mutex_);
    return pictures_;
}

bool WindowFilm::busy() const {
    const std::lock_guard lock(mutex_);
    return !done_ && (ending_ || drawing_ || !waiting_.empty());
}

bool WindowFilm::done() const {
    const std::lock_guard lock(mutex_);
    return done_;
}

std::string WindowFilm::takeMessage() {
    const std::lock_guard lock(mutex_);
    return std::exchange(message_, {});
}

void WindowFilm::work() {
    std::string problem;
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (waiting_.empty() || !problem.empty()) break;
        const View view = std::move(waiting_.front());
        waiting_.pop_front();
        drawing_ = true;
        const std::uint64_t number = pictures_;
        lock.unlock();
        changed_.notify_all();
        const Status kept = drawAndKeep(view, number);
        lock.lock();
        drawing_ = false;
        if (kept) {
            ++pictures_;
            continue;
        }
        problem = kept.error().message;
        ending_ = true;
        changed_.notify_all();
    }
    const std::uint64_t pictures = pictures_;
    lock.unlock();
    std::string message = encode(pictures);
    lock.lock();
    message_ = problem.empty() ? std::move(message)
                               : fmt::format("the film has ended early: {}\n{}", problem, message);
    done_ = true;
}

Status WindowFilm::drawAndKeep(const View& view, std::uint64_t number) {
    if (!renderer_) {
        auto renderer = render::Renderer::create(options_.width, options_.height, render::Quality{});
        if (!renderer) return renderer.error();
        renderer_ = std::move(*renderer);
    }
    const auto made = run::pictureOf(*view.shot->scene, view.shot->frame, view.camera, view.style,
                                     possibleLook(view.look, view.shot->frame));
    if (!made) return made.error();
    const auto image = renderer_->draw(made->picture);
    if (!image) return image.error();
    return io::writePng(io::ConfinedPath(folder_) / (run::numbered(picture_name, number) + ".png"), *image);
}

/// @return what there is to say about the result
std::string WindowFilm::encode(std::uint64_t pictures) {
    std::error_code code;
    if (pictures == 0) {
        fs::remove_all(folder_, code);
        return "there is no film, because no frame was shown while it was recorded";
    }
    const auto film =
        io::encodeVideo({folder_, picture_name, options_.file, 0, options_.pictures_per_second});
    if (!film) return film.error().message;
    fs::remove_all(folder_, code);
    return fmt::format("film: {} ({} pictures)", film->string(), pictures);
}

}  // namespace talus::viewer
