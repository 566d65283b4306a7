#include "talus/volume/method.h"

#include "talus/volume/check.h"
#include "talus/volume/draw.h"
#include "talus/volume/fields.h"
#include "talus/volume/instance.h"
#include "talus/volume/params.h"
#include "talus/volume/sections.h"
#include "talus/volume/tops.h"

namespace talus::volume {
namespace {

/// Seen from above, for rasters; it is not drawn, for its surface is.
std::vector<method::Land> lands(const method::Scene& scene) {
    const auto& volume = in(scene).volume;
    if (!volume) return {};
    const exec::Array<double> none(volume->start->firm.size());
    method::Land land{
        .set = tops_set,
        .start = std::make_shared<const geometry::Heightfield>(topsOf(volume->start->cells(none.view())))};
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

}  // namespace

method::Method volume() {
    return {.name = "volume",
            .line = "ground as a solid volume",
            .defaults = method::Part::of<Part>(),
            .sections = sections(),
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
