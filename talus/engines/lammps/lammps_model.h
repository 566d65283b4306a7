#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "talus/engines/lammps/laws/lammps_law.h"
#include "talus/grains/law/law.h"
#include "talus/grains/pipeline.h"
#include "talus/scene/simulation.h"

namespace talus::engines {

/// An atom type: a material, and a radius where the contact laws need one.
struct LammpsType {
    std::uint16_t material = 0;
    double radius = 0;         ///< for which its law's numbers are computed; 0: any [m]
    double low = 0, high = 0;  ///< smallest and largest radius of its grains [m]
    double density = 0;        ///< [kg/m^3]
    bool fixed = false;        ///< its atoms never move (`fix freeze`)
};

/// The contact law of two types.
struct LammpsPair {
    std::uint32_t first = 1, second = 1;  ///< types, first <= second
    LammpsLaw law;
    double neck_length = 0;  ///< maximum gap across which a neck acts [m]
};

/// Attraction of two types, given to LAMMPS as a force table in addition to their law.
struct LammpsPull {
    std::uint32_t first = 1, second = 1;  ///< types, first <= second
    grains::LawConstants law;
    double touch = 0;             ///< distance of the centres at which the grains touch [m]
    double effective_radius = 0;  ///< [m]
};

/// The contact law of the atoms of one type (0: of all types) at a face.
struct LammpsWall {
    std::uint32_t type = 0;
    LammpsLaw law;
};

/// A face of a wall of the scene in LAMMPS' terms.
struct LammpsFace {
    std::string name;                   ///< of the scene's wall
    std::size_t wall = 0;               ///< its index
    std::string plane;                  ///< "zplane 0 NULL", or "" for a region
    std::vector<std::string> commands;  ///< that define its region, named by regionOf()
    std::vector<std::uint32_t> of;      ///< indices of the scene's faces: one, or two opposite planes
    std::vector<LammpsWall> walls;
};

/// A simulation's present state and settings in LAMMPS' terms.
struct LammpsModel {
    std::string program = "LAMMPS";  ///< LAMMPS or LIGGGHTS
    std::string scene;               ///< name
    double start = 0;                ///< simulated time of the state [s]
    double dt = 0;                   ///< [s]
    std::uint64_t step = 0;          ///< of the state
    std::uint64_t steps_per_frame = 1;
    Vec3d gravity;  ///< [m/s^2]
    bool spin = true;
    double skin = 0;                  ///< [m]
    std::string boundary = "m m m";   ///< "p" for a periodic axis
    Vec3d low, high;                  ///< box of all grains, or the period of a periodic axis [m]
    std::vector<LammpsType> types;    ///< type t is types[t - 1]
    std::vector<std::uint32_t> type;  ///< of each row of the grains
    std::vector<double> density;      ///< of each row of the grains [kg/m^3]
    std::vector<LammpsPair> pairs;
    std::vector<LammpsPull> pulls;
    std::vector<LammpsFace> faces;
    bool moves = false;  ///< some face moves
    bool pours = false;  ///< some emitter still has grains to insert
    /// What LAMMPS would compute as another force, and what to do; a line each.
    std::vector<std::string> refused;
    /// What the scene asks for and LAMMPS cannot do; a line each.
    std::vector<std::string> missing;
    /// Emitters and sinks: a run with LAMMPS handles them (lammps_stepper.h), an exported script does not.
    std::vector<std::string> driven;
    /// What LAMMPS computes a little differently; a line each.
    std::vector<std::string> notes;

    /// Whether contacts between grains have springs against rolling or twisting.
    bool turningSprings() const {
        return std::any_of(pairs.begin(), pairs.end(), [](const LammpsPair& pair) {
            return pair.law.rolling.stiffness > 0 || pair.law.twisting.stiffness > 0;
        });
    }
};

/// The name of the region of a face.
std::string regionOf(std::size_t face);

/// Translates a simulation. What cannot be translated is listed in `refused` and `missing`.
LammpsModel lammpsModel(const scene::Simulation& simulation);

/// Adds what LAMMPS and LIGGGHTS have in common: steps, the box of the grains, and what neither program can
/// do.
void addCommon(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model);

/// Success where nothing is refused or missing; else an Error (Input) that lists it.
/// @param allow_missing what is missing may be left out. What is refused is always an error, since LAMMPS
///        would compute other forces
/// @param drives the caller handles emitters and sinks while LAMMPS runs (lammps_stepper.h)
Status checkLammpsModel(const LammpsModel& model, bool allow_missing = false, bool drives = false);

}  // namespace talus::engines
