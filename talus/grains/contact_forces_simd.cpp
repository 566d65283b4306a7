// The contact loop, a pack of contacts at a time. Same operations in the same order as addBlockForces, so
// the bits are the same (tests/grains/contact_forces_test.cpp); only the loads and stores are by lane.
#include "talus/math/simd.h"

#include <array>
#include <cstring>

#include "talus/grains/contact_forces.h"
#include "talus/grains/contact_kernel.h"

namespace talus::grains {
namespace {

constexpr std::size_t width = Pack::size();

using Rows = std::array<std::uint32_t, width>;

/// Contacts of one block that touch, packed together so that the law's loop has work in every lane.
struct TouchingRows {
    static constexpr std::size_t capacity = 1024;
    std::array<std::uint32_t, capacity> grain;
    std::array<std::uint32_t, capacity> row;
    std::size_t count = 0;
};

Vec3<Pack> load(state::View<const Vec3d> from, const Rows& at) {
    const Vec3d* data = from.data();
    return {Pack([&](auto k) { return data[at[k]].x; }), Pack([&](auto k) { return data[at[k]].y; }),
            Pack([&](auto k) { return data[at[k]].z; })};
}

Pack load(state::View<const double> from, const Rows& at) {
    const double* data = from.data();
    return Pack([&](auto k) { return data[at[k]]; });
}

/// The constants of each lane's pair of materials.
LawLanes<Pack> loadLaw(const ContactForces& stage, const ContactViews& v, const Rows& i, const Rows& j) {
    const auto each = [&](double LawConstants::*member) {
        return Pack([&](auto k) { return stage.laws.at(v.material[i[k]], v.material[j[k]]).*member; });
    };
    LawLanes<Pack> law;
    law.stiffness = each(&LawConstants::stiffness);
    law.damping = each(&LawConstants::damping);
    law.shear_stiffness = each(&LawConstants::shear_stiffness);
    law.shear_compliance = each(&LawConstants::shear_compliance);
    law.shear_damping = each(&LawConstants::shear_damping);
    law.friction = each(&LawConstants::friction);
    law.dashpot_share = each(&LawConstants::dashpot_share);
    law.least_normal = each(&LawConstants::least_normal);
    return law;
}

struct Lane {
    alignas(64) std::array<double, width> x, y, z;
    void store(const Vec3<Pack>& v) {
        namespace stdx = std::experimental;
        v.x.copy_to(x.data(), stdx::vector_aligned);
        v.y.copy_to(y.data(), stdx::vector_aligned);
        v.z.copy_to(z.data(), stdx::vector_aligned);
    }
    Vec3d at(std::size_t k) const { return {x[k], y[k], z[k]}; }
};

/// Contacts `at`, of which the first `used` lanes count; the others repeat the last one.
template <class Law, bool spins>
void addPack(const LawLanes<Pack>& law, const ContactViews& v, const Rows& i, const Rows& j, const Rows& row,
             std::size_t used, std::size_t first, std::size_t last, double dt) {
    const Pack a_i = load(v.radius, i), a_j = load(v.radius, j);
    Vec3<Pack> w_i, w_j;
    if constexpr (spins) {
        w_i = load(v.spin, i);
        w_j = load(v.spin, j);
    }
    const Touch<Pack> touch =
        touchOf<Pack>(load(v.position, i) - load(v.position, j), load(v.velocity, i) - load(v.velocity, j),
                      w_i, w_j, a_i, a_j, load(v.mass, i), load(v.mass, j), spins);
    const PairForce<Pack> found =
        pairForce<Law>(law, touch, load(state::View<const Vec3d>(v.spring), row), dt);

    Lane spring, force, turning_i, turning_j;
    spring.store(found.spring);
    force.store(found.force);
    if constexpr (spins) {
        const Vec3<Pack> turning = cross(touch.normal, found.shear);
        turning_i.store(turning * a_i);
        turning_j.store(turning * a_j);
    }
    for (std::size_t k = 0; k < used; ++k) {
        v.spring.data()[row[k]] = spring.at(k);
        v.force.data()[i[k]] += force.at(k);
        if constexpr (spins) v.torque.data()[i[k]] -= turning_i.at(k);
        if (j[k] >= first && j[k] < last) {
            v.force.data()[j[k]] -= force.at(k);
            if constexpr (spins) v.torque.data()[j[k]] -= turning_j.at(k);
        }
    }
}

template <class Law, bool spins>
[[gnu::flatten]] void addRows(const ContactForces& stage, const ContactViews& v, const TouchingRows& rows,
                              std::size_t first, std::size_t last, double dt) {
    const bool one_material = stage.grain_materials.size() == 1;
    const std::size_t m = stage.grain_materials.front();
    const LawLanes<Pack> common(stage.laws.at(m, m));
    for (std::size_t begin = 0; begin < rows.count; begin += width) {
        const std::size_t used = std::min(width, rows.count - begin);
        Rows i, j, row;
        for (std::size_t k = 0; k < width; ++k) {
            const std::size_t at = begin + std::min(k, used - 1);
            i[k] = rows.grain[at];
            row[k] = rows.row[at];
            j[k] = v.partner.data()[row[k]];
        }
        addPack<Law, spins>(one_material ? common : loadLaw(stage, v, i, j), v, i, j, row, used, first, last,
                            dt);
    }
}

/// Which of the rows [begin, begin + width) touch, given their grains; springs of those that just parted are
/// reset. No branch on a single row: whether a listed pair touches is as good as random to the processor.
[[gnu::flatten]] std::array<bool, width> findTouching(const ContactViews& v, const std::uint32_t* grain,
                                                      std::size_t begin) {
    Rows i, j;
    for (std::size_t k = 0; k < width; ++k) {
        i[k] = grain[k];
        j[k] = v.partner.data()[begin + k];
    }
    const Pack reach = load(v.radius, i) + load(v.radius, j);
    const Vec3<Pack> apart = load(v.position, i) - load(v.position, j);
    alignas(width) std::array<bool, width> now, before;
    (squaredLength(apart) < reach * reach).copy_to(now.data(), std::experimental::element_aligned);
    std::uint8_t* const flags = v.touching.data() + begin;
    std::memcpy(before.data(), flags, width);
    std::memcpy(flags, now.data(), width);
    bool parted = false;
    for (std::size_t k = 0; k < width; ++k) parted |= before[k] & !now[k];
    if (parted)
        for (std::size_t k = 0; k < width; ++k)
            if (!now[k]) v.spring.data()[begin + k] = {};
    return now;
}

/// Goes through the rows of the grains [first, last) in order; `flush(rows)` gets those that touch, a buffer
/// at a time.
template <class Flush>
void forTouchingRows(const ContactViews& v, std::size_t first, std::size_t last, Flush flush) {
    constexpr std::size_t chunk = TouchingRows::capacity;
    std::array<std::uint32_t, chunk> grain;
    TouchingRows touching;
    const std::size_t end = v.contacts_end[last - 1];
    std::size_t i = first;
    for (std::size_t begin = first == 0 ? 0 : v.contacts_end[first - 1]; begin < end; begin += chunk) {
        const std::size_t count = std::min(chunk, end - begin);
        for (std::size_t k = 0; k < count; ++k) {
            while (begin + k >= v.contacts_end[i]) ++i;
            grain[k] = static_cast<std::uint32_t>(i);
        }
        std::size_t found = 0;
        const auto take = [&](std::size_t k, bool touches) {
            touching.grain[found] = grain[k];
            touching.row[found] = static_cast<std::uint32_t>(begin + k);
            found += touches;
        };
        std::size_t k = 0;
        for (; k + width <= count; k += width) {
            const std::array<bool, width> now = findTouching(v, &grain[k], begin + k);
            for (std::size_t lane = 0; lane < width; ++lane) take(k + lane, now[lane]);
        }
        for (; k < count; ++k) {
            const std::size_t row = begin + k, j = v.partner[row];
            const double reach = v.radius[grain[k]] + v.radius[j];
            const bool touches = squaredLength(v.position[grain[k]] - v.position[j]) < reach * reach;
            v.touching[row] = touches;
            if (!touches) v.spring[row] = {};
            take(k, touches);
        }
        touching.count = found;
        if (found > 0) flush(touching);
    }
}

/// Splits rows into runs of one law: packs never mix laws, and the order of the sums stays that of the rows.
template <class Run>
void forRunsOfOneLaw(const ContactForces& stage, const ContactViews& v, const TouchingRows& rows, Run run) {
    const auto lawOf = [&](std::size_t k) {
        return stage.laws.at(v.material[rows.grain[k]], v.material[v.partner[rows.row[k]]]).law;
    };
    TouchingRows part;
    for (std::size_t k = 0; k < rows.count; ++k) {
        if (part.count > 0 && lawOf(k) != lawOf(k - 1)) {
            run(lawOf(k - 1), part);
            part.count = 0;
        }
        part.grain[part.count] = rows.grain[k];
        part.row[part.count++] = rows.row[k];
    }
    if (part.count > 0) run(lawOf(rows.count - 1), part);
}

}  // namespace

void addBlockForcesVector(const ContactForces& stage, const ContactViews& v, std::size_t first,
                          std::size_t last, double dt) {
    const auto add = [&](Law law, const TouchingRows& rows) {
        withLaw(law, [&](auto chosen) {
            if (stage.spin)
                addRows<decltype(chosen), true>(stage, v, rows, first, last, dt);
            else
                addRows<decltype(chosen), false>(stage, v, rows, first, last, dt);
        });
    };
    const std::size_t m = stage.grain_materials.front();
    forTouchingRows(v, first, last, [&](const TouchingRows& rows) {
        if (stage.grain_materials.size() == 1)
            add(stage.laws.at(m, m).law, rows);
        else
            forRunsOfOneLaw(stage, v, rows, add);
    });
}

}  // namespace talus::grains
