#include "viewer/panels/thumbnails.h"

#include <algorithm>

#include "viewer/panels/texture.h"

namespace talus::viewer {
namespace {

/// The image with each block of `factor` x `factor` pixels as one: their mean.
io::Image reduced(const io::Image& image, int factor) {
    io::Image small(image.width / factor, image.height / factor);
    for (int y = 0; y < small.height; ++y)
        for (int x = 0; x < small.width; ++x)
            for (int c = 0; c < 3; ++c) {
                int sum = 0;
                for (int k = 0; k < factor * factor; ++k)
                    sum += image.pixel(x * factor + k % factor, y * factor + k / factor)[c];
                small.pixel(x, y)[c] = static_cast<std::uint8_t>(sum / (factor * factor));
            }
    return small;
}

GLuint makeTexture(const io::Image& image) {
    GLuint name = 0;
    glGenTextures(1, &name);
    upload(image, name);
    return name;
}

}  // namespace

Thumbnails::~Thumbnails() {
    for (const auto& [file, name] : textures_) glDeleteTextures(1, &name);
}

ImTextureID Thumbnails::of(const std::filesystem::path& file) {
    if (file.empty()) return nullptr;
    auto found = textures_.find(file);
    if (found == textures_.end()) {
        if (!may_read_) return nullptr;
        may_read_ = false;
        const auto image = io::readPng(io::ConfinedPath(file.parent_path()) / file.filename().string());
        const unsigned name = image && image->width >= 16 && image->height >= 16
                                  ? makeTexture(reduced(*image, std::max(1, image->width / width)))
                                  : 0;
        found = textures_.emplace(file, name).first;
    }
    return reinterpret_cast<ImTextureID>(std::uintptr_t{found->second});
}

}  // namespace talus::viewer
