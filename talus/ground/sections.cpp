#include "talus/ground/sections.h"

namespace talus::ground {

using namespace settings;
namespace {

// Where a key of the ground applies.
const Condition hills{"shape", {"hills"}};
const Condition dunes{"shape", {"dunes"}};
const Condition craters{"shape", {"craters"}};
const Condition raster{"shape", {"raster"}};
const Condition made{"shape", {"flat", "hills", "dunes", "craters"}};
const Condition seeded{"shape", {"hills", "dunes", "craters"}};

std::vector<Parameter> hillRows() {
    return {
        parameterOf<Ground>([](Ground & g) -> auto& { return g.hills.height; },
                            {.key = "height",
                             .unit = "m",
                             .range = above(0),
                             .when = hills,
                             .required = true,
                             .doc = "Of the largest hills over the middle height, and of valleys below it."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.hills.wavelength; },
            {.key = "wavelength",
             .unit = "m",
             .range = above(0),
             .when = hills,
             .required = true,
             .doc = "From one of the largest hills to the next, about; at least two spacings."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.hills.octaves; },
                            {.key = "octaves",
                             .range = between(1, 32),
                             .when = hills,
                             .doc = "How often hills of half the size are added; those shorter than two "
                                    "spacings are left out."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.hills.roughness; },
                            {.key = "roughness",
                             .range = {.min = 0, .max = 1, .open_min = true},
                             .when = hills,
                             .doc = "Height of hills of half the size to that of the others."})};
}

std::vector<Parameter> duneRows() {
    return {
        parameterOf<Ground>([](Ground & g) -> auto& { return g.dunes.height; },
                            {.key = "height",
                             .unit = "m",
                             .range = above(0),
                             .when = dunes,
                             .required = true,
                             .doc = "Of the highest crests over the troughs."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.dunes.wavelength; },
                            {.key = "wavelength",
                             .unit = "m",
                             .range = above(0),
                             .when = dunes,
                             .required = true,
                             .doc = "From crest to crest; more than twice the length of a slip face."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.dunes.wind; },
                            {.key = "wind",
                             .unit = "rad",
                             .when = dunes,
                             .doc = "Where the wind blows to, from +x towards +y; slip faces look there."}),
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
                             .doc = "How far crests stray from a straight line, in wavelengths."})};
}

std::vector<Parameter> craterRows() {
    return {parameterOf<Ground>([](Ground & g) -> auto& { return g.craters.count; },
                                {.key = "count",
                                 .range = between(0, 100000),
                                 .when = craters,
                                 .doc = "How many craters there are."}),
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
                                 .doc = "Craters of more than a radius r are in proportion to r^-power."})};
}

std::vector<Parameter> rasterRows() {
    return {
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.file; },
            {.key = "file",
             .when = raster,
             .required = true,
             .doc = "The raster, relative to the scene's folder: .tif .asc .dem .hgt .png .bmp or "
                    ".flt."}),
        parameter(&Ground::corner,
                  {.key = "corner",
                   .unit = "m",
                   .when = raster,
                   .doc = "Where the lowest x and y of the ground are, and what is added to all heights."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.cell; },
            {.key = "cell",
             .unit = "m",
             .range = above(0),
             .when = raster,
             .absent = "own",
             .doc = "Side of a cell before `scale`, for a raster that does not say it: a picture."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.scale; },
                            {.key = "scale",
                             .range = above(0),
                             .when = raster,
                             .doc = "What all its lengths are multiplied with: 0.001 makes 1 m of 1 km."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.vertical_scale; },
            {.key = "vertical_scale",
             .when = raster,
             .doc = "What its heights alone are multiplied with; of a picture: metres a grey level. "
                    "Not 0."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.window_corner; },
            {.key = "window_corner",
             .unit = "m",
             .range = atLeast(0),
             .when = raster,
             .length = 2,
             .doc = "Where the part that is used begins, from the raster's south-west, after `scale`; "
                    "rounded to its columns."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.width; },
                            {.key = "width",
                             .unit = "m",
                             .range = above(0),
                             .when = raster,
                             .absent = "all",
                             .doc = "How far that part goes in x."}),
        parameterOf<Ground>([](Ground & g) -> auto& { return g.raster.depth; },
                            {.key = "depth",
                             .unit = "m",
                             .range = above(0),
                             .when = raster,
                             .absent = "all",
                             .doc = "How far that part goes in y."}),
        parameterOf<Ground>(
            [](Ground & g) -> auto& { return g.raster.spacing; },
            {.key = "spacing",
             .unit = "m",
             .range = above(0),
             .when = raster,
             .absent = "own",
             .doc = "From one height to the next: means over areas where it is larger than the "
                    "raster's own, interpolated where it is smaller."})};
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
               {.key = "shape", .doc = "What the ground looks like, or that a raster file says it."}),
        parameter(&Ground::material, {.key = "material",
                                      .required = true,
                                      .refers_to = "material",
                                      .doc = "Material of its surface."}),
        parameter(&Ground::corner,
                  {.key = "corner",
                   .unit = "m",
                   .when = made,
                   .required = true,
                   .doc = "Its corner of lowest x and y, at the height on which it is built."}),
        parameter(&Ground::size,
                  {.key = "size",
                   .unit = "m",
                   .range = above(0),
                   .when = made,
                   .required = true,
                   .length = 2,
                   .doc = "How far it goes in x and y, rounded to whole spacings; beyond it there is "
                          "no ground."}),
        parameter(&Ground::spacing,
                  {.key = "spacing",
                   .unit = "m",
                   .range = above(0),
                   .when = made,
                   .required = true,
                   .doc = "From one of its heights to the next; its triangles are that large."}),
        parameter(&Ground::seed,
                  {.key = "seed", .when = seeded, .doc = "Another number gives other ground."})};
    for (auto& part : {hillRows(), duneRows(), craterRows(), rasterRows()})
        rows.insert(rows.end(), part.begin(), part.end());
    rows.push_back(parameter(&Ground::visible, {.key = "visible", .doc = "Whether pictures show it."}));
    rows.push_back(
        parameter(&Ground::grain_radius,
                  {.key = "grain_radius",
                   .unit = "m",
                   .range = atLeast(0),
                   .absent = "auto",
                   .doc = "Of the grains that pictures draw it with, 0 for a smooth surface; \"auto\": of "
                          "the scene's grains of its material, smooth where there are none."}));
    return optional(
        "ground", &Part::ground,
        "Rigid ground that grains lie on: heights above a grid of columns; all below them is solid. At "
        "most one, and none where the table is not there.",
        std::move(rows));
}

}  // namespace talus::ground
