#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "talus/run/picture/scene_camera.h"
#include "talus/run/session/picks/picked_contacts.h"
#include "viewer/changes.h"
#include "viewer/followed_row.h"
#include "viewer/hand/hands.h"
#include "viewer/parts.h"
#include "viewer/pick_history.h"
#include "viewer/pictures/picture_thread.h"
#include "viewer/pictures/window_film.h"
#include "viewer/plots.h"
#include "viewer/runs/run_source.h"
#include "viewer/scene_list.h"
#include "viewer/settings_list.h"
#include "viewer/user/bookmarks.h"
#include "viewer/user/recent_files.h"

namespace talus::viewer {

class LiveRun;
class RecordedRun;

/// How the viewer is started.
struct ViewerOptions {
    std::vector<SceneEntry> scenes{};      ///< that the browser shows
    std::vector<SceneEntry> templates{};   ///< that `new` copies
    std::filesystem::path user_folder{};   ///< bookmarks and recent files are kept there; empty: nowhere
    std::vector<std::string> overrides{};  ///< values of --set for scenes that are opened
    int threads = 0;                       ///< of a live simulation; 0: all processors
    std::uint64_t history_bytes = std::uint64_t{1} << 29;  ///< memory for steps back
    bool light = false;                                    ///< the light theme
};

/// What the user picked: a row of a set, or a wall. It is followed as the state changes.
struct Picked {
    run::Pick pick;
    FollowedRow row;  ///< of what is a row of a set
    std::vector<run::PickedValue> values;
    std::vector<run::PickedContact> contacts;  ///< those with the largest forces first
    std::string no_contacts;                   ///< why they are not known; empty: they are
};

/// What is open, how it is shown, and what the user asked for: everything but the window. Commands
/// (commands.h) are the way to change it; the panels read it.
class Viewer {
  public:
    explicit Viewer(ViewerOptions options);
    ~Viewer();

    /// Opens a scene file or a run folder. An error keeps what is open.
    Status open(const std::string& path);
    /// Opens the recorded run that is shown as a simulation that goes on from the frame that is shown.
    /// Errors: those of resumeRun.
    Status resumeHere();
    /// Copies a template to a new file and opens it. Errors: Input where there is no such template, or where
    /// the file exists; Storage.
    Status openNew(const std::string& name, const std::string& file);
    /// Executes a line: the name of a command and its arguments. The error of a command also becomes a
    /// message.
    Status execute(const std::string& line);
    /// To be called for each picture of the window: takes messages and new states, looks whether the scene
    /// file was saved, asks for pictures.
    void update();

    bool isOpen() const { return source_ != nullptr; }
    const std::string& path() const { return path_; }
    /// @pre isOpen()
    RunSource& source() const { return *source_; }
    std::shared_ptr<const Shot> shot() const { return shot_; }
    const SourceStatus& status() const { return status_; }
    /// The newest picture, a draft or a final one; null before the first one.
    std::shared_ptr<const Drawn> drawn() const;
    /// Settings of the scene that is shown; those of the last call of update().
    const std::vector<SettingsTable>& settings() const { return settings_; }
    /// The live run; null where nothing or a recorded run is open.
    LiveRun* live() const { return live_; }
    Hands& hands() { return hands_; }
    const Hands& hands() const { return hands_; }
    /// Whether settings can be changed: the run is live.
    bool isLive() const { return live_ != nullptr; }
    /// Whether the live run is being recorded: then nothing can be added, and no setting changed.
    bool isRecording() const { return !status_.recording.empty(); }
    /// The recorded run that is shown; null where the run is live.
    RecordedRun* recorded() const { return recorded_; }
    const RecentFiles& recentFiles() const { return recent_; }

    /// Begins a film of the window's view. Errors: those of WindowFilm::begin; Input where one is being made.
    Status beginFilm(const std::string& file, std::optional<double> pictures_per_second, std::uint64_t every);
    /// Error (Input) where there is none.
    Status endFilm();
    /// The film that is being made; null: none.
    const WindowFilm* film() const { return film_.get(); }

    const std::vector<std::string>& messages() const { return messages_; }
    void say(const std::string& text);

    const picture::Camera& camera() const { return camera_; }
    /// Moves the camera; pictures are drafts until it rests. It then no longer follows a camera of the scene.
    void setCamera(const picture::Camera& camera);
    /// A camera of the scene, "auto" or "orbit". One that moves is followed as the shown time changes.
    /// Errors: those of run::SceneCamera.
    Status chooseCamera(const std::string& name);
    std::vector<std::string> cameras() const;

    Bookmarks& bookmarks() { return bookmarks_; }
    /// Moves the camera so that it shows all of what was picked. Error (Input) where nothing was.
    Status framePick();

    const std::string& colour() const { return style_.colour; }
    /// Error (Input) with the colours that the scene has.
    Status setColour(const std::string& colour);
    std::vector<std::string> colours() const;

    /// Colours and contour lines. A new colour by setColour() opens the ends of the scale.
    const method::PictureStyle& style() const { return style_; }
    void setStyle(const method::PictureStyle& style);
    /// What pictures show beside colours.
    const run::Look& look() const { return look_; }
    void setLook(run::Look look);
    /// The legend of the present picture; none where nothing is coloured by values.
    std::optional<picture::Legend> legend() const;

    /// Size of the picture [pixels].
    void resize(int width, int height);
    int width() const { return width_; }
    int height() const { return height_; }

    /// What is under a pixel; nothing there: no pick.
    Status pickAt(double x, double y);
    /// Picks the partner of a contact of what is picked. Error (Input) where there is no such contact.
    Status pickPartner(std::size_t contact);
    const std::optional<Picked>& picked() const { return picked_; }
    /// "grains 17", "wall floor". @pre something is picked
    std::string pickName() const;
    /// The point under a pixel, or the middle of what is shown.
    Vec3d pointAt(double x, double y) const;

    /// Writes the newest picture as PNG. @param file empty: the scene's name and the frame, in the present
    /// folder
    Status screenshot(std::string file);

    const std::vector<SceneEntry>& scenes() const { return options_.scenes; }
    const std::vector<SceneEntry>& templates() const { return options_.templates; }
    /// Whether the browser of scenes is shown; it is where nothing is open.
    bool browses() const { return browses_ || !isOpen(); }
    void browse(bool shown);
    /// The curves over time. Null statistics: there are none yet.
    const Plots& plots() const { return plots_; }
    std::shared_ptr<const NumberTable> statistics() const {
        return source_ ? source_->statistics() : nullptr;
    }
    /// Errors: those of Plots::choose; Input where there are no statistics.
    Status plot(const std::string& column, std::optional<bool> on);
    /// Collects a field of what was picked with each state that is shown. Errors: Input where nothing was
    /// picked; those of PickHistory::begin.
    Status followPick(const std::string& field);
    void stopFollowing() { pick_history_.reset(); }
    const std::optional<PickHistory>& pickHistory() const { return pick_history_; }
    /// Writes the chosen columns over time as CSV or PNG. Errors: Input where the name does not end in .csv
    /// or .png, or is that of the run's own statistics.
    Status exportPlot(const std::string& file);

    /// Gives the keyboard to a part of the window.
    void focus(Part part) { focus_ = part; }
    /// The part that focus() named since the last call.
    std::optional<Part> takeFocus() { return std::exchange(focus_, std::nullopt); }

    bool light() const { return light_; }
    void setLight(bool light) { light_ = light; }
    bool helpShown() const { return help_; }
    void showHelp(bool shown) { help_ = shown; }

    /// Settings that were changed, and things that were done by hand, and not saved.
    bool hasUnsavedChanges() const { return changes_.any() || hands_.unsaved(); }
    void addChange(const std::string& key, const std::string& value) { changes_.add(key, value); }
    /// Begins again without what was done by hand. Error (Input) where no live run is open.
    Status resetWithoutObjects();
    /// As "key=value".
    std::vector<std::string> changes() const { return changes_.options(); }
    /// Writes the changed settings into the scene file, or into a new one, which is then the one that is
    /// open.
    /// @param file empty: the file that is open
    Status save(const std::string& file);
    /// Asks before it quits where there are unsaved changes.
    void quit(bool discard);
    bool asksToQuit() const { return asks_to_quit_; }
    void keepOpen() { asks_to_quit_ = false; }
    bool hasQuit() const { return quit_; }
    /// The number of lines that were executed.
    int executed() const { return executed_; }

    /// Called on another thread after each picture of the scene.
    void onDrawn(const std::function<void()>& call);

    /// Whether nothing is being computed, read or drawn.
    bool idle() const;
    /// Whether a script may go on: all commands are done, though the run may be playing.
    bool ready() const;

  private:
    Status openFolder(const std::string& path);
    Status resume(const std::string& folder, std::optional<std::uint64_t> up_to, std::uint64_t shown);
    void show(std::unique_ptr<RunSource> source, LiveRun* live, RecordedRun* recorded,
              const std::string& path);
    void follow();
    void watchFile();
    void forgetObjects();
    void takeShot();
    void followCamera();
    void askForPictures(bool changed);
    void wantSets();
    Status take(const run::Pick& pick);
    Status clearPick();
    Status readPick();
    void refreshPick();
    run::Frame shownFrame() const;
    double aspect() const { return static_cast<double>(width_) / height_; }

    ViewerOptions options_;
    std::string path_;
    std::unique_ptr<RunSource> source_;
    LiveRun* live_ = nullptr;          ///< source_, where the run is live
    RecordedRun* recorded_ = nullptr;  ///< source_, where it is recorded
    std::shared_ptr<WindowFilm> film_;
    RecentFiles recent_;
    Bookmarks bookmarks_;
    std::optional<PickHistory> pick_history_;
    bool keeps_view_ = false;  ///< the next state is shown by the present camera and colours
    std::filesystem::file_time_type file_time_{};
    std::shared_ptr<const Shot> shot_;
    std::shared_ptr<const scene::Scene> scene_of_settings_;
    SourceStatus status_;
    std::vector<SettingsTable> settings_;
    std::vector<std::string> messages_;

    picture::Camera camera_;
    std::optional<run::SceneCamera> followed_;  ///< a camera of the scene that moves
    method::PictureStyle style_;
    run::Look look_;
    int width_ = 1280, height_ = 720;
    bool view_changed_ = false, camera_moves_ = false;
    std::optional<Picked> picked_;
    Plots plots_;
    Changes changes_;
    Hands hands_;
    std::string saved_objects_;  ///< what the last save wrote of them
    bool light_;
    bool help_ = false, browses_ = false;
    std::optional<Part> focus_;
    bool asks_to_quit_ = false, quit_ = false;
    int executed_ = 0;

    std::uint64_t views_ = 0;                          ///< number of the last view that was asked for
    bool wants_final_ = false;                         ///< a final picture follows when nothing moves
    std::chrono::steady_clock::time_point changed_{};  ///< when the view last changed
    PictureThread drafts_{PictureThread::Quality::Draft}, finals_{PictureThread::Quality::Final};
};

}  // namespace talus::viewer
