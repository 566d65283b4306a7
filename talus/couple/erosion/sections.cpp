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
        choice(
            &Settings::preset,
            Words<Preset>{{"none", Preset::None},
                          {"thesis-2022", Preset::Thesis2022},
                          {"kristof-2009", Preset::Kristof2009}},
            {.key = "preset",
             .doc =
                 "Laws and values of a paper. thesis-2022: its table 4.2, with a sediment that rises in "
                 "water. kristof-2009: the laws of Kristof and others (2009) with the sand of [erosion]."}),
        parameter(&Settings::grain_diameter, {.key = "grain_diameter",
                                              .unit = "m",
                                              .range = {.min = 1e-6, .max = 1},
                                              .doc = "Diameter of the sediment's grains: sand 0.1 to 2 mm."}),
        parameter(&Settings::grain_density, {.key = "grain_density",
                                             .unit = "kg/m^3",
                                             .range = above(0),
                                             .doc = "Density of the grains: quartz 2650."}),
        parameter(&Settings::porosity, {.key = "porosity",
                                        .range = between(0, 0.9),
                                        .doc = "Share of pores in the volume of the bed: settled sand 0.4."}),
        parameter(&Settings::repose,
                  {.key = "repose",
                   .unit = "rad",
                   .range = {.min = 0.01, .max = 1.57},
                   .doc = "Angle of repose of the sediment: steeper banks slide. Sand: 30 to 35 degrees."})};
}

std::vector<Parameter> shearRows() {
    return {
        choice(&Settings::shear, Words<Shear>{{"wall-law", Shear::WallLaw}, {"power", Shear::Power}},
               {.key = "shear",
                .doc = "Law of the shear stress on the bed. wall-law: the larger of the laminar stress "
                       "mu u / z and that of a rough wall, rho (0.41 u / ln(30 z / k_s))^2. power: "
                       "K (u / l)^n."}),
        parameter(&Settings::roughness,
                  {.key = "roughness",
                   .unit = "m",
                   .range = above(0),
                   .when = wall_law,
                   .absent = "auto",
                   .doc = "k_s of the bed (Nikuradse); auto: 2.5 grain diameters. Ripples and stones make it "
                          "larger."}),
        parameter(
            &Settings::flow_height,
            {.key = "flow_height",
             .unit = "m",
             .range = above(0),
             .when = wall_law,
             .absent = "auto",
             .doc = "z in the law of the rough wall. auto: the height of the lowest particles, about half a "
                    "spacing. If the boundary layer is thinner than a particle, set its thickness here; then "
                    "the stress does not depend on the size of the particles."}),
        parameter(&Settings::bed_friction,
                  {.key = "bed_friction",
                   .when = wall_law,
                   .doc = "Whether the stress on the bed slows the water, beyond its own wall friction."}),
        parameter(&Settings::consistency,
                  {.key = "consistency",
                   .unit = "",
                   .range = atLeast(0),
                   .when = power,
                   .doc = "K in tau = K (u / l)^n, in Pa s^n; with n = 1 it is the viscosity."}),
        parameter(
            &Settings::exponent,
            {.key = "exponent",
             .range = {.min = 0, .max = 3, .open_min = true},
             .when = power,
             .doc = "n in tau = K (u / l)^n: 1 for a Newtonian liquid, 0.5 in Kristof and others (2009)."}),
        parameter(&Settings::shear_distance,
                  {.key = "shear_distance",
                   .unit = "m",
                   .range = above(0),
                   .when = power,
                   .absent = "auto",
                   .doc = "l in tau = K (u / l)^n; auto: the mean height of the particles next to the bed."}),
        parameter(&Settings::critical_shear,
                  {.key = "critical_shear",
                   .unit = "Pa",
                   .range = atLeast(0),
                   .absent = "auto",
                   .doc = "Critical shear stress: below it no grain moves. auto: by Shields for the grain "
                          "diameter (Soulsby and Whitehouse 1997). Firm clay: 1 to 10 Pa."}),
        parameter(&Settings::slope_correction,
                  {.key = "slope_correction",
                   .doc = "Whether the critical shear stress is smaller for flow down a slope and larger for "
                          "flow up it (Soulsby 1997, 80a)."}),
        parameter(
            &Settings::strength,
            {.key = "strength",
             .unit = "s/m",
             .range = atLeast(0),
             .absent = "auto",
             .doc = "K_e in the erosion rate K_e (tau - tau_c), in kg/(m^2 s) per Pa (Partheniades "
                    "1965): clay 1e-5 to 1e-3. auto: that of sand, with which a flow carries as much as "
                    "in the formula of Meyer-Peter and Mueller (1948)."}),
        parameter(&Settings::bed_load,
                  {.key = "bed_load",
                   .doc = "true: grains roll along the bed, with the flow and down slopes, at the rate of "
                          "Meyer-Peter and Mueller; only layers with a strength are eroded into the water. "
                          "false: all grains that move are eroded into the water, and settle."}),
        parameter(&Settings::spiral_flow,
                  {.key = "spiral_flow",
                   .doc = "With bed_load: whether grains roll towards the inner bank in bends, by a model of "
                          "the spiral flow there (Kalkwijk and Booij 1986). Water that is a few particles "
                          "deep does not resolve this flow."})};
}

std::vector<Parameter> settlingRows() {
    return {
        choice(
            &Settings::settling,
            Words<SettlingLaw>{{"ferguson-church", SettlingLaw::FergusonChurch},
                               {"stokes", SettlingLaw::Stokes}},
            {.key = "settling",
             .doc = "Law of the settling velocity of a single grain: Ferguson and Church (2004), or Stokes, "
                    "which is three times too fast at 0.5 mm."}),
        choice(&Settings::hindrance,
               Words<Hindrance::Law>{{"richardson-zaki", Hindrance::Law::RichardsonZaki},
                                     {"kristof", Hindrance::Law::Kristof}},
               {.key = "hindrance",
                .doc = "Factor on the settling velocity among other grains, by their volume fraction C: "
                       "(1 - C)^n (Richardson and Zaki 1954), or 1 - (C / C_max)^n (Kristof and others "
                       "2009)."}),
        parameter(
            &Settings::hindrance_exponent,
            {.key = "hindrance_exponent",
             .range = {.min = 0, .max = 20, .open_min = true},
             .absent = "auto",
             .doc = "n in the law of hindrance; auto: from the Reynolds number of a grain, 4.65 for fine to "
                    "2.39 for coarse sediment."}),
        parameter(&Settings::max_concentration,
                  {.key = "max_concentration",
                   .range = {.min = 0, .max = 1, .open_min = true},
                   .doc = "C_max: maximum volume fraction of sediment in the water. At it erosion stops."}),
        parameter(
            &Settings::viscosity,
            {.key = "viscosity",
             .unit = "Pa s",
             .range = above(0),
             .absent = "auto",
             .doc = "Viscosity of the liquid, for settling and for the stress on the bed; auto: that of "
                    "[water], but 1 mPa s with the solver mueller."}),
        parameter(
            &Settings::diffusion,
            {.key = "diffusion",
             .unit = "m^2/s",
             .range = atLeast(0),
             .doc = "Diffusion coefficient of sediment in the water: models eddies that are smaller than "
                    "a particle."}),
        parameter(&Settings::weighs,
                  {.key = "weighs",
                   .doc = "Whether sediment makes the water heavier, so that muddy water flows below clear "
                          "water."}),
        choice(&Settings::thickening,
               Words<environment::Thickening::Law>{
                   {"none", environment::Thickening::Law::None},
                   {"krieger-dougherty", environment::Thickening::Law::KriegerDougherty},
                   {"thomas", environment::Thickening::Law::Thomas}},
               {.key = "thickening",
                .doc = "Law by which sediment makes the water more viscous: factor "
                       "(1 - C / C_max)^(-2.5 C_max) (Krieger and Dougherty 1959), or Thomas (1965). Matters "
                       "in viscous liquids, and near C_max."})};
}

std::vector<Parameter> stepRows() {
    return {
        parameter(
            &Settings::boundary_spacing,
            {.key = "boundary_spacing",
             .unit = "m",
             .range = above(0),
             .absent = "auto",
             .doc = "Distance between the points of the bed that exchange sediment with the water; auto: "
                    "the water's spacing. Each cell of the ground has at least two points."}),
        parameter(
            &Settings::bed_acceleration,
            {.key = "bed_acceleration",
             .range = {.min = 1, .max = 1e6},
             .doc = "Morphological factor (Roelvink 2006): the bed changes so many times faster than by "
                    "the sediment that the water erodes and deposits."}),
        parameter(
            &Settings::max_change,
            {.key = "max_change",
             .unit = "m",
             .range = above(0),
             .absent = "auto",
             .doc = "Maximum change of the bed's height in a step. Erosion beyond it does not happen, and is "
                    "reported (erosion.blocked). auto: 2% of the water's spacing."}),
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
        "A layer of the ground that water erodes, from the top down; the last one goes down to any depth. "
        "Keys that are left out have the values of the sediment.",
        {parameter(&Layer::name, {.key = "name", .required = true, .identifier = true, .doc = "Its name."}),
         parameter(&Layer::thickness, {.key = "thickness",
                                       .unit = "m",
                                       .range = above(0),
                                       .absent = "none",
                                       .doc = "Thickness of a layer parallel to the ground at the start."}),
         parameter(&Layer::bottom,
                   {.key = "bottom",
                    .unit = "m",
                    .absent = "none",
                    .doc = "Height of the lower side of a layer that ends at a level; there is no such layer "
                           "where the ground is lower."}),
         parameter(&Layer::grain_diameter,
                   {.key = "grain_diameter",
                    .unit = "m",
                    .range = {.min = 1e-6, .max = 100},
                    .absent = "none",
                    .doc = "Diameter of its grains, for their critical shear stress by "
                           "Shields."}),
         parameter(&Layer::critical_shear,
                   {.key = "critical_shear",
                    .unit = "Pa",
                    .range = atLeast(0),
                    .absent = "auto",
                    .doc = "Critical shear stress: below it the layer is not eroded."}),
         parameter(&Layer::strength, {.key = "strength",
                                      .unit = "s/m",
                                      .range = atLeast(0),
                                      .absent = "auto",
                                      .doc = "K_e, in kg/(m^2 s) per Pa above the critical shear stress; 0: "
                                             "bedrock, which is never eroded."}),
         parameter(&Layer::porosity, {.key = "porosity",
                                      .range = between(0, 0.9),
                                      .absent = "auto",
                                      .doc = "Share of pores in its volume: rock 0.01 to 0.2."}),
         parameter(
             &Layer::repose,
             {.key = "repose",
              .unit = "rad",
              .range = {.min = 0.01, .max = 1.57},
              .absent = "auto",
              .doc = "Maximum angle at which its banks stand: firm ones 1.2 and more. auto: that of the "
                     "sediment; bedrock (strength = 0) stands at any angle."}),
         parameter(&Layer::colour,
                   {.key = "colour", .range = between(0, 1), .doc = "Red, green and blue (sRGB)."})});
}

Section plantsSection() {
    return many(
        "plants", 256, &Part::plants,
        "Plants that hold the ground against the water, in a rectangle in x and y.",
        {parameter(&Plants::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Their name."}),
         parameter(
             &Plants::min,
             {.key = "min", .unit = "m", .required = true, .length = 2, .doc = "Corner of lowest x and y."}),
         parameter(
             &Plants::max,
             {.key = "max", .unit = "m", .required = true, .length = 2, .doc = "Corner of highest x and y."}),
         parameter(&Plants::critical_shear,
                   {.key = "critical_shear",
                    .unit = "Pa",
                    .range = atLeast(0),
                    .doc = "Added to the critical shear stress of the ground there: grass 10 to 100."}),
         parameter(
             &Plants::mask,
             {.key = "mask",
              .doc = "Grey image or raster over the rectangle, north up, with the density of the plants: "
                     "critical_shear is multiplied by its value over mask_full. Relative to the scene's "
                     "folder."}),
         parameter(&Plants::mask_full, {.key = "mask_full",
                                        .range = above(0),
                                        .doc = "Value in the mask for dense plants: white is 255 in an image "
                                               "with 8 bits, 65535 with 16 bits."})});
}

Section loadSection() {
    return many(
        "sediment", 128, &Part::loads, "Sediment in the water of an inflow or of a block.",
        {parameter(&Load::source, {.key = "source",
                                   .required = true,
                                   .refers_to = "inflow",
                                   .or_to = "water_block",
                                   .doc = "Name of the [[inflow]] or [[water_block]]."}),
         parameter(&Load::concentration,
                   {.key = "concentration",
                    .range = between(0, 1),
                    .required = true,
                    .doc = "Share of solid in the volume of the water: a muddy river 0.001 to 0.05."})});
}

}  // namespace

std::vector<Section> sections() {
    Section erosion = optional(
        "erosion", &Part::settings,
        "Water that shapes the ground: it erodes sediment from the bed, carries it, and deposits it.",
        joined({sedimentRows(), shearRows(), settlingRows(), stepRows()}));
    erosion.moved = {{"most_concentration", "max_concentration"}, {"most_change", "max_change"}};
    return {std::move(erosion), layerSection(), plantsSection(), loadSection()};
}

}  // namespace talus::couple::erosion
