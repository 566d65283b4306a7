#pragma once
#include "talus/couple/hybrid/buried.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/couple/hybrid/settle.h"

namespace talus::couple {

/// Result of release().
struct Released {
    std::uint64_t count = 0;  ///< grains that came out
    double mass = 0;          ///< of these grains [kg]
    /// Of each column, 1: the column keeps its height although settled grains of it came out. Free grains
    /// then lie against these, and not on a ramp down to a column that is empty.
    exec::Array<std::uint8_t> stays_high;
};
/// Second part of a round: ground becomes grains. They are settled, at rest; the next round frees those that
/// nothing covers. Near moving walls they are free at once.
Released release(const exec::Exec& exec, const Exchange& exchange, const Stacks& stacks,
                 const Disturbance& moving, double time, std::uint64_t gone, exec::View<const double> height,
                 state::Table& grains, ColumnStore& store, Buried& buried);

}  // namespace talus::couple
