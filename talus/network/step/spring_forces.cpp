#include "talus/network/step/spring_forces.h"

#include <array>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/network/fields.h"
#include "talus/network/step/forces.h"

// Most networks consist of linear springs, so these have loops of their own. They do the arithmetic of
// forceOf (law/link_law.h), to the last bit, for a block of springs at once: roots and divisions of several
// springs then share one instruction. The two ends of a spring are anywhere in memory, so that reading them
// does not.
namespace talus::network {
namespace {

constexpr std::size_t block = 64;

/// A vector of each spring of a block. Components in which masses do not move stay 0.
struct Vectors {
    std::array<double, block> x{}, y{}, z{};
};

/// Where the forces of a block go.
struct Out {
    double *x, *y, *z;
};

/// The linear springs of one link.
struct LinearSprings {
    const std::uint32_t *first, *second;
    const double* length;
    double stiffness, damping;  ///< [N/m]; per distance gained in a step [N/m]
    double dt;                  ///< [s]
};

/// From the first to the second mass of each spring.
template <int Dimensions>
void differences(const Vec3d* of, const LinearSprings& springs, std::size_t begin, std::size_t count,
                 Vectors& out) {
    for (std::size_t k = 0; k < count; ++k) {
        const Vec3d &a = of[springs.first[begin + k]], &b = of[springs.second[begin + k]];
        if constexpr (Dimensions > 1) out.x[k] = b.x - a.x;
        if constexpr (Dimensions > 2) out.y[k] = b.y - a.y;
        out.z[k] = b.z - a.z;
    }
}

template <int Dimensions>
double squareOf(const Vectors& v, std::size_t k) {
    if constexpr (Dimensions == 1) return v.z[k] * v.z[k];
    if constexpr (Dimensions == 2) return v.x[k] * v.x[k] + v.z[k] * v.z[k];
    return v.x[k] * v.x[k] + v.y[k] * v.y[k] + v.z[k] * v.z[k];
}

/// Replaces the change of each distance vector, as a velocity, by the vector one step before.
template <int Dimensions>
void stepBack(const Vectors& apart, double dt, std::size_t count, Vectors& moved) {
    for (std::size_t k = 0; k < count; ++k) {
        if constexpr (Dimensions > 1) moved.x[k] = apart.x[k] - moved.x[k] * dt;
        if constexpr (Dimensions > 2) moved.y[k] = apart.y[k] - moved.y[k] * dt;
        moved.z[k] = apart.z[k] - moved.z[k] * dt;
    }
}

/// Springs of length 0: k and z act on the vector.
template <int Dimensions>
void pullTogether(const LinearSprings& springs, const Vectors& apart, const Vectors& before,
                  std::size_t count, const Out& force) {
    const auto pull = [&](const auto& now, const auto& then, double* out) {
        for (std::size_t k = 0; k < count; ++k)
            out[k] = now[k] * springs.stiffness + (now[k] - then[k]) * springs.damping;
    };
    if constexpr (Dimensions > 1) pull(apart.x, before.x, force.x);
    if constexpr (Dimensions > 2) pull(apart.y, before.y, force.y);
    pull(apart.z, before.z, force.z);
}

/// Springs of any other length: k and z act along the line between the two masses.
template <int Dimensions>
void pushAlong(const LinearSprings& springs, const double* length, const Vectors& apart,
               const Vectors& before, std::size_t count, const Out& force) {
    std::array<double, block> along;
    for (std::size_t k = 0; k < count; ++k) {
        const double square = squareOf<Dimensions>(apart, k), distance = std::sqrt(square);
        const double gained = distance - std::sqrt(squareOf<Dimensions>(before, k));
        const double push = springs.stiffness * (length[k] - distance) - springs.damping * gained;
        along[k] = square > 0 ? -push / distance : 0;
    }
    for (std::size_t k = 0; k < count; ++k) {
        if constexpr (Dimensions > 1) force.x[k] = apart.x[k] * along[k];
        if constexpr (Dimensions > 2) force.y[k] = apart.y[k] * along[k];
        force.z[k] = apart.z[k] * along[k];
    }
}

template <int Dimensions>
void forcesOf(const LinearSprings& springs, bool any_length, const MassViews& masses, std::size_t begin,
              std::size_t end, SpringForces& out) {
    Vectors apart, before;
    for (; begin < end; begin += block) {
        const std::size_t count = std::min(block, end - begin);
        differences<Dimensions>(masses.position.data(), springs, begin, count, apart);
        if (springs.damping > 0) {
            differences<Dimensions>(masses.velocity.data(), springs, begin, count, before);
            stepBack<Dimensions>(apart, springs.dt, count, before);
        }
        const Out force{out.x.data() + begin, out.y.data() + begin, out.z.data() + begin};
        if (any_length)
            pushAlong<Dimensions>(springs, springs.length + begin, apart, before, count, force);
        else
            pullTogether<Dimensions>(springs, apart, before, count, force);
    }
}

/// Springs of other kinds, and those of which some have no length, one by one.
void forcesOneByOne(const Setup& setup, LinkLaw law, const MassViews& masses, std::size_t begin,
                    std::size_t end, SpringForces& out) {
    Formulas formulas(setup);
    for (std::size_t s = begin; s < end; ++s) {
        setLength(law, setup.springs.length[s]);
        const Vec3d force =
            forceOf(law, pairOf(setup, masses, setup.springs.first[s], setup.springs.second[s]), formulas);
        out.x[s] = force.x;
        out.y[s] = force.y;
        out.z[s] = force.z;
    }
}

}  // namespace

step::Access FindSpringForces::access() const {
    return {.reads = {{masses_table, &fields::position},
                      {masses_table, &fields::velocity},
                      {masses_table, &fields::group},
                      {masses_table, &fields::point}},
            .writes = {},
            .resizes = {},
            .produces = {springs_scratch}};
}

void FindSpringForces::run(step::Step& step) const {
    const MassViews masses = readMasses(step);
    const Springs& springs = setup->springs;
    SpringForces& out = step.produce<SpringForces>(springs_scratch);
    for (std::vector<double>* component : {&out.x, &out.y, &out.z}) component->resize(springs.size());
    const auto forces = setup->network.dimensions == 1   ? forcesOf<1>
                        : setup->network.dimensions == 2 ? forcesOf<2>
                                                         : forcesOf<3>;
    for (std::size_t l = 0; l < setup->links.size(); ++l) {
        const std::size_t first = springs.begin_of_link[l], count = springs.begin_of_link[l + 1] - first;
        if (count == 0) continue;
        const LinkLaw& law = setup->laws[l];
        const LinearSprings linear{springs.first.data(), springs.second.data(),       springs.length.data(),
                                   law.stiffness,        law.damping / setup->step(), setup->step()};
        const Springs::Lengths lengths = springs.lengths_of_link[l];
        exec::for_each_range(step.exec, count, [&](std::size_t begin, std::size_t end) {
            if (law.kind == Link::Kind::Spring && lengths != Springs::Lengths::Mixed)
                forces(linear, lengths == Springs::Lengths::Positive, masses, first + begin, first + end,
                       out);
            else
                forcesOneByOne(*setup, law, masses, first + begin, first + end, out);
        });
    }
}

}  // namespace talus::network
