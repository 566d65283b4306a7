#pragma once
#include "talus/method/checking.h"

/// Checks of walls, motions and sinks. Each adds errors to the diagnostics; those with a
/// result return whether there are none.
namespace talus::method {

/// The word for the side of a wall on which nothing can be: "behind", "inside" or "outside of".
const char* forbiddenSide(const environment::Wall& wall);

/// min must be below max along every axis.
bool checkCorners(const Checking& checked, const char* section, std::size_t index, const geometry::Box& box);

/// A direction must have a length that can be divided by: not zero, and not so large that it overflows.
bool checkDirection(const Checking& checked, const char* section, std::size_t index, const char* key,
                    const Vec3d& v);

bool checkWallShape(const Checking& checked, std::size_t wall);
bool checkSink(const Checking& checked, std::size_t sink);

/// The walls that pass checkWallShape(), for checks that come after checkWorld(). Reports nothing.
std::vector<const environment::Wall*> validWalls(const Checking& checked);

/// All [[motion]]s.
void checkMotions(const Checking& checked);

/// All walls, motions and sinks.
void checkWorld(const Checking& checked);

}  // namespace talus::method
