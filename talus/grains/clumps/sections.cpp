#include "talus/grains/sections.h"

namespace talus::grains {

using namespace settings;

Section grainShapeSection() {
    using Kind = GrainShape::Kind;
    const Condition of_spheres{"kind", {"spheres"}}, of_mesh{"kind", {"mesh"}};
    return many(
        "grain_shape", 256, &Part::shapes,
        "A shape of grains: several spheres that move as one rigid grain (docs/theory/clumps.md).",
        {parameter(&GrainShape::name,
                   {.key = "name", .required = true, .identifier = true, .doc = "Name of the shape."}),
         choice(&GrainShape::kind, Words<Kind>{{"spheres", Kind::Spheres}, {"mesh", Kind::Mesh}},
                {.key = "kind",
                 .doc = "\"spheres\": a list of spheres. \"mesh\": spheres are spread over the inside of a "
                        "closed mesh; mass and inertia are those of the mesh."}),
         parameter(&GrainShape::centres,
                   {.key = "centres",
                    .when = of_spheres,
                    .required = true,
                    .doc = "Centres of the spheres, in any unit of length: the radius of a grain sets its "
                           "size. Spheres may overlap; the volume that they share counts once."}),
         parameter(&GrainShape::radii, {.key = "radii",
                                        .range = above(0),
                                        .when = of_spheres,
                                        .required = true,
                                        .doc = "Radius of each sphere, in the unit of the centres."}),
         parameter(&GrainShape::file,
                   {.key = "file",
                    .when = of_mesh,
                    .required = true,
                    .doc = "Closed mesh, in any unit of length: STL, OBJ or PLY; path relative to the "
                           "scene's folder."}),
         parameter(&GrainShape::sphere_radius,
                   {.key = "sphere_radius",
                    .range = {.min = 0, .max = 1, .open_min = true, .open_max = true},
                    .when = of_mesh,
                    .doc = "Radius of the spheres, in radii of the ball that has the volume of the mesh. "
                           "Smaller spheres follow the mesh more closely, and more are needed."}),
         parameter(&GrainShape::cover,
                   {.key = "cover",
                    .range = {.min = 0, .max = 100, .open_min = true},
                    .when = of_mesh,
                    .doc = "Number of spheres in an area of pi times the square of their radius. More "
                           "spheres leave smaller gaps."})});
}

}  // namespace talus::grains
