#include "viewer/viewer.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/text_file.h"
#include "talus/io/image.h"
#include "talus/method/gather.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/run/folder.h"
#include "talus/run/land/raster_ground.h"
#include "talus/run/picture/frame_picture.h"
#include "talus/run/picture/subject.h"
#include "talus/run/session/session.h"
#include "viewer/commands/commands.h"
#include "viewer/pictures/camera_moves.h"
#include "viewer/runs/live_run.h"
#include "viewer/runs/recorded_run.h"
#include "viewer/save.h"

namespace talus::viewer {
namespace {

/// Whether a file is the run.toml of a run folder.
bool isOfARun(const std::filesystem::path& file) {
    std::error_code code;
    return file.filename() == "run.toml" &&
           std::filesystem::exists(file.parent_path() / "manifest.json", code);
}

}  // namespace

Viewer::Viewer(ViewerOptions options)
    : options_(std::move(options)),
      recent_(options_.user_folder.empty() ? "" : options_.user_folder / "recent.json"),
      bookmarks_(options_.user_folder.empty() ? "" : options_.user_folder / "bookmarks.json"),
      light_(options_.light) {
    if (Status loaded = recent_.load(); !loaded) say(loaded.error().message);
}

Status Viewer::open(const std::string& path) {
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) return openFolder(path);
    auto text = readTextFile(path);
    if (!text) return text.error();
    std::string warnings;
    auto session = run::Session::open({.text = std::move(*text),
                                       .file = path,
                                       .overrides = options_.overrides,
                                       .rasters = run::readRasterGround},
                                      exec::Exec::cpu(options_.threads), options_.threads, warnings);
    if (!session) return session.error();
    if (!warnings.empty()) say(warnings);
    const auto last = static_cast<std::uint64_t>(session->scene().time.frames());
    auto made = std::make_unique<LiveRun>(std::move(*session), last, options_.history_bytes);
    LiveRun* live = made.get();
    show(std::move(made), live, nullptr, path);
    return success();
}

/// Shows another run. The film of the one before ends.
void Viewer::show(std::unique_ptr<RunSource> source, LiveRun* live, RecordedRun* recorded,
                  const std::string& path) {
    if (film_) (void)endFilm();
    source_ = std::move(source);
    live_ = live;
    recorded_ = recorded;
    path_ = path;
    std::error_code code;
    file_time_ = std::filesystem::last_write_time(path, code);
    shot_.reset();
    scene_of_settings_.reset();
    picked_.reset();
    look_ = {};
    pick_history_.reset();
    changes_.clear();
    forgetObjects();
    browses_ = false;
    if (Status added = recent_.add(path); !added) say(added.error().message);
}

Status Viewer::execute(const std::string& line) {
    ++executed_;
    Status done = executeCommand(*this, line);
    if (!done) say(done.error().message);
    return done;
}

void Viewer::update() {
    if (!source_) return;
    for (const std::string& message : source_->takeMessages()) say(message);
    status_ = source_->status();
    if (live_ != nullptr) {
        for (const auto& change : live_->takeRefused()) changes_.refuse(change);
        for (const std::string& object : live_->takeRefusedObjects()) hands_.refused(object);
        // An error of the new text keeps the scene with all that was changed in it.
        if (live_->takeReloaded()) {
            changes_.clear();
            forgetObjects();
        }
    }
    follow();
    watchFile();
    const bool new_shot = source_->shot() != shot_;
    if (new_shot) takeShot();
    if (new_shot && followed_) followCamera();
    if (shot_) askForPictures(new_shot || view_changed_);
    view_changed_ = camera_moves_ = false;
    for (PictureThread* thread : {&drafts_, &finals_})
        if (const std::string problem = thread->takeProblem(); !problem.empty()) say(problem);
}

/// Reads a scene file again that was saved by an editor.
void Viewer::watchFile() {
    if (live_ == nullptr) return;
    std::error_code code;
    const auto time = std::filesystem::last_write_time(path_, code);
    if (code || time == file_time_) return;
    file_time_ = time;
    auto text = readTextFile(path_);
    if (!text) return say(text.error().message);
    live_->reload(std::move(*text));
}

void Viewer::forgetObjects() {
    hands_.clear();
    saved_objects_.clear();
}

void Viewer::takeShot() {
    const bool first = !shot_;
    shot_ = source_->shot();
    if (pick_history_ && !pick_history_->add(*shot_, isLive())) {
        say(fmt::format("{} is not there any more; its curve ends", pick_history_->name()));
        pick_history_.reset();
    }
    refreshPick();
    if (scene_of_settings_ == shot_->scene) return;
    scene_of_settings_ = shot_->scene;
    settings_ = settingsOf(*shot_->scene);
    if (!first) return;
    if (Status found = bookmarks_.open(shot_->scene->name); !found) say(found.error().message);
    if (std::exchange(keeps_view_, false)) return;
    style_ = {shot_->scene->render.colour, shot_->scene->render.contours.value_or(0)};
    followed_.reset();
    if (const Status chosen = chooseCamera(""); !chosen) {  // a frame may lack what its camera follows
        say(chosen.error().message);
        setCamera(run::automaticCamera(run::subjectOf(*shot_->scene), aspect()));
    }
}

/// Drafts while the camera or the simulation moves; a final picture when both rest.
void Viewer::askForPictures(bool changed) {
    using Clock = std::chrono::steady_clock;
    constexpr auto rest = std::chrono::milliseconds(250);
    const auto now = Clock::now();
    const bool moves = camera_moves_ || status_.playing;
    View view{shot_, camera_, style_, possibleLook(look_, shot_->frame), width_, height_, views_};
    if (changed) {
        view.number = ++views_;
        changed_ = now;
        wants_final_ = true;
        if (moves) {
            finals_.stop();
            drafts_.draw(view);
        }
    }
    const bool rests = !camera_moves_ && drafts_.idle() && now - changed_ >= rest;
    if (!wants_final_ || status_.playing || !rests) return;
    wants_final_ = false;
    finals_.draw(std::move(view));
}

void Viewer::onDrawn(const std::function<void()>& call) {
    drafts_.onDrawn(call);
    finals_.onDrawn(call);
}

std::shared_ptr<const Drawn> Viewer::drawn() const {
    auto draft = drafts_.drawn(), final = finals_.drawn();
    if (!draft || (final && final->view.number >= draft->view.number)) return final;
    return draft;
}

void Viewer::say(const std::string& text) {
    constexpr std::size_t max_messages = 500;
    messages_.push_back(text);
    if (messages_.size() > max_messages) messages_.erase(messages_.begin());
}

Status Viewer::resetWithoutObjects() {
    if (live_ == nullptr) return Error{ErrorKind::Input, "nothing is open to which objects were added"};
    live_->resetWithoutObjects();
    forgetObjects();
    return success();
}

void Viewer::setCamera(const picture::Camera& camera) {
    camera_ = camera;
    followed_.reset();
    view_changed_ = camera_moves_ = true;
}

std::vector<std::string> Viewer::cameras() const {
    return shot_ ? run::cameraNames(*shot_->scene) : std::vector<std::string>{"auto"};
}

Status Viewer::chooseCamera(const std::string& name) {
    if (!shot_) return Error{ErrorKind::Input, "nothing is open"};
    const auto found = run::SceneCamera::find(*shot_->scene, name);
    if (!found) return found.error();
    const auto camera = found->at(*shot_->scene, shot_->frame, aspect());
    if (!camera) return camera.error();
    setCamera(*camera);
    if (found->moves()) followed_ = *found;
    return success();
}

/// Moves the camera of the window to where that of the scene is now.
void Viewer::followCamera() {
    const auto camera = followed_->at(*shot_->scene, shot_->frame, aspect());
    if (camera) {
        camera_ = *camera;
    } else {
        followed_.reset();
        say(camera.error().message);
    }
}

std::vector<std::string> Viewer::colours() const {
    std::vector<std::string> names{"material"};
    if (shot_)
        for (const std::string_view colour : method::coloursOf(*shot_->scene)) names.emplace_back(colour);
    return names;
}

Status Viewer::setColour(const std::string& colour) {
    const auto all = colours();
    if (std::find(all.begin(), all.end(), colour) == all.end())
        return Error{ErrorKind::Input, fmt::format("pictures cannot be coloured by '{}'; there are: {}",
                                                   colour, fmt::join(all, ", "))};
    if (style_.colour != colour) style_.scale.low = style_.scale.high = std::nullopt;
    style_.colour = colour;
    view_changed_ = true;
    return success();
}

void Viewer::setStyle(const method::PictureStyle& style) {
    style_ = style;
    view_changed_ = camera_moves_ = true;  // a draft at once, since a slider may move
}

void Viewer::setLook(run::Look look) {
    look_ = std::move(look);
    wantSets();
    view_changed_ = camera_moves_ = true;
}

/// Asks for the sets that frames hold only where asked for.
void Viewer::wantSets() {
    if (!source_) return;
    std::vector<std::string> extra;
    const bool has_grains = shot_ && shot_->frame.find<state::PointsView>("grains") != nullptr;
    if (look_.forces || (picked_ && has_grains)) extra.emplace_back(method::contact_force);
    if (look_.cells) extra.emplace_back(method::search_cells);
    source_->want(std::move(extra));
}

std::optional<picture::Legend> Viewer::legend() const {
    if (!shot_) return std::nullopt;
    const auto made =
        run::pictureOf(*shot_->scene, shot_->frame, camera_, style_, possibleLook(look_, shot_->frame));
    return made ? made->picture.legend : std::nullopt;
}

void Viewer::resize(int width, int height) {
    constexpr int min_side = 16, max_side = 8192;  // of render::Renderer
    width = std::clamp(width, min_side, max_side);
    height = std::clamp(height, min_side, max_side);
    if (width == width_ && height == height_) return;
    width_ = width;
    height_ = height;
    view_changed_ = camera_moves_ = true;
}

Status Viewer::screenshot(std::string file) {
    const auto picture = drawn();
    if (!picture) return Error{ErrorKind::Input, "there is no picture yet"};
    if (file.empty())
        file = fmt::format("{}.{:04}.png", run::plainName(shot_->scene->name), picture->view.shot->number);
    const std::filesystem::path path = std::filesystem::absolute(file);
    const io::ConfinedPath target = io::ConfinedPath(path.parent_path()) / path.filename().string();
    if (Status status = io::writePng(target, picture->image); !status) return status;
    say(fmt::format("screenshot: {}", path.string()));
    return success();
}

Status Viewer::plot(const std::string& column, std::optional<bool> on) {
    const auto table = statistics();
    if (!table) return Error{ErrorKind::Input, "there are no statistics yet; they come with the first frame"};
    return plots_.choose(*table, column, on);
}

Status Viewer::save(const std::string& file) {
    if (live_ == nullptr)
        return Error{ErrorKind::Input, isOpen() ? "a recorded run cannot be changed; open its scene file"
                                                : "nothing is open; open a scene first"};
    const std::string target = file.empty() ? path_ : file;
    if (isOfARun(target))
        return Error{
            ErrorKind::Input,
            fmt::format("'{}' says what a recorded run was, so it stays as it is; save under another "
                        "name, as in save my-scene.toml",
                        target)};
    if (file.empty() && !hasUnsavedChanges()) {
        say("nothing was changed; nothing to save");
        return success();
    }
    std::error_code code;
    if (std::filesystem::last_write_time(path_, code) != file_time_ && !code)
        return Error{ErrorKind::Input,
                     fmt::format("another program has just changed '{}'; change the settings again", path_)};
    std::string objects = live_->objectsAsToml();
    if (!objects.empty()) objects = "\n# Added and moved by hand:\n" + objects;
    if (Status saved = saveScene(path_, target, changes(), {saved_objects_, objects}); !saved) return saved;
    saved_objects_ = std::move(objects);
    path_ = target;
    file_time_ = std::filesystem::last_write_time(path_, code);
    changes_.clear();
    hands_.saved();
    say(fmt::format("saved: {}", std::filesystem::absolute(path_).string()));
    return success();
}

void Viewer::quit(bool discard) {
    if (!discard && hasUnsavedChanges())
        asks_to_quit_ = true;
    else
        quit_ = true;
}

bool Viewer::ready() const {
    if (!source_) return true;
    return source_->shot() != nullptr && source_->shot() == shot_ &&
           (source_->idle() || source_->status().playing);
}

bool Viewer::idle() const {
    return !source_ || (source_->idle() && ready() && !wants_final_ && !(film_ && film_->busy()) &&
                        drafts_.idle() && finals_.idle());
}

}  // namespace talus::viewer
