#include "talus/run/picture/previews.h"

#include "talus/io/image.h"
#include "talus/method/shown/preview.h"
#include "talus/render/renderer.h"

namespace talus::run {

Result<std::vector<io::Path>> drawPreviews(const scene::Scene& scene, const io::Path& folder) {
    std::vector<method::Preview> previews;
    for (const method::Method* method : scene.used())
        if (method->previews)
            for (method::Preview& preview : method->previews(scene)) previews.push_back(std::move(preview));
    std::vector<io::Path> written;
    if (previews.empty()) return written;
    auto renderer = render::Renderer::create(1280, 720);
    if (!renderer) return renderer.error();
    if (Status status = io::createFolder(folder); !status) return status.error();
    for (const method::Preview& preview : previews) {
        const auto image = (*renderer)->draw(preview.picture);
        if (!image) return image.error();
        written.push_back(folder / (preview.name + ".png"));
        if (Status status = io::writePng(written.back(), *image); !status) return status.error();
    }
    return written;
}

}  // namespace talus::run
