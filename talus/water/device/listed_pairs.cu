#include "talus/water/device/listed_pairs.h"

namespace talus::water::device {

ListedPairs::ListedPairs(const Setup& setup, const WaterState& state)
    : position_pressure(state.work.position_pressure.view()),
      count(state.neighbours.count.view()),
      row(state.neighbours.row.view()),
      layout(state.neighbours.layout),
      period(narrow(setup.smoothing.domain.length)),
      inverse_period(narrow(inverseOf(setup.smoothing.domain.length))) {}

}  // namespace talus::water::device
