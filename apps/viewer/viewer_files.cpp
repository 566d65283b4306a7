// What the viewer reads and writes besides the scene: runs that go on, new scenes, films and plots.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/core/text_file.h"
#include "talus/io/file.h"
#include "talus/run/checkpoints.h"
#include "viewer/plot_picture.h"
#include "viewer/runs/live_run.h"
#include "viewer/runs/recorded_run.h"
#include "viewer/runs/resumed_run.h"
#include "viewer/viewer.h"

namespace talus::viewer {

namespace fs = std::filesystem;

/// The film is finished before the run that it shows ends.
Viewer::~Viewer() {
    if (film_) film_->end();
    if (source_) source_->watchFrames({});
    film_.reset();
}

Status Viewer::openFolder(const std::string& path) {
    auto recorded = RecordedRun::open(path);
    if (recorded) {
        RecordedRun* run = recorded->get();
        show(std::move(*recorded), nullptr, run, path);
        return success();
    }
    // A folder with only a checkpoint within a frame has no frames to show.
    const auto checkpoints = run::listCheckpoints(path);
    if (!checkpoints || checkpoints->empty() || !run::listFrames(path).empty()) return recorded.error();
    return resume(path, std::nullopt, 0);
}

Status Viewer::resumeHere() {
    if (live_ != nullptr) {
        say("this is a simulation already: Space runs it");
        return success();
    }
    if (!shot_) return Error{ErrorKind::Input, "nothing is shown yet"};
    const std::uint64_t shown = shot_->number;
    const bool is_last = shown >= status_.frames;
    if (Status resumed = resume(path_, is_last ? std::nullopt : std::optional(shown), shown); !resumed)
        return resumed;
    keeps_view_ = true;
    return success();
}

/// Opens a run folder as a simulation at a checkpoint, as resumeRun(), and computes up to a frame.
Status Viewer::resume(const std::string& folder, std::optional<std::uint64_t> up_to, std::uint64_t shown) {
    std::string warnings;
    auto run = resumeRun(folder, up_to, options_.threads, warnings);
    if (!run) return run.error();
    if (!warnings.empty()) say(warnings);
    const run::Session& session = run->session;
    std::string text = fmt::format("the run goes on as a simulation, from {} at {:.6g} s",
                                   session.step() == 0 ? "its start" : "its checkpoint", session.time());
    const bool computes = session.frame() < shown;
    if (computes) text += fmt::format("; it computes up to frame {}", shown);
    say(text + "; record FOLDER here records it");
    auto made = std::make_unique<LiveRun>(std::move(run->session), run->last_frame, options_.history_bytes);
    LiveRun* live = made.get();
    show(std::move(made), live, nullptr, (fs::path(folder) / "run.toml").string());
    if (computes) live->seek(shown);
    return success();
}

Status Viewer::openNew(const std::string& name, const std::string& file) {
    const auto& all = options_.templates;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const SceneEntry& entry) { return entry.name == name; });
    if (found == all.end()) {
        std::vector<std::string> names;
        std::string list;
        for (const SceneEntry& entry : all) {
            names.push_back(entry.name);
            list += (list.empty() ? "" : ", ") + entry.name;
        }
        const auto meant = nearest(name, names);
        return Error{ErrorKind::Input,
                     fmt::format("there is no template '{}'; {}", name,
                                 meant ? fmt::format("did you mean '{}'?", *meant) : "there are: " + list)};
    }
    std::error_code code;
    const fs::path target = fs::absolute(file);
    if (target.extension() != ".toml")
        return Error{ErrorKind::Input, fmt::format("'{}': give a name that ends in .toml", file)};
    if (fs::exists(fs::symlink_status(target, code)))
        return Error{ErrorKind::Input,
                     fmt::format("'{}' exists; give another name, or open it", target.string())};
    const auto text = readTextFile(found->path);
    if (!text) return text.error();
    const io::ConfinedPath path = io::ConfinedPath(target.parent_path()) / target.filename().string();
    if (Status written = io::writeFile(path, *text); !written) return written;
    return open(target.string());
}

void Viewer::browse(bool shown) {
    if (shown) recent_.refresh();
    browses_ = shown;
}

Status Viewer::beginFilm(const std::string& file, std::optional<double> pictures_per_second,
                         std::uint64_t every) {
    if (film_) return Error{ErrorKind::Input, "a film is being made already; end-record-window ends it"};
    if (!shot_) return Error{ErrorKind::Input, "nothing is shown yet"};
    auto film = WindowFilm::begin(
        {file, pictures_per_second.value_or(shot_->scene->render.frame_rate), every, width_, height_});
    if (!film) return film.error();
    film_ = std::move(*film);
    film_->setView(camera_, style_, look_);
    film_->add(shot_);
    source_->watchFrames([film = film_](const auto& shot) { film->add(shot); });
    say(fmt::format("each frame becomes a picture of {}; end-record-window ends it", film_->file().string()));
    return success();
}

Status Viewer::endFilm() {
    if (!film_) return Error{ErrorKind::Input, "no film is being made; record-window FILE.mp4 begins one"};
    source_->watchFrames({});
    film_->end();
    return success();
}

/// Passes the camera to the film, and takes what it says when it has ended.
void Viewer::follow() {
    if (!film_) return;
    film_->setView(camera_, style_, look_);
    if (!film_->done()) return;
    source_->watchFrames({});
    say(film_->takeMessage());
    film_.reset();
}

Status Viewer::exportPlot(const std::string& file) {
    const auto table = statistics();
    if (!table) return Error{ErrorKind::Input, "there are no statistics yet; they come with the first frame"};
    const fs::path path = fs::absolute(file);
    const bool is_picture = path.extension() == ".png";
    if (path.extension() != ".csv" && !is_picture)
        return Error{ErrorKind::Input, fmt::format("'{}': give a name that ends in .csv or .png", file)};
    std::error_code code;
    if (!isLive() && fs::equivalent(path, run::layout::stats(path_).path(), code))
        return Error{ErrorKind::Input, "this is the file of the run itself; give another name"};
    const io::ConfinedPath target = io::ConfinedPath(path.parent_path()) / path.filename().string();
    if (is_picture) {
        const NumberTable* history = pick_history_ ? pick_history_->table().get() : nullptr;
        const auto image = drawPlots(shot_ ? shot_->scene->name : "", *table, plots_.chosen(), history);
        if (!image) return image.error();
        if (Status status = io::writePng(target, *image); !status) return status;
    } else {
        const auto text = plots_.asCsv(*table);
        if (!text) return text.error();
        if (Status status = io::writeFile(target, *text); !status) return status;
    }
    say(fmt::format("{}: {}", is_picture ? "plot" : "statistics", path.string()));
    return success();
}

}  // namespace talus::viewer
