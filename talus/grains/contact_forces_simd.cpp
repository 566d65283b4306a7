// The contact loop, a pack of contacts at a time. Same operations in the same order as addBlockForces, so
// the bits are the same (tests/grains/contact_forces_test.cpp). Where a lane does not touch, zeros are
// added: sums start at +0, and adding a zero to them changes no bit.
#include "talus/math/transpose.h"

#include <cstring>

#include "talus/grains/contact_forces.h"
#include "talus/grains/contact_kernel.h"

namespace talus::grains {
namespace {

namespace stdx = std::experimental;
constexpr std::size_t width = Pack::size();
using Mask = Pack::mask_type;

/// As many contacts in a row of memory as a pack has lanes.
struct PackOfContacts {
    const std::uint16_t* first;
    const std::uint16_t* second;
    Vec3d* spring;
    Vec3d* angle;  ///< or null
    std::uint8_t* touching;
    std::size_t used;  ///< lanes that count
};

struct Packed {
    Vec3<Pack> xyz;
    Pack w;
};

/// The grains of each contact put together: first + sign * second.
Packed combine(const std::vector<Quad>& of, const PackOfContacts& at, const Row4& sign) {
    Rows<width> rows;
    for (std::size_t k = 0; k < width; ++k)
        rows[k] = loadRow(of[at.first[k]]) + sign * loadRow(of[at.second[k]]);  // sign * b is exact
    const Columns c = columnsOf<width>(rows);
    return {{c[0], c[1], c[2]}, c[3]};
}

Vec3<Pack> shiftOf(const std::vector<Quad>& shift, const PackOfContacts& at) {
    Rows<width> rows;
    for (std::size_t k = 0; k < width; ++k) rows[k] = loadRow(shift[at.second[k]]);
    const Columns c = columnsOf<width>(rows);
    return {c[0], c[1], c[2]};
}

/// Adds on_i to the first grain of each contact, on_j to the second.
void scatter(std::vector<Quad>& to, const PackOfContacts& at, const Vec3<Pack>& on_i,
             const Vec3<Pack>& on_j) {
    const Rows<width> rows_i = rowsOf<width>({on_i.x, on_i.y, on_i.z, Pack(0)});
    const Rows<width> rows_j = rowsOf<width>({on_j.x, on_j.y, on_j.z, Pack(0)});
    for (std::size_t k = 0; k < width; ++k) {
        Quad &i = to[at.first[k]], &j = to[at.second[k]];
        storeRow(i, loadRow(i) + rows_i[k]);
        storeRow(j, loadRow(j) + rows_j[k]);
    }
}

/// Adds v to the first grain of each contact, and takes it from the second.
void scatterOpposite(std::vector<Quad>& to, const PackOfContacts& at, const Vec3<Pack>& v) {
    const Rows<width> rows = rowsOf<width>({v.x, v.y, v.z, Pack(0)});
    for (std::size_t k = 0; k < width; ++k) {
        Quad &i = to[at.first[k]], &j = to[at.second[k]];
        storeRow(i, loadRow(i) + rows[k]);
        storeRow(j, loadRow(j) - rows[k]);
    }
}

Vec3<Pack> where(const Mask& mask, const Vec3<Pack>& v, const Vec3<Pack>& otherwise) {
    return {select<Pack>(mask, v.x, otherwise.x), select<Pack>(mask, v.y, otherwise.y),
            select<Pack>(mask, v.z, otherwise.z)};
}
Vec3<Pack> where(const Mask& mask, const Vec3<Pack>& v) {
    return where(mask, v, {Pack(0), Pack(0), Pack(0)});
}

Mask maskOf(const std::array<bool, width>& lanes) { return Mask(lanes.data(), stdx::element_aligned); }
std::array<bool, width> lanesOf(const Mask& mask) {
    std::array<bool, width> lanes;
    mask.copy_to(lanes.data(), stdx::element_aligned);
    return lanes;
}

Constants<Pack> packed(const Constants<double>& c) {
    return Constants<Pack>::gathered([&](auto member) { return Pack(c.*member); });
}

/// All contacts of the scene have one law, known when the loop is compiled, and nothing on top of it.
template <class Law>
struct OneLaw {
    static constexpr bool plain = true;
    Constants<Pack> constants;

    explicit OneLaw(const ContactForces& stage)
        : constants(packed(stage.laws.at(stage.grain_materials.front(), stage.grain_materials.front()))) {}

    Pack range(const BlockGrains&, const PackOfContacts&) const { return Pack(0); }
    Interaction<Pack> interact(const BlockGrains&, const PackOfContacts&, Mask&, const Touch<Pack>& touch,
                               const Vec3<Pack>& history, const Vec3<Pack>&, double dt) const {
        const PairForce<Pack> found = pairForce<Law>(constants, touch, history, dt);
        return {found.force, found.shear, found.history, {}, {}};
    }
};

/// Any contacts: lanes whose materials are the same pair are worked on together.
struct LawOfEachLane {
    static constexpr bool plain = false;
    const LawTable& laws;

    explicit LawOfEachLane(const ContactForces& stage) : laws(stage.laws) {}

    const LawConstants& lawOf(const BlockGrains& g, const PackOfContacts& at, std::size_t k) const {
        return laws.at(g.material[at.first[k]], g.material[at.second[k]]);
    }

    Pack range(const BlockGrains& g, const PackOfContacts& at) const {
        return Pack([&](auto k) { return lawOf(g, at, k).range; });
    }

    /// @param now lanes within range; on return those that act
    Interaction<Pack> interact(const BlockGrains& g, const PackOfContacts& at, Mask& now,
                               const Touch<Pack>& touch, const Vec3<Pack>& history, const Vec3<Pack>& angle,
                               double dt) const {
        std::array<const LawConstants*, width> law;
        std::array<bool, width> before, acting{};
        for (std::size_t k = 0; k < width; ++k) {
            law[k] = &lawOf(g, at, k);
            before[k] = at.touching[k] != 0;
        }
        const std::array<bool, width> within = lanesOf(now);
        Interaction<Pack> result{};
        std::array<bool, width> done{};
        for (std::size_t lane = 0; lane < width; ++lane) {
            if (done[lane] || !within[lane]) continue;
            std::array<bool, width> same;
            for (std::size_t k = 0; k < width; ++k) {
                same[k] = law[k] == law[lane];
                done[k] |= same[k];
            }
            const LawConstants& chosen = *law[lane];
            const Constants<Pack> constants = packed(chosen);
            const Mask has = maskOf(same);
            const std::array<bool, width> act =
                chosen.isPlain() ? within : lanesOf(acts<Pack>(chosen, constants, touch, maskOf(before)));
            for (std::size_t k = 0; k < width; ++k) acting[k] |= same[k] && within[k] && act[k];
            withLaw(chosen.law, [&](auto l) {
                const auto found =
                    grains::interact<decltype(l)>(chosen, constants, touch, history, angle, dt);
                result.force = where(has, found.force, result.force);
                result.shear = where(has, found.shear, result.shear);
                result.history = where(has, found.history, result.history);
                result.moment = where(has, found.moment, result.moment);
                result.angle = where(has, found.angle, result.angle);
            });
        }
        now = maskOf(acting);
        return result;
    }
};

template <bool spins, class Laws>
void addPack(const Laws& laws, BlockGrains& g, const PackOfContacts& at, double dt) {
    constexpr Row4 difference{-1, -1, -1, 1}, sum{1, 1, 1, -1};
    Packed place = combine(g.place, at, difference);
    if (g.has_images) place.xyz = place.xyz - shiftOf(g.shift, at);
    const Pack reach = Laws::plain ? place.w : place.w + laws.range(g, at);
    Mask now = squaredLength(place.xyz) < reach * reach;
    if (at.used < width) now = now && Pack([](auto k) { return double(k); }) < Pack(double(at.used));
    if (stdx::none_of(now)) {
        // Mostly none did before either: then nothing is written at all.
        for (std::size_t k = 0; k < width; ++k)
            if (at.touching[k] != 0) {
                at.touching[k] = 0;
                at.spring[k] = {};
                if (at.angle != nullptr) at.angle[k] = {};
            }
        return;
    }

    const Packed motion = combine(g.motion, at, difference), turning = combine(g.turning, at, sum);
    const Together<Pack> pair{place.xyz, place.w, motion.xyz, motion.w, turning.xyz, turning.w};
    Touch<Pack> touch = touchOf(pair, spins);
    Vec3<Pack> angle{};
    if (!Laws::plain && at.angle != nullptr) {
        touch.turning = combine(g.spin, at, difference).xyz;
        angle = loadVectors(at.angle);
    }
    const Interaction<Pack> found = laws.interact(g, at, now, touch, loadVectors(at.spring), angle, dt);

    const std::array<bool, width> flags = lanesOf(now);
    std::memcpy(at.touching, flags.data(), width);
    storeVectors(at.spring, where(now, found.history));
    if (!Laws::plain && at.angle != nullptr) storeVectors(at.angle, where(now, found.angle));
    scatterOpposite(g.force, at, where(now, found.force));
    if constexpr (spins) {
        Torques<Pack> torques = torquesOf(pair, touch, found.shear);
        if constexpr (!Laws::plain) {
            torques.on_i = torques.on_i + found.moment;
            torques.on_j = torques.on_j - found.moment;
        }
        scatter(g.torque, at, where(now, torques.on_i), where(now, torques.on_j));
    }
}

/// Fewer contacts than lanes: they are worked on in a place of their own, filled up with the last one.
template <bool spins, class Laws>
void addRest(const Laws& laws, BlockGrains& g, const PackOfContacts& at, double dt) {
    std::array<std::uint16_t, width> first, second;
    std::array<Vec3d, width> spring{}, angle{};
    std::array<std::uint8_t, width> touching{};
    for (std::size_t k = 0; k < width; ++k) {
        first[k] = at.first[std::min(k, at.used - 1)];
        second[k] = at.second[std::min(k, at.used - 1)];
    }
    std::copy_n(at.spring, at.used, spring.begin());
    std::copy_n(at.touching, at.used, touching.begin());
    if (at.angle != nullptr) std::copy_n(at.angle, at.used, angle.begin());
    addPack<spins>(laws, g,
                   {first.data(), second.data(), spring.data(), at.angle == nullptr ? nullptr : angle.data(),
                    touching.data(), at.used},
                   dt);
    std::copy_n(spring.begin(), at.used, at.spring);
    std::copy_n(touching.begin(), at.used, at.touching);
    if (at.angle != nullptr) std::copy_n(angle.begin(), at.used, at.angle);
}

template <bool spins, class Laws>
TALUS_FLATTEN void addRows(const Laws& laws, const ContactViews& v, const Block& block, BlockGrains& g,
                           double dt) {
    const auto at = [&](std::size_t row, std::size_t used) {
        return PackOfContacts{v.list.first.data() + row, v.list.second.data() + row,
                              v.spring.data() + row,     v.angle.empty() ? nullptr : v.angle.data() + row,
                              v.touching.data() + row,   used};
    };
    std::size_t row = block.first_row;
    for (; row + width <= block.last_row; row += width) addPack<spins>(laws, g, at(row, width), dt);
    if (row < block.last_row) addRest<spins>(laws, g, at(row, block.last_row - row), dt);
}

}  // namespace

void addBlockForcesVector(const ContactForces& stage, const ContactViews& v, const Block& block,
                          BlockGrains& g, double dt) {
    const auto add = [&](const auto& laws) {
        stage.spin ? addRows<true>(laws, v, block, g, dt) : addRows<false>(laws, v, block, g, dt);
    };
    const LawConstants& first = stage.laws.at(stage.grain_materials.front(), stage.grain_materials.front());
    if (stage.grain_materials.size() > 1 || !first.isPlain()) return add(LawOfEachLane(stage));
    switch (first.law) {
        case Law::LeeHerrmann: return add(OneLaw<LeeHerrmann>(stage));
        case Law::Linear: return add(OneLaw<Linear>(stage));
        case Law::HertzMindlin: return add(OneLaw<HertzMindlin>(stage));
        default: return add(LawOfEachLane(stage));
    }
}

}  // namespace talus::grains
