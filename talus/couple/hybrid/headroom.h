#pragma once
#include "talus/couple/hybrid/column_store.h"
#include "talus/couple/hybrid/disturbance.h"
#include "talus/exec/exec.h"
#include "talus/geometry/heightfield.h"
#include "talus/state/world.h"

/// Ground that rises among grains that are free, and does not push them.
namespace talus::couple {

/// How high each column may stand where it is near what moves [m]: a little below the centre of any free
/// grain there; infinite elsewhere. Sand that finds no room waits: its mass is in the column, which rises
/// once the grain has gone.
exec::Array<double> headroom(const geometry::ColumnGrid& grid, exec::View<const double> height,
                             const Disturbance& moving, const state::Table& grains);

/// Free grains around which the ground has risen are in it from now on, and not pushed out (fields::sunk);
/// those over whose centre it rose are settled. None is in bedrock. Returns whether any settled.
bool letSink(const exec::Exec& exec, const ColumnStore::Setup& columns, exec::View<const double> height,
             state::Table& grains);

}  // namespace talus::couple
