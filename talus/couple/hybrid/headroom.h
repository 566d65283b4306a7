#pragma once
#include "talus/couple/hybrid/column_store.h"
#include "talus/couple/hybrid/disturbance.h"
#include "talus/exec/exec.h"
#include "talus/geometry/heightfield.h"
#include "talus/state/world.h"

/// Keeps ground that rises among free grains from pushing them.
namespace talus::couple {

/// Maximum height of each column near moving walls [m]: a little below the centre of any free grain there;
/// infinite elsewhere. A column that holds more mass rises later, once the grain has gone.
exec::Array<double> headroom(const geometry::ColumnGrid& grid, exec::View<const double> height,
                             const Disturbance& moving, const state::Table& grains);

/// Lets free grains stay in ground that has risen around them, instead of being pushed out: sets
/// fields::sunk. A grain over whose centre the ground rose settles. No grain gets into bedrock. Returns
/// whether any settled.
bool letSink(const exec::Exec& exec, const ColumnStore::Setup& columns, exec::View<const double> height,
             state::Table& grains);

}  // namespace talus::couple
