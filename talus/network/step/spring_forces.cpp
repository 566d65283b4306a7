#include "talus/network/step/spring_forces.h"

#include "talus/exec/for_each.h"
#include "talus/network/fields.h"
#include "talus/network/law/linear_block.h"
#include "talus/network/step/masses.h"

namespace talus::network {
namespace {

/// The rows of the two masses of spring k of a run: they are consecutive in memory.
struct RowsOfRun {
    std::size_t a, b;
    std::size_t first(std::size_t k) const { return a + k; }
    std::size_t second(std::size_t k) const { return b + k; }
};

/// Those of single springs: anywhere.
struct RowsOfSingles {
    const std::uint32_t *a, *b;
    std::size_t first(std::size_t k) const { return a[k]; }
    std::size_t second(std::size_t k) const { return b[k]; }
};

/// From the first to the second mass of each spring.
template <int Dimensions, class Rows>
void differences(const Components& of, Rows rows, std::size_t count, BlockVectors& out) {
    const auto subtract = [&](const std::vector<double>& values, std::array<double, pairs_of_block>& to) {
        const double* at = values.data();
        for (std::size_t k = 0; k < count; ++k) to[k] = at[rows.second(k)] - at[rows.first(k)];
    };
    if constexpr (Dimensions > 1) subtract(of.x, out.x);
    if constexpr (Dimensions > 2) subtract(of.y, out.y);
    subtract(of.z, out.z);
}

/// The linear springs of a [[link]].
struct LinearSprings {
    LinearLaw law;
    const double* length;
    bool any_length;
    double dt;
};

/// Springs [begin, begin + count), at most a block. @param rows of the springs from `begin` on
template <int Dimensions, class Rows>
void forcesOfBlock(const LinearSprings& springs, Rows rows, std::size_t begin, std::size_t count,
                   SpringForces& out) {
    BlockVectors apart, moved;
    differences<Dimensions>(out.position, rows, count, apart);
    const bool damped = springs.law.damping > 0;
    if (damped) {
        differences<Dimensions>(out.velocity, rows, count, moved);
        stepBack<Dimensions>(apart, springs.dt, count, moved);
    }
    const BlockVectors& before = damped ? moved : apart;
    // Components in which masses do not move are empty.
    const BlockForces force{Dimensions > 1 ? out.force.x.data() + begin : nullptr,
                            Dimensions > 2 ? out.force.y.data() + begin : nullptr,
                            out.force.z.data() + begin};
    const auto length = [of = springs.length + begin](std::size_t k) { return of[k]; };
    if (springs.any_length)
        pushAlong<Dimensions>(springs.law, length, apart, before, count, force);
    else
        pullTogether<Dimensions>(springs.law, apart, before, count, force);
}

template <int Dimensions>
void forcesOf(const Springs& springs, const LinearSprings& linear, const SpringStretch& stretch,
              SpringForces& out) {
    for (std::size_t s = stretch.begin; s < stretch.end; s += pairs_of_block) {
        const std::size_t count = std::min(pairs_of_block, stretch.end - s);
        const std::uint32_t *first = springs.first.data() + s, *second = springs.second.data() + s;
        if (stretch.is_run)
            forcesOfBlock<Dimensions>(linear, RowsOfRun{*first, *second}, s, count, out);
        else
            forcesOfBlock<Dimensions>(linear, RowsOfSingles{first, second}, s, count, out);
    }
}

/// Springs of other kinds, and those of which some have no length, one by one.
template <int Dimensions>
void forcesOneByOne(const Setup& setup, const MassViews& masses, const SpringStretch& stretch,
                    SpringForces& out) {
    Formulas formulas(setup);
    LinkLaw law = setup.laws[stretch.link];
    for (std::size_t s = stretch.begin; s < stretch.end; ++s) {
        setLength(law, setup.springs.length[s]);
        const Vec3d force =
            forceOf(law, pairOf(setup, masses, setup.springs.first[s], setup.springs.second[s]), formulas);
        if constexpr (Dimensions > 1) out.force.x[s] = force.x;
        if constexpr (Dimensions > 2) out.force.y[s] = force.y;
        out.force.z[s] = force.z;
    }
}

template <int Dimensions>
void copyComponents(const exec::Exec& exec, exec::View<const Vec3d> from, std::size_t rows, Components& to) {
    to.resize(Dimensions, rows);
    exec::for_each_range(exec, rows, [&](std::size_t begin, std::size_t end) {
        double *x = to.x.data(), *y = to.y.data(), *z = to.z.data();
        const Vec3d* all = from.data();
        for (std::size_t i = begin; i < end; ++i) {
            if constexpr (Dimensions > 1) x[i] = all[i].x;
            if constexpr (Dimensions > 2) y[i] = all[i].y;
            z[i] = all[i].z;
        }
    });
}

}  // namespace

void Components::resize(int dimensions, std::size_t size) {
    if (dimensions > 1) x.resize(size);
    if (dimensions > 2) y.resize(size);
    z.resize(size);
}

step::Access FindSpringForces::access() const {
    return {.reads = massFields(), .writes = {}, .resizes = {}, .produces = {springs_scratch}};
}

void FindSpringForces::run(step::Step& step) const {
    SpringForces& out = step.produce<SpringForces>(springs_scratch);
    if (setup->network.dimensions == 1) return find<1>(step, out);
    if (setup->network.dimensions == 2) return find<2>(step, out);
    find<3>(step, out);
}

template <int Dimensions>
void FindSpringForces::find(step::Step& step, SpringForces& out) const {
    const MassViews masses = readMasses(step);
    const Springs& springs = setup->springs;
    const SpringOrder& order = setup->spring_order;
    copyComponents<Dimensions>(step.exec, masses.position, setup->start_rows, out.position);
    copyComponents<Dimensions>(step.exec, masses.velocity, setup->start_rows, out.velocity);
    out.force.resize(Dimensions, springs.size());
    const auto ofStretch = [&](const SpringStretch& stretch) {
        const LinkLaw& law = setup->laws[stretch.link];
        const Springs::Lengths lengths = springs.lengths_of_link[stretch.link];
        if (law.kind != Link::Kind::Spring || lengths == Springs::Lengths::Mixed)
            return forcesOneByOne<Dimensions>(*setup, masses, stretch, out);
        const LinearSprings linear{LinearLaw(law, setup->step()), springs.length.data(),
                                   lengths == Springs::Lengths::Positive, setup->step()};
        forcesOf<Dimensions>(springs, linear, stretch, out);
    };
    const auto ofBlock = [&](std::size_t block) {
        for (std::size_t k = order.begin_of_stretches[block]; k < order.begin_of_stretches[block + 1]; ++k)
            ofStretch(order.stretches[k]);
    };
    exec::for_each(step.exec, order.begin_of_stretches.size() - 1, ofBlock, 1);
}

}  // namespace talus::network
