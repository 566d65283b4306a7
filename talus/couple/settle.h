#pragma once
#include "talus/couple/buried.h"
#include "talus/couple/column_store.h"
#include "talus/couple/disturbance.h"
#include "talus/couple/exchange.h"
#include "talus/couple/stacks.h"
#include "talus/grains/forces.h"
#include "talus/state/world.h"

namespace talus::couple {

/// Makes grains free, settled, or ground. Those that change stand still and ask for a new search.
class Holder {
  public:
    explicit Holder(state::Table& grains);
    void change(std::size_t row, std::uint8_t settled) const;

  private:
    exec::View<std::uint8_t> settled_;
    exec::View<Vec3d> velocity_, spin_;
    grains::Forces<Vec3d> forces_;
    exec::View<Vec3f> drift_;
};

/// First part of a look: which grains are free, settled, or ground from now on. Those that become ground are
/// in `store` and `buried`, and the next search takes them out.
/// @param until the next look [s]
void settle(const exec::Exec& exec, const Exchange& exchange, const Stacks& stacks, const Disturbance& moving,
            double until, state::Table& grains, ColumnStore& store, Buried& buried);

}  // namespace talus::couple
