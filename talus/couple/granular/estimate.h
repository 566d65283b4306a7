#pragma once
#include <cstdint>

#include "talus/couple/granular/scene.h"
#include "talus/method/needs.h"

namespace talus::couple::granular {

/// What is to be expected of the grains of a scene, known before it runs.
struct Expected {
    double dt = 0;            ///< the longest step [s]
    double speed = 0;         ///< largest of grains [m/s]
    double impact_speed = 0;  ///< the same with that of the walls: at which grains meet them [m/s]
    double contact_time = 0;  ///< shortest duration of a contact among all pairs [s]; infinite: there is none
    double grains = 0;        ///< at the end of the run
};
/// @pre the scene passed load() and check()
Expected expect(const Scene& scene);

method::Needs needs(const Scene& scene);

/// What `talus check` says of them.
std::vector<method::Line> summary(const Scene& scene);

}  // namespace talus::couple::granular
