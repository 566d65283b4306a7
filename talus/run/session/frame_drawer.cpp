#include "talus/run/session/frame_drawer.h"

#include <filesystem>

#include "talus/run/picture/film_of.h"
#include "talus/run/session/session.h"

namespace talus::run {

Result<FrameDrawer> FrameDrawer::create(const scene::Scene& scene, const ConfinedPath& folder,
                                        const DrawOptions& options) {
    auto renderer = FrameRenderer::create(scene, options);
    if (!renderer) return renderer.error();
    if (Status status = io::createFolder(folder); !status) return status.error();
    return FrameDrawer(std::move(*renderer), folder, scene.render.frame_rate);
}

ConfinedPath FrameDrawer::picturePath(std::uint64_t frame) const {
    return folder_ / (numbered(renderer_.camera(), frame) + ".png");
}

Status FrameDrawer::write(std::uint64_t number, const Result<io::Image>& image) const {
    if (!image) return image.error();
    return io::writePng(picturePath(number), *image);
}

Status FrameDrawer::draw(std::uint64_t number, const Frame& frame, const Frame* before) {
    const auto image = renderer_.draw(frame, before);
    if (Status status = write(number, image); !status || !renderer_.passes().any()) return status;
    const auto passes = renderer_.drawPasses(frame, before);
    if (!passes) return passes.error();
    return io::writePasses(folder_ / (numbered(renderer_.camera(), number) + ".exr"), *passes);
}

Status FrameDrawer::draw(std::uint64_t number, const scene::Simulation& simulation) {
    return write(number, renderer_.draw(simulation));
}

Result<Path> FrameDrawer::film(const std::vector<std::uint64_t>& frames, const Path& output,
                               const std::atomic<bool>* stop) const {
    return filmOf(folder_, renderer_.camera(), frames, output, frame_rate_, stop);
}

Result<Path> FrameDrawer::filmRun(const Path& run, const std::atomic<bool>* stop) {
    std::vector<std::uint64_t> frames;
    for (const FrameFile& file : listFrames(run)) {
        frames.push_back(file.frame);
        if (std::filesystem::exists(picturePath(file.frame).path())) continue;
        const auto frame = readFrame(file);
        if (!frame) return frame.error();
        if (Status status = draw(file.frame, *frame); !status) return status.error();
    }
    return film(frames, layout::video(run).path(), stop);
}

Status PictureRecorder::frameEnded(Session& session) {
    return drawer_.draw(session.frame(), session.simulation());
}

}  // namespace talus::run
