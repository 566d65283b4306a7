#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"
#include "talus/picture/screen/lighting.h"
#include "talus/picture/screen/links.h"
#include "talus/picture/screen/profile.h"

namespace talus::picture::engraved {

/// The table [screen] of a scene: an engraved screen, what presses it, and what it looks like.
struct ScreenSettings {
    /// Where the masses are.
    enum class Onto {
        Camera,   ///< in the picture of a camera
        PlaneXY,  ///< in a plane: points come straight onto it
        PlaneXZ,
        PlaneYZ,
        Ground,  ///< on the ground; points press it where they touch it
        Volume   ///< in a box, as a volume
    };

    std::string points;            ///< set of points of the frames; empty: the first
    std::string field;             ///< only points with one of `values` in this field; empty: all
    std::vector<double> values;    ///< of the field
    std::optional<double> radius;  ///< of a mark [m]; none: twice that of the point

    std::string preset = "sand";
    std::vector<double> links;  ///< ks, ki, zs, zi at screen_rate; empty: those of the preset
    double rate = screen_rate;  ///< steps a second
    std::string profile = standard_profile;
    double height = 0.7;  ///< of a wide mark at rest, in its radii
    double settle = 0;    ///< [s] under the points of the first frame

    Onto onto = Onto::Camera;
    std::string camera;               ///< empty: the first of the scene
    std::vector<int> size{256, 192};  ///< phyxels across and down
    Vec3d min, max;                   ///< box that a plane or a volume shows [m]; equal: all points of a run
    double cell = 0;                  ///< side of a phyxel of a volume [m]; 0: the longest side has 128
    double relief = 1;                ///< of the screen on the ground: height of a = 1 [phyxels]

    std::string lighting;                                 ///< empty: the standard one of `onto`
    Vec3d colour{250 / 255.0, 200 / 255.0, 170 / 255.0};  ///< sRGB
    std::string map = "none";
    std::vector<double> range{0, 1};  ///< of a, at the ends of the map
    std::optional<double> zone;       ///< only |a| above this is lit
    Vec3d outside;                    ///< sRGB
    double opacity = 0.6;             ///< optical depth of a phyxel of a volume where a is 1
    int zoom = 1;                     ///< pixels a phyxel, across and down
    bool exr = false;                 ///< a as 32-bit floats beside each picture

    bool onPlane() const { return onto == Onto::PlaneXY || onto == Onto::PlaneXZ || onto == Onto::PlaneYZ; }
    bool hasBox() const { return !(min == max); }
};

/// The links at the rate of the settings. @pre a known preset, or four links
ScreenLinks linksOf(const ScreenSettings& settings);
/// What the screen looks like.
ScreenLook lookOf(const ScreenSettings& settings);
/// The lighting formula, with the standard one of `onto` in place of an empty one.
std::string lightingOf(const ScreenSettings& settings);

}  // namespace talus::picture::engraved
