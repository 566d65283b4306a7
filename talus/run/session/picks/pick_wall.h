#pragma once
#include "talus/geometry/shapes.h"
#include "talus/run/picture/look/look.h"
#include "talus/run/session/picks/pick.h"

/// Walls and bodies that are picked as pictures show them, and the space that a pick takes.
namespace talus::run {

/// The set of a Pick that is a wall, which stands in the scene and not in frames; its row is the number of
/// the wall in the scene.
inline constexpr const char* picked_wall = "wall";

/// The first wall that a ray meets, of those that a look shows in this way; a wall that follows a body is a
/// row of the set `bodies`. Walls that let one see in, such as the near sides of a box, are not met. Error
/// (Input) where the frame's bodies are not the scene's.
Result<std::optional<Pick>> pickWall(const scene::Scene& scene, const Frame& frame, const Look& look,
                                     Look::Walls how, const Ray& ray);

/// The pick for a wall of the scene: itself, or the body that it follows.
Pick pickOf(const scene::Scene& scene, std::size_t wall, const Vec3d& position, double distance = 0);

/// The velocity of a wall at a position, and its spin. @pre the pick is a wall of the scene
std::vector<PickedValue> valuesOfWall(const scene::Scene& scene, double time, const Pick& pick);

/// The smallest box around all of what was picked: a ball, a mesh, a body, a wall; nothing for what has no
/// end, such as ground and planes. Error (Input) as for pickWall.
Result<std::optional<geometry::Box>> boxOf(const scene::Scene& scene, const Frame& frame, const Pick& pick);

}  // namespace talus::run
