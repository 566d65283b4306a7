#pragma once
#include <filesystem>
#include <map>

#include <imgui/imgui.h>

namespace talus::viewer {

/// Small textures of picture files, read when they are first needed: one for each picture of the window, so
/// that a list of many does not stop it.
class Thumbnails {
  public:
    static constexpr int width = 320;  ///< of a texture [pixels], at most

    Thumbnails() = default;
    ~Thumbnails();
    Thumbnails(const Thumbnails&) = delete;
    Thumbnails& operator=(const Thumbnails&) = delete;

    /// To be called at the start of each picture of the window.
    void beginPicture() { may_read_ = true; }
    /// Null where the file is not read yet, or cannot be read.
    ImTextureID of(const std::filesystem::path& file);

  private:
    std::map<std::filesystem::path, unsigned> textures_;  ///< 0: cannot be read
    bool may_read_ = true;
};

}  // namespace talus::viewer
