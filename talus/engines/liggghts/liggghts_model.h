#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "talus/engines/lammps/lammps_model.h"

namespace talus::engines {

/// The contact laws of a scene in LIGGGHTS' terms, where a material is a type of atom, counted from 1.
struct LiggghtsLaws {
    std::string model;       ///< the words behind `model`, of the grains and of walls alike
    std::string settings;    ///< of the model; they stand at the end of a command
    std::string properties;  ///< commands that give materials and pairs of them their numbers
};

/// An endless plane that stands across an axis.
struct LiggghtsPlane {
    int axis = 2;   ///< 0 to 2: x, y, z
    double at = 0;  ///< [m]
};

/// A wall of the scene: triangles where they are at the state's time, or planes.
struct LiggghtsWall {
    std::size_t wall = 0;  ///< its index in the scene
    std::string name;
    std::uint32_t type = 1;
    std::vector<std::array<Vec3d, 3>> triangles;  ///< [m]
    std::vector<LiggghtsPlane> planes;
    std::string motion;  ///< words of `fix move/mesh`; empty: it stands still
};

/// A simulation's present state and settings in LIGGGHTS' terms.
struct LiggghtsModel {
    LammpsModel grains;  ///< what LAMMPS has in common with it: box, types, steps; and what it cannot do
    LiggghtsLaws laws;
    std::vector<LiggghtsWall> walls;
};

/// @param frames that will be run: the box holds the meshes wherever they move until then
LiggghtsModel liggghtsModel(const scene::Simulation& simulation, std::uint64_t frames);

}  // namespace talus::engines
