#pragma once
#include <atomic>
#include <deque>
#include <fstream>
#include <functional>

#include "talus/engines/lammps/lammps_program.h"

namespace talus::engines {

/// How many steps LAMMPS takes before it is asked again: a wish to stop is seen between two runs, within a
/// second or so.
class LammpsPace {
  public:
    std::uint64_t steps() const { return steps_; }
    void took(std::uint64_t steps, double seconds) {
        if (steps == steps_ && seconds < 0.5) steps_ *= 2;
        if (seconds > 2 && steps_ > 1) steps_ /= 2;
    }

  private:
    std::uint64_t steps_ = 16;
};

/// A LAMMPS that runs and is told command by command what to do.
class LammpsTalk {
  public:
    /// Starts it in a folder, where its log is.
    /// @param stop a wish to stop: then it may take lammps.stop_limit longer for what it was told, and not
    /// for ever
    static Result<LammpsTalk> start(const Lammps& lammps, const io::Path& folder,
                                    const std::atomic<bool>* stop);

    /// Commands, each with its line end; they are not waited for.
    void tell(const std::string& commands) { child_.say(commands); }
    /// Waits until all that was told is done. `meanwhile` hears now and then how far the steps are.
    /// Errors: as failed(); Interrupted where it did not come to an end after a wish to stop, and was ended.
    Status await(const std::function<void(std::uint64_t step)>& meanwhile = {});
    /// Takes steps and waits for them. @param set_up whether it finds neighbours and forces first
    Status run(std::uint64_t steps, bool set_up, LammpsPace& pace,
               const std::function<void(std::uint64_t step)>& meanwhile);
    /// Ends it in an orderly way. Error where it does not end well.
    Status end();

  private:
    LammpsTalk(ChildProcess child, const Lammps& lammps, io::Path folder, const std::atomic<bool>* stop)
        : child_(std::move(child)),
          name_(lammps.name),
          stop_limit_(lammps.stop_limit),
          folder_(std::move(folder)),
          stop_(stop) {}
    /// What it says within a tenth of a second.
    std::vector<std::string> lines();
    /// Runtime: with its lines that name the trouble, else its last ones. Diverged: it came to a value that
    /// is no number. Storage: the disk is full, or a file became too large.
    Error failed();

    ChildProcess child_;
    std::string name_;
    double stop_limit_;  ///< [s]
    io::Path folder_;
    const std::atomic<bool>* stop_;
    std::ofstream log_;
    std::deque<std::string> last_lines_;
    std::uint64_t told_ = 0;  ///< marks so far
};

}  // namespace talus::engines
