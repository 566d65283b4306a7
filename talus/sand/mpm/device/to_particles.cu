#include <cmath>
#include <limits>

#include "talus/environment/device/copy_back.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/sand/fields.h"
#include "talus/sand/mpm/device/sand_state.h"
#include "talus/sand/mpm/limits.h"

namespace talus::sand::mpm::device {
namespace {

/// A particle takes its velocity and derivatives from its nodes, and its strain advances.
struct TakeFromNodes {
    Transfer transfer;
    Particles p;
    View<const std::uint32_t> tile_of;
    View<const Grid::Filled> filled;
    View<const Node> nodes, without;
    View<Vec3f> residual;  ///< empty: particles keep none
    TALUS_HD void operator()(std::size_t n) const {
        const Grid::Filled& tile = filled[tile_of[n]];
        const Stencil s(transfer.lattice, p.position[n], tile.corner);
        const int first = s.firstNode();
        const auto indexOf = [&](int i, int j, int k) {
            const NodeOf of = tile.nodeAt(first + patchIndex(i, j, k));
            return of.tile * std::size_t{tile_nodes} + static_cast<std::size_t>(of.node);
        };
        const Taken taken =
            takenFrom(s, transfer.lattice.cell, [&](int i, int j, int k) { return nodes[indexOf(i, j, k)]; });
        if (!residual.empty()) {
            const Vec3f on_grid =
                velocityFrom(s, [&](int i, int j, int k) { return without[indexOf(i, j, k)]; });
            residual[n] = (p.velocity[n] - on_grid) * transfer.kept;
        }
        const Vec3f e = p.strain[n], o = p.shear[n];
        float m = p.maxwellOf(n);
        const Symmetric<float> after = strainAfter(transfer, taken, {e.x, e.y, e.z, o.x, o.y, o.z}, m);
        if (!p.maxwell.empty()) p.maxwell[n] = m;
        p.velocity[n] = taken.velocity;
        p.dx[n] = taken.dx;
        p.dy[n] = taken.dy;
        p.dz[n] = taken.dz;
        p.strain[n] = {after.xx, after.yy, after.zz};
        p.shear[n] = {after.yz, after.zx, after.xy};
    }
};

struct WayOfParticle {
    double dt;
    View<const Vec3f> velocity;
    TALUS_HD double operator()(std::size_t n) const {
        const Vec3d way = wide(velocity[n]) * dt;
        const double far = std::max(std::abs(way.x), std::max(std::abs(way.y), std::abs(way.z)));
        const bool numbers = way.x == way.x && way.y == way.y && way.z == way.z;
        return numbers ? far : std::numeric_limits<double>::infinity();
    }
};

/// Moves a particle, which then gets its residual, or marks it as held if it may reach a wall.
struct MoveParticle {
    environment::Periodic domain;
    environment::WallView walls;
    double dt, margin;  ///< [s], [m]
    View<const Vec3f> residual;
    View<Vec3f> velocity;
    View<Vec3d> position;
    View<std::uint32_t> held;
    TALUS_HD void operator()(std::size_t n) const {
        const Vec3d way = wide(velocity[n]) * dt;
        const double reach = length(way) + margin;
        bool touches = false;
        for (std::size_t f = 0; f < walls.faces.size() && !touches; ++f)
            touches = walls.distance(f, position[n]).distance < reach;
        held[n] = touches;
        if (touches) return;
        position[n] = environment::wrapped(domain, position[n] + way);
        if (!residual.empty()) velocity[n] += residual[n];
    }
};

/// Copies the held particles into the arrays of Followed.
struct ListHeld {
    View<const std::uint32_t> held, index_of;
    View<const Vec3d> position;
    View<const Vec3f> velocity, residual;
    View<std::uint32_t> row;
    View<Vec3d> held_position;
    View<Vec3f> held_velocity, held_residual;
    TALUS_HD void operator()(std::size_t n) const {
        if (held[n] == 0) return;
        const std::uint32_t k = index_of[n];
        row[k] = static_cast<std::uint32_t>(n);
        held_position[k] = position[n];
        held_velocity[k] = velocity[n];
        held_residual[k] = residual.empty() ? Vec3f{} : residual[n];
    }
};

struct IsOff {
    Lattice lattice;
    View<const Vec3d> position;
    TALUS_HD std::uint32_t operator()(std::size_t n) const { return !isOnGrid(lattice, position[n]); }
};

struct SquaredSpeed {
    View<const Vec3f> velocity;
    TALUS_HD double operator()(std::size_t n) const { return squaredLength(wide(velocity[n])); }
};

}  // namespace

double toParticles(const exec::Exec& exec, const Transfer& transfer, double dt, SandState& state) {
    const GridWork& grid = state.grid;
    const std::size_t count = state.sand.size();
    state.residual.resize(grid.nodes_without.size() > 0 ? count : 0);
    exec::for_each(exec, count,
                   TakeFromNodes{transfer, state.particles(), grid.tile_of.view(), grid.filled.view(),
                                 grid.nodes.view(), grid.nodes_without.view(), state.residual.view()});
    return exec::reduce(exec, count, 0.0, WayOfParticle{dt, std::as_const(state.sand).read(fields::velocity)},
                        exec::Larger{});
}

std::size_t moveFreely(const exec::Exec& exec, const Setup& setup, const environment::WallView& walls,
                       double dt, SandState& state) {
    const std::size_t count = state.sand.size();
    Followed& f = state.followed;
    f.held.resize(count);
    f.index_of.resize(count);
    exec::for_each(exec, count,
                   MoveParticle{setup.domain, walls, dt, touch_margin * setup.sand.cell,
                                std::as_const(state.residual).view(), state.sand.write(fields::velocity),
                                state.sand.write(fields::position), f.held.view()});
    if (walls.faces.empty()) return 0;
    const View<const std::uint32_t> held = std::as_const(f.held).view();
    const std::uint32_t found = exec::exclusive_scan<std::uint32_t>(exec, held, f.index_of.view());
    if (found == 0) return 0;
    f.row.resize(found);
    f.position.resize(found);
    f.residual.resize(found);
    f.velocity.resize(found);
    exec::for_each(
        exec, count,
        ListHeld{held, std::as_const(f.index_of).view(), std::as_const(state.sand).read(fields::position),
                 std::as_const(state.sand).read(fields::velocity), std::as_const(state.residual).view(),
                 f.row.view(), f.position.view(), f.velocity.view(), f.residual.view()});
    return found;
}

void putFollowed(const exec::Exec& exec, const Setup& setup, SandState& state) {
    const Followed& f = state.followed;
    exec::for_each(exec, f.row.size(),
                   environment::device::CopyBack{setup.domain, f.row.view(), f.position.view(),
                                                 f.velocity.view(), state.sand.write(fields::position),
                                                 state.sand.write(fields::velocity)});
}

bool anyOffGrid(const exec::Exec& exec, const Lattice& lattice, const SandState& state) {
    return exec::reduce(exec, state.sand.size(), std::uint32_t{0},
                        IsOff{lattice, state.sand.read(fields::position)}, exec::Either{}) != 0;
}

double fastestOf(const exec::Exec& exec, const SandState& state) {
    return std::sqrt(exec::reduce(exec, state.sand.size(), 0.0,
                                  SquaredSpeed{state.sand.read(fields::velocity)}, exec::Larger{}));
}

Particles SandState::particles() {
    return {sand.write(fields::position),
            sand.write(fields::velocity),
            sand.write(fields::velocity_dx),
            sand.write(fields::velocity_dy),
            sand.write(fields::velocity_dz),
            sand.write(fields::strain),
            sand.write(fields::shear_strain),
            sand.has(fields::maxwell_strain) ? sand.write(fields::maxwell_strain) : View<float>{}};
}

}  // namespace talus::sand::mpm::device
