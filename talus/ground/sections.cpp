#include "talus/ground/sections.h"

namespace talus::ground {

using namespace settings;
namespace {

// Conditions of the keys of [ground].
const Condition hills{"shape", {"hills"}};
const Condition dunes{"shape", {"dunes"}};
const Condition craters{"shape", {"craters"}};
const Condition raster{"shape", {"raster"}};
const Condition made{"shape", {"flat", "hills", "dunes", "craters"}};
const Condition seeded{"shape", {"hills", "dunes", "craters"}};

std::vector<Parameter> hillRows() {
    return {
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.hills.height; },
            {.key = "height",
             .unit = "m",
             .range = above(0),
             .when = hills,
             .required = true,
             .doc = "Height of the largest hills above the mean height, and depth of the valleys below it."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.hills.wavelength; },
            {.key = "wavelength",
             .unit = "m",
             .range = above(0),
             .when = hills,
             .required = true,
             .doc = "Approximate distance between the largest hills; at least two spacings."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.hills.octaves; },
                            {.key = "octaves",
                             .range = between(1, 32),
                             .when = hills,
                             .doc = "Number of octaves. Each octave adds hills of half the wavelength; "
                                    "octaves shorter than two spacings are omitted."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.hills.roughness; },
                            {.key = "roughness",
                             .range = {.min = 0, .max = 1, .open_min = true},
                             .when = hills,
                             .doc = "Height of each octave over that of the one before."})};
}

std::vector<Parameter> duneRows() {
    return {
        parameterOf<Ground>([](Ground & g) -> auto& { return g.dunes.height; },
                            {.key = "height",
                             .unit = "m",
                             .range = above(0),
                             .when = dunes,
                             .required = true,
                             .doc = "Height of the highest crests above the troughs."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.dunes.wavelength; },
            {.key = "wavelength",
             .unit = "m",
             .range = above(0),
             .when = dunes,
             .required = true,
             .doc = "Distance from crest to crest; more than twice the length of a slip face."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.dunes.wind; },
            {.key = "wind",
             .unit = "rad",
             .when = dunes,
             .doc =
                 "Direction towards which the wind blows, from +x towards +y. Slip faces are on that side."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.dunes.slip; },
                            {.key = "slip",
                             .unit = "rad",
                             .range = {.min = 0, .max = 1.5, .open_min = true},
                             .when = dunes,
                             .doc = "Slope of the highest slip faces."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.dunes.wander; },
                            {.key = "wander",
                             .range = between(0, 1),
                             .when = dunes,
                             .doc = "Deviation of the crests from straight lines, in wavelengths."})};
}

std::vector<Parameter> craterRows() {
    return {parameterOf<Ground>(
                [](Ground & g) -> auto& { return g.craters.count; },
                {.key = "count", .range = between(0, 100000), .when = craters, .doc = "Number of craters."}),
            parameterOf<Ground>([](Ground & g) -> auto& { return g.craters.smallest; },
                                {.key = "smallest",
                                 .unit = "m",
                                 .range = above(0),
                                 .when = craters,
                                 .required = true,
                                 .doc = "Radius of the rim of the smallest crater."}),
            parameterOf<Ground>([](Ground & g) -> auto& { return g.craters.largest; },
                                {.key = "largest",
                                 .unit = "m",
                                 .range = above(0),
                                 .when = craters,
                                 .required = true,
                                 .doc = "Radius of the rim of the largest crater."}),
            parameterOf<Ground>([](Ground & g) -> auto& { return g.craters.slope; },
                                {.key = "power",
                                 .range = above(0),
                                 .when = craters,
                                 .doc = "Exponent of the sizes: the number of craters with a radius above r "
                                        "is proportional to r^-power."})};
}

std::vector<Parameter> rasterRows() {
    return {
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.file; },
            {.key = "file",
             .when = raster,
             .required = true,
             .doc = "Raster file, relative to the scene's folder: .tif .asc .dem .hgt .png .bmp or .flt."}),
        parameter(&Ground::corner, {.key = "corner",
                                    .unit = "m",
                                    .when = raster,
                                    .doc = "Lowest x and y of the ground; z is added to all heights."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.cell; },
            {.key = "cell",
             .unit = "m",
             .range = above(0),
             .when = raster,
             .absent = "own",
             .doc =
                 "Side of a cell before `scale`, for a raster without that information, such as a picture."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.scale; },
                            {.key = "scale",
                             .range = above(0),
                             .when = raster,
                             .doc = "Factor of all lengths, heights included: 0.001 turns 1 km into 1 m."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.vertical_scale; },
            {.key = "vertical_scale",
             .when = raster,
             .doc = "Factor of the heights alone; for a picture: metres per grey level. Not 0."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.window_corner; },
                            {.key = "window_corner",
                             .unit = "m",
                             .range = atLeast(0),
                             .when = raster,
                             .length = 2,
                             .doc = "South-west corner of the part of the raster that is used, from the "
                                    "raster's south-west corner, after `scale`; rounded to its columns."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.width; },
                            {.key = "width",
                             .unit = "m",
                             .range = above(0),
                             .when = raster,
                             .absent = "all",
                             .doc = "Size of that part in x."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.depth; },
                            {.key = "depth",
                             .unit = "m",
                             .range = above(0),
                             .when = raster,
                             .absent = "all",
                             .doc = "Size of that part in y."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.spacing; },
                            {.key = "spacing",
                             .unit = "m",
                             .range = above(0),
                             .when = raster,
                             .absent = "own",
                             .doc = "Distance between columns. If it is larger than the raster's own, "
                                    "heights are area means; if it is smaller, they are interpolated."})};
}

}  // namespace

Section groundSection() {
    std::vector<Parameter> rows{
        choice(&Ground::shape,
               Words<Ground::Shape>{{"flat", Ground::Shape::Flat},
                                    {"hills", Ground::Shape::Hills},
                                    {"dunes", Ground::Shape::Dunes},
                                    {"craters", Ground::Shape::Craters},
                                    {"raster", Ground::Shape::Raster}},
               {.key = "shape", .doc = "Shape of the ground, from a formula or from a raster file."}),
        parameter(&Ground::material, {.key = "material",
                                      .required = true,
                                      .refers_to = "material",
                                      .doc = "Material of its surface."}),
        parameter(&Ground::corner, {.key = "corner",
                                    .unit = "m",
                                    .when = made,
                                    .required = true,
                                    .doc = "Corner of lowest x and y; z is the base height."}),
        parameter(&Ground::size,
                  {.key = "size",
                   .unit = "m",
                   .range = above(0),
                   .when = made,
                   .required = true,
                   .length = 2,
                   .doc = "Size in x and y, rounded to whole spacings. There is no ground beyond it."}),
        parameter(&Ground::spacing,
                  {.key = "spacing",
                   .unit = "m",
                   .range = above(0),
                   .when = made,
                   .required = true,
                   .doc = "Distance between columns, which is also the size of its triangles."}),
        parameter(&Ground::seed, {.key = "seed",
                                  .when = seeded,
                                  .doc = "Seed of the random numbers: another seed gives other ground."})};
    for (auto& part : {hillRows(), duneRows(), craterRows(), rasterRows()})
        rows.insert(rows.end(), part.begin(), part.end());
    rows.push_back(parameter(&Ground::visible, {.key = "visible", .doc = "Whether pictures show it."}));
    rows.push_back(parameter(
        &Ground::grain_radius,
        {.key = "grain_radius",
         .unit = "m",
         .range = atLeast(0),
         .absent = "auto",
         .doc = "Radius of the grains with which pictures draw the ground; 0: a smooth surface; \"auto\": "
                "that of the scene's grains of the same material, or smooth if there are none."}));
    return optional("ground", &Part::ground,
                    "Rigid ground: heights on a grid of columns; everything below them is solid. At most one "
                    "table; without it there is no ground.",
                    std::move(rows));
}

}  // namespace talus::ground
