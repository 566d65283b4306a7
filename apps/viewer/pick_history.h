#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/number_table.h"
#include "viewer/followed_row.h"

namespace talus::viewer {

/// A field of one row over time, such as the velocity of a grain: a value for each state that was shown.
class PickHistory {
  public:
    /// Error (Input) with the fields that the row has.
    static Result<PickHistory> begin(const Shot& shot, const run::Pick& pick, const std::string& field);

    /// Adds the value in a state.
    /// @param live the run computes: where it goes on after it went back, later values are dropped
    /// @return whether the row is still there
    bool add(const Shot& shot, bool live);

    /// "grains 17 velocity", with the row's id.
    const std::string& name() const { return name_; }
    /// Time and the components of the field, in order of time. It stays as it is.
    std::shared_ptr<const NumberTable> table() const { return table_; }

  private:
    FollowedRow row_;
    std::string field_, name_;
    double last_time_ = 0;    ///< of the last state [s]
    bool went_back_ = false;  ///< the last state was before other ones
    std::shared_ptr<NumberTable> table_;
};

}  // namespace talus::viewer
