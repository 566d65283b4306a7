#include "talus/volume/sections.h"

#include "talus/environment/sources/sections.h"
#include "talus/settings/base_rows.h"
#include "talus/volume/params.h"

namespace talus::volume {
namespace {

using namespace settings;

std::vector<Parameter> volumeRows() {
    return {
        parameter(
            &Volume::material,
            {.key = "material", .required = true, .refers_to = "material", .doc = "Material of the ground."}),
        parameter(&Volume::min, {.key = "min",
                                 .unit = "m",
                                 .required = true,
                                 .doc = "Corner of the box that the ground can be in: lowest x, y and z."}),
        parameter(&Volume::max,
                  {.key = "max", .unit = "m", .required = true, .doc = "Corner of highest x, y and z."}),
        parameter(
            &Volume::cell,
            {.key = "cell",
             .unit = "m",
             .range = above(0),
             .required = true,
             .doc = "Side of its cells, which are cubes: half the spacing of the water to one spacing."}),
        parameter(&Volume::level,
                  {.key = "level", .unit = "m", .absent = "none", .doc = "All below it is ground."}),
        parameterOf<Volume>(
            [](Volume & v) -> auto& { return v.heights.file; },
            {.key = "heights",
             .doc = "Raster of heights; all below them is ground. Path relative to the scene's "
                    "folder; .tif .asc .dem .hgt .png .bmp or .flt."}),
        parameterOf<Volume>(
            [](Volume & v) -> auto& { return v.heights.corner; },
            {.key = "heights_corner",
             .unit = "m",
             .doc = "x and y of the raster's corner of lowest x and y; z is added to its heights."}),
        parameterOf<Volume>(
            [](Volume & v) -> auto& { return v.heights.cell; },
            {.key = "heights_cell",
             .unit = "m",
             .range = above(0),
             .absent = "own",
             .doc = "Side of the raster's cells before `heights_scale`, for files that do not contain it, "
                    "such as images."}),
        parameterOf<Volume>([](Volume & v) -> auto& { return v.heights.scale; },
                            {.key = "heights_scale",
                             .range = above(0),
                             .doc = "Factor on all lengths of the raster, including heights."}),
        parameterOf<Volume>(
            [](Volume & v) -> auto& { return v.heights.vertical_scale; },
            {.key = "heights_vertical_scale",
             .doc = "Factor on the heights only; of an image: metres per grey level. Not 0."}),
        parameter(
            &Volume::cohesion,
            {.key = "cohesion",
             .unit = "Pa",
             .range = atLeast(0),
             .required = true,
             .doc = "Shear strength of the ground without load. Ground may hang over by cohesion / (density "
                    "times gravity); ground that hangs over farther falls. 0: no overhangs."}),
        parameter(&Volume::visible, {.key = "visible", .doc = "Whether it is drawn."})};
}

}  // namespace

std::vector<Section> sections() {
    using Kind = environment::Region::Shape;
    return {
        optional("volume", &Part::volume,
                 "Ground as a solid volume, with overhangs, caves and arches; in place of [ground].",
                 volumeRows()),
        many("volume_shape", 256, &Part::shapes, "A body in which ground is added or removed.",
             joined(
                 {{parameter(&volume::Shape::name,
                             {.key = "name", .required = true, .identifier = true, .doc = "Its name."}),
                   parameter(&volume::Shape::remove,
                             {.key = "remove",
                              .doc = "true: removes the ground in the body, for a cave or a channel. false: "
                                     "adds ground. Bodies are applied in the order of the file."})},
                  ofBase<volume::Shape, environment::Region>(
                      environment::regionRows({.shapes = {{"box", Kind::Box},
                                                          {"sphere", Kind::Sphere},
                                                          {"cylinder", Kind::Cylinder},
                                                          {"capsule", Kind::Capsule},
                                                          {"mesh", Kind::MeshVolume}},
                                               .doc = "Shape of the body; a mesh must be closed."}))}))};
}

}  // namespace talus::volume
