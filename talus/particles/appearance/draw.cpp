#include "talus/particles/appearance/draw.h"

#include <fmt/format.h>

#include "talus/method/drawing.h"
#include "talus/particles/appearance/drawn_particles.h"
#include "talus/particles/instance.h"

namespace talus::particles {
namespace {

/// The rows of a frame's points, as a run has them. Error (Input) where a field is missing or of another
/// type.
Result<state::World> worldOf(const Setup& setup, const state::PointsView& points) {
    state::World world;
    world.time = points.time;
    state::Table& rows = world.addTable(setup.tables->particles);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::position, &fields::velocity, &fields::radius, &fields::birth, &fields::lifetime,
             &fields::id, &fields::emitter})
        rows.add(*field);
    rows.resize(points.count);
    for (state::Column& column : rows.columns()) {
        const bool place = column.info == &fields::position;
        const state::ArrayView* values = place ? &points.position : points.find(column.info->name);
        if (values == nullptr || values->scalar != column.info->scalar ||
            values->components != column.info->components)
            return Error{ErrorKind::Input,
                         fmt::format("the frames of '{}' have no field '{}' as a run writes it",
                                     setup.system.name, column.info->name)};
        std::copy(values->bytes.begin(), values->bytes.end(), column.values.data());
    }
    for (const std::uint16_t emitter : std::as_const(rows).read(fields::emitter))
        if (emitter >= setup.system.emitters.size())
            return Error{
                ErrorKind::Input,
                fmt::format("the frames of '{}' have an emitter that the scene has not", setup.system.name)};
    return world;
}

/// What a picture looks at.
struct Kept {
    std::vector<Vec3d> centre, streak;
    std::vector<double> radius;
    std::vector<std::uint32_t> id;
};

void add(const System& system, const Looks& looks, picture::Picture& picture, std::shared_ptr<Kept> kept,
         std::vector<std::shared_ptr<void>>& keep) {
    std::vector<picture::Colour> colour;
    for (std::size_t i = 0; i < looks.id.size(); ++i) {
        // What has shrunk to nothing is not drawn.
        if (!(looks.radius[i] > 0 && looks.opacity[i] > 0)) continue;
        kept->centre.push_back(wide(looks.centre[i]));
        kept->radius.push_back(looks.radius[i]);
        kept->id.push_back(looks.id[i]);
        if (!looks.streak.empty()) kept->streak.push_back(wide(looks.streak[i]));
        colour.push_back({looks.colour[i].x, looks.colour[i].y, looks.colour[i].z});
    }
    if (kept->centre.empty()) return;
    if (system.drawn == Appearance::Kind::Spheres) {
        picture.spheres.push_back({kept->centre, kept->radius, std::move(colour), kept->id, 0});
    } else {
        picture::Sprites sprites{.centre = kept->centre, .radius = kept->radius, .colour = std::move(colour)};
        sprites.opacity.clear();
        for (std::size_t i = 0; i < looks.id.size(); ++i)
            if (looks.radius[i] > 0 && looks.opacity[i] > 0) sprites.opacity.push_back(looks.opacity[i]);
        sprites.id = kept->id;
        sprites.streak = kept->streak;
        if (system.appearance.glow > 0) {
            sprites.emission = {1};
            sprites.brightness = static_cast<float>(system.appearance.glow);
        }
        sprites.texture = static_cast<float>(system.appearance.texture);
        if (system.drawn == Appearance::Kind::Points) sprites.pixels = 2;
        picture.sprites.push_back(std::move(sprites));
    }
    keep.push_back(std::move(kept));
}

}  // namespace

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    for (const Setup& setup : setupsOf(in(scene), scene)) {
        const auto* points = drawing.find<state::PointsView>(setup.system.name);
        if (points == nullptr) continue;
        const auto world = worldOf(setup, *points);
        if (!world) return world.error();
        const Looks looks = looksOf(exec::Exec::serial(), *world, setup);
        add(setup.system, looks, drawing.picture, std::make_shared<Kept>(), drawing.keep);
    }
    return success();
}

}  // namespace talus::particles
