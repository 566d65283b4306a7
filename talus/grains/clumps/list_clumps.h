#pragma once
#include "talus/environment/periodic.h"
#include "talus/exec/exec.h"
#include "talus/grains/clumps/clump_columns.h"

namespace talus::grains {

/// The tables of clumps and of the grains that are their spheres.
struct ClumpTables {
    state::Table &grains, &clumps, &spheres;

    static ClumpTables of(state::World& world);
};

/// After the rows of the grains have been put into a new order: finds the spheres of each clump, removes the
/// clumps whose spheres were removed, puts the clumps into the order of their first spheres, which are then
/// near each other in memory, and wraps their centres into the periodic domain.
/// @pre of each clump all spheres are left, or none
void listClumps(const exec::Exec& exec, const ClumpShapes& shapes, const environment::Periodic& domain,
                ClumpTables tables);

/// Number of grains: a clump counts once. @param clumps, spheres null in scenes without clumps
std::uint64_t grainCount(const state::Table& grains, const state::Table* clumps, const state::Table* spheres);
std::uint64_t grainCount(const state::World& world);

}  // namespace talus::grains
