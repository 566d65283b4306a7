#include "talus/environment/contact/barriers.h"

#include "talus/environment/wall_state.h"

namespace talus::environment {

std::shared_ptr<const Walls> wallsOf(const Environment& world) {
    std::vector<std::uint16_t> materials;
    materials.reserve(world.walls.size());
    for (const Wall& wall : world.walls) materials.push_back(materialIndex(world, wall.material));
    return std::make_shared<const Walls>(world.walls, materials, world.motions, world.mobility, world.points);
}

std::shared_ptr<const Walls> rigidWallsOf(const Environment& world) {
    if (!world.points) return wallsOf(world);
    Environment rigid = world;
    rigid.points.reset();
    for (Wall& wall : rigid.walls) {
        if (!wall.deforms) continue;
        wall.deforms = false;
        wall.mesh = nullptr;
    }
    return wallsOf(rigid);
}

Barriers::Barriers(std::shared_ptr<const Walls> walls, std::optional<GroundSurface> ground, Surfaces surfaces)
    : walls_(std::move(walls)),
      ground_(std::move(ground)),
      surfaces_(std::move(surfaces)),
      bounds_(std::make_shared<const FaceBounds>(*walls_)) {}

Barriers::Barriers(std::shared_ptr<const Walls> walls, std::optional<GroundSurface> ground, Surface surface)
    : Barriers(walls, std::move(ground), {std::vector<Surface>(walls->bodies().size(), surface), surface}) {}

std::vector<step::FieldRef> Barriers::fields() const {
    std::vector<step::FieldRef> all = wallStateFields(*walls_);
    if (ground_) all.push_back({ground_->table, ground_->height});
    return all;
}

Barriers::InStep::InStep(const Barriers& barriers, const step::Step& step,
                         const geometry::VolumeSurface* volume)
    : InStep(barriers, step, wallState(step, *barriers.walls_), volume) {}

Barriers::InStep::InStep(const Barriers& barriers, const step::Step& step, const WallState& met,
                         const geometry::VolumeSurface* volume)
    : begin_(*barriers.walls_, step.time(), met),
      end_(*barriers.walls_, step.time() + step.dt, wallState(step, *barriers.walls_)),
      height_(barriers.ground_ ? step.read(barriers.ground_->table, *barriers.ground_->height)
                               : state::View<const double>{}),
      ground_(barriers.ground_
                  ? std::optional<geometry::GroundSurface>(std::in_place, barriers.ground_->grid, height_)
                  : std::nullopt),
      obstacles_(barriers.surfaces_, *barriers.bounds_, begin_, end_, ground_ ? &*ground_ : nullptr, volume) {
    begin_.skipEntering(end_);
}

}  // namespace talus::environment
