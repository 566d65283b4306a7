#include "talus/particles/appearance/draw.h"

#include <fmt/format.h>

#include "talus/method/drawing.h"
#include "talus/particles/appearance/drawn_particles.h"
#include "talus/particles/instance.h"

namespace talus::particles {
namespace {

/// A world with the particles of a frame. Error (Input) if a field is missing or has another type.
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
        const bool is_position = column.info == &fields::position;
        const state::ArrayView* values = is_position ? &points.position : points.find(column.info->name);
        if (values == nullptr || values->scalar != column.info->scalar ||
            values->components != column.info->components)
            return Error{
                ErrorKind::Input,
                fmt::format("the frames of '{}' have no field '{}', or it has another type than a run "
                            "writes",
                            setup.system.name, column.info->name)};
        std::copy(values->bytes.begin(), values->bytes.end(), column.values.data());
    }
    for (const std::uint16_t emitter : std::as_const(rows).read(fields::emitter))
        if (emitter >= setup.system.emitters.size())
            return Error{ErrorKind::Input,
                         fmt::format("the frames of '{}' have an emitter that is not in the scene",
                                     setup.system.name)};
    return world;
}

/// Arrays to which the picture refers.
struct DrawnArrays {
    std::vector<Vec3d> centre, streak;
    std::vector<double> radius;
    std::vector<std::uint32_t> id;
};

void add(const System& system, const DrawnParticles& particles, picture::Picture& picture,
         std::shared_ptr<DrawnArrays> drawn, std::vector<std::shared_ptr<void>>& keep) {
    std::vector<picture::Colour> colour;
    for (std::size_t i = 0; i < particles.id.size(); ++i) {
        // Particles of size or opacity 0 are not drawn.
        if (!(particles.radius[i] > 0 && particles.opacity[i] > 0)) continue;
        drawn->centre.push_back(wide(particles.centre[i]));
        drawn->radius.push_back(particles.radius[i]);
        drawn->id.push_back(particles.id[i]);
        if (!particles.streak.empty()) drawn->streak.push_back(wide(particles.streak[i]));
        colour.push_back({particles.colour[i].x, particles.colour[i].y, particles.colour[i].z});
    }
    if (drawn->centre.empty()) return;
    if (system.drawn == Appearance::Kind::Spheres) {
        picture.spheres.push_back(
            {drawn->centre, drawn->radius, std::move(colour), drawn->id, 0, system.name});
    } else {
        picture::Sprites sprites{
            .centre = drawn->centre, .radius = drawn->radius, .colour = std::move(colour)};
        sprites.opacity.clear();
        for (std::size_t i = 0; i < particles.id.size(); ++i)
            if (particles.radius[i] > 0 && particles.opacity[i] > 0)
                sprites.opacity.push_back(particles.opacity[i]);
        sprites.id = drawn->id;
        sprites.streak = drawn->streak;
        if (system.appearance.glow > 0) {
            sprites.emission = {1};
            sprites.brightness = static_cast<float>(system.appearance.glow);
        }
        sprites.texture = static_cast<float>(system.appearance.texture);
        if (system.drawn == Appearance::Kind::Points) sprites.pixels = 2;
        picture.sprites.push_back(std::move(sprites));
    }
    keep.push_back(std::move(drawn));
}

}  // namespace

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    for (const Setup& setup : setupsOf(in(scene), scene)) {
        const auto* points = drawing.find<state::PointsView>(setup.system.name);
        if (points == nullptr) continue;
        const auto world = worldOf(setup, *points);
        if (!world) return world.error();
        const DrawnParticles particles = drawnParticles(exec::Exec::serial(), *world, setup);
        add(setup.system, particles, drawing.picture, std::make_shared<DrawnArrays>(), drawing.keep);
    }
    return success();
}

}  // namespace talus::particles
