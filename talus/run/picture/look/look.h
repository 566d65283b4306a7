#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>

#include "talus/picture/clip/clip.h"
#include "talus/run/frames.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// What a picture shows beside its colours, and how. The user chooses it; it is no part of the scene.
struct Look {
    enum class Walls { Solid, Translucent, Edges, Hidden };
    /// Arrows for a field of vectors.
    struct Arrows {
        std::string field;
        std::optional<double> scale;  ///< length of an arrow for a vector of length 1 [m]; absent: automatic

        bool operator==(const Arrows&) const = default;
    };

    std::set<std::string, std::less<>> hidden;  ///< sets of the frame, walls, and groups of walls, by name
    /// Walls, groups of walls, and "bodies", by name.
    std::set<std::string, std::less<>> translucent;
    /// Of all walls but bodies. Infinite planes have no edges, and are translucent only by name.
    Walls walls = Walls::Solid;
    float opacity = 0.3f;       ///< of what is translucent, in (0, 1); see picture::Picture::opacity
    bool liquid_balls = false;  ///< liquids as balls instead of a surface
    std::optional<Arrows> arrows;
    bool forces = false;  ///< forces of contacts between grains, as tubes
    bool cells = false;   ///< cells of the search for neighbours
    bool bounds = false;  ///< boxes around the sets, and the periodic domain, with lengths
    picture::Clip clip;
    // In place of values of the scene:
    std::optional<Vec3d> to_sun;  ///< direction, of any length > 0
    std::optional<picture::Colour> background;
    std::map<std::string, picture::Colour> materials;  ///< colours, by the name of the material

    bool operator==(const Look&) const = default;
};

/// Everything that Look::hidden may name: the sets of a frame, the walls and their groups.
std::vector<std::string> hideable(const scene::Scene& scene, const Frame& frame);

/// Those of them that Look::translucent may name.
std::vector<std::string> translucentNames(const scene::Scene& scene);

/// The fields of vectors that a frame has for arrows: of points, of corners of meshes, of columns.
std::vector<std::string> vectorFields(const Frame& frame);

/// Why a picture cannot show contact forces of a frame: it has none.
Error noContacts();

}  // namespace talus::run
