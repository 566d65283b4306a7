#include "viewer/pictures/draft_picture.h"

#include <cmath>

#include "talus/run/picture/look/liquid_balls.h"

namespace talus::viewer {
namespace {

/// Balls that own their arrays.
struct OwnedBalls {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
};

/// Every stride-th ball.
void thinOut(picture::Spheres& balls, std::size_t stride, std::vector<std::shared_ptr<void>>& keep) {
    const double growth = std::cbrt(static_cast<double>(stride));
    auto fewer = std::make_shared<OwnedBalls>();
    std::vector<picture::Colour> colours;
    for (std::size_t i = 0; i < balls.centre.size(); i += stride) {
        fewer->centre.push_back(balls.centre[i]);
        fewer->radius.push_back(growth * balls.radius[balls.radius.size() == 1 ? 0 : i]);
        if (balls.colour.size() > 1) colours.push_back(balls.colour[i]);
    }
    if (balls.colour.size() > 1) balls.colour = std::move(colours);
    balls.centre = fewer->centre;
    balls.radius = fewer->radius;
    balls.id = {};
    keep.push_back(std::move(fewer));
}

}  // namespace

double simplify(picture::Picture& picture, std::size_t max_balls, std::vector<std::shared_ptr<void>>& keep) {
    for (const picture::Liquid& liquid : picture.liquids) picture.spheres.push_back(run::ballsOf(liquid));
    picture.liquids.clear();
    std::size_t count = 0;
    for (const picture::Spheres& balls : picture.spheres) count += balls.centre.size();
    if (count <= max_balls || max_balls == 0) return 1;
    const std::size_t stride = (count + max_balls - 1) / max_balls;
    for (picture::Spheres& balls : picture.spheres)
        if (!balls.centre.empty()) thinOut(balls, stride, keep);
    return 1.0 / static_cast<double>(stride);
}

}  // namespace talus::viewer
