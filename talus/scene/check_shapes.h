#pragma once
#include "talus/geometry/shapes.h"
#include "talus/grains/params.h"
#include "talus/scene/passes.h"

/// Parts of the check of geometry: whether the numbers of one thing make sense. Each reports what it finds.
namespace talus::scene {

/// What to say of something on the side of a wall where nothing can be: "behind", "inside" or "outside of".
const char* placeOf(const grains::Wall& wall);

/// min below max in every axis.
bool checkCorners(Checked& checked, const char* section, std::size_t index, const geometry::Box& box);

/// A direction has a length to divide by.
bool checkDirection(Checked& checked, const char* section, std::size_t index, const char* key,
                    const Vec3d& v);

bool checkWallShape(Checked& checked, std::size_t wall);

/// All [[motion]]s.
void checkMotions(Checked& checked);

/// All [[sink]]s, and what would vanish in them as soon as it is there.
void checkSinks(Checked& checked);

}  // namespace talus::scene
