#pragma once
#include <optional>

#include "talus/environment/contact/obstacles.h"
#include "talus/environment/wall_view.h"
#include "talus/exec/placed_array.h"
#include "talus/exec/sort.h"
#include "talus/state/device/placed_table.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/forces/forces.h"
#include "talus/water/forces/viscous_solve.h"
#include "talus/water/measures.h"
#include "talus/water/motion/move.h"
#include "talus/water/search/cells.h"
#include "talus/water/setup.h"
#include "talus/water/solver/compressible.h"
#include "talus/water/solver/dfsph.h"
#include "talus/water/sources/drive_inflows.h"

// What a step of water keeps where its loops run, on a device or on the processor, and its stages. Fields
// mean what those of the same name in fields.h do.
namespace talus::water::device {

using exec::PlacedArray;
using exec::View;

/// What a step works in: a row a particle, in the order of the cells.
struct Work {
    PlacedArray<Quad<float>> place, flow, wall;
    PlacedArray<float> wall_rate, clearance;
    PlacedArray<Vec3f> carried, force;

    explicit Work(exec::Device where)
        : place(where),
          flow(where),
          wall(where),
          wall_rate(where),
          clearance(where),
          carried(where),
          force(where) {}
    void resize(std::size_t particles);
};

/// What dfsph works in besides, likewise.
struct SolveWork {
    PlacedArray<Quad<float>> push, correction_diagonal, correction_rest, best;
    PlacedArray<float> response, source, residual;
    PlacedArray<Vec3f> product;

    explicit SolveWork(exec::Device where)
        : push(where),
          correction_diagonal(where),
          correction_rest(where),
          best(where),
          response(where),
          source(where),
          residual(where),
          product(where) {}
    void resize(std::size_t particles);
};

/// What surface tension works in: first the normals, then the curvatures; the directions, then the forces.
struct SurfaceWork {
    PlacedArray<Quad<float>> normal, direction;

    explicit SurfaceWork(exec::Device where) : normal(where), direction(where) {}
};

/// Where the lists of neighbours are: those of 32 particles side by side, each with the same room, so that
/// the threads of a warp, one a particle, read what lies in a row.
struct ListPlaces {
    std::uint32_t room = 0;  ///< neighbours that a particle may have

    static constexpr std::size_t side_by_side = 32;
    /// Of the k-th neighbour of particle i.
    TALUS_HD std::size_t at(std::size_t i, std::size_t k) const {
        return (i / side_by_side * room + k) * side_by_side + i % side_by_side;
    }
    std::size_t size(std::size_t particles) const {
        return (particles + side_by_side - 1) / side_by_side * side_by_side * room;
    }
};

/// The k-th neighbour of particle i is row[places.at(i, k)], for k < count[i].
struct NeighbourLists {
    PlacedArray<std::uint32_t> count, row;
    ListPlaces places;

    explicit NeighbourLists(exec::Device where) : count(where), row(where) {}
};

/// The contacts of particle i are the rows from first[i] to end[i]. There may be rows between that are none:
/// there is room for as many as there are faces near it.
struct Contacts {
    static constexpr std::uint32_t none = 0xffffffffu;

    PlacedArray<std::uint32_t> first, end;
    PlacedArray<std::uint32_t> near, near_row;  ///< which particles have walls near them
    PlacedArray<std::uint32_t> wall;            ///< `none` where it is no contact
    PlacedArray<Vec3f> gradient, velocity, point;
    PlacedArray<float> rub;
    PlacedArray<Vec3d> impulse, angular_impulse;  ///< on the wall, in this step

    explicit Contacts(exec::Device where)
        : first(where),
          end(where),
          near(where),
          near_row(where),
          wall(where),
          gradient(where),
          velocity(where),
          point(where),
          rub(where),
          impulse(where),
          angular_impulse(where) {}
    void resize(std::size_t rows);
};

/// Room that searches use again and again.
struct SearchScratch {
    PlacedArray<std::uint64_t> keys;
    PlacedArray<std::uint32_t> order, start;
    PlacedArray<std::byte> column;
    exec::SortScratch sort;

    explicit SearchScratch(exec::Device where) : keys(where), order(where), start(where), column(where) {}
};

/// Particles that go near walls, which the processor follows.
struct Followed {
    PlacedArray<std::uint32_t> held;      ///< 1 for one that is followed
    PlacedArray<std::uint32_t> place_of;  ///< its place in the arrays below
    PlacedArray<std::uint32_t> row;
    PlacedArray<Vec3d> position, way;  ///< and where to, past no walls [m]
    PlacedArray<Vec3f> velocity;

    explicit Followed(exec::Device where)
        : held(where), place_of(where), row(where), position(where), way(where), velocity(where) {}
};

/// All of it.
struct WaterState {
    state::device::PlacedTable water;
    Work work;
    SolveWork solve;
    SurfaceWork surface;
    NeighbourLists neighbours;
    Contacts contacts;
    SearchScratch search;
    Followed followed;

    explicit WaterState(exec::Device where)
        : water(where),
          work(where),
          solve(where),
          surface(where),
          neighbours(where),
          contacts(where),
          search(where),
          followed(where) {}
};

/// FindNeighbours: the same lists, in the same order. @return the row of a particle that is lost
std::optional<std::size_t> findNeighbours(const exec::Exec& exec, const Setup& setup, WaterState& state);

/// MeetWalls.
void meetWalls(const exec::Exec& exec, const Setup& setup, const environment::WallView& walls,
               const WallTable& integral, WaterState& state);

/// ApplyGravity, Predict, WallFriction.
void applyGravity(const exec::Exec& exec, const Setup& setup, const WallTable& integral, WaterState& state);
void predict(const exec::Exec& exec, const Compressible& law, double dt, WaterState& state);
void rubOnWalls(const exec::Exec& exec, const Friction& friction, WaterState& state);

/// Viscosity, SurfaceTension of dfsph, Cohesion and FindRates of wcsph: sums over pairs.
void rub(const exec::Exec& exec, const Setup& setup, const Viscosity& viscosity, double dt,
         WaterState& state);
void pullOnSurface(const exec::Exec& exec, const Setup& setup, WaterState& state);
void pullTogether(const exec::Exec& exec, const Setup& setup, WaterState& state);
void findRates(const exec::Exec& exec, const Setup& setup, const Compressible& law, WaterState& state);

/// FinishStep of wcsph, Kick of dfsph.
void finishStep(const exec::Exec& exec, const Setup& setup, const Compressible& law, double dt,
                WaterState& state);
void kick(const exec::Exec& exec, double dt, WaterState& state);

/// AddLastPressure and SubtractLastPressure of thick liquids.
void addLastPressure(const exec::Exec& exec, const Setup& setup, double dt, WaterState& state);
void subtractLastPressure(const exec::Exec& exec, double dt, WaterState& state);
/// ViscousSolve of thick liquids. @return whether it came to an end
bool solveForViscosity(const exec::Exec& exec, const Setup& setup, const ViscousSolve& stage, double dt,
                       WaterState& state);

/// DriveInflows, of one of them.
void driveInflow(const exec::Exec& exec, const Mouth& mouth, bool moves_by_state, WaterState& state);

/// FindDensity, CorrectVelocity, CorrectPlaces of dfsph.
void findDensity(const exec::Exec& exec, const Setup& setup, WaterState& state);
Solved correctVelocity(const exec::Exec& exec, const Setup& setup, const CorrectVelocity& stage, double dt,
                       WaterState& state);
Solved correctPlaces(const exec::Exec& exec, const Setup& setup, const CorrectPlaces& stage, double dt,
                     WaterState& state);

/// LoadWalls. @return what the walls get in this step
environment::Loads loadWalls(const exec::Exec& exec, const Setup& setup, LoadWalls::Parts parts,
                             const environment::WallView& walls, double dt, WaterState& state);

/// Move: moves what is farther from all walls than it goes in this step. @return how many are not: they wait
/// in state.followed
std::size_t moveFreely(const exec::Exec& exec, const Setup& setup, Move::By by, double margin, double dt,
                       WaterState& state);
/// Puts those back, with their new places and velocities.
void putFollowed(const exec::Exec& exec, const Setup& setup, WaterState& state);

Extremes extremesOf(const exec::Exec& exec, const WaterState& state);

}  // namespace talus::water::device
