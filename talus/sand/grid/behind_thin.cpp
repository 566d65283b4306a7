#include "talus/sand/grid/behind_thin.h"

#include <atomic>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {

std::vector<std::uint8_t> cellsWithParticles(const exec::Exec& exec, const Lattice& l,
                                             exec::View<const Vec3d> position) {
    std::vector<std::uint8_t> occupied(l.cells(), 0);
    exec::for_each(exec, position.size(), [&](std::size_t p) {
        const Vec3d at = l.inCells(position[p]);
        const std::size_t c = l.index(static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y)),
                                      static_cast<int>(std::floor(at.z)));
        std::atomic_ref(occupied[c]).store(1, std::memory_order_relaxed);
    });
    wrapRing(exec, l, occupied);
    return occupied;
}

void closeBehindThin(const exec::Exec& exec, const Lattice& l,
                     const PerAxis<std::vector<std::uint8_t>>& crossed,
                     const std::vector<std::uint8_t>& occupied, Solids& s) {
    /// Calls take(axis, face, cell beyond it) for the six faces of a cell.
    const auto forFaces = [&](std::size_t c, auto take) {
        for (int a = 0; a < 3; ++a) {
            take(a, c, c - l.stride(a));
            take(a, c + l.stride(a), c + l.stride(a));
        }
    };
    std::vector<std::uint8_t> closed(l.cells(), 0);
    // First the cells beside a wall with sand on its other side; then, along edges and at corners of walls,
    // those beside closed ones.
    for (int pass = 0; pass < 3; ++pass) {
        const std::vector<std::uint8_t> before = closed;
        forCells(exec, l, [&](std::size_t c, int, int, int) {
            if (occupied[c] != 0 || s.open_cell[c] == 0) return;
            bool behind = false, in_reach = false;
            forFaces(c, [&](int a, std::size_t face, std::size_t other) {
                behind |= pass == 0 ? crossed[a][face] != 0 && occupied[other] != 0 : before[other] != 0;
                in_reach |= s.open[a][face] > 0 && occupied[other] != 0;
            });
            if (behind && !in_reach) closed[c] = 1;
        });
        wrapRing(exec, l, closed);
    }
    exec::for_each(exec, l.cells(), [&](std::size_t c) {
        if (closed[c] != 0) s.open_cell[c] = 0;
        for (int a = 0; a < 3; ++a)
            if (s.open[a][c] > 0 && (closed[c] != 0 || (c >= l.stride(a) && closed[c - l.stride(a)] != 0))) {
                s.open[a][c] = 0;
                if (!s.body[a].empty()) s.body[a][c] = -1;
            }
    });
    wrapRing(exec, l, s.open);
}

}  // namespace talus::sand::grid
