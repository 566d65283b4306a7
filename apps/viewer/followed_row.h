#pragma once
#include <optional>
#include <string>

#include "viewer/runs/shot.h"

namespace talus::viewer {

/// A row of a set that is found again in later states: by its id where its set has ids, so that another order
/// of the rows does not matter.
class FollowedRow {
  public:
    FollowedRow() = default;
    /// @pre the frame has the row
    FollowedRow(const run::Frame& frame, const std::string& set, std::size_t row);

    /// Nothing where it is not there any more.
    std::optional<std::size_t> in(const run::Frame& frame);
    const std::string& set() const { return set_; }
    /// Its id, or its row where its set has no ids.
    double number() const { return id_.value_or(static_cast<double>(row_)); }

  private:
    std::string set_;
    std::optional<double> id_;
    std::size_t row_ = 0;  ///< in the last state in which it was
};

/// The values of a field of a set for all rows; null where there is none of that name.
const state::ArrayView* fieldOf(const state::FrameSet& set, std::string_view name);

}  // namespace talus::viewer
