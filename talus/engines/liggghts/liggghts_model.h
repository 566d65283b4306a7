#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "talus/engines/lammps/lammps_model.h"

namespace talus::engines {

/// The contact laws of a scene in LIGGGHTS' terms. Each material is an atom type, counted from 1.
struct LiggghtsLaws {
    std::string model;       ///< text after the keyword `model`, for grains and walls alike
    std::string settings;    ///< settings of the model, at the end of a command
    std::string properties;  ///< commands that define the properties of materials and of pairs of them
};

/// An infinite plane at right angles to an axis.
struct LiggghtsPlane {
    int axis = 2;   ///< 0 to 2: x, y, z
    double at = 0;  ///< position on the axis [m]
};

/// A wall of the scene: triangles at the state's time, or planes.
struct LiggghtsWall {
    std::size_t wall = 0;  ///< its index in the scene
    std::string name;
    std::uint32_t type = 1;
    std::vector<std::array<Vec3d, 3>> triangles;  ///< [m]
    std::vector<LiggghtsPlane> planes;
    std::string motion;  ///< arguments of `fix move/mesh`; empty: no motion
};

/// A simulation's present state and settings in LIGGGHTS' terms.
struct LiggghtsModel {
    LammpsModel grains;  ///< what both programs share (box, types, steps), and what LIGGGHTS cannot do
    LiggghtsLaws laws;
    std::vector<LiggghtsWall> walls;
};

/// Translates a simulation. @param frames number of frames of the run; the box is large enough for all meshes
/// until its end
LiggghtsModel liggghtsModel(const scene::Simulation& simulation, std::uint64_t frames);

}  // namespace talus::engines
