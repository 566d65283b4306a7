#pragma once
#include "talus/couple/hybrid/buried.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/couple/hybrid/settle.h"

namespace talus::couple {

/// Second part of a round: ground that becomes grains. They lie settled, at rest, and the next round frees
/// those that nothing covers; near what moves they are free at once. Returns how many, and their mass.
struct Released {
    std::uint64_t count = 0;
    double mass = 0;  ///< [kg]
    /// 1: the column stays as high as it is, though held grains of it are out. What is free then lies against
    /// them, and not on the ramp to a column beside it that is empty.
    exec::Array<std::uint8_t> stays_high;
};
Released release(const exec::Exec& exec, const Exchange& exchange, const Stacks& stacks,
                 const Disturbance& moving, double time, std::uint64_t gone, exec::View<const double> height,
                 state::Table& grains, ColumnStore& store, Buried& buried);

}  // namespace talus::couple
