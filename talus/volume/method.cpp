#include "talus/volume/method.h"

#include <algorithm>

#include "talus/volume/check.h"
#include "talus/volume/draw.h"
#include "talus/volume/fields.h"
#include "talus/volume/instance.h"
#include "talus/volume/params.h"
#include "talus/volume/sections.h"
#include "talus/volume/tops.h"

namespace talus::volume {
namespace {

/// The bounds of the ground at the start, for the view of pictures: the ground is drawn as a mesh.
geometry::Box blockOf(const Volume& volume, const geometry::Heightfield& tops) {
    const geometry::BlockGrid& grid = volume.start->grid;
    const auto& cells = volume.start->box;
    const auto heights = tops.height.view();
    return {grid.corner,
            {grid.corner.x + cells[0] * grid.cell, grid.corner.y + cells[1] * grid.cell,
             *std::max_element(heights.begin(), heights.end())}};
}

/// The volume seen from above, as a heightfield for rasters.
std::vector<method::Land> lands(const method::Scene& scene) {
    const auto& volume = in(scene).volume;
    if (!volume) return {};
    const exec::Array<double> none(volume->start->firm.size());
    method::Land land{.set = tops_set,
                      .start = std::make_shared<const geometry::Heightfield>(
                          topsOf(volume->start->cells(none.view()), volume->start->box)),
                      .empty = volume->start->grid.corner.z};
    if (volume->visible) land.block = blockOf(*volume, *land.start);
    if (const Heights& heights = volume->heights; !heights.file.empty()) {
        land.source = method::RasterRequest{
            .path = heights.file, .cell = heights.cell, .vertical_scale = heights.vertical_scale};
        land.corner = heights.corner;
        land.scale = heights.scale;
        land.vertical_scale = heights.vertical_scale;
        land.base = heights.corner.z;
    }
    return {land};
}

std::optional<method::Thing::Key> volumeIn(const method::Scene& scene) {
    if (!in(scene).volume) return std::nullopt;
    return method::Thing::Key{"volume", 0, "min"};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    return {{"volume", "walls", Through, "nothing"},
            {"volume", "prescribed bodies", Through, "nothing"},
            {"free bodies", "volume", Refused,
             "prescribe the motion of the bodies, or use [ground] and [soil] in place of [volume]"},
            {"ground", "volume", Refused,
             "leave out one of them; the key heights of [volume] reads the raster of a [ground]"}};
}

}  // namespace

method::Method volume() {
    return {.name = "volume",
            .line = "ground as a solid volume",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
            .things = {{"volume", volumeIn}},
            .meetings = meetings(),
            .used = [](const method::Scene& scene) { return in(scene).volume.has_value(); },
            .load = load,
            .check = check,
            .needs = needs,
            .summary = summary,
            .inputs = inputs,
            .lands = lands,
            .build = buildInstance,
            .fields = {fields::firm.name, fields::loose.name},
            .draw = draw};
}

}  // namespace talus::volume
