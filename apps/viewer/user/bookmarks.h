#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/picture/camera.h"

namespace talus::viewer {

/// A camera with a name.
struct Bookmark {
    std::string name;
    picture::Camera camera;
};

/// The cameras that the user keeps for a scene, in a file for all scenes.
class Bookmarks {
  public:
    /// @param file JSON; empty: they are kept in memory only
    explicit Bookmarks(std::filesystem::path file) : file_(std::move(file)) {}

    /// Takes those of a scene. Errors: Storage; Input where the file is damaged. There are none then.
    Status open(const std::string& scene);
    /// In the order in which they were made.
    const std::vector<Bookmark>& all() const { return all_; }
    /// That of a name, or of a number from 1. Error (Input) with the names that there are.
    Result<picture::Camera> find(const std::string& name) const;
    /// Adds a camera, or replaces that of the name. Errors: those of open(), after which nothing is changed;
    /// Input for an empty name.
    Status put(const std::string& name, const picture::Camera& camera);
    /// Errors: those of find() and put().
    Status forget(const std::string& name);

  private:
    Status write(std::vector<Bookmark> all);
    std::filesystem::path file_;
    std::string scene_;
    std::vector<Bookmark> all_;
};

}  // namespace talus::viewer
