#pragma once
#include <memory>
#include <optional>

#include "talus/core/number_table.h"
#include "talus/run/session/session.h"

namespace talus::run {

/// The statistics of a session in memory: one row per frame with time, step, frame and dt, the results that
/// stats.csv holds, and the time of each stage. When the session goes back, later rows stay until it goes on
/// from there to the end of a frame. A column that a change of the settings adds or removes has NaN in the
/// rows without it.
class LiveStats final : public Listener {
  public:
    /// @param max_rows at least 8. Beyond it older rows are thinned out evenly: of all but the newest quarter
    /// every second frame is kept, then every fourth, and so on.
    explicit LiveStats(const Session& session, std::size_t max_rows = 4096);

    Status frameEnded(Session& session) override;
    void replaced(Session& session) override;

    /// The rows so far. The table does not change any more, and is made anew only when there are new rows.
    std::shared_ptr<const NumberTable> table();

  private:
    void follow(const Session& session);
    void dropFrom(double time);
    void nameColumns(const scene::Simulation& simulation);
    std::size_t columnOf(const std::string& name);
    void thin();

    std::size_t max_rows_;
    std::vector<method::Columns> columns_;    ///< of the present simulation
    std::vector<std::string> results_;        ///< their names
    std::vector<std::size_t> table_columns_;  ///< columns of the table for results and stages, in this order
    NumberTable rows_;                        ///< rows may be shorter than the columns: NaN follows
    std::optional<double> went_back_to_;      ///< time of the state that was set, and not gone on from [s]
    std::uint64_t stride_ = 1;                ///< older rows are of frames that are multiples of it
    std::uint64_t last_step_ = 0;             ///< of the last row, or when the session was replaced
    std::vector<double> last_stage_seconds_;  ///< then
    std::shared_ptr<const NumberTable> table_;  ///< null where it is out of date
};

}  // namespace talus::run
