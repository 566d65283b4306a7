#include "talus/sand/grid/transfer/particles.h"

#include "talus/exec/reduce.h"
#include "talus/sand/grid/transfer/weights.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

constexpr int block_cells = 4;  ///< along each axis; particles of a block reach one cell beyond it
constexpr int margin = 3;       ///< cells of the box beyond those with particles: a ring, and two

struct Blocks {
    Vec3i count;
    explicit Blocks(const Lattice& l)
        : count{(l.count.x + block_cells - 1) / block_cells, (l.count.y + block_cells - 1) / block_cells,
                (l.count.z + block_cells - 1) / block_cells} {}
    std::size_t all() const {
        return static_cast<std::size_t>(count.x) * static_cast<std::size_t>(count.y) *
               static_cast<std::size_t>(count.z);
    }
    std::size_t of(const Vec3d& in_cells) const {
        const auto at = [](double q) { return static_cast<std::size_t>(q) / block_cells; };
        return at(in_cells.x) + static_cast<std::size_t>(count.x) *
                                    (at(in_cells.y) + static_cast<std::size_t>(count.y) * at(in_cells.z));
    }
};

void sortIntoBlocks(const exec::Exec& exec, const Lattice& lattice, const Blocks& blocks,
                    exec::View<const Vec3d> position, TransferScratch& s) {
    const std::size_t n = position.size();
    s.keys.resize(n);
    s.order.resize(n);
    const auto keys = s.keys.view();
    const auto order = s.order.view();
    exec::for_each(exec, n, [&](std::size_t p) {
        keys[p] = blocks.of(lattice.inCells(position[p]));
        order[p] = static_cast<std::uint32_t>(p);
    });
    exec::sort_by_key(exec, keys, order, s.sort);
    s.begin.assign(blocks.all() + 1, n);
    std::size_t next = 0;
    for (std::size_t p = 0; p < n; ++p)
        while (next <= keys[p]) s.begin[next++] = p;
}

}  // namespace

Lattice boxAround(const exec::Exec& exec, exec::View<const Vec3d> position, double spacing,
                  const Vec3d& origin, const Vec3i& period) {
    struct Range {
        Vec3d low, high;
    };
    Range range = exec::reduce(
        exec, position.size(), Range{position[0], position[0]},
        [&](std::size_t p) {
            return Range{position[p], position[p]};
        },
        [](const Range& a, const Range& b) {
            return Range{
                {std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
                {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
        });
    const auto cell = [&](double x) { return static_cast<int>(std::floor(x / spacing)); };
    range.low -= origin;
    range.high -= origin;
    const Vec3i low{cell(range.low.x) - margin, cell(range.low.y) - margin, cell(range.low.z) - margin};
    const Vec3i high{cell(range.high.x) + margin, cell(range.high.y) + margin, cell(range.high.z) + margin};
    Lattice box{
        low, high - low + Vec3i{1, 1, 1}, spacing, origin, {period.x > 0, period.y > 0, period.z > 0}};
    const auto repeat = [](int cells, int& first, int& count) {
        if (cells <= 0) return;
        first = -1;
        count = cells + 2;
    };
    repeat(period.x, box.low.x, box.count.x);
    repeat(period.y, box.low.y, box.count.y);
    repeat(period.z, box.low.z, box.count.z);
    return box;
}

void toGrid(const exec::Exec& exec, const Lattice& lattice, const Particles& particles, SandOnGrid& sand,
            TransferScratch& s) {
    const Blocks blocks(lattice);
    sortIntoBlocks(exec, lattice, blocks, particles.position, s);
    for (int a = 0; a < 3; ++a) {
        sand.mass[a].assign(lattice.cells(), 0);
        sand.velocity[a].assign(lattice.cells(), 0);
    }
    sand.cell_mass.assign(lattice.cells(), 0);
    const auto give = [&](std::size_t p) {
        const Vec3d q = lattice.inCells(particles.position[p]);
        const Vec3d v = wide(particles.velocity[p]), dx = wide(particles.velocity_dx[p]),
                    dy = wide(particles.velocity_dy[p]), dz = wide(particles.velocity_dz[p]);
        const double h = lattice.spacing;
        for (int a = 0; a < 3; ++a) {
            const double at = component(v, a);
            const Vec3d slope = Vec3d{component(dx, a), component(dy, a), component(dz, a)} * h;
            double *mass = sand.mass[a].data(), *momentum = sand.velocity[a].data();
            forEight(lattice, weightsAt(lattice, q, placeInCell(a)),
                     [&](std::size_t f, double weight, const Vec3d& from) {
                         mass[f] += weight * particles.mass;
                         momentum[f] += weight * particles.mass * (at + dot(slope, from));
                     });
        }
        forEight(lattice, weightsAt(lattice, q, placeInCell(3)),
                 [&](std::size_t c, double weight, const Vec3d&) {
                     sand.cell_mass[c] += weight * particles.mass;
                 });
    };
    // Blocks of one colour are apart by a block, so that no two of them give to the same face.
    for (int colour = 0; colour < 8; ++colour) {
        const int x = colour & 1, y = colour >> 1 & 1, z = colour >> 2;
        const Vec3i n{(blocks.count.x - x + 1) / 2, (blocks.count.y - y + 1) / 2,
                      (blocks.count.z - z + 1) / 2};
        exec::for_each(
            exec,
            static_cast<std::size_t>(n.x) * static_cast<std::size_t>(n.y) * static_cast<std::size_t>(n.z),
            [&](std::size_t at) {
                const std::size_t nx = static_cast<std::size_t>(n.x), ny = static_cast<std::size_t>(n.y);
                const std::size_t i = 2 * (at % nx) + static_cast<std::size_t>(x),
                                  j = 2 * (at / nx % ny) + static_cast<std::size_t>(y),
                                  k = 2 * (at / (nx * ny)) + static_cast<std::size_t>(z);
                const std::size_t block = i + static_cast<std::size_t>(blocks.count.x) *
                                                  (j + static_cast<std::size_t>(blocks.count.y) * k);
                for (std::size_t p = s.begin[block]; p < s.begin[block + 1]; ++p) give(s.order[p]);
            },
            4);
    }
    for (int a = 0; a < 3; ++a) {
        foldRing(exec, lattice, sand.mass[a]);
        foldRing(exec, lattice, sand.velocity[a]);
    }
    foldRing(exec, lattice, sand.cell_mass);
    exec::for_each(exec, lattice.cells(), [&](std::size_t f) {
        for (int a = 0; a < 3; ++a)
            if (sand.mass[a][f] > 0) sand.velocity[a][f] /= sand.mass[a][f];
    });
}

Vec3d velocityAt(const Lattice& lattice, const Faces& velocity, const Vec3d& position) {
    const Vec3d q = lattice.inCells(position);
    Vec3d sum;
    for (int a = 0; a < 3; ++a) {
        double of_axis = 0;
        forEight(lattice, weightsAt(lattice, q, placeInCell(a)),
                 [&](std::size_t f, double weight, const Vec3d&) { of_axis += weight * velocity[a][f]; });
        setComponent(sum, a, of_axis);
    }
    return sum;
}

void toParticles(const exec::Exec& exec, const Lattice& lattice, const Faces& velocity, const Faces& before,
                 Transfer transfer, const Particles& particles) {
    exec::for_each(exec, particles.position.size(), [&](std::size_t p) {
        const Vec3d q = lattice.inCells(particles.position[p]);
        Vec3d v, dx, dy, dz;
        for (int a = 0; a < 3; ++a) {
            const Weights w = weightsAt(lattice, q, placeInCell(a));
            double sum = 0, x = 0, y = 0, z = 0;
            for (int c = 0; c < 2; ++c)
                for (int b = 0; b < 2; ++b)
                    for (int i = 0; i < 2; ++i) {
                        const std::size_t f = w.first + lattice.index(i, b, c);
                        const double u =
                            transfer == Transfer::Implicit ? velocity[a][f] - before[a][f] : velocity[a][f];
                        sum += w.x[i] * w.y[b] * w.z[c] * u;
                        x += (i == 0 ? -1 : 1) * w.y[b] * w.z[c] * u;
                        y += (b == 0 ? -1 : 1) * w.x[i] * w.z[c] * u;
                        z += (c == 0 ? -1 : 1) * w.x[i] * w.y[b] * u;
                    }
            setComponent(v, a, sum);
            setComponent(dx, a, x / lattice.spacing);
            setComponent(dy, a, y / lattice.spacing);
            setComponent(dz, a, z / lattice.spacing);
        }
        const bool affine = transfer == Transfer::Affine;
        particles.velocity[p] = narrow(transfer == Transfer::Implicit ? wide(particles.velocity[p]) + v : v);
        particles.velocity_dx[p] = affine ? narrow(dx) : Vec3f{};
        particles.velocity_dy[p] = affine ? narrow(dy) : Vec3f{};
        particles.velocity_dz[p] = affine ? narrow(dz) : Vec3f{};
    });
}

}  // namespace talus::sand::grid
