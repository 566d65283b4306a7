#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "talus/engines/lammps/laws/lammps_law.h"
#include "talus/grains/law/law.h"
#include "talus/grains/pipeline.h"
#include "talus/scene/simulation.h"

namespace talus::engines {

/// A kind of atom: a material, and a radius where the laws need one (0: any).
struct LammpsType {
    std::uint16_t material = 0;
    double radius = 0;         ///< for which its numbers hold [m]
    double low = 0, high = 0;  ///< of its grains [m]
    double density = 0;        ///< [kg/m^3]
    bool fixed = false;        ///< its atoms never move (`fix freeze`)
};

struct LammpsPair {
    std::uint32_t first = 1, second = 1;  ///< types, first <= second
    LammpsLaw law;
    double neck_length = 0;  ///< across so wide a gap at most the two act [m]
};

/// Attraction of two types, which a table holds beside their law.
struct LammpsPull {
    std::uint32_t first = 1, second = 1;  ///< types, first <= second
    grains::LawConstants law;
    double touch = 0;             ///< distance of the centres where the two touch [m]
    double effective_radius = 0;  ///< [m]
};

/// What the atoms of one type (0: of all types) meet at a face.
struct LammpsWall {
    std::uint32_t type = 0;
    LammpsLaw law;
};

/// A face of a wall, and what becomes of it.
struct LammpsFace {
    std::string name;                   ///< of the scene's wall
    std::size_t wall = 0;               ///< its index
    std::string plane;                  ///< "zplane 0 NULL", or "" for a region
    std::vector<std::string> commands;  ///< that define its region, named by regionOf()
    std::vector<std::uint32_t> of;      ///< faces of the scene that it is: one, or two opposite planes
    std::vector<LammpsWall> walls;
};

/// A simulation's present state and settings in LAMMPS' terms.
struct LammpsModel {
    std::string program =
        "LAMMPS";            ///< what it is for: LAMMPS, or LIGGGHTS, which has much in common with it
    std::string scene;       ///< name
    double start = 0;        ///< simulated time of the state [s]
    double dt = 0;           ///< [s]
    std::uint64_t step = 0;  ///< of the state
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
    bool moves = false;                ///< some face does
    bool pours = false;                ///< spouts still do
    std::vector<std::string> refused;  ///< what LAMMPS would compute in another way, and what to do
    std::vector<std::string> missing;  ///< what the scene asks for and an export would leave out, a line each
    std::vector<std::string>
        driven;  ///< spouts and sinks, which a script alone would leave out (engine_lammps.h)
    std::vector<std::string> notes;  ///< where LAMMPS computes something a little differently

    /// Whether contacts of grains have springs against rolling or twisting.
    bool turningSprings() const {
        return std::any_of(pairs.begin(), pairs.end(), [](const LammpsPair& pair) {
            return pair.law.rolling.stiffness > 0 || pair.law.twisting.stiffness > 0;
        });
    }
};

/// The name of the region of a face.
std::string regionOf(std::size_t face);

LammpsModel lammpsModel(const scene::Simulation& simulation);

/// What any program that speaks LAMMPS' language is told of a simulation with grains: its steps, the box that
/// its grains lie in, and what such programs do not have.
void addCommon(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model);

/// Error (Input) that lists everything that is refused or missing; success where nothing is.
/// @param drives spouts and sinks are seen to by who runs LAMMPS (engine_lammps.h)
/// @param allow_missing what is missing may be left out; what is refused may not, since LAMMPS would then
///        compute forces that nobody asked for
Status checkLammpsModel(const LammpsModel& model, bool allow_missing = false, bool drives = false);

}  // namespace talus::engines
