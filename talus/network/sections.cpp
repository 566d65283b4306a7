#include "talus/network/sections.h"

#include "talus/environment/sources/sections.h"
#include "talus/settings/base_rows.h"

namespace talus::network {

using namespace settings;
namespace {

using Kind = Link::Kind;
const Range share = between(0, 1);

Section networkSection() {
    return optional(
        "network", &Part::network, "Masses and links between them (mass-interaction networks).",
        {parameter(&Network::rate, {.key = "rate",
                                    .unit = "1/s",
                                    .range = between(1, largest_rate),
                                    .doc = "Steps per second. The frame interval should be a whole number of "
                                           "them."}),
         parameter(&Network::dimensions,
                   {.key = "dimensions",
                    .range = between(1, 3),
                    .doc = "1: masses move along z; 2: in the plane of x and z; 3: in space."}),
         choice(&Network::units,
                Words<Network::Units>{{"si", Network::Units::SI}, {"algorithm", Network::Units::Algorithm}},
                {.key = "units",
                 .doc = "si: stiffness in N/m and damping in N s/m. algorithm: both, also the damping of "
                        "masses, as they stand in the formula of a step, K = k T^2 and Z = z T with the "
                        "time T = 1 / rate."}),
         parameter(&Network::draw_links,
                   {.key = "draw_links", .doc = "Whether pictures show springs as lines."}),
         parameter(&Network::line_radius, {.key = "line_radius",
                                           .unit = "m",
                                           .range = atLeast(0),
                                           .doc = "Radius of these lines; 0: a third of the smallest "
                                                  "radius of the masses."}),
         parameter(&Network::force_scale, {.key = "force_scale",
                                           .unit = "N",
                                           .range = atLeast(0),
                                           .doc = "Pictures show the force between two masses as a line, "
                                                  "which is as thick as the smaller mass at this force; "
                                                  "0: no forces are shown."})});
}

Section massesSection() {
    using Layout = Masses::Layout;
    const Condition list{"layout", {"list"}}, line{"layout", {"line"}}, mesh{"layout", {"mesh"}},
        ends{"layout", {"line", "grid"}};
    return many(
        "masses", 256, &Part::masses, "A group of masses with the same properties.",
        {parameter(&Masses::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the group."}),
         choice(&Masses::kind,
                Words<Masses::Kind>{{"free", Masses::Kind::Free},
                                    {"fixed", Masses::Kind::Fixed},
                                    {"moved", Masses::Kind::Moved}},
                {.key = "kind",
                 .doc = "free: moves by the forces on it. fixed: never moves. moved: moves with a wall or "
                        "body."}),
         parameter(&Masses::wall, {.key = "wall",
                                   .when = {"kind", {"moved"}},
                                   .required = true,
                                   .doc = "The wall or body with which the group moves."}),
         choice(&Masses::layout,
                Words<Layout>{{"list", Layout::List},
                              {"line", Layout::Line},
                              {"grid", Layout::Grid},
                              {"mesh", Layout::Mesh},
                              {"none", Layout::None}},
                {.key = "layout",
                 .doc = "Positions at the start: a list, evenly along a line, on a lattice between two "
                        "corners, at the points of a mesh, or none (a [[mass_source]] makes them)."}),
         parameter(&Masses::positions,
                   {.key = "positions", .unit = "m", .when = list, .doc = "Positions of the list."}),
         parameter(&Masses::from,
                   {.key = "from", .unit = "m", .when = ends, .doc = "One end of the line, or a corner."}),
         parameter(&Masses::to, {.key = "to",
                                 .unit = "m",
                                 .when = ends,
                                 .doc = "The other end of the line, or the opposite corner."}),
         parameter(&Masses::count, {.key = "count",
                                    .range = between(1, 1e7),
                                    .when = line,
                                    .doc = "Number of positions on the line."}),
         parameter(&Masses::spacing, {.key = "spacing",
                                      .unit = "m",
                                      .range = above(0),
                                      .when = {"layout", {"grid"}},
                                      .doc = "Distance of neighbours on the lattice."}),
         parameter(&Masses::file, {.key = "file",
                                   .when = mesh,
                                   .required = true,
                                   .doc = "An STL, OBJ or PLY file; path relative to the scene's folder."}),
         parameter(&Masses::scale, {.key = "scale",
                                    .range = above(0),
                                    .when = mesh,
                                    .doc = "The file's points are multiplied by this."}),
         parameter(&Masses::shift,
                   {.key = "shift", .unit = "m", .when = mesh, .doc = "Then this is added to them."}),
         parameter(&Masses::points, {.key = "points",
                                     .unit = "m",
                                     .doc = "Points of each grain, counted from its position: grains of "
                                            "several masses. Empty: one mass at the position."}),
         parameter(&Masses::mass,
                   {.key = "mass", .unit = "kg", .range = above(0), .doc = "Mass of each point."}),
         parameter(&Masses::velocity, {.key = "velocity", .unit = "m/s", .doc = "At the start."}),
         parameter(&Masses::force, {.key = "force",
                                    .unit = "N",
                                    .doc = "Constant force on each point, such as that of a uniform wind."}),
         parameter(&Masses::damping, {.key = "damping",
                                      .unit = "N s/m",
                                      .range = atLeast(0),
                                      .doc = "z of the force -z v of a medium at rest."}),
         parameter(&Masses::radius, {.key = "radius",
                                     .unit = "m",
                                     .range = above(0),
                                     .doc = "Radius with which each point is drawn."}),
         parameter(&Masses::colour, {.key = "colour", .range = share, .doc = "sRGB, each 0 to 1."}),
         parameter(&Masses::visible, {.key = "visible", .doc = "Whether pictures show the group."})});
}

Section sourceSection() {
    using Shape = environment::Region::Shape;
    return many(
        "mass_source", 256, &Part::sources, "Makes grains of a group of masses during the run.",
        joined({{parameter(&Source::name,
                           {.key = "name", .required = true, .identifier = true, .doc = "Its name."}),
                 parameter(&Source::masses, {.key = "masses",
                                             .required = true,
                                             .refers_to = "masses",
                                             .doc = "The group that it makes grains of."})},
                ofBase<Source, environment::Region>(environment::regionRows(
                    {.shapes = {{"point", Shape::Point},
                                {"line", Shape::Line},
                                {"disc", Shape::Disc},
                                {"rectangle", Shape::Rectangle},
                                {"box", Shape::Box},
                                {"sphere", Shape::Sphere}},
                     .doc = "Where grains appear, evenly. In one or two dimensions their y, or x and y, "
                            "become 0.",
                     .placed = false})),
                ofBase<Source, environment::Schedule>(environment::scheduleRows(
                    {.rate = {.key = "rate",
                              .unit = "1/s",
                              .range = atLeast(0),
                              .doc = "Grains per second, from start to stop."},
                     .rates = {.key = "rates",
                               .unit = "1/s",
                               .range = atLeast(0),
                               .doc = "Grains per second at each of `times`."},
                     .count = {.key = "count", .range = atLeast(0), .doc = "Total number; 0: no limit."}})),
                {parameter(&Source::velocity, {.key = "velocity",
                                               .unit = "m/s",
                                               .doc = "Of new grains, in addition to their group's."})}}));
}

Section linkSection() {
    const Condition contact{"kind", {"contact", "friction"}}, friction{"kind", {"friction"}},
        lennard_jones{"kind", {"lennard-jones"}}, table{"kind", {"table"}},
        cut{"kind", {"lennard-jones", "formula"}},
        elastic{"kind", {"spring", "contact", "friction", "formula"}};
    return many(
        "link", 256, &Part::links,
        "How masses pull and push each other. With their distance d, its rate u, and the length L, the force "
        "that pushes them apart is that of `kind`.",
        {parameter(&Link::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the link."}),
         choice(&Link::kind,
                Words<Kind>{{"spring", Kind::Spring},
                            {"contact", Kind::Contact},
                            {"friction", Kind::Friction},
                            {"lennard-jones", Kind::LennardJones},
                            {"table", Kind::Table},
                            {"formula", Kind::Formula}},
                {.key = "kind",
                 .doc = "spring: k (L - d) - z u. contact: the same where d < L, else 0. friction: contact, "
                        "and dry friction across. lennard-jones: 24 e (2 (L/d)^12 - (L/d)^6) / d. table: "
                        "forces at distances, less z u. formula: of d, u, L, k, z."}),
         parameter(&Link::between, {.key = "between",
                                    .required = true,
                                    .doc = "Two groups of masses, a group and a wall, or one name: within "
                                           "that group."}),
         choice(&Link::pairs,
                Words<Link::Pairs>{{"near", Link::Pairs::Near},
                                   {"edges", Link::Pairs::Edges},
                                   {"list", Link::Pairs::List},
                                   {"grain", Link::Pairs::Grain}},
                {.key = "pairs",
                 .doc = "Which masses: all that come within reach (not springs), neighbours on the line, "
                        "grid or mesh of a group, those of the lists `first` and `second`, or all points of "
                        "each grain."}),
         parameter(&Link::first, {.key = "first",
                                  .range = atLeast(0),
                                  .when = {"pairs", {"list"}},
                                  .doc = "Positions of the first group, counted from 0."}),
         parameter(&Link::second, {.key = "second",
                                   .range = atLeast(0),
                                   .when = {"pairs", {"list"}},
                                   .doc = "To each of these the position of the second group."}),
         parameter(&Link::stiffness,
                   {.key = "stiffness", .unit = "N/m", .range = atLeast(0), .when = elastic, .doc = "k."}),
         parameter(&Link::damping, {.key = "damping", .unit = "N s/m", .range = atLeast(0), .doc = "z."}),
         parameter(&Link::length, {.key = "length",
                                   .unit = "m",
                                   .range = atLeast(0),
                                   .absent = "start",
                                   .doc = "L; start: the distance of the two at the start."}),
         parameter(&Link::pulls, {.key = "pulls",
                                  .when = contact,
                                  .doc = "Whether damping may pull two masses in contact together as they "
                                         "part, as in the original rule. Sand sticks if it does."}),
         parameter(
             &Link::friction,
             {.key = "friction", .range = atLeast(0), .when = friction, .doc = "Coulomb's coefficient."}),
         parameter(&Link::friction_damping,
                   {.key = "friction_damping",
                    .unit = "N s/m",
                    .range = atLeast(0),
                    .when = friction,
                    .doc = "Force across per relative speed, below Coulomb's limit."}),
         parameter(&Link::depth, {.key = "depth",
                                  .unit = "J",
                                  .range = atLeast(0),
                                  .when = lennard_jones,
                                  .doc = "e, the energy of the bond."}),
         parameter(&Link::reach, {.key = "reach",
                                  .unit = "m",
                                  .range = atLeast(0),
                                  .when = cut,
                                  .doc = "There is no force beyond this distance."}),
         parameter(&Link::distances, {.key = "distances",
                                      .unit = "m",
                                      .range = atLeast(0),
                                      .when = table,
                                      .doc = "Distances of the table, increasing; there is no force beyond "
                                             "the last one."}),
         parameter(&Link::forces, {.key = "forces",
                                   .unit = "N",
                                   .when = table,
                                   .doc = "The force that pushes apart at each of them."}),
         parameter(&Link::formula, {.key = "force",
                                    .when = {"kind", {"formula"}},
                                    .required = true,
                                    .doc = "The force that pushes apart, such as \"k*(L-d) - z*u\", in N. It "
                                           "may use d, u, L, k, z, the functions of muParser, and ?:."})});
}

}  // namespace

std::vector<Section> sections() {
    return {networkSection(), massesSection(), sourceSection(), linkSection()};
}

}  // namespace talus::network
