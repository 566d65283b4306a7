#pragma once
#include "talus/couple/hybrid/buried.h"
#include "talus/couple/hybrid/column_store.h"
#include "talus/couple/hybrid/disturbance.h"
#include "talus/couple/hybrid/exchange.h"
#include "talus/couple/hybrid/stacks.h"
#include "talus/grains/forces/forces.h"
#include "talus/state/world.h"

namespace talus::couple {

/// Changes grains between free, settled and ground. A grain that changes stands still afterwards. The caller
/// must then ask for a new neighbour search.
class Settler {
  public:
    explicit Settler(state::Table& grains);
    void change(std::size_t row, std::uint8_t settled) const;

  private:
    exec::View<std::uint8_t> settled_;
    exec::View<Vec3d> velocity_, spin_;
    grains::Forces<Vec3d> forces_;
};

/// First part of a round: decides which grains are free, settled, or ground from now on. Grains that become
/// ground are added to `store` and `buried`; the next neighbour search removes them from the grains.
/// @param duration time until the next round [s] @return whether any changed
bool settle(const exec::Exec& exec, const Exchange& exchange, const Stacks& stacks, const Disturbance& moving,
            double duration, state::Table& grains, ColumnStore& store, Buried& buried);

}  // namespace talus::couple
