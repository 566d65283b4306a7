#pragma once
#include "talus/method/checking.h"

/// Whether the numbers of one thing of the common world make sense. Each reports what it finds.
namespace talus::method {

/// What to say of something on the side of a wall where nothing can be: "behind", "inside" or "outside of".
const char* placeOf(const environment::Wall& wall);

/// min below max in every axis.
bool checkCorners(const Checking& checked, const char* section, std::size_t index, const geometry::Box& box);

/// A direction has a length to divide by.
bool checkDirection(const Checking& checked, const char* section, std::size_t index, const char* key,
                    const Vec3d& v);

bool checkWallShape(const Checking& checked, std::size_t wall);
bool checkSink(const Checking& checked, std::size_t sink);

/// The walls whose own numbers make sense, for those that ask again after checkWorld().
std::vector<const environment::Wall*> soundWalls(const Checking& checked);

/// All [[motion]]s.
void checkMotions(const Checking& checked);

/// All walls, motions and sinks.
void checkWorld(const Checking& checked);

}  // namespace talus::method
