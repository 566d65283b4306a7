#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "talus/solids/bodies.h"

/// Overlaps that contacts should have prevented: masses of too large a ratio, a body that a prescribed one
/// presses through the floor, one that enters inside of another. They are measured in each step from the
/// points of contacts, and the deepest of a run is reported.
///
/// A contact that holds pushes an overlap apart, by a fifth in each step, so its two sides do not come closer
/// after the solver. Where they do, the solver found no way to hold them, however slowly they move.
namespace talus::solids {

/// A point of a contact where two things overlap.
struct DeepOverlap {
    std::size_t first = 0, second = 0;  ///< walls that the two are; the number of walls: the ground
    double depth = 0;                   ///< along the normal [m]
    double share = 0;                   ///< of the smallest side of the free body, or of the smaller of two
    double time = 0;                    ///< [s]
};

/// Share above which any overlap is reported. Chosen: bodies move by a quarter of their side at most in a
/// step, so two that contacts hold apart overlap by half of the smaller one's side at most.
constexpr double reported_share = 0.5;
/// Share above which an overlap is reported whose sides still come closer, in this number of steps in a row.
/// Chosen: a tenth is visible; a contact that holds has pushed an overlap apart to 1 % in 20 steps, while in
/// impacts of a heap the solver may end too early in some steps.
constexpr double closing_share = 0.1;
constexpr int closing_steps = 20;

/// The deepest overlap of a run that is to be reported.
class OverlapRecord {
  public:
    /// @param overlap of a step: more than reported_share, or more than closing_share and closing
    void take(const std::optional<DeepOverlap>& overlap, double time);
    /// Nothing to report: its share is 0.
    const DeepOverlap& deepest() const { return deepest_; }

  private:
    DeepOverlap deepest_;
    std::optional<DeepOverlap> closing_;  ///< of the last step
    int steps_ = 0;                       ///< in which it has been closing
};

/// The note on it, with what to do.
std::string overlapNote(const Setup& setup, const DeepOverlap& overlap);

}  // namespace talus::solids
