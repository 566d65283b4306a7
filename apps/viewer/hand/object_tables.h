#pragma once
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/math/vec.h"
#include "talus/scene/scene.h"

/// Tables of a scene file for objects that the user adds by hand.
namespace talus::viewer {

/// What an object is made of.
struct ObjectShape {
    std::string kind = "ball";  ///< "ball", "box", "rake", "bucket", or the path of an STL, OBJ or PLY file
    double size = 0.1;          ///< its diameter, side or width [m]; of a file metres per unit
};

/// The kinds that are not files, of tools and of things that fall.
const std::vector<std::string>& toolKinds();
const std::vector<std::string>& droppedKinds();

/// How an object enters.
struct ObjectEntry {
    std::string name;      ///< of the object; its bodies have names that begin with it
    std::string material;  ///< of the scene
    Vec3d position;        ///< of its middle [m]
    double time = 0;       ///< [s]
};

/// Bodies that move together, as a group with the object's name.
std::vector<std::string> toolTables(const ObjectShape& shape, const ObjectEntry& entry);
/// A free body.
std::vector<std::string> droppedTables(const ObjectShape& shape, const ObjectEntry& entry);

/// The opening of a spout.
struct SpoutOpening {
    double radius = 0;  ///< [m]
    double speed = 0;   ///< of what flows out [m/s]
};

/// A source like the first one of the scene, elsewhere. Where the scene has none: one of the first kind of
/// source of a method that the scene uses, with the values that its other tables have for the same keys.
/// Error (Input): nothing in the scene says what should flow.
/// @param opening where the scene has no source that could be copied
Result<std::vector<std::string>> spoutTables(const scene::Scene& scene, const ObjectEntry& entry,
                                             const Vec3d& direction, const SpoutOpening& opening);

}  // namespace talus::viewer
