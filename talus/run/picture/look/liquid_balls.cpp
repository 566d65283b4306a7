#include "talus/run/picture/look/liquid_balls.h"

namespace talus::run {

picture::Spheres ballsOf(const picture::Liquid& liquid) {
    picture::Spheres balls;
    balls.centre = liquid.centre;
    balls.radius = liquid.radius;
    balls.colour = {liquid.matter.tint};
    if (!liquid.tint.empty()) balls.colour.assign(liquid.tint.begin(), liquid.tint.end());
    balls.grain = 0;
    return balls;
}

}  // namespace talus::run
