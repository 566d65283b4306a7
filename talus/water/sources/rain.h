#pragma once
#include <vector>

#include "talus/core/rng.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"
#include "talus/water/params.h"

namespace talus::water {

inline constexpr const char* rain_table = "water.rains";

namespace fields {
// Rains: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> drops{"drops", "", "particles that have come down so far"};
}  // namespace fields

/// Area that it falls on [m^2]; of rain that gathers, that whose rain comes to a stream.
double areaOf(const Rain& rain);
/// The box around all places where it begins to fall.
geometry::Box boundsOf(const Rain& rain);
/// Whether any has particles that are due at that time. @param drops of each so far
bool anyRains(const std::vector<Rain>& rains, double volume, exec::View<const std::uint64_t> drops,
              double time);
/// Particles of a volume that have come down at a time: each once the first of it has.
std::uint64_t dropsDue(const Rain& rain, double volume, double time);

/// Lets rain fall: as many whole particles as its rate comes to over its area, each at a place of its own.
struct LetRain {
    static constexpr const char* name = "rain";
    std::vector<Rain> rains;
    std::uint32_t seed = 0;
    double volume = 0;        ///< of a particle [m^3]
    double rest_density = 0;  ///< [kg/m^3]
    std::int64_t limit = 0;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
