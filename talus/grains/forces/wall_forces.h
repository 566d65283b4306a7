#pragma once
#include "talus/environment/walls.h"
#include "talus/grains/forces/contact_forces.h"
#include "talus/step/stage.h"

namespace talus::grains {

// Thin walls. A grain is pressed against a thin plate from one side; once a hard push has brought its centre
// past the plate, the distance alone would drive it out on the other side. So each listed pair remembers on
// which side its grain belongs: from when it was listed, at a time at which a gap or a shallow contact leaves
// no doubt. The side changes only where a grain can get round the plate: beyond its border, at more than half
// a radius from it. *Turned down:* the side from the path in the last step, which forgets after one step and
// cannot tell a grain that was pushed through slowly; plates with a thickness, which the user would have to
// choose, and which move every surface by it.
//
// Surfaces of several faces (meshes, but also a cone that ends where a tube begins). A contact is a local
// minimum of the distance from the grain's centre to the whole surface. So a contact at the border of a
// face counts only if no other face has that point too and comes nearer; of those that come as near, the one
// with the lowest index counts. A grain on a flat triangulated floor then has one contact everywhere, in a
// dihedral corner two, on a ridge one. The shear spring goes over to the face that took the contact over, so
// that friction does not notice the seam. This needs no list of neighbours, so that it holds for triangle
// soups and from wall to wall.

/// Adds the forces of the walls on the grains, by the same laws as between grains. A wall has infinite mass
/// and moves as prescribed, or is a free body (wall_mobility.h). The force acts at the point of the grain's
/// surface that is farthest in the wall, so the wall feels the opposite force there and the opposite moment
/// against turning: angular momentum is conserved. Sums up what each wall feels, in the order of the rows.
struct CollideWalls {
    static constexpr const char* name = "collide walls";
    LawTable laws;
    std::shared_ptr<const environment::Walls> walls;
    bool spin = true;
    double ahead = 0;  ///< share of dt by which positions are ahead of the step's time: 1 after the drift
    /// Portable: grain by grain; Vector: where they are near one plane, a pack of them. The same bits.
    ContactForces::Kernel kernel = ContactForces::Kernel::Vector;
    Precision precision = Precision::Double;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::grains
