#include "talus/run/draw.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/geometry/grow_box.h"
#include "talus/grains/fields.h"
#include "talus/grains/fill.h"
#include "talus/grains/new_grain.h"
#include "talus/grains/wall_shape.h"
#include "talus/io/video.h"
#include "talus/render/appearance.h"
#include "talus/run/ground_picture.h"
#include "talus/run/wall_picture.h"
#include "talus/scene/frame_fields.h"
#include "talus/scene/wall_places.h"

namespace talus::run {
namespace {

constexpr const char* by_material = "material";

render::Colour colourOf(const Vec3d& c) {
    return {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z)};
}

const state::Material* materialOf(const scene::Scene& scene, const std::string& name) {
    for (const state::Material& material : scene.materials)
        if (material.name == name) return &material;
    return nullptr;
}

/// The grain fields that a picture can be coloured by, with their units.
state::World fieldList() {
    state::World world;
    grains::addGrainTables(world, {});
    return world;
}

/// A point's value to colour it by: of a vector its length.
double valueOf(const io::ArrayView& field, std::size_t point) {
    double squares = 0;
    if (field.components == 1) return field.value(point);
    for (int c = 0; c < field.components; ++c) squares += field.value(point, c) * field.value(point, c);
    return std::sqrt(squares);
}

std::vector<render::Colour> materialColours(const scene::Scene& scene, const io::ArrayView& material,
                                            std::span<const std::uint32_t> id) {
    std::vector<render::Colour> colours(id.size());
    for (std::size_t m = 0; m < scene.materials.size(); ++m) {
        std::vector<std::size_t> rows;
        std::vector<std::uint32_t> ids;
        for (std::size_t i = 0; i < id.size(); ++i)
            if (static_cast<std::size_t>(material.value(i)) == m) {
                rows.push_back(i);
                ids.push_back(id[i]);
            }
        const auto own = render::grainColours(colourOf(scene.materials[m].colour), ids);
        for (std::size_t i = 0; i < rows.size(); ++i) colours[rows[i]] = own[i];
    }
    return colours;
}

/// Those that are there before the run starts.
void includeGrains(geometry::Box& box, const scene::Scene& scene) {
    for (const grains::Fill& fill : scene.fills) include(box, fill.box);
    for (const grains::Import& import : scene.imports)
        for (const grains::GrainRow& row : *import.grains) include(box, row.position, row.radius);
    for (const grains::Grain& grain : scene.placed) include(box, grain.position, grain.radius);
}

/// What they take up in a heap [m^3].
double bulkAtStart(const scene::Scene& scene) {
    double volume = 0;
    for (const grains::Fill& fill : scene.fills) volume += bulkVolume(fill, fillCount(fill));
    for (const grains::Import& import : scene.imports)
        for (const grains::GrainRow& row : *import.grains)
            volume += grains::bulk_per_cube * std::pow(row.radius, 3);
    for (const grains::Grain& grain : scene.placed)
        volume += grains::bulk_per_cube * std::pow(grain.radius, 3);
    return volume;
}

/// What falls lies, in the end, in a heap below: as wide as a cone of 25 degrees on an endless floor.
void includeHeap(geometry::Box& box, const scene::Scene& scene, const Vec3d& centre, double volume) {
    const double wide = std::cbrt(volume / 0.49);
    for (const grains::Wall& wall : scene.walls)
        if (wall.kind == grains::Wall::Kind::Plane && wall.plane.normal.z > 0.5) {
            const Vec3d foot{centre.x, centre.y, wall.plane.point.z};
            include(box, foot - Vec3d{wide, wide, 0});
            include(box, foot + Vec3d{wide, wide, 0});
        }
}

}  // namespace

geometry::Box extentOf(const scene::Scene& scene) {
    geometry::Box box = geometry::emptyBox();
    if (scene.ground && scene.ground->visible) include(box, groundBlock(scene));
    for (const grains::Wall& wall : scene.walls) {
        auto bounds = grains::boundsOf(wall);
        if (!bounds) continue;
        if (const auto height = viewOf(scene, wall).tray_height) bounds->max.z = bounds->min.z + *height;
        for (const double time : momentsOf(scene, wall)) {
            const grains::Pose pose = poseOf(scene, wall, time);
            for (int corner = 0; corner < 8; ++corner) include(box, pose.place(cornerOf(*bounds, corner)));
        }
    }
    includeGrains(box, scene);
    geometry::Box grains = geometry::emptyBox();
    includeGrains(grains, scene);
    if (!isEmpty(grains)) includeHeap(box, scene, centreOf(grains), bulkAtStart(scene));
    for (const grains::Emitter& emitter : scene.emitters) {
        include(box, emitter.centre, emitter.radius);
        includeHeap(box, scene, emitter.centre, bulkVolume(emitter, static_cast<double>(emitter.count)));
    }
    if (isEmpty(box)) return {{-1, -1, -1}, {1, 1, 1}};
    for (const grains::Sink& sink : scene.sinks) {
        if (sink.kind == grains::Sink::Kind::Box) {
            include(box, sink.box);
        } else {  // what falls into it is to be seen until then
            const Vec3d middle = centreOf(box);
            include(box, middle - sink.plane.normal * dot(middle - sink.plane.point, sink.plane.normal));
        }
    }
    return box;
}

namespace {

bool hasFloor(const scene::Scene& scene) {
    return std::any_of(scene.walls.begin(), scene.walls.end(), [](const grains::Wall& wall) {
        return wall.visible && wall.kind == grains::Wall::Kind::Plane && wall.plane.normal.z > 0;
    });
}

/// How far grains get in a whole film: a pile on an endless floor may fall apart to twice its height.
geometry::Box reachOf(const scene::Scene& scene) {
    geometry::Box box = extentOf(scene), grains = geometry::emptyBox();
    includeGrains(grains, scene);
    if (isEmpty(grains) || !hasFloor(scene)) return box;
    const double way = 2 * (grains.max.z - box.min.z);
    include(box, centreOf(grains) - Vec3d{way, way, 0});
    include(box, centreOf(grains) + Vec3d{way, way, 0});
    return box;
}

/// For the eye alone: what a tray or a ball stands on, so that it does not float and has a shadow.
render::Obstacle table(const scene::Scene& scene, double lowest) {
    const geometry::Box extent = extentOf(scene);
    const double gap = 1e-3 * length(extent.max - extent.min);
    render::Obstacle ground;
    ground.shape = geometry::Plane{{0, 0, std::min(extent.min.z, lowest) - gap}, {0, 0, 1}};
    ground.colour = colourOf(scene.render.background);
    return ground;
}

render::Colour colourOfWall(const scene::Scene& scene, const grains::Wall& wall) {
    const state::Material* material = materialOf(scene, wall.material);
    return material ? colourOf(material->colour) : render::Obstacle{}.colour;
}

/// Bodies where the frame has them.
Status addBodies(render::Picture& picture, const scene::Scene& scene, const Frame& frame) {
    std::size_t body = 0;
    for (const grains::Wall& wall : scene.walls) {
        if (!wall.follows) continue;
        auto pose = frame.bodies ? poseIn(*frame.bodies, body)
                                 : Result<grains::Pose>(poseOf(scene, wall, frame.grains.time));
        ++body;
        if (!pose) return pose.error();
        if (wall.visible) addWall(picture, wall, *pose, viewOf(scene, wall), colourOfWall(scene, wall));
    }
    return success();
}

}  // namespace

render::Picture stageOf(const scene::Scene& scene, double time, double lowest) {
    render::Picture picture;
    for (const grains::Wall& wall : scene.walls) {
        if (!wall.visible || wall.follows) continue;
        addWall(picture, wall, poseOf(scene, wall, time), viewOf(scene, wall), colourOfWall(scene, wall));
    }
    const bool ground = scene.ground && scene.ground->visible;
    const bool empty = picture.obstacles.empty() && picture.meshes.empty() && !ground;
    if (!empty && !hasFloor(scene)) picture.obstacles.push_back(table(scene, lowest));
    picture.extent = reachOf(scene);
    picture.light.to_sun = scene.render.sun;
    picture.background.top = picture.background.bottom = colourOf(scene.render.background);
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
        drawer.camera_ = render::lookAt(camera->position, camera->target, camera->fov);
    } else if (wanted == "auto") {
        drawer.camera_ =
            render::frameAutomatically(extentOf(scene), static_cast<double>(width) / std::max(1, height));
    } else {
        std::vector<std::string> names;
        for (const scene::Camera& c : scene.cameras) names.push_back(c.name);
        names.emplace_back("auto");
        return Error{ErrorKind::Input,
                     fmt::format("there is no camera '{}'; there are: {}", wanted, fmt::join(names, ", "))};
    }
    drawer.colour_ = options.colour.empty() ? scene.render.colour : options.colour;
    drawer.ground_look_ = {drawer.colour_, options.contours.value_or(scene.render.contours.value_or(0))};
    if (scene.ground && isGroundColour(drawer.colour_)) drawer.colour_ = by_material;
    drawer.fields_ = {"radius", "id", drawer.colour_};
    if (drawer.colour_ != by_material) {
        const state::World world = fieldList();
        const state::Table& table = world.table(grains::grains_table);
        const state::Column* column = table.find(drawer.colour_);
        std::vector<std::string_view> names = scene::colours();
        if (!scene.ground) std::erase_if(names, isGroundColour);
        if (column == nullptr || std::find(names.begin(), names.end(), drawer.colour_) == names.end()) {
            return Error{ErrorKind::Input, fmt::format("pictures cannot be coloured by '{}'; there are: {}",
                                                       drawer.colour_, fmt::join(names, ", "))};
        }
        drawer.unit_ = column->info->unit;
    }
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
    const io::PointsView& points = frame.grains;
    const io::ArrayView* radius = points.find("radius");
    const io::ArrayView* colour = points.find(colour_);
    for (const auto& [field, name] : {std::pair{radius, std::string("radius")}, std::pair{colour, colour_}})
        if (field == nullptr)
            return Error{ErrorKind::Input,
                         fmt::format("the frames have no field '{}'; add it to output.fields of the "
                                     "scene and run again, or colour by another (--colour)",
                                     name)};
    const io::ArrayView* id = points.find("id");
    const auto isCount = [](const io::ArrayView& field) {
        return field.components == 1 && io::isInteger(field.scalar);
    };
    if ((id != nullptr && !isCount(*id)) || radius->components != 1 ||
        (colour_ == by_material && !isCount(*colour)))
        return Error{ErrorKind::Input,
                     "the frames' radius, id or material is of another type than a run writes"};
    std::vector<Vec3d> centres(points.count);
    std::vector<double> radii(points.count);
    std::vector<std::uint32_t> ids(points.count);
    for (std::size_t i = 0; i < points.count; ++i) {
        centres[i] = points.at(i);
        radii[i] = radius->value(i);
        ids[i] = id == nullptr ? static_cast<std::uint32_t>(i) : static_cast<std::uint32_t>(id->value(i));
    }
    exec::Array<double> heights;
    double lowest = std::numeric_limits<double>::infinity();
    if (scene_.ground && scene_.ground->visible && frame.ground) {
        auto found = groundHeights(scene_, frame.ground->view());
        if (!found) return found.error();
        heights = std::move(*found);
        for (const double height : std::as_const(heights).view()) lowest = std::min(lowest, height);
    }
    render::Picture picture = stageOf(scene_, points.time, lowest);
    if (Status bodies = addBodies(picture, scene_, frame); !bodies) return bodies;
    picture.camera = camera_;
    picture.caption = fmt::format("{:.2f} s", points.time);
    render::Spheres spheres{centres, radii, {}, ids};
    if (colour_ == by_material) {
        spheres.colour = materialColours(scene_, *colour, ids);
    } else if (points.count > 0) {
        std::vector<double> values(points.count);
        for (std::size_t i = 0; i < points.count; ++i) values[i] = valueOf(*colour, i);
        render::Legend legend = render::legendFor(colour_ == "velocity" ? "speed" : colour_, unit_, values);
        legend.low = scene_.render.colour_min.value_or(legend.low);
        legend.high = scene_.render.colour_max.value_or(legend.high);
        if (!(legend.low < legend.high))
            legend.high = legend.low + std::max(1e-12, std::abs(legend.low) * 1e-6);
        spheres.colour = render::fieldColours(values, legend);
        picture.legend = legend;
    }
    if (points.count > 0) picture.spheres.push_back(std::move(spheres));
    if (scene_.ground && scene_.ground->visible)
        addGround(picture, scene_,
                  frame.ground ? std::as_const(heights).view() : scene_.ground->surface->height.view(),
                  ground_look_, frame.ground ? frame.ground->view() : io::ColumnsView{});
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
    // The encoder wants numbers without gaps; links give them to any choice of frames.
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
    // When ffmpeg is missing its message tells how to make the film by hand, from these pictures.
    if (made) std::filesystem::remove_all(links, code);
    return made;
}

}  // namespace talus::run
