#include "talus/water/method.h"

#include "talus/water/appearance/draw.h"
#include "talus/water/check.h"
#include "talus/water/instance.h"
#include "talus/water/needs.h"
#include "talus/water/params.h"
#include "talus/water/sections.h"

namespace talus::water {
namespace {

bool used(const method::Scene& scene) { return in(scene).water.has_value(); }

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    for (const Block& block : in(scene).blocks)
        if (block.shape == Block::Shape::Mesh) files.push_back({block.file});
    return files;
}

std::vector<environment::Source> sources(const method::Scene& scene) {
    std::vector<environment::Source> all;
    const Part& part = in(scene);
    if (!part.water) return all;
    for (const Block& b : part.blocks) {
        environment::Source source{.box = b.box, .velocity = b.velocity};
        const Vec3d r{b.radius, b.radius, b.radius};
        if (b.shape == Block::Shape::Sphere) source.box = {b.centre - r, b.centre + r};
        if (b.shape == Block::Shape::Cylinder)
            source.box = {b.centre - Vec3d{r.x, r.y, 0}, b.centre + Vec3d{r.x, r.y, b.height}};
        if (b.shape == Block::Shape::Mesh && b.mesh) source.box = geometry::boundsOf(*b.mesh);
        all.push_back(source);
    }
    for (const Inflow& i : part.inflows)
        all.push_back({.box = {i.centre, i.centre},
                       .reach = i.radius,
                       .velocity = normalized(i.direction) * i.speed,
                       .pours = true});
    return all;
}

std::vector<std::string_view> coloursOf(const method::Scene& scene) {
    return used(scene) ? colours() : std::vector<std::string_view>{};
}

}  // namespace

method::Method water() {
    return {.name = "water",
            .line = "smoothed particle hydrodynamics",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .used = used,
            .load = load,
            .check = check,
            .needs = needs,
            .summary = summary,
            .inputs = inputs,
            .sources = sources,
            .build = buildInstance,
            .colours = colours(),
            .colours_of = coloursOf,
            .draw = draw};
}

}  // namespace talus::water
