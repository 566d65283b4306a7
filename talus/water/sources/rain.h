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

/// The area of the rain [m^2]; for rain that gathers, the area that drains to a stream.
double areaOf(const Rain& rain);
/// The box around all positions at which drops start.
geometry::Box boundsOf(const Rain& rain);
/// Whether any rain has particles due at a time. @param drops of each so far
bool anyDropsDue(const std::vector<Rain>& rains, double volume, exec::View<const std::uint64_t> drops,
                 double time);
/// The number of particles of a volume that have come down by a time. A particle is due when its first water
/// is.
std::uint64_t dropsDue(const Rain& rain, double volume, double time);

/// Adds rain: as many whole particles as rate times area requires, each at a random position.
struct AddRain {
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
