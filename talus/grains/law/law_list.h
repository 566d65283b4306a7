#pragma once
#include <array>
#include <utility>

#include "talus/grains/law/law_row.h"
#include "talus/grains/law/stepped_impact_loop.h"

namespace talus::grains {

/// The loops over contacts for a list of laws (forces/law_loops.h). The library contains the loops of the
/// built-in laws. A program with its own list includes forces/law_loops_simd.h, which defines the loops.
template <class List>
const LawLoops& loopsOf();

/// A list of laws, known at compile time.
template <class... L>
struct LawList {
    static constexpr std::size_t size = sizeof...(L);

    /// Calls loop(L{}) for the law with an index in the list.
    template <class Loop>
    TALUS_HD static void with(std::uint32_t law, Loop loop) {
        choose(law, loop, std::make_index_sequence<size>());
    }

    static LawRows rows();

  private:
    template <class Loop, std::size_t... k>
    TALUS_HD static void choose(std::uint32_t law, Loop& loop, std::index_sequence<k...>) {
        static_cast<void>(((law == k && (loop(L{}), true)) || ...));
    }
};

template <class L, class List>
struct IndexIn;
template <class L, class... Others>
struct IndexIn<L, LawList<Others...>> {
    static constexpr std::uint32_t value = [] {
        std::uint32_t k = 0;
        static_cast<void>(((std::is_same_v<L, Others> || (++k, false)) || ...));
        return k;
    }();
    static_assert(value < sizeof...(Others), "the list does not have this law");
};

template <class L, class List>
constexpr LawRow rowOf() {
    return {.name = L::name,
            .line = L::line,
            .index = IndexIn<L, List>::value,
            .acts_across_gaps = L::acts_across_gaps,
            .depends_on_speed = L::depends_on_speed,
            .sticks = HasNeck<L>,
            .setConstants = &L::setConstants,
            .normalTime = &L::normalTime,
            .shearStiffness = &L::shearStiffness,
            .springEnergy = &L::springEnergy,
            .restitutionInSteps = &steppedImpact<L>,
            .asksForRestitution = &L::asksForRestitution,
            .stiffnessKey = &L::stiffnessKey,
            .keys = &L::keys,
            .loops = &loopsOf<List>};
}

template <class L, class List>
inline constexpr LawRow law_row = rowOf<L, List>();

template <class... L>
LawRows LawList<L...>::rows() {
    static constexpr std::array<const LawRow*, size> all{&law_row<L, LawList>...};
    return all;
}

}  // namespace talus::grains
