#include "talus/ground/load/lands.h"

#include "talus/ground/load/raster_request.h"
#include "talus/ground/picture/ground_picture.h"
#include "talus/ground/scene.h"

namespace talus::ground {

std::vector<method::Land> lands(const method::Scene& scene, double depth) {
    const auto& ground = in(scene).ground;
    if (!ground) return {};
    method::Land land{.set = "ground", .start = ground->surface};
    if (ground->visible) land.block = groundBlock(*ground, depth);
    if (ground->shape != Ground::Shape::Raster) return {land};
    land.source = rasterRequest(ground->raster);
    land.scale = ground->raster.scale;
    land.vertical_scale = ground->raster.vertical_scale;
    land.base = ground->corner.z;
    return {land};
}

std::vector<method::Input> inputs(const method::Scene& scene) {
    if (const auto& ground = in(scene).ground) return {{ground->raster.file, true}};
    return {};
}

}  // namespace talus::ground
