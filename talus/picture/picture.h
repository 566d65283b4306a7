#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/shapes.h"
#include "talus/picture/camera.h"
#include "talus/picture/colour_map.h"
#include "talus/picture/liquid.h"
#include "talus/picture/sprites.h"
#include "talus/picture/tank.h"
#include "talus/picture/terrain.h"

namespace talus::picture {

/// Many balls: grains, drops, particles. The spans are only read while a picture is drawn.
struct Spheres {
    std::span<const Vec3d> centre;      ///< m
    std::span<const double> radius;     ///< m, > 0; one for each centre, or one for all
    std::vector<Colour> colour;         ///< one for each centre, or one for all
    std::span<const std::uint32_t> id;  ///< seeds the appearance of a grain; empty: the index does
    float grain = 1;     ///< 0: a smooth ball. 1: a grain of sand, with worn facets and speckles;
                         ///< its drawn size differs by a few per cent from grain to grain
    std::string name{};  ///< of the object in passes (io/passes.h); may be empty, here and below
};

/// A surface of triangles. Seen from the side that the normals point to, corners run counter-clockwise. Both
/// sides are drawn, and the surface casts shadows. A `front_only` surface is drawn only on its front and
/// casts no shadow. It serves for walls seen from inside, such as those of a funnel: the near half of the
/// funnel then does not hide the content.
struct Mesh {
    std::vector<Vec3d> position;                         ///< m
    std::vector<Vec3d> normal;                           ///< unit, one for each position
    std::vector<Colour> colour;                          ///< one for each position, or one for all
    std::vector<std::array<std::uint32_t, 3>> triangle;  ///< indices into position
    bool front_only = false;
    std::string name{};
    bool translucent = false;  ///< see Picture::opacity
};

/// A wall of the scene. A plane is drawn only on the side that its normal points to, and fades into the
/// background far from the scene. With `inside`, a box is a container: its floor, far walls and thin edges
/// are drawn, its near walls are not, and it casts no shadow. With `inside`, a sphere shows the inner side of
/// its far half.
struct Obstacle {
    std::variant<geometry::Plane, geometry::Box, geometry::Sphere> shape;
    Colour colour{0.78f, 0.785f, 0.79f};
    bool inside = false;
    /// [m] With `inside`, the walls of a box are drawn only up to this height. Absent: whole.
    std::optional<double> wall_height = std::nullopt;
    std::string name{};
    bool translucent = false;  ///< see Picture::opacity
};

struct Light {
    Vec3d to_sun{-0.74, 0.28, 0.48};  ///< from the scene towards the sun; of any length > 0
    double sun_radius = 0.035;        ///< rad, apparent, in [0, 0.3]; sets the width of penumbras
    float sun_strength = 1;           ///< >= 0; 1 is a clear day
    float sky_strength = 1;           ///< >= 0
};

/// The background: a vertical gradient.
struct Background {
    Colour top{0.86f, 0.88f, 0.90f};
    Colour bottom{0.90f, 0.895f, 0.885f};
};

/// A colour bar with ticks, which says what the colours mean.
struct Legend {
    std::string name;          ///< "speed"
    std::string unit;          ///< "m/s"; empty for pure numbers
    double low = 0, high = 1;  ///< values at the ends of the map; low < high
    ColourMap map = ColourMap::Viridis;
    bool logarithmic = false;  ///< equal ratios are equally far apart; low > 0. Values <= 0 are missing
    bool missing = false;      ///< some values have the colour of missing values; the legend explains it
};

/// A short text at a point of the scene, in front of everything.
struct Label {
    Vec3d at;  ///< m; the text is centred on it
    std::string text;
};

/// Everything that a picture shows. Lengths in m, z up.
struct Picture {
    std::vector<Spheres> spheres;
    std::vector<Liquid> liquids;
    std::vector<Sprites> sprites;
    std::vector<Mesh> meshes;
    std::vector<Terrain> terrains;
    std::vector<Obstacle> obstacles;
    std::vector<Tank> tanks;
    /// The share of the light that translucent things take from what is behind them, and of their own light
    /// and shadows; in (0, 1]. Of several behind each other only the first one is seen: a picture is the mean
    /// of one with translucent things and one without them.
    float opacity = 1;
    Camera camera;
    Light light;
    Background background;
    /// The part of the scene that shadows and background are fitted to: within it shadows are sharp, far
    /// beyond it planes fade. All pictures of a film need the same extent. Otherwise shadows and background
    /// would change whenever a grain rolls away. Absent: boundsOf() this picture.
    std::optional<geometry::Box> extent;
    std::optional<Legend> legend;
    std::vector<Label> labels;
    std::string caption;  ///< a line of text at the lower left, such as the time; may be empty
};

/// The smallest box around all spheres, liquids, sprites, meshes and terrains, and around all boxes and
/// spheres among the obstacles; a box around the origin with sides of 2 m when there is none. Points that are
/// not finite are left out.
geometry::Box boundsOf(const Picture& picture);

/// Whether the picture can be drawn. Errors: Input, with the faulty thing and its index.
Status checkPicture(const Picture& picture);

}  // namespace talus::picture
