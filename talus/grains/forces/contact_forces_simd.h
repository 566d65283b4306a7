#pragma once
// The contact loop with SIMD, one pack of contacts at a time. It does the same operations in the same order
// as addBlockForces, so the bits are the same (tests/grains/contact_forces_test.cpp). For lanes without
// contact zeros are added: sums start at +0, and adding zero changes no bit.
//
// Include this only in contact_forces_*_simd.cpp (one for each precision) and through law_loops_simd.h for
// other lists of laws.
#include "talus/math/transpose.h"

#include <cstring>
#include <optional>

#include "talus/grains/forces/contact_kernel.h"
#include "talus/grains/forces/fetch_ahead.h"
#include "talus/grains/forces/law_loops.h"

namespace talus::grains::simd_loop {

namespace stdx = std::experimental;
template <class Real>
constexpr std::size_t width = Pack<Real>::size();
template <class Real>
using Mask = typename Pack<Real>::mask_type;
template <class Real>
using Bools = std::array<bool, width<Real>>;

/// Consecutive contacts in memory, one for each lane of a pack.
template <class Real>
struct PackOfContacts {
    const std::uint16_t* first;
    const std::uint16_t* second;
    Vec3<Real>* spring;
    Vec3<Real>* angle;  ///< null where contacts do not resist rolling or twisting
    std::uint8_t* touching;
    std::size_t used;  ///< number of lanes in use
};

/// The packed grains as raw pointers. The compiler can keep these in registers while the loop stores values.
template <class Real>
struct Grains {
    const Quad<double>* position;
    const Octet<Real>* motion;
    Octet<Real>* sum;
    const Quad<Real>* spin;
    const Quad<double>* shift;
    const std::uint16_t* material;
    std::uint16_t first_image;
    bool has_images;

    explicit Grains(BlockGrains<Real>& g)
        : position(g.position.data()),
          motion(g.motion.data()),
          sum(g.sum.data()),
          spin(g.spin.data()),
          shift(g.shift.data()),
          material(g.material.data()),
          first_image(static_cast<std::uint16_t>(g.first_image)),
          has_images(g.has_images) {}
};

template <class Real>
Vec3<Pack<Real>> vectorOf(const Columns<Real>& c) {
    return {c[0], c[1], c[2]};
}

/// Whether any second grain of the pack is a periodic copy.
template <class Real>
bool hasImages(const Grains<Real>& g, const PackOfContacts<Real>& at) {
    const stdx::fixed_size_simd<std::uint16_t, width<Real>> second(at.second, stdx::element_aligned);
    return stdx::any_of(second >= g.first_image);
}

/// Relative position x_i - x_j and sum of radii of each contact. Positions are in double precision until the
/// difference is taken.
/// @tparam images whether any second grain is a periodic copy
template <bool images, class Real>
Columns<Real> relativePositions(const Grains<Real>& g, const PackOfContacts<Real>& at) {
    constexpr Row<double> signs{-1, -1, -1, 1};
    Rows<Real> rows;
    for (std::size_t k = 0; k < width<Real>; ++k) {
        Row<double> row = plusSigned<double>(loadRow<Row<double>>(g.position[at.first[k]]), signs,
                                             loadRow<Row<double>>(g.position[at.second[k]]));
        if constexpr (images) row -= loadRow<Row<double>>(g.shift[at.second[k]]);
        rows[k] = __builtin_convertvector(row, Row<Real>);
    }
    return columnsOf<Real>(rows);
}
template <class Real>
Columns8<Real> relativeMotions(const Grains<Real>& g, const PackOfContacts<Real>& at) {
    constexpr Row8<Real> signs{-1, -1, -1, 1, 1, 1, 1, -1};
    Rows8<Real> rows;
    for (std::size_t k = 0; k < width<Real>; ++k)
        rows[k] = plusSigned<Real>(loadRow<Row8<Real>>(g.motion[at.first[k]]), signs,
                                   loadRow<Row8<Real>>(g.motion[at.second[k]]));
    return columnsOf<Real>(rows);
}
template <class Real>
Vec3<Pack<Real>> relativeSpins(const Grains<Real>& g, const PackOfContacts<Real>& at) {
    Rows<Real> rows;
    for (std::size_t k = 0; k < width<Real>; ++k)
        rows[k] = loadRow<Row<Real>>(g.spin[at.first[k]]) - loadRow<Row<Real>>(g.spin[at.second[k]]);
    return vectorOf<Real>(columnsOf<Real>(rows));
}

/// Adds force and torque to both grains of each contact.
template <class Real>
void scatter(const Grains<Real>& g, const PackOfContacts<Real>& at, const Vec3<Pack<Real>>& force,
             const Torques<Pack<Real>>& torques) {
    const auto rows = [](const Vec3<Pack<Real>>& f, const Vec3<Pack<Real>>& t) {
        return rowsOf<Real>(Columns8<Real>{{f.x, f.y, f.z, Pack<Real>(0)}, {t.x, t.y, t.z, Pack<Real>(0)}});
    };
    const Rows8<Real> on_i = rows(force, torques.on_i), on_j = rows(-force, torques.on_j);
    for (std::size_t k = 0; k < width<Real>; ++k) {
        Octet<Real>&i = g.sum[at.first[k]], &j = g.sum[at.second[k]];
        storeRow(i, loadRow<Row8<Real>>(i) + on_i[k]);
        storeRow(j, loadRow<Row8<Real>>(j) + on_j[k]);
    }
}

/// Clears the memory of a pack in which no contact acts. Mostly none acted before either; then nothing is
/// written.
template <class Real>
void clearMemory(const PackOfContacts<Real>& at) {
    constexpr std::array<std::uint8_t, width<Real>> none{};
    if (std::memcmp(at.touching, none.data(), width<Real>) == 0) return;
    for (std::size_t k = 0; k < width<Real>; ++k)
        if (at.touching[k] != 0) {
            at.touching[k] = 0;
            at.spring[k] = {};
            if (at.angle != nullptr) at.angle[k] = {};
        }
}

template <class V, class M>
Vec3<V> where(const M& mask, const Vec3<V>& v, const Vec3<V>& otherwise) {
    return {select<V>(mask, v.x, otherwise.x), select<V>(mask, v.y, otherwise.y),
            select<V>(mask, v.z, otherwise.z)};
}
template <class V, class M>
Vec3<V> where(const M& mask, const Vec3<V>& v) {
    return where(mask, v, {V(0), V(0), V(0)});
}

template <class Real>
Mask<Real> maskOf(const Bools<Real>& lanes) {
    return Mask<Real>(lanes.data(), stdx::element_aligned);
}
template <class Real>
Bools<Real> lanesOf(const Mask<Real>& mask) {
    Bools<Real> lanes;
    mask.copy_to(lanes.data(), stdx::element_aligned);
    return lanes;
}

template <class Real>
Constants<Pack<Real>> packed(const Constants<double>& c) {
    return Constants<Pack<Real>>::gathered([&](auto member) { return number<Pack<Real>>(c.*member); });
}

/// All contacts of the scene have the same law, known at compile time, without cohesion, range or resistance
/// to rolling.
template <class Law, class Real>
struct OneLaw {
    static constexpr bool plain = true;
    using V = Pack<Real>;
    Constants<V> constants;

    explicit OneLaw(const ContactForces& stage)
        : constants(
              packed<Real>(stage.laws.at(stage.grain_materials.front(), stage.grain_materials.front()))) {}

    V range(const Grains<Real>&, const PackOfContacts<Real>&) const { return V(0); }
    Interaction<V> interact(const Grains<Real>&, const PackOfContacts<Real>&, Mask<Real>&,
                            const Touch<V>& touch, const Vec3<V>& history, const Vec3<V>&, double dt) const {
        const PairForce<V> found = pairForce<Law>(constants, touch, history, dt);
        return {found.force, found.shear, found.history, {}, {}};
    }
};

/// All contacts of the scene have the same law, with cohesion, range or resistance to rolling and twisting.
template <class Law, class Real>
struct OneLawAndMore {
    static constexpr bool plain = false;
    using V = Pack<Real>;
    const LawConstants& law;
    Constants<V> constants;

    explicit OneLawAndMore(const ContactForces& stage)
        : law(stage.laws.at(stage.grain_materials.front(), stage.grain_materials.front())),
          constants(packed<Real>(law)) {}

    V range(const Grains<Real>&, const PackOfContacts<Real>&) const { return constants.range; }
    Interaction<V> interact(const Grains<Real>&, const PackOfContacts<Real>& at, Mask<Real>& now,
                            const Touch<V>& touch, const Vec3<V>& history, const Vec3<V>& angle,
                            double dt) const {
        Bools<Real> before;
        for (std::size_t k = 0; k < width<Real>; ++k) before[k] = at.touching[k] != 0;
        now = now && acts<V>(law, constants, touch, maskOf<Real>(before));
        return grains::interact<Law>(law, constants, touch, history, angle, dt);
    }
};

/// Contacts of several laws: lanes with the same pair of materials are computed at once.
template <class List, class Real>
struct LawOfEachLane {
    static constexpr bool plain = false;
    using V = Pack<Real>;
    const LawTable& laws;

    explicit LawOfEachLane(const ContactForces& stage) : laws(stage.laws) {}

    const LawConstants& lawOf(const Grains<Real>& g, const PackOfContacts<Real>& at, std::size_t k) const {
        return laws.at(g.material[at.first[k]], g.material[at.second[k]]);
    }

    V range(const Grains<Real>& g, const PackOfContacts<Real>& at) const {
        return V([&](auto k) { return static_cast<Real>(lawOf(g, at, k).range); });
    }

    /// @param now lanes within range; on return those that act
    Interaction<V> interact(const Grains<Real>& g, const PackOfContacts<Real>& at, Mask<Real>& now,
                            const Touch<V>& touch, const Vec3<V>& history, const Vec3<V>& angle,
                            double dt) const {
        std::array<const LawConstants*, width<Real>> law;
        Bools<Real> before, acting{};
        for (std::size_t k = 0; k < width<Real>; ++k) {
            law[k] = &lawOf(g, at, k);
            before[k] = at.touching[k] != 0;
        }
        const Bools<Real> within = lanesOf<Real>(now);
        Interaction<V> result{};
        Bools<Real> done{};
        for (std::size_t lane = 0; lane < width<Real>; ++lane) {
            if (done[lane] || !within[lane]) continue;
            Bools<Real> same;
            for (std::size_t k = 0; k < width<Real>; ++k) {
                same[k] = law[k] == law[lane];
                done[k] |= same[k];
            }
            const LawConstants& chosen = *law[lane];
            const Constants<V> constants = packed<Real>(chosen);
            const Mask<Real> has = maskOf<Real>(same);
            const Bools<Real> act =
                chosen.isPlain() ? within
                                 : lanesOf<Real>(acts<V>(chosen, constants, touch, maskOf<Real>(before)));
            for (std::size_t k = 0; k < width<Real>; ++k) acting[k] |= same[k] && within[k] && act[k];
            List::with(chosen.law, [&](auto l) {
                const auto found =
                    grains::interact<decltype(l)>(chosen, constants, touch, history, angle, dt);
                result.force = where(has, found.force, result.force);
                result.shear = where(has, found.shear, result.shear);
                result.history = where(has, found.history, result.history);
                result.moment = where(has, found.moment, result.moment);
                result.angle = where(has, found.angle, result.angle);
            });
        }
        now = maskOf<Real>(acting);
        return result;
    }
};

/// @tparam spin whether grains rotate. As a condition inside the loop it would cost 11%.
template <bool spin, class Laws, class Real>
void addPack(const Laws& laws, const Grains<Real>& g, const PackOfContacts<Real>& at, double dt) {
    using V = Pack<Real>;
    const Columns<Real> position =
        g.has_images && hasImages(g, at) ? relativePositions<true>(g, at) : relativePositions<false>(g, at);
    const V distance_square = squaredLength(vectorOf<Real>(position)), radii = position[3];
    const V reach = Laws::plain ? radii : radii + laws.range(g, at);
    Mask<Real> now = distance_square < reach * reach;
    if (at.used < width<Real>) now = now && V([](auto k) { return Real(k); }) < V(static_cast<Real>(at.used));
    if (stdx::none_of(now)) return clearMemory(at);

    const Columns8<Real> motion = relativeMotions(g, at);
    const RelativeState<V> pair{.apart = vectorOf<Real>(position),
                                .reach = radii,
                                .motion = vectorOf<Real>(motion.low),
                                .inverse_mass = motion.low[3],
                                .surface = vectorOf<Real>(motion.high),
                                .radius_difference = motion.high[3]};
    Touch<V> touch = touchOf(pair, spin);
    Vec3<V> angle{};
    if (!Laws::plain && at.angle != nullptr) {
        touch.turning = relativeSpins(g, at);
        angle = loadVectors(at.angle);
    }
    const Interaction<V> found = laws.interact(g, at, now, touch, loadVectors(at.spring), angle, dt);

    const Bools<Real> flags = lanesOf<Real>(now);
    std::memcpy(at.touching, flags.data(), width<Real>);
    storeVectors(at.spring, where(now, found.history));
    if (!Laws::plain && at.angle != nullptr) storeVectors(at.angle, where(now, found.angle));
    Torques<V> torques{};
    if (spin) {
        torques = torquesOf(pair, touch, found.shear);
        if constexpr (!Laws::plain) {
            torques.on_i = torques.on_i + found.moment;
            torques.on_j = torques.on_j - found.moment;
        }
        torques = {where(now, torques.on_i), where(now, torques.on_j)};
    }
    scatter(g, at, where(now, found.force), torques);
}

/// Scratch for the last contacts of a block, where they are fewer than the lanes. The other lanes repeat the
/// last contact.
template <class Real>
struct PaddedPack {
    std::array<std::uint16_t, width<Real>> first, second;
    std::array<Vec3<Real>, width<Real>> spring, angle;
    std::array<std::uint8_t, width<Real>> touching{};

    explicit PaddedPack(const PackOfContacts<Real>& from) {
        for (std::size_t k = 0; k < width<Real>; ++k) {
            first[k] = from.first[std::min(k, from.used - 1)];
            second[k] = from.second[std::min(k, from.used - 1)];
        }
        std::copy_n(from.spring, from.used, spring.begin());
        std::copy_n(from.touching, from.used, touching.begin());
        if (from.angle != nullptr) std::copy_n(from.angle, from.used, angle.begin());
    }
    PackOfContacts<Real> pack(const PackOfContacts<Real>& of) {
        return {first.data(),    second.data(), spring.data(), of.angle == nullptr ? nullptr : angle.data(),
                touching.data(), of.used};
    }
    void store(const PackOfContacts<Real>& to) const {
        std::copy_n(spring.begin(), to.used, to.spring);
        std::copy_n(touching.begin(), to.used, to.touching);
        if (to.angle != nullptr) std::copy_n(angle.begin(), to.used, to.angle);
    }
};

/// One loop for full packs and for the last one, so that addPack is inlined once. Inlining it for all laws is
/// most of this file's compile time.
/// @param block a block, or a part of its rows
template <bool spin, class Laws, class Real>
TALUS_FLATTEN void addRows(const Laws& laws, const ContactViews<Real>& v, const Block& block,
                           BlockGrains<Real>& packed, double dt) {
    const Grains<Real> g(packed);
    for (std::size_t row = block.first_row; row < block.last_row; row += width<Real>) {
        const std::size_t used = std::min(width<Real>, block.last_row - row);
        const PackOfContacts<Real> rows{
            v.list.first.data() + row, v.list.second.data() + row,
            v.spring.data() + row,     v.angle.empty() ? nullptr : v.angle.data() + row,
            v.touching.data() + row,   used};
        std::optional<PaddedPack<Real>> padded;
        if (used == width<Real>)
            fetch_ahead::rowsAhead(v, row, width<Real>);
        else
            padded.emplace(rows);
        addPack<spin>(laws, g, padded ? padded->pack(rows) : rows, dt);
        if (padded) padded->store(rows);
    }
}

/// All rows of a block. Between parts of the rows, the grains of the next block are prefetched. Inside the
/// row loop this would cost 5% where the grains are in the cache anyway.
template <bool spin, class Laws, class Real>
void addAllRows(const Laws& laws, const ContactViews<Real>& v, const Block& block, const Block& next,
                BlockGrains<Real>& packed, double dt) {
    if (v.position.size() < fetch_ahead::too_many_for_cache) return addRows<spin>(laws, v, block, packed, dt);
    constexpr std::size_t rows = 4 * width<Real>;
    fetch_ahead::NextBlockGrains<Real> fetchGrains(v, next, block.last_row - block.first_row, rows);
    Block part = block;
    for (; part.first_row < block.last_row; part.first_row = part.last_row) {
        part.last_row = std::min(part.first_row + rows, block.last_row);
        fetchGrains();
        addRows<spin>(laws, v, part, packed, dt);
    }
}

/// Chooses the loop. If all contacts have the same law, the loop is compiled for that law.
template <class List, class Real>
void addBlock(const ContactForces& stage, const ContactViews<Real>& v, const Block& block, const Block& next,
              BlockGrains<Real>& g, double dt) {
    const auto add = [&](const auto& laws) {
        stage.spin ? addAllRows<true>(laws, v, block, next, g, dt)
                   : addAllRows<false>(laws, v, block, next, g, dt);
    };
    if (stage.grain_materials.size() > 1) return add(LawOfEachLane<List, Real>(stage));
    const LawConstants& first = stage.laws.at(stage.grain_materials.front(), stage.grain_materials.front());
    List::with(first.law, [&]<class Law>(Law) {
        if constexpr (!Law::acts_across_gaps)
            if (first.isPlain()) return add(OneLaw<Law, Real>(stage));
        add(OneLawAndMore<Law, Real>(stage));
    });
}

}  // namespace talus::grains::simd_loop

namespace talus::grains {

template <class List, class Real>
void addBlockForcesVector(const ContactForces& stage, const ContactViews<Real>& views, const Block& block,
                          const Block& next, BlockGrains<Real>& grains, double dt) {
    simd_loop::addBlock<List>(stage, views, block, next, grains, dt);
}

}  // namespace talus::grains
