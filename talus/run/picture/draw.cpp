#include "talus/run/picture/draw.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/environment/wall_shape.h"
#include "talus/geometry/grow_box.h"
#include "talus/io/video/video.h"
#include "talus/method/drawing.h"
#include "talus/method/gather.h"
#include "talus/method/wall_poses.h"
#include "talus/run/picture/land_edges.h"
#include "talus/run/picture/wall_picture.h"

namespace talus::run {
namespace {

const environment::Material* materialOf(const scene::Scene& scene, const std::string& name) {
    for (const environment::Material& material : scene.environment.materials)
        if (material.name == name) return &material;
    return nullptr;
}

using Sources = std::vector<environment::Source>;
using method::landsOf;
using method::sourcesOf;

void include(geometry::Box& box, const environment::Source& source) {
    include(box, source.box.min, source.reach);
    include(box, source.box.max, source.reach);
}

/// The box around all sources that are filled at the start.
geometry::Box startOf(const Sources& sources) {
    geometry::Box box = geometry::emptyBox();
    for (const environment::Source& source : sources)
        if (!source.pours) include(box, source);
    return box;
}

/// Adds the heap that falling grains form in the end: a cone with a slope of 25 degrees on an infinite floor.
void includeHeap(geometry::Box& box, const scene::Scene& scene, const Vec3d& centre, double volume) {
    const double wide = std::cbrt(volume / 0.49);
    for (const environment::Wall& wall : scene.environment.walls)
        if (wall.kind == environment::Wall::Kind::Plane && wall.plane.normal.z > 0.5) {
            const Vec3d foot{centre.x, centre.y, wall.plane.point.z};
            include(box, foot - Vec3d{wide, wide, 0});
            include(box, foot + Vec3d{wide, wide, 0});
        }
}

}  // namespace

geometry::Box extentOf(const scene::Scene& scene) {
    const Sources sources = sourcesOf(scene);
    geometry::Box box = geometry::emptyBox();
    for (const method::Land& land : landsOf(scene))
        if (land.block) include(box, *land.block);
    for (const environment::Wall& wall : scene.environment.walls) {
        auto bounds = environment::boundsOf(wall);
        if (!bounds) continue;
        if (const auto height = viewOf(scene, sources, wall).tray_height)
            bounds->max.z = bounds->min.z + *height;
        for (const double time : method::sampleTimesOf(scene, wall)) {
            const environment::Pose pose = method::poseOf(scene, wall, time);
            for (int corner = 0; corner < 8; ++corner) include(box, pose.place(cornerOf(*bounds, corner)));
        }
    }
    if (const geometry::Box start = startOf(sources); !isEmpty(start)) {
        double heap = 0;
        for (const environment::Source& source : sources)
            if (!source.pours) heap += source.heap;
        include(box, start);
        includeHeap(box, scene, centreOf(start), heap);
    }
    for (const environment::Source& source : sources)
        if (source.pours) {
            include(box, source);
            includeHeap(box, scene, source.box.min, source.heap);
        }
    if (isEmpty(box)) return {{-1, -1, -1}, {1, 1, 1}};
    for (const environment::Sink& sink : scene.environment.sinks) {
        if (sink.kind == environment::Sink::Kind::Box) {
            include(box, sink.box);
        } else {  // show what falls until it reaches the sink
            const Vec3d middle = centreOf(box);
            include(box, middle - sink.plane.normal * dot(middle - sink.plane.point, sink.plane.normal));
        }
    }
    return box;
}

namespace {

bool hasFloor(const scene::Scene& scene) {
    return std::any_of(
        scene.environment.walls.begin(), scene.environment.walls.end(), [](const environment::Wall& wall) {
            return wall.visible && wall.kind == environment::Wall::Kind::Plane && wall.plane.normal.z > 0;
        });
}

/// The box that things may reach in the whole run: a pile on an infinite floor may spread by twice its
/// height.
geometry::Box reachOf(const scene::Scene& scene) {
    geometry::Box box = extentOf(scene);
    const geometry::Box start = startOf(sourcesOf(scene));
    if (isEmpty(start) || !hasFloor(scene)) return box;
    const double spread = 2 * (start.max.z - box.min.z);
    include(box, centreOf(start) - Vec3d{spread, spread, 0});
    include(box, centreOf(start) + Vec3d{spread, spread, 0});
    return box;
}

/// A plane below the scene, only in the picture: things stand on it and cast shadows on it.
picture::Obstacle table(const scene::Scene& scene, double lowest) {
    const geometry::Box extent = extentOf(scene);
    const double gap = 1e-3 * length(extent.max - extent.min);
    picture::Obstacle ground;
    ground.shape = geometry::Plane{{0, 0, std::min(extent.min.z, lowest) - gap}, {0, 0, 1}};
    ground.colour = picture::colourOf(scene.render.background);
    return ground;
}

picture::Colour colourOfWall(const scene::Scene& scene, const environment::Wall& wall) {
    const environment::Material* material = materialOf(scene, wall.material);
    return material ? picture::colourOf(material->colour) : picture::Obstacle{}.colour;
}

/// Adds the walls at a time. Walls that follow bodies get the poses of the frame's set of bodies.
Status addWalls(picture::Picture& picture, const scene::Scene& scene, double time,
                const state::PointsView* bodies) {
    const Sources sources = sourcesOf(scene);
    std::size_t body = 0;
    for (const environment::Wall& wall : scene.environment.walls) {
        auto pose = wall.follows && bodies ? poseIn(*bodies, body)
                                           : Result<environment::Pose>(method::poseOf(scene, wall, time));
        if (!pose) return pose.error();
        body += wall.follows;
        if (wall.visible)
            addWall(picture, wall, *pose, viewOf(scene, sources, wall), colourOfWall(scene, wall));
    }
    return success();
}

bool isEmpty(const picture::Picture& picture) {
    return picture.obstacles.empty() && picture.meshes.empty() && picture.terrains.empty();
}

/// Cuts the land to a block, and ends the water at the sides of the block.
void endLand(picture::Picture& picture, const scene::Scene& scene) {
    for (picture::Terrain& terrain : picture.terrains) {
        const LandEdges edges = edgesOf(scene, boundsOf(terrain));
        terrain.cut = edges.cut;
        picture.tanks.push_back(edges.tank());
    }
    if (!picture.terrains.empty()) return;
    for (const method::Land& land : landsOf(scene))  // land of a volume is drawn as a mesh
        if (land.block) picture.tanks.push_back(edgesOf(scene, *land.block).tank());
}

double lowestLand(const picture::Picture& picture) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const picture::Terrain& terrain : picture.terrains)
        for (const double height : terrain.height) lowest = std::min(lowest, height);
    return lowest;
}

/// Adds the plane below the scene, light and background.
void finishStage(picture::Picture& picture, const scene::Scene& scene) {
    if (!isEmpty(picture) && !hasFloor(scene)) picture.obstacles.push_back(table(scene, lowestLand(picture)));
    picture.extent = reachOf(scene);
    picture.light.to_sun = scene.render.sun;
    picture.background.top = picture.background.bottom = picture::colourOf(scene.render.background);
}

}  // namespace

picture::Picture stageOf(const scene::Scene& scene, double time) {
    picture::Picture picture;
    const Status walls = addWalls(picture, scene, time, nullptr);
    TALUS_ASSERT(walls.ok(), "a wall has no pose");
    finishStage(picture, scene);
    return picture;
}

Result<FrameDrawer> FrameDrawer::create(const scene::Scene& scene, const ConfinedPath& folder,
                                        const DrawOptions& options) {
    FrameDrawer drawer(scene, folder);
    const auto [width, height] =
        options.size.value_or(std::make_pair(scene.render.size[0], scene.render.size[1]));
    std::string wanted = options.camera;
    if (wanted.empty()) wanted = scene.cameras.empty() ? "auto" : scene.cameras.front().name;
    drawer.camera_name_ = wanted;
    const auto camera = std::find_if(scene.cameras.begin(), scene.cameras.end(),
                                     [&](const scene::Camera& c) { return c.name == wanted; });
    if (camera != scene.cameras.end()) {
        drawer.camera_ = picture::lookAt(camera->position, camera->target, camera->fov);
    } else if (wanted == "auto") {
        drawer.camera_ =
            picture::frameAutomatically(extentOf(scene), static_cast<double>(width) / std::max(1, height));
    } else {
        std::vector<std::string> names;
        for (const scene::Camera& c : scene.cameras) names.push_back(c.name);
        names.emplace_back("auto");
        return Error{ErrorKind::Input,
                     fmt::format("there is no camera '{}'; there are: {}", wanted, fmt::join(names, ", "))};
    }
    drawer.look_ = {options.colour.empty() ? scene.render.colour : options.colour,
                    options.contours.value_or(scene.render.contours.value_or(0))};
    const auto colours = method::coloursOf(scene);
    if (const std::string& colour = drawer.look_.colour;
        colour != "material" && std::find(colours.begin(), colours.end(), colour) == colours.end())
        return Error{ErrorKind::Input, fmt::format("pictures cannot be coloured by '{}'; there are: {}",
                                                   colour, fmt::join(colours, ", "))};
    for (const method::Method* method : scene.used())
        if (method->drawn_fields)
            for (std::string& field : method->drawn_fields(scene, drawer.look_.colour))
                drawer.fields_.push_back(std::move(field));
    auto renderer = render::Renderer::create(width, height);
    if (!renderer) return renderer.error();
    drawer.renderer_ = std::move(*renderer);
    if (Status status = io::createFolder(folder); !status) return status.error();
    return drawer;
}

ConfinedPath FrameDrawer::picturePath(std::uint64_t frame) const {
    return folder_ / (numbered(camera_name_, frame) + ".png");
}

Status FrameDrawer::draw(std::uint64_t number, const Frame& frame) {
    picture::Picture picture;
    picture.camera = camera_;
    picture.caption = fmt::format("{:.2f} s", frame.time);
    std::vector<std::shared_ptr<void>> keep;
    method::Drawing drawing{frame.time, frame.sets, look_, picture, keep};
    if (Status walls = addWalls(picture, scene_, frame.time, frame.find<state::PointsView>("bodies")); !walls)
        return walls;
    for (const method::Method* method : scene_.used())
        if (method->draw)
            if (Status drawn = method->draw(scene_, drawing); !drawn) return drawn;
    endLand(picture, scene_);
    finishStage(picture, scene_);
    const auto image = renderer_->draw(picture);
    if (!image) return image.error();
    return io::writePng(picturePath(number), *image);
}

Status FrameDrawer::draw(std::uint64_t number, const scene::Simulation& simulation) {
    const auto frame = frameOf(simulation, fields_);
    if (!frame) return frame.error();
    return draw(number, *frame);
}

Result<Path> FrameDrawer::film(const std::vector<std::uint64_t>& frames, const Path& output,
                               const std::atomic<bool>* stop) const {
    // The encoder needs consecutive numbers, so the pictures get links with such numbers.
    const ConfinedPath hidden = folder_ / ".film";
    const Path links = hidden.path();
    std::error_code code;
    std::filesystem::remove_all(links, code);
    if (Status status = io::createFolder(hidden); !status) return status.error();
    std::uint64_t number = 0;
    for (const std::uint64_t frame : frames) {
        std::filesystem::create_hard_link(picturePath(frame).path(),
                                          links / (numbered(camera_name_, number++) + ".png"), code);
        if (code) return io::storageError("link", picturePath(frame), code.value());
    }
    io::Film film{links, camera_name_, output, 0, scene_.render.frame_rate};
    film.stop = stop;
    auto made = io::encodeVideo(film);
    // When ffmpeg is missing, its error explains how to make the video from these links by hand.
    if (made) std::filesystem::remove_all(links, code);
    return made;
}

}  // namespace talus::run
