#include "talus/volume/sections.h"

#include "talus/environment/sources/sections.h"
#include "talus/settings/base_rows.h"
#include "talus/volume/params.h"

namespace talus::volume {
namespace {

using namespace settings;

std::vector<Parameter> volumeRows() {
    return {
        parameter(&Volume::material,
                  {.key = "material", .required = true, .refers_to = "material", .doc = "Of the ground."}),
        parameter(&Volume::min, {.key = "min",
                                 .unit = "m",
                                 .required = true,
                                 .doc = "Corner of the box that the ground can be in: lowest x, y and z."}),
        parameter(&Volume::max, {.key = "max", .unit = "m", .required = true, .doc = "The corner opposite."}),
        parameter(&Volume::cell,
                  {.key = "cell",
                   .unit = "m",
                   .range = above(0),
                   .required = true,
                   .doc = "Side of the cubes that it is made of: half a spacing of the water to one."}),
        parameter(&Volume::level,
                  {.key = "level", .unit = "m", .absent = "none", .doc = "All below it is ground."}),
        parameterOf<Volume>([](Volume & v) -> auto& { return v.heights.file; },
                            {.key = "heights",
                             .doc = "A raster of heights, below which all is ground: relative to the scene's "
                                    "folder, .tif .asc .dem .hgt .png .bmp or .flt."}),
        parameterOf<Volume>(
            [](Volume & v) -> auto& { return v.heights.corner; },
            {.key = "heights_corner",
             .unit = "m",
             .doc = "Where the raster's lowest x and y are, and what is added to its heights."}),
        parameterOf<Volume>(
            [](Volume & v) -> auto& { return v.heights.cell; },
            {.key = "heights_cell",
             .unit = "m",
             .range = above(0),
             .absent = "own",
             .doc = "Side of the raster's cells before `heights_scale`, where it does not say "
                    "it: a picture."}),
        parameterOf<Volume>([](Volume & v) -> auto& { return v.heights.scale; },
                            {.key = "heights_scale",
                             .range = above(0),
                             .doc = "What all lengths of the raster are multiplied with."}),
        parameterOf<Volume>([](Volume & v) -> auto& { return v.heights.vertical_scale; },
                            {.key = "heights_vertical_scale",
                             .doc = "What its heights alone are multiplied with; of a picture: metres a grey "
                                    "level. Not 0."}),
        parameter(
            &Volume::cohesion,
            {.key = "cohesion",
             .unit = "Pa",
             .range = atLeast(0),
             .required = true,
             .doc = "Shear strength of the ground without load: it may hang over by cohesion / (density "
                    "times gravity), and what hangs farther falls. 0: nothing hangs over."}),
        parameter(&Volume::visible, {.key = "visible", .doc = "Whether it is drawn."})};
}

}  // namespace

std::vector<Section> sections() {
    using Kind = environment::Region::Shape;
    return {
        optional("volume", &Part::volume,
                 "Ground as a solid volume, with overhangs, caves and arches; in place of [ground].",
                 volumeRows()),
        many("volume_shape", 256, &Part::shapes, "A body that ground is added in, or taken from.",
             joined({{parameter(&volume::Shape::name,
                                {.key = "name", .required = true, .identifier = true, .doc = "Its name."}),
                      parameter(&volume::Shape::remove,
                                {.key = "remove",
                                 .doc = "Takes out the ground in it: a cave, a channel. They are done in the "
                                        "order of the file."})},
                     ofBase<volume::Shape, environment::Region>(
                         environment::regionRows({.shapes = {{"box", Kind::Box},
                                                             {"sphere", Kind::Sphere},
                                                             {"cylinder", Kind::Cylinder},
                                                             {"capsule", Kind::Capsule},
                                                             {"mesh", Kind::MeshVolume}},
                                                  .doc = "Which; a mesh is a closed one."}))}))};
}

}  // namespace talus::volume
