#include "talus/couple/erosion/sections.h"

#include "talus/couple/erosion/params.h"

namespace talus::couple::erosion {

using namespace settings;
namespace {

using environment::Hindrance, environment::SettlingLaw;

const Condition power{"shear", {"power"}};
const Condition wall_law{"shear", {"wall-law"}};

std::vector<Parameter> sedimentRows() {
    return {
        choice(&Settings::preset,
               Words<Preset>{{"none", Preset::None},
                             {"thesis-2022", Preset::Thesis2022},
                             {"kristof-2009", Preset::Kristof2009}},
               {.key = "preset",
                .doc = "Laws and numbers of a paper. thesis-2022: table 4.2, whose sediment floats upwards; "
                       "kristof-2009: the laws of Kristof and others (2009) with sand of this table."}),
        parameter(&Settings::grain_diameter, {.key = "grain_diameter",
                                              .unit = "m",
                                              .range = {.min = 1e-6, .max = 1},
                                              .doc = "Of the sediment: sand 0.1 to 2 mm."}),
        parameter(&Settings::grain_density, {.key = "grain_density",
                                             .unit = "kg/m^3",
                                             .range = above(0),
                                             .doc = "Of its solid: quartz 2650."}),
        parameter(&Settings::porosity, {.key = "porosity",
                                        .range = between(0, 0.9),
                                        .doc = "Share of the bed that is pores: sand as it settles 0.4."}),
        parameter(&Settings::repose,
                  {.key = "repose",
                   .unit = "rad",
                   .range = {.min = 0.01, .max = 1.57},
                   .doc = "Angle of repose of the sediment: steeper banks slide. Sand 30 to 35 degrees."})};
}

std::vector<Parameter> shearRows() {
    return {
        choice(&Settings::shear, Words<Shear>{{"wall-law", Shear::WallLaw}, {"power", Shear::Power}},
               {.key = "shear",
                .doc = "Stress of the flow on the bed. wall-law: the larger of a laminar layer's, mu u / z, "
                       "and a rough wall's, rho (0.41 u / ln(30 z / k_s))^2. power: K (u / l)^n."}),
        parameter(
            &Settings::roughness,
            {.key = "roughness",
             .unit = "m",
             .range = above(0),
             .when = wall_law,
             .absent = "auto",
             .doc = "k_s of the bed (Nikuradse); auto: 2.5 grains. Ripples and stones make it larger."}),
        parameter(
            &Settings::flow_height,
            {.key = "flow_height",
             .unit = "m",
             .range = above(0),
             .when = wall_law,
             .absent = "auto",
             .doc = "z of the rough wall. auto: the height of the lowest particles, half a spacing or so. A "
                    "flow whose boundary layer is thinner than they are has there the speed that it has at "
                    "the layer's top: state that height, and the stress does not depend on their size."}),
        parameter(&Settings::bed_friction,
                  {.key = "bed_friction",
                   .when = wall_law,
                   .doc = "Whether the water loses what the bed feels, beyond its own friction on walls."}),
        parameter(&Settings::consistency,
                  {.key = "consistency",
                   .unit = "",
                   .range = atLeast(0),
                   .when = power,
                   .doc = "K of tau = K (u / l)^n, in Pa s^n: the viscosity where n is 1."}),
        parameter(&Settings::exponent,
                  {.key = "exponent",
                   .range = {.min = 0, .max = 3, .open_min = true},
                   .when = power,
                   .doc = "n: 1 a Newtonian liquid, 0.5 that of Kristof and others (2009)."}),
        parameter(&Settings::shear_distance,
                  {.key = "shear_distance",
                   .unit = "m",
                   .range = above(0),
                   .when = power,
                   .absent = "auto",
                   .doc = "l; auto: the mean height above the bed of the particles beside it."}),
        parameter(&Settings::critical_shear,
                  {.key = "critical_shear",
                   .unit = "Pa",
                   .range = atLeast(0),
                   .absent = "auto",
                   .doc = "Stress up to which nothing moves; auto: by Shields for the grains (Soulsby and "
                          "Whitehouse 1997). Firm clay 1 to 10 Pa."}),
        parameter(&Settings::slope_correction,
                  {.key = "slope_correction",
                   .doc = "Whether that stress is less down a slope and more up it (Soulsby 1997, 80a)."}),
        parameter(&Settings::strength,
                  {.key = "strength",
                   .unit = "s/m",
                   .range = atLeast(0),
                   .absent = "auto",
                   .doc = "K_e of the rate K_e (tau - tau_c), in kg/(m^2 s) for each Pa (Partheniades 1965): "
                          "clay 1e-5 to 1e-3. auto: that of sand, at which a flow carries what Meyer-Peter "
                          "and Mueller (1948) say."}),
        parameter(&Settings::bed_load,
                  {.key = "bed_load",
                   .doc = "Grains roll along the bed, as many as Meyer-Peter and Mueller say, with the flow "
                          "and down slopes; the water takes up only what has a strength. false: all that "
                          "moves is taken up into the water, and settles."}),
        parameter(&Settings::spiral_flow,
                  {.key = "spiral_flow",
                   .doc = "With bed_load: whether grains roll towards the inner bank in bends, by the spiral "
                          "that water a "
                          "few particles deep does not have itself (Kalkwijk and Booij 1986)."})};
}

std::vector<Parameter> settlingRows() {
    return {
        choice(&Settings::settling,
               Words<SettlingLaw>{{"ferguson-church", SettlingLaw::FergusonChurch},
                                  {"stokes", SettlingLaw::Stokes}},
               {.key = "settling",
                .doc = "Velocity of a single grain: Ferguson and Church (2004), or Stokes, which is three "
                       "times too fast at 0.5 mm."}),
        choice(&Settings::hindrance,
               Words<Hindrance::Law>{{"richardson-zaki", Hindrance::Law::RichardsonZaki},
                                     {"kristof", Hindrance::Law::Kristof}},
               {.key = "hindrance",
                .doc = "How much slower grains sink among others at the volume fraction C: (1 - C)^n "
                       "(Richardson and Zaki 1954), or 1 - (C / C_max)^n."}),
        parameter(
            &Settings::hindrance_exponent,
            {.key = "hindrance_exponent",
             .range = {.min = 0, .max = 20, .open_min = true},
             .absent = "auto",
             .doc = "n; auto: 4.65 of fine sediment to 2.39 of coarse, by the Reynolds number of a grain."}),
        parameter(&Settings::max_concentration,
                  {.key = "max_concentration",
                   .range = {.min = 0, .max = 1, .open_min = true},
                   .doc = "Volume fraction C_max at which water takes no more sediment."}),
        parameter(&Settings::viscosity,
                  {.key = "viscosity",
                   .unit = "Pa s",
                   .range = above(0),
                   .absent = "auto",
                   .doc = "Of the liquid around a grain and on the bed; auto: that of [water], but 1 mPa s "
                          "for its solver mueller."}),
        parameter(&Settings::diffusion,
                  {.key = "diffusion",
                   .unit = "m^2/s",
                   .range = atLeast(0),
                   .doc = "Of sediment in the water, for eddies that are smaller than a particle."}),
        parameter(&Settings::weighs,
                  {.key = "weighs",
                   .doc = "Whether sediment makes the water heavier, so that muddy water runs under clear."}),
        choice(&Settings::thickening,
               Words<environment::Thickening::Law>{
                   {"none", environment::Thickening::Law::None},
                   {"krieger-dougherty", environment::Thickening::Law::KriegerDougherty},
                   {"thomas", environment::Thickening::Law::Thomas}},
               {.key = "thickening",
                .doc = "How sediment makes the water more viscous: (1 - C / C_max)^(-2.5 C_max) (Krieger and "
                       "Dougherty "
                       "1959), or Thomas (1965). Felt in viscous liquids, and near C_max."})};
}

std::vector<Parameter> stepRows() {
    return {
        parameter(&Settings::boundary_spacing,
                  {.key = "boundary_spacing",
                   .unit = "m",
                   .range = above(0),
                   .absent = "auto",
                   .doc = "From one point of the bed at which it exchanges sediment to the next; auto: the "
                          "water's spacing. A cell of the ground has two points at least."}),
        parameter(&Settings::bed_acceleration,
                  {.key = "bed_acceleration",
                   .range = {.min = 1, .max = 1e6},
                   .doc = "The bed changes so many times as much as the water takes and leaves (the "
                          "morphological factor; Roelvink 2006)."}),
        parameter(
            &Settings::max_change,
            {.key = "max_change",
             .unit = "m",
             .range = above(0),
             .absent = "auto",
             .doc = "Maximum change of the bed's height in a step. Erosion beyond it does not happen, and "
                    "is reported (erosion.blocked). auto: 2% of the water's spacing."}),
        parameter(&Settings::interval,
                  {.key = "interval",
                   .unit = "s",
                   .range = above(0),
                   .absent = "auto",
                   .doc = "Simulated time between slides of banks that are too steep; auto: an eighth of "
                          "frame_interval."})};
}

std::vector<Parameter> joined(std::initializer_list<std::vector<Parameter>> parts) {
    std::vector<Parameter> all;
    for (const std::vector<Parameter>& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

Section layerSection() {
    return many(
        "layer", 16, &Part::layers,
        "A layer of the ground that water erodes, from the top down; the last goes down to any depth. What "
        "is "
        "left out is that of the sediment.",
        {parameter(&Layer::name, {.key = "name", .required = true, .identifier = true, .doc = "Its name."}),
         parameter(&Layer::thickness, {.key = "thickness",
                                       .unit = "m",
                                       .range = above(0),
                                       .absent = "none",
                                       .doc = "Of a layer that follows the ground as it is at the start."}),
         parameter(&Layer::bottom,
                   {.key = "bottom",
                    .unit = "m",
                    .absent = "none",
                    .doc = "Height of the lower side of a layer that is level; where the ground is lower, "
                           "there is nothing of it."}),
         parameter(&Layer::grain_diameter, {.key = "grain_diameter",
                                            .unit = "m",
                                            .range = {.min = 1e-6, .max = 100},
                                            .absent = "none",
                                            .doc = "Of its grains, by which Shields tells when they move."}),
         parameter(&Layer::critical_shear, {.key = "critical_shear",
                                            .unit = "Pa",
                                            .range = atLeast(0),
                                            .absent = "auto",
                                            .doc = "Stress up to which nothing of it moves."}),
         parameter(&Layer::strength, {.key = "strength",
                                      .unit = "s/m",
                                      .range = atLeast(0),
                                      .absent = "auto",
                                      .doc = "K_e, in kg/(m^2 s) for each Pa beyond that; 0: bedrock."}),
         parameter(&Layer::porosity, {.key = "porosity",
                                      .range = between(0, 0.9),
                                      .absent = "auto",
                                      .doc = "Share of it that is pores: rock 0.01 to 0.2."}),
         parameter(&Layer::repose,
                   {.key = "repose",
                    .unit = "rad",
                    .range = {.min = 0.01, .max = 1.57},
                    .absent = "auto",
                    .doc = "Angle at which its banks stand: firm ones 1.2 and more. auto: "
                           "that of the sediment; bedrock, whose strength is 0, stands at any."}),
         parameter(&Layer::colour,
                   {.key = "colour", .range = between(0, 1), .doc = "Red, green and blue (sRGB)."})});
}

Section plantsSection() {
    return many(
        "plants", 256, &Part::plants,
        "Plants that hold the ground against the water: a rectangle in the plan.",
        {parameter(&Plants::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Their name."}),
         parameter(
             &Plants::min,
             {.key = "min", .unit = "m", .required = true, .length = 2, .doc = "Corner of lowest x and y."}),
         parameter(&Plants::max,
                   {.key = "max", .unit = "m", .required = true, .length = 2, .doc = "The opposite one."}),
         parameter(&Plants::critical_shear,
                   {.key = "critical_shear",
                    .unit = "Pa",
                    .range = atLeast(0),
                    .doc = "So much more stress it takes to move anything there: grass some 10 to 100."}),
         parameter(
             &Plants::mask,
             {.key = "mask",
              .doc = "Grey image or raster over the rectangle, the north up, that says how dense they stand: "
                     "critical_shear times its number over mask_full. Relative to the scene's folder."}),
         parameter(&Plants::mask_full, {.key = "mask_full",
                                        .range = above(0),
                                        .doc = "Number in the mask that stands for dense: white is 255 in an "
                                               "image of 8 bits, 65535 in one "
                                               "of 16."})});
}

Section loadSection() {
    return many("sediment", 128, &Part::loads, "Sediment that water brings along, or holds at the start.",
                {parameter(&Load::source, {.key = "source",
                                           .required = true,
                                           .refers_to = "inflow",
                                           .or_to = "water_block",
                                           .doc = "Name of the [[inflow]] or [[water_block]]."}),
                 parameter(&Load::concentration,
                           {.key = "concentration",
                            .range = between(0, 1),
                            .required = true,
                            .doc = "Share of its volume that is solid: a muddy river 0.001 to 0.05."})});
}

}  // namespace

std::vector<Section> sections() {
    Section erosion = optional(
        "erosion", &Part::settings,
        "Water that shapes the ground: it takes sediment off its bed, carries it, and lets it settle.",
        joined({sedimentRows(), shearRows(), settlingRows(), stepRows()}));
    erosion.moved = {{"most_concentration", "max_concentration"}, {"most_change", "max_change"}};
    return {std::move(erosion), layerSection(), plantsSection(), loadSection()};
}

}  // namespace talus::couple::erosion
