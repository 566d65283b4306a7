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
    std::uint8_t* touching;
    std::size_t used;  ///< lanes that count
};

struct Packed {
    Vec3<Pack> xyz;
    Pack w;
};

/// differenceOf (sign -1) or sumOf (sign +1) of the two grains of each contact.
template <int sign>
Packed combine(const std::vector<Quad>& of, const PackOfContacts& at) {
    const Row4 s{sign, sign, sign, 1};
    Rows<width> rows;
    for (std::size_t k = 0; k < width; ++k)
        rows[k] = loadRow(of[at.first[k]]) + s * loadRow(of[at.second[k]]);  // s * b is exact
    const Columns c = columnsOf<width>(rows);
    return {{c[0], c[1], c[2]}, c[3]};
}

Vec3<Pack> shiftOf(const std::vector<Quad>& shift, const PackOfContacts& at) {
    Rows<width> rows;
    for (std::size_t k = 0; k < width; ++k) rows[k] = loadRow(shift[at.second[k]]);
    const Columns c = columnsOf<width>(rows);
    return {c[0], c[1], c[2]};
}

template <int sign>
void scatter(std::vector<Quad>& to, const PackOfContacts& at, const Vec3<Pack>& v) {
    const Rows<width> rows = rowsOf<width>({v.x, v.y, v.z, Pack(0)});
    for (std::size_t k = 0; k < width; ++k) {
        Quad &i = to[at.first[k]], &j = to[at.second[k]];
        storeRow(i, loadRow(i) + rows[k]);
        storeRow(j, sign > 0 ? loadRow(j) + rows[k] : loadRow(j) - rows[k]);
    }
}

/// The laws that the contacts of a scene may have; one law is known when the loop is compiled, and its
/// constants are the same in all lanes.
template <class Law>
struct OneLaw {
    LawLanes<Pack> constants;

    OneLaw(const ContactForces& stage)
        : constants(stage.laws.at(stage.grain_materials.front(), stage.grain_materials.front())) {}

    PairForce<Pack> force(const BlockGrains&, const PackOfContacts&, const Touch<Pack>& touch,
                          const Vec3<Pack>& spring, double dt) const {
        return pairForce<Law>(constants, touch, spring, dt);
    }
};

/// Each lane's pair of materials has its own constants, and may have its own law.
struct LawOfEachLane {
    const LawTable& laws;

    LawOfEachLane(const ContactForces& stage) : laws(stage.laws) {}

    PairForce<Pack> force(const BlockGrains& g, const PackOfContacts& at, const Touch<Pack>& touch,
                          const Vec3<Pack>& spring, double dt) const {
        std::array<const LawConstants*, width> lanes;
        for (std::size_t k = 0; k < width; ++k)
            lanes[k] = &laws.at(g.material[at.first[k]], g.material[at.second[k]]);
        const LawLanes<Pack> constants = LawLanes<Pack>::gathered(
            [&](double LawConstants::*member) { return Pack([&](auto k) { return lanes[k]->*member; }); });
        PairForce<Pack> result{};
        std::uint32_t done = 0;  // a bit for each law
        for (const LawConstants* lane : lanes) {
            const auto bit = std::uint32_t{1} << static_cast<unsigned>(lane->law);
            if ((done & bit) != 0) continue;
            done |= bit;
            std::array<bool, width> same;
            for (std::size_t k = 0; k < width; ++k) same[k] = lanes[k]->law == lane->law;
            const Mask has(same.data(), stdx::element_aligned);
            withLaw(lane->law, [&](auto chosen) {
                const auto found = pairForce<decltype(chosen)>(constants, touch, spring, dt);
                const auto take = [&](Vec3<Pack>& to, const Vec3<Pack>& from) {
                    to = {select<Pack>(has, from.x, to.x), select<Pack>(has, from.y, to.y),
                          select<Pack>(has, from.z, to.z)};
                };
                take(result.force, found.force);
                take(result.shear, found.shear);
                take(result.spring, found.spring);
            });
        }
        return result;
    }
};

Vec3<Pack> where(const Mask& mask, const Vec3<Pack>& v) {
    const Pack zero(0);
    return {select<Pack>(mask, v.x, zero), select<Pack>(mask, v.y, zero), select<Pack>(mask, v.z, zero)};
}

template <bool spins, class Laws>
void addPack(const Laws& laws, BlockGrains& g, const PackOfContacts& at, double dt) {
    Packed apart = combine<-1>(g.place, at);
    if (g.has_images) apart.xyz = apart.xyz - shiftOf(g.shift, at);
    Mask now = squaredLength(apart.xyz) < apart.w * apart.w;
    if (at.used < width)
        now = now && Pack([](auto k) { return double(k); }) < Pack(static_cast<double>(at.used));

    std::array<bool, width> flags;
    now.copy_to(flags.data(), stdx::element_aligned);
    if (stdx::none_of(now)) {
        // Mostly none touched before either: then nothing is written at all.
        for (std::size_t k = 0; k < width; ++k)
            if (at.touching[k] != 0) at.spring[k] = {}, at.touching[k] = 0;
        return;
    }
    std::memcpy(at.touching, flags.data(), width);

    const Packed motion = combine<-1>(g.motion, at);
    const Vec3<Pack> surface = spins ? combine<+1>(g.turning, at).xyz : Vec3<Pack>{};
    const Touch<Pack> touch = touchOf<Pack>(apart.xyz, apart.w, motion.xyz, motion.w, surface, spins);
    const PairForce<Pack> found = laws.force(g, at, touch, loadVectors(at.spring), dt);
    storeVectors(at.spring, where(now, found.spring));
    scatter<-1>(g.force, at, where(now, found.force));
    if constexpr (spins) scatter<+1>(g.moment, at, where(now, cross(touch.normal, found.shear)));
}

/// Fewer contacts than lanes: they are worked on in a place of their own, filled up with the last one.
template <bool spins, class Laws>
void addRest(const Laws& laws, BlockGrains& g, const PackOfContacts& at, double dt) {
    std::array<std::uint16_t, width> first, second;
    std::array<Vec3d, width> spring{};
    std::array<std::uint8_t, width> touching{};
    for (std::size_t k = 0; k < width; ++k) {
        first[k] = at.first[std::min(k, at.used - 1)];
        second[k] = at.second[std::min(k, at.used - 1)];
    }
    std::copy_n(at.spring, at.used, spring.begin());
    std::copy_n(at.touching, at.used, touching.begin());
    addPack<spins>(laws, g, {first.data(), second.data(), spring.data(), touching.data(), at.used}, dt);
    std::copy_n(spring.begin(), at.used, at.spring);
    std::copy_n(touching.begin(), at.used, at.touching);
}

template <bool spins, class Laws>
[[gnu::flatten]] void addRows(const Laws& laws, const ContactViews& v, const Block& block, BlockGrains& g,
                              double dt) {
    const auto at = [&](std::size_t row, std::size_t used) {
        return PackOfContacts{v.list.first.data() + row, v.list.second.data() + row, v.spring.data() + row,
                              v.touching.data() + row, used};
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
    if (stage.grain_materials.size() > 1) return add(LawOfEachLane(stage));
    const std::size_t m = stage.grain_materials.front();
    withLaw(stage.laws.at(m, m).law, [&](auto law) { add(OneLaw<decltype(law)>(stage)); });
}

}  // namespace talus::grains
