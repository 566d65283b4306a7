#pragma once
#include "talus/grains/contact_forces.h"
#include "talus/grains/wall_faces.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Adds the forces of the walls on the grains, by the same laws as between grains; a wall has infinite
/// mass and does not move.
struct CollideWalls {
    static constexpr const char* name = "collide walls";
    LawTable laws;
    std::vector<WallFace> faces;
    bool spin = true;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains
