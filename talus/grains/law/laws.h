#pragma once
#include "talus/grains/law/bell.h"
#include "talus/grains/law/hertz_mindlin.h"
#include "talus/grains/law/hooke.h"
#include "talus/grains/law/law_list.h"
#include "talus/grains/law/lee_herrmann.h"
#include "talus/grains/law/lennard_jones.h"
#include "talus/grains/law/linear.h"

// The list of contact laws. To add a law, write its header and add it to the list here. Loops (scalar, SIMD,
// at walls, on ground, on a device), contact time, energy, settings and checks follow from that.
// engines/lammps/laws/law_forms.cpp says which laws LAMMPS has. A program with its own laws has its own list
// (tests/grains/toy_law_test.cpp).
namespace talus::grains {

using BuiltInLaws = LawList<LeeHerrmann, Linear, Hooke, HertzMindlin, Bell, BellLinear, LennardJones>;

template <>
const LawLoops& loopsOf<BuiltInLaws>();

/// The law with this type, for Contact::law.
template <class L, class List = BuiltInLaws>
inline Law lawOf() {
    return Law(law_row<L, List>);
}

}  // namespace talus::grains
