#pragma once
#include <optional>

#include "talus/environment/contact/obstacles.h"
#include "talus/environment/wall_view.h"
#include "talus/exec/device_or_host_array.h"
#include "talus/exec/sort.h"
#include "talus/state/device/device_or_host_table.h"
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

// The state of water in the memory of the device (or of the processor) that runs the loops, and the stages.
// Fields have the meaning of those with the same name in fields.h.
namespace talus::water::device {

using exec::DeviceOrHostArray;
using exec::View;

/// Scratch of a step: one row per particle, in the order of the cells.
struct Work {
    DeviceOrHostArray<Quad<float>> position_pressure, flow, wall;
    DeviceOrHostArray<float> wall_rate, clearance;
    DeviceOrHostArray<Vec3f> carried, force;

    explicit Work(exec::Device where)
        : position_pressure(where),
          flow(where),
          wall(where),
          wall_rate(where),
          clearance(where),
          carried(where),
          force(where) {}
    void resize(std::size_t particles);
};

/// Further scratch of dfsph: one row per particle.
struct SolveWork {
    DeviceOrHostArray<Quad<float>> pressure_acceleration, correction_diagonal, correction_off_diagonal, best;
    DeviceOrHostArray<float> response, source, residual;
    DeviceOrHostArray<Vec3f> product;

    explicit SolveWork(exec::Device where)
        : pressure_acceleration(where),
          correction_diagonal(where),
          correction_off_diagonal(where),
          best(where),
          response(where),
          source(where),
          residual(where),
          product(where) {}
    void resize(std::size_t particles);
};

/// Scratch of surface tension. `normal` later holds the curvatures, `direction` the forces.
struct SurfaceWork {
    DeviceOrHostArray<Quad<float>> normal, direction;

    explicit SurfaceWork(exec::Device where) : normal(where), direction(where) {}
};

/// The layout of the neighbour lists. Lists of 32 particles are interleaved, all with the same capacity, so
/// that the threads of a warp, one per particle, read adjacent memory.
struct ListLayout {
    std::uint32_t capacity = 0;  ///< neighbours per particle

    static constexpr std::size_t interleaved = 32;
    /// The index of the k-th neighbour of particle i.
    TALUS_HD std::size_t at(std::size_t i, std::size_t k) const {
        return (i / interleaved * capacity + k) * interleaved + i % interleaved;
    }
    std::size_t size(std::size_t particles) const {
        return (particles + interleaved - 1) / interleaved * interleaved * capacity;
    }
};

/// The k-th neighbour of particle i is row[layout.at(i, k)], for k < count[i].
struct NeighbourLists {
    DeviceOrHostArray<std::uint32_t> count, row;
    ListLayout layout;

    explicit NeighbourLists(exec::Device where) : count(where), row(where) {}
};

/// The contacts of particle i are the rows from first[i] to end[i]. Rows between these ranges are unused:
/// each particle has as many rows as there are faces near it.
struct Contacts {
    static constexpr std::uint32_t none = 0xffffffffu;

    DeviceOrHostArray<std::uint32_t> first, end;
    DeviceOrHostArray<std::uint32_t> near, near_row;  ///< the particles that have walls near them
    DeviceOrHostArray<std::uint32_t> wall;            ///< `none` in unused rows
    DeviceOrHostArray<Vec3f> gradient, velocity, point;
    DeviceOrHostArray<float> friction;
    DeviceOrHostArray<Vec3d> impulse, angular_impulse;  ///< on the wall, in this step

    explicit Contacts(exec::Device where)
        : first(where),
          end(where),
          near(where),
          near_row(where),
          wall(where),
          gradient(where),
          velocity(where),
          point(where),
          friction(where),
          impulse(where),
          angular_impulse(where) {}
    void resize(std::size_t rows);
};

/// Scratch of the neighbour search.
struct SearchScratch {
    DeviceOrHostArray<std::uint64_t> keys;
    DeviceOrHostArray<std::uint32_t> order, start;
    DeviceOrHostArray<std::byte> column;
    exec::SortScratch sort;

    explicit SearchScratch(exec::Device where) : keys(where), order(where), start(where), column(where) {}
};

/// Particles that may reach a wall in this step. The processor moves them.
struct Followed {
    DeviceOrHostArray<std::uint32_t> held;      ///< 1 for a particle that the processor moves
    DeviceOrHostArray<std::uint32_t> index_of;  ///< its index in the arrays below
    DeviceOrHostArray<std::uint32_t> row;
    DeviceOrHostArray<Vec3d> position, displacement;  ///< displacement: without walls [m]
    DeviceOrHostArray<Vec3f> velocity;

    explicit Followed(exec::Device where)
        : held(where), index_of(where), row(where), position(where), displacement(where), velocity(where) {}
};

/// The whole state.
struct WaterState {
    state::device::DeviceOrHostTable water;
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

/// FindNeighbours: the same lists, in the same order. @return the row of a particle whose position is not a
/// number or too far out, if there is one
std::optional<std::size_t> findNeighbours(const exec::Exec& exec, const Setup& setup, WaterState& state);

/// IntegrateBoundaries.
void integrateBoundaries(const exec::Exec& exec, const Setup& setup, const environment::WallView& walls,
                         const WallTable& integral, WaterState& state);

/// ApplyGravity, Predict, WallFriction.
void applyGravity(const exec::Exec& exec, const Setup& setup, const WallTable& integral, WaterState& state);
void predict(const exec::Exec& exec, const Compressible& law, double dt, WaterState& state);
void applyWallFriction(const exec::Exec& exec, const Friction& friction, WaterState& state);

/// Viscosity, SurfaceTension of dfsph, Cohesion and FindRates of wcsph: sums over pairs.
void applyViscosity(const exec::Exec& exec, const Setup& setup, const Viscosity& viscosity, double dt,
                    WaterState& state);
void applySurfaceTension(const exec::Exec& exec, const Setup& setup, WaterState& state);
void applyCohesion(const exec::Exec& exec, const Setup& setup, WaterState& state);
void findRates(const exec::Exec& exec, const Setup& setup, const Compressible& law, WaterState& state);

/// FinishStep of wcsph, Kick of dfsph.
void finishStep(const exec::Exec& exec, const Setup& setup, const Compressible& law, double dt,
                WaterState& state);
void kick(const exec::Exec& exec, double dt, WaterState& state);

/// AddLastPressure and SubtractLastPressure of thick liquids.
void addLastPressure(const exec::Exec& exec, const Setup& setup, double dt, WaterState& state);
void subtractLastPressure(const exec::Exec& exec, double dt, WaterState& state);
/// ViscousSolve of thick liquids. @return whether it converged
bool solveForViscosity(const exec::Exec& exec, const Setup& setup, const ViscousSolve& stage, double dt,
                       WaterState& state);

/// DriveInflows for one inflow.
void driveInflow(const exec::Exec& exec, const Mouth& mouth, bool moves_by_state, WaterState& state);

/// FindDensity, CorrectVelocity, CorrectPositions of dfsph.
void findDensity(const exec::Exec& exec, const Setup& setup, WaterState& state);
Solved correctVelocity(const exec::Exec& exec, const Setup& setup, const CorrectVelocity& stage, double dt,
                       WaterState& state);
Solved correctPositions(const exec::Exec& exec, const Setup& setup, const CorrectPositions& stage, double dt,
                        WaterState& state);

/// LoadWalls. @return the loads of this step
environment::Loads loadWalls(const exec::Exec& exec, const Setup& setup, LoadWalls::Parts parts,
                             const environment::WallView& walls, double dt, WaterState& state);

/// Move, for the particles that cannot reach a wall in this step. @return the number of the others, which are
/// in state.followed
std::size_t moveFreely(const exec::Exec& exec, const Setup& setup, Move::By by, double margin, double dt,
                       WaterState& state);
/// Copies those back, with their new positions and velocities.
void putFollowed(const exec::Exec& exec, const Setup& setup, WaterState& state);

Extremes extremesOf(const exec::Exec& exec, const WaterState& state);

}  // namespace talus::water::device
