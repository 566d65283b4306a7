#include "talus/run/picture/frame_renderer.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/method/gather.h"
#include "talus/method/shown/extra_sets.h"

namespace talus::run {

Result<FrameRenderer> FrameRenderer::create(const scene::Scene& scene, const DrawOptions& options) {
    FrameRenderer made(scene);
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
    auto renderer = render::Renderer::create(width, height);
    if (!renderer) return renderer.error();
    made.renderer_ = std::move(*renderer);
    return made;
}

Result<io::Image> FrameRenderer::draw(const Frame& frame) {
    const auto camera = view_ ? Result<picture::Camera>(*view_) : camera_.at(scene_, frame, aspect_);
    if (!camera) return camera.error();
    const auto made = pictureOf(scene_, frame, *camera, style_, look_);
    if (!made) return made.error();
    return renderer_->draw(made->picture);
}

Result<io::Image> FrameRenderer::draw(const scene::Simulation& simulation) {
    const auto frame = frameOf(simulation, fields_);
    if (!frame) return frame.error();
    return draw(*frame);
}

}  // namespace talus::run
