#pragma once
#include <atomic>
#include <deque>
#include <fstream>
#include <functional>

#include "talus/engines/lammps/lammps_program.h"

namespace talus::engines {

/// How many steps LAMMPS takes per `run` command. A request to stop is read between two runs, so a run should
/// take about a second.
class LammpsRunLength {
  public:
    std::uint64_t steps() const { return steps_; }
    /// Adapts the number of steps to the time that the last run took [s].
    void adapt(std::uint64_t steps, double seconds) {
        if (steps == steps_ && seconds < 0.5) steps_ *= 2;
        if (seconds > 2 && steps_ > 1) steps_ /= 2;
    }

  private:
    std::uint64_t steps_ = 16;
};

/// A running LAMMPS that gets commands through its standard input and is read through its standard output.
class LammpsProcess {
  public:
    /// Starts LAMMPS in a folder, which also gets its log.
    /// @param stop set when the user asks to stop; await() then waits lammps.stop_limit longer and ends
    /// LAMMPS
    static Result<LammpsProcess> start(const Lammps& lammps, const io::Path& folder,
                                       const std::atomic<bool>* stop);

    /// Sends commands, each with its line end, and does not wait for them.
    void send(const std::string& commands) { child_.say(commands); }
    /// Waits until LAMMPS has executed all commands sent so far. Calls `on_step` repeatedly with the last
    /// step that LAMMPS printed. Errors: as failed(); Interrupted where LAMMPS did not finish within
    /// lammps.stop_limit of a request to stop and was ended.
    Status await(const std::function<void(std::uint64_t step)>& on_step = {});
    /// Takes steps and waits for them. @param set_up whether LAMMPS finds neighbours and forces first
    Status run(std::uint64_t steps, bool set_up, LammpsRunLength& run_length,
               const std::function<void(std::uint64_t step)>& on_step);
    /// Closes LAMMPS' input and waits for its end. Errors: as failed().
    Status end();

  private:
    LammpsProcess(ChildProcess child, const Lammps& lammps, io::Path folder, const std::atomic<bool>* stop)
        : child_(std::move(child)),
          name_(lammps.name),
          stop_limit_(lammps.stop_limit),
          folder_(std::move(folder)),
          stop_(stop) {}
    /// The lines that LAMMPS prints within a tenth of a second.
    std::vector<std::string> lines();
    /// The error of a LAMMPS that ended early, with its lines that name the cause, or else its last lines.
    /// Diverged: a value is not a number. Storage: the disk is full, or a file became too large. Runtime:
    /// any other cause.
    Error failed();

    ChildProcess child_;
    std::string name_;
    double stop_limit_;  ///< [s]
    io::Path folder_;
    const std::atomic<bool>* stop_;
    std::ofstream log_;
    std::deque<std::string> last_lines_;
    std::uint64_t marks_ = 0;  ///< printed so far, to recognise the end of the commands
};

}  // namespace talus::engines
