#pragma once
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "viewer/pictures/picture_thread.h"

namespace talus::viewer {

/// What a film shows.
struct FilmOptions {
    std::filesystem::path file;  ///< the .mp4 to write
    double pictures_per_second = 30;
    std::uint64_t every = 1;    ///< of these frames a picture is taken: every one, every second, ...
    int width = 0, height = 0;  ///< [pixels]
};

/// Draws frames of a run as the window shows them, and makes a film of the pictures. Drawing and encoding
/// happen on a thread of its own.
class WindowFilm {
  public:
    /// Errors: Input where the file exists or its name does not end in .mp4; Runtime where ffmpeg is missing;
    /// Storage where the pictures cannot be written beside it.
    static Result<std::shared_ptr<WindowFilm>> begin(const FilmOptions& options);
    /// Ends the film and waits for it.
    ~WindowFilm();
    WindowFilm(const WindowFilm&) = delete;
    WindowFilm& operator=(const WindowFilm&) = delete;

    /// Adds a frame of a run, seen as setView() said last. Waits while several frames are not drawn yet, so
    /// that none is left out.
    void add(const std::shared_ptr<const Shot>& shot);
    /// Camera, colours and look of the pictures from now on.
    void setView(const picture::Camera& camera, const method::PictureStyle& style, const run::Look& look);
    /// Encodes the pictures so far; frames are not added any more. Returns at once.
    void end();

    const std::filesystem::path& file() const { return options_.file; }
    /// Number of pictures so far.
    std::uint64_t pictures() const;
    /// Whether pictures wait to be drawn, or the film is being encoded.
    bool busy() const;
    /// Whether the film is written, or has failed.
    bool done() const;
    /// What there is to say about it, once: where the film is, or why it has ended.
    std::string takeMessage();

  private:
    explicit WindowFilm(FilmOptions options, std::filesystem::path pictures);
    void work();
    Status drawAndKeep(const View& view, std::uint64_t number);
    std::string encode(std::uint64_t pictures);
    void say(std::string text);

    const FilmOptions options_;
    const std::filesystem::path folder_;          ///< of the pictures
    std::unique_ptr<render::Renderer> renderer_;  ///< of the thread

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<View> waiting_;
    View view_;  ///< camera, colours and look
    std::uint64_t pictures_ = 0;
    bool drawing_ = false, ending_ = false, done_ = false;
    std::string message_;
    std::thread thread_;
};

}  // namespace talus::viewer
