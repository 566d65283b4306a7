#include "talus/grains/load/sources.h"

#include <algorithm>
#include <cmath>

#include "talus/grains/sources/emit.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

using method::Scene;

std::vector<environment::Source> sources(const Scene& scene) {
    std::vector<environment::Source> all;
    const auto single = [&](const Vec3d& place, double radius, const Vec3d& velocity) {
        all.push_back({.box = {place, place},
                       .reach = radius,
                       .velocity = velocity,
                       .heap = bulk_per_cube * std::pow(radius, 3)});
    };
    for (const Fill& fill : in(scene).fills)
        all.push_back(
            {.box = fill.box, .velocity = fill.velocity, .heap = bulkVolume(fill, expectedCount(fill))});
    for (const Import& import : in(scene).imports)
        for (const GrainRow& row : *import.grains) single(row.position, row.radius, row.velocity);
    for (const Grain& grain : in(scene).placed) single(grain.position, grain.radius, grain.velocity);
    for (const Emitter& emitter : in(scene).emitters) {
        const double count =
            std::min(static_cast<double>(grainsInAll(emitter)), grainsUntil(emitter, scene.time.end()));
        all.push_back({.box = {middleOf(emitter), middleOf(emitter)},
                       .reach = reachOf(emitter),
                       .heap = bulkVolume(emitter, count),
                       .pours = true});
    }
    return all;
}

std::vector<method::Input> inputs(const Scene& scene) {
    std::vector<method::Input> files;
    for (const Import& import : in(scene).imports) files.push_back({import.file});
    for (const GrainShape& shape : in(scene).shapes)
        if (shape.kind == GrainShape::Kind::Mesh) files.push_back({shape.file});
    return files;
}

}  // namespace talus::grains
