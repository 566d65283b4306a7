#include "talus/water/device/listed_pairs.h"

namespace talus::water::device {

ListedPairs::ListedPairs(const Setup& setup, const WaterState& state)
    : place(state.work.place.view()),
      first(state.neighbours.first.view()),
      end(state.neighbours.end.view()),
      row(state.neighbours.row.view()),
      period(narrow(setup.smoothing.domain.length)),
      inverse_period(narrow(inverseOf(setup.smoothing.domain.length))) {}

}  // namespace talus::water::device
