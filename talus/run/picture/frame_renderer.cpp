#include "talus/run/picture/frame_renderer.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/method/gather.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/render/overlay.h"
#include "talus/run/picture/mean_image.h"

namespace talus::run {

Result<FrameRenderer> FrameRenderer::create(const scene::Scene& scene, const DrawOptions& options) {
    constexpr int most_blurred = 256;
    if (options.blur < 1 || options.blur > most_blurred || !(options.shutter >= 0 && options.shutter <= 1))
        return Error{ErrorKind::Input,
                     fmt::format("motion blur is the mean of 1 to {} pictures, and the shutter is open for 0 "
                                 "to 1 of the time between two frames; not {} pictures and {}",
                                 most_blurred, options.blur, options.shutter)};
    FrameRenderer made(scene);
    made.options_ = options;
    const auto [width, height] =
        options.size.value_or(std::make_pair(scene.render.size[0], scene.render.size[1]));
    made.aspect_ = static_cast<double>(width) / std::max(1, height);
    made.view_ = options.view;
    made.camera_name_ = "view";
    if (!options.view) {
        auto camera = SceneCamera::find(scene, options.camera);
        if (!camera) return camera.error();
        made.camera_ = std::move(*camera);
        made.camera_name_ = made.camera_.name();
    }
    made.style_ = {options.colour.empty() ? scene.render.colour : options.colour,
                   options.contours.value_or(scene.render.contours.value_or(0))};
    const auto colours = method::coloursOf(scene);
    if (const std::string& colour = made.style_.colour;
        colour != "material" && std::find(colours.begin(), colours.end(), colour) == colours.end())
        return Error{ErrorKind::Input, fmt::format("pictures cannot be coloured by '{}'; there are: {}",
                                                   colour, fmt::join(colours, ", "))};
    made.style_.scale.logarithmic = options.logarithmic;
    made.look_ = options.look;
    made.fields_ = drawnFields(scene, made.style_.colour);
    if (options.look.arrows) made.fields_.push_back(options.look.arrows->field);
    if (options.look.forces) made.fields_.emplace_back(method::contact_force);
    if (options.look.cells) made.fields_.emplace_back(method::search_cells);
    for (std::string& field : made.camera_.fields())
        if (std::find(made.fields_.begin(), made.fields_.end(), field) == made.fields_.end())
            made.fields_.push_back(std::move(field));
    auto renderer = render::Renderer::create(width, height, render::qualityOf(options.quality));
    if (!renderer) return renderer.error();
    made.renderer_ = std::move(*renderer);
    return made;
}

Result<FramePicture> FrameRenderer::pictureAt(const Frame& frame) const {
    const auto camera = view_ ? Result<picture::Camera>(*view_) : camera_.at(scene_, frame, aspect_);
    if (!camera) return camera.error();
    auto made = pictureOf(scene_, frame, *camera, style_, look_);
    if (made && !options_.caption) made->picture.caption.clear();
    if (!made || !options_.transparent || !made->has_table) return made;
    auto& obstacles = made->picture.obstacles;
    for (auto o = obstacles.end(); o != obstacles.begin();)
        if ((--o)->name == "table") {
            obstacles.erase(o);
            break;
        }
    return made;
}

Result<io::Image> FrameRenderer::drawOne(const picture::Picture& picture) {
    return options_.transparent ? renderer_->drawTransparent(picture) : renderer_->draw(picture);
}

double FrameRenderer::shareOf(int k) const { return 1 - options_.shutter * k / (options_.blur - 1); }

Result<io::Image> FrameRenderer::drawBlurred(const picture::Picture& picture,
                                             const EarlierPositions& earlier) {
    MeanImage mean;
    for (int k = 0; k < options_.blur; ++k) {
        std::vector<std::vector<Vec3d>> centres;
        picture::Picture shown = pictureBetween(picture, earlier, shareOf(k), centres);
        shown.caption.clear();
        shown.legend.reset();
        const auto image = drawOne(shown);
        if (!image) return image.error();
        mean.add(*image);
    }
    io::Image image = mean.mean();
    if (!options_.transparent) render::drawOverlay(image, picture);
    return image;
}

Result<io::Image> FrameRenderer::draw(const Frame& frame, const Frame* before) {
    const auto made = pictureAt(frame);
    if (!made) return made.error();
    if (options_.blur == 1 || before == nullptr) return drawOne(made->picture);
    const auto old = pictureAt(*before);
    if (!old) return old.error();
    return drawBlurred(made->picture, earlierPositions(made->picture, old->picture));
}

Result<render::LightImage> FrameRenderer::lightOf(const picture::Picture& picture,
                                                  const EarlierPositions* earlier) {
    if (options_.blur == 1 || earlier == nullptr) return renderer_->light(picture, options_.transparent);
    MeanLight mean;
    for (int k = 0; k < options_.blur; ++k) {
        std::vector<std::vector<Vec3d>> centres;
        const auto light =
            renderer_->light(pictureBetween(picture, *earlier, shareOf(k), centres), options_.transparent);
        if (!light) return light.error();
        mean.add(*light);
    }
    return mean.mean();
}

Result<io::PassImage> FrameRenderer::drawPasses(const Frame& frame, const Frame* before) {
    const auto made = pictureAt(frame);
    if (!made) return made.error();
    std::optional<EarlierPositions> earlier;
    if (before != nullptr && needsBefore()) {
        const auto old = pictureAt(*before);
        if (!old) return old.error();
        earlier = earlierPositions(made->picture, old->picture);
    }
    const auto light = lightOf(made->picture, earlier ? &*earlier : nullptr);
    if (!light) return light.error();
    const auto data = renderer_->data(made->picture);
    if (!data) return data.error();
    return passesOf(made->picture, *light, *data, earlier ? &*earlier : nullptr, options_.passes);
}

Result<io::Image> FrameRenderer::draw(const scene::Simulation& simulation) {
    const auto frame = frameOf(simulation, fields_);
    if (!frame) return frame.error();
    return draw(*frame);
}

}  // namespace talus::run
