#include "talus/run/engraving/screen_stage.h"

#include <algorithm>

#include "talus/picture/screen/march.h"
#include "talus/run/engraving/pressing.h"

namespace talus::run {

using namespace picture::engraved;
namespace {

/// The surface of the ground with a screen on it.
struct Relief {
    std::vector<double> height;  ///< [m]
    picture::Terrain terrain;    ///< refers to `height`
};

/// @param look of the ground as the scene draws it
std::shared_ptr<Relief> reliefOf(const Engraver& engraver, const std::vector<std::uint8_t>& rgb,
                                 const state::ColumnsView& columns, const exec::Array<double>& heights,
                                 const picture::Terrain& drawn) {
    const GroundScreen& screen = engraver.ground();
    auto relief = std::make_shared<Relief>();
    picture::Terrain& terrain = relief->terrain;
    terrain.grid = {screen.left + 0.5 * screen.side,
                    screen.top - (static_cast<double>(screen.height) - 0.5) * screen.side, screen.side,
                    static_cast<std::uint32_t>(screen.width), static_cast<std::uint32_t>(screen.height)};
    const double scale = engraver.settings().relief * screen.side;
    const exec::View<const double> view{heights.data(), heights.size()};
    for (std::uint32_t j = 0; j < terrain.grid.rows; ++j)
        for (std::uint32_t i = 0; i < terrain.grid.columns; ++i) {
            const std::size_t mass = (screen.height - 1 - j) * screen.width + i;
            const auto ground = geometry::surfaceAt(columns.grid, view, terrain.grid.x(i), terrain.grid.y(j));
            relief->height.push_back((ground ? ground->height : drawn.base) +
                                     scale * static_cast<double>(engraver.values()[mass]));
            const std::uint8_t* pixel = &rgb[3 * mass];
            terrain.colour.push_back({static_cast<float>(pixel[0]) / 255, static_cast<float>(pixel[1]) / 255,
                                      static_cast<float>(pixel[2]) / 255});
        }
    terrain.height = relief->height;
    terrain.base = drawn.base;
    terrain.cut = drawn.cut;
    terrain.side_colour = drawn.side_colour;
    terrain.contour_interval = drawn.contour_interval;
    terrain.name = drawn.name;
    return relief;
}

}  // namespace

Result<ScreenStage> ScreenStage::create(const scene::Scene& scene, const ScreenSettings& settings) {
    ScreenStage made(scene);
    auto camera = SceneCamera::find(scene, settings.camera);
    if (!camera) return camera.error();
    made.camera_ = std::move(*camera);
    made.style_ = {scene.render.colour, scene.render.contours.value_or(0)};
    made.fields_ = drawnFields(scene, made.style_.colour);
    for (std::string& field : made.camera_.fields())
        if (std::find(made.fields_.begin(), made.fields_.end(), field) == made.fields_.end())
            made.fields_.push_back(std::move(field));
    auto renderer = render::Renderer::create(scene.render.size[0], scene.render.size[1]);
    if (!renderer) return renderer.error();
    made.renderer_ = std::move(*renderer);
    return made;
}

Result<FramePicture> ScreenStage::pictureAt(const Frame& frame, const Look& look) const {
    const double aspect = static_cast<double>(scene_.render.size[0]) / scene_.render.size[1];
    const auto camera = camera_.at(scene_, frame, aspect);
    if (!camera) return camera.error();
    return pictureOf(scene_, frame, *camera, style_, look);
}

Result<io::Image> ScreenStage::drawGround(const exec::Exec& exec, const Engraver& engraver,
                                          const Lighting& lighting, const Frame& frame) const {
    const state::ColumnsView& columns = *groundOf(frame);
    const auto heights = state::columnValues(columns, "height");
    if (!heights) return heights.error();
    auto made = pictureAt(frame, {});
    if (!made) return made.error();
    std::vector<picture::Terrain>& terrains = made->picture.terrains;
    if (terrains.empty())
        return Error{ErrorKind::Input,
                     "pictures of this scene do not show its ground as columns, which a "
                     "screen could lie on; choose a plane: screen.onto = \"xy\""};
    const auto rgb = lighting.light(exec, engraver.values(), engraver.before(), engraver.width(),
                                    lookOf(engraver.settings()));
    if (!rgb) return rgb.error();
    const auto relief = reliefOf(engraver, *rgb, columns, *heights, terrains.front());
    terrains.front() = relief->terrain;
    made->keep.push_back(relief);
    return renderer_->draw(made->picture);
}

Result<io::Image> ScreenStage::drawVolume(const exec::Exec& exec, const Engraver& engraver,
                                          const Lighting& lighting, const Frame& frame) const {
    Look look;
    look.hidden.insert(pressingSet(frame.sets, engraver.settings().points)->first);
    auto made = pictureAt(frame, look);
    if (!made) return made.error();
    auto image = renderer_->draw(made->picture);
    if (!image) return image;
    const auto data = renderer_->data(made->picture);
    if (!data) return data.error();
    const Cloud cloud{engraver.box(), engraver.values(), engraver.before(), engraver.settings().opacity,
                      scene_.render.sun};
    const auto seen =
        march(exec, cloud, lighting, lookOf(engraver.settings()), made->picture.camera,
              static_cast<std::size_t>(image->width), static_cast<std::size_t>(image->height), data->depth);
    if (!seen) return seen.error();
    blendOver(image->rgb, *seen);
    return image;
}

}  // namespace talus::run
