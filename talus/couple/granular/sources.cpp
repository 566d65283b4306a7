#include "talus/couple/granular/sources.h"

#include <cmath>

#include "talus/couple/granular/load/raster_request.h"
#include "talus/couple/granular/picture/ground_picture.h"
#include "talus/grains/sources/emit.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"

namespace talus::couple::granular {

std::vector<environment::Source> sources(const Scene& scene) {
    std::vector<environment::Source> all;
    const auto single = [&](const Vec3d& place, double radius, const Vec3d& velocity) {
        all.push_back({.box = {place, place},
                       .reach = radius,
                       .velocity = velocity,
                       .heap = grains::bulk_per_cube * std::pow(radius, 3)});
    };
    for (const grains::Fill& fill : grains::in(scene).fills)
        all.push_back(
            {.box = fill.box, .velocity = fill.velocity, .heap = bulkVolume(fill, fillCount(fill))});
    for (const grains::Import& import : grains::in(scene).imports)
        for (const grains::GrainRow& row : *import.grains) single(row.position, row.radius, row.velocity);
    for (const grains::Grain& grain : grains::in(scene).placed)
        single(grain.position, grain.radius, grain.velocity);
    for (const grains::Emitter& emitter : grains::in(scene).emitters)
        all.push_back({.box = {middleOf(emitter), middleOf(emitter)},
                       .reach = reachOf(emitter),
                       .heap = bulkVolume(emitter, static_cast<double>(grainsInAll(emitter))),
                       .pours = true});
    return all;
}

std::vector<method::Land> lands(const Scene& scene) {
    const auto& ground = ground::in(scene).ground;
    if (!ground) return {};
    method::Land land{.set = "ground", .start = ground->surface};
    if (ground->visible) land.block = groundBlock(scene);
    if (ground->shape != Ground::Shape::Raster) return {land};
    land.source = rasterRequest(ground->raster);
    land.scale = ground->raster.scale;
    land.vertical_scale = ground->raster.vertical_scale;
    land.base = ground->corner.z;
    return {land};
}

std::vector<method::Input> inputs(const Scene& scene) {
    std::vector<method::Input> files;
    for (const grains::Import& import : grains::in(scene).imports) files.push_back({import.file});
    for (const grains::GrainShape& shape : grains::in(scene).shapes)
        if (shape.kind == grains::GrainShape::Kind::Mesh) files.push_back({shape.file});
    if (const auto& ground = ground::in(scene).ground) files.push_back({ground->raster.file, true});
    return files;
}

}  // namespace talus::couple::granular
