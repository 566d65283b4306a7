#include "talus/run/picture/frame_renderer.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/method/gather.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/run/picture/extent.h"

namespace talus::run {

Result<FrameRenderer> FrameRenderer::create(const scene::Scene& scene, const DrawOptions& options) {
    FrameRenderer made(scene);
    const auto [width, height] =
        options.size.value_or(std::make_pair(scene.render.size[0], scene.render.size[1]));
    if (Status status = made.chooseCamera(options, static_cast<double>(width) / std::max(1, height)); !status)
        return status.error();
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
    auto renderer = render::Renderer::create(width, height);
    if (!renderer) return renderer.error();
    made.renderer_ = std::move(*renderer);
    return made;
}

/// The camera of the options, or the scene's. @param aspect width / height of the picture
Status FrameRenderer::chooseCamera(const DrawOptions& options, double aspect) {
    if (options.view) {
        camera_name_ = "view";
        camera_ = *options.view;
        return success();
    }
    std::string wanted = options.camera;
    if (wanted.empty()) wanted = scene_.cameras.empty() ? "auto" : scene_.cameras.front().name;
    camera_name_ = wanted;
    const auto camera = std::find_if(scene_.cameras.begin(), scene_.cameras.end(),
                                     [&](const scene::Camera& c) { return c.name == wanted; });
    if (camera != scene_.cameras.end()) {
        camera_ = picture::lookAt(camera->position, camera->target, camera->fov);
    } else if (wanted == "auto") {
        camera_ = picture::frameAutomatically(extentOf(scene_), aspect);
    } else {
        std::vector<std::string> names;
        for (const scene::Camera& c : scene_.cameras) names.push_back(c.name);
        names.emplace_back("auto");
        return Error{ErrorKind::Input,
                     fmt::format("there is no camera '{}'; there are: {}", wanted, fmt::join(names, ", "))};
    }
    return success();
}

Result<io::Image> FrameRenderer::draw(const Frame& frame) {
    const auto made = pictureOf(scene_, frame, camera_, style_, look_);
    if (!made) return made.error();
    return renderer_->draw(made->picture);
}

Result<io::Image> FrameRenderer::draw(const scene::Simulation& simulation) {
    const auto frame = frameOf(simulation, fields_);
    if (!frame) return frame.error();
    return draw(*frame);
}

}  // namespace talus::run
