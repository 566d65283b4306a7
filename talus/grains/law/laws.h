#pragma once
#include "talus/grains/law/bell.h"
#include "talus/grains/law/hertz_mindlin.h"
#include "talus/grains/law/hooke.h"
#include "talus/grains/law/law_list.h"
#include "talus/grains/law/lee_herrmann.h"
#include "talus/grains/law/lennard_jones.h"
#include "talus/grains/law/linear.h"

// The list of contact laws: a header and a row here, and everything else follows: loops (plain, vectorised,
// at walls, on ground, on a device), contact time, energy, settings and checks. What LAMMPS has of a law is
// in engines/lammps/laws/law_forms.cpp. A program with a law of its own has a list of its own
// (tests/grains/toy_law_test.cpp).
namespace talus::grains {

using BuiltInLaws = LawList<LeeHerrmann, Linear, Hooke, HertzMindlin, Bell, BellLinear, LennardJones>;

template <>
const LawLoops& loopsOf<BuiltInLaws>();

/// The law of a contact as this type has it.
template <class L, class List = BuiltInLaws>
inline Law lawOf() {
    return Law(law_row<L, List>);
}

}  // namespace talus::grains
