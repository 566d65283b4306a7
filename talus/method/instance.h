#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/method/frame_source.h"
#include "talus/method/probes/probed.h"
#include "talus/state/state_check.h"
#include "talus/state/world.h"
#include "talus/step/clock.h"
#include "talus/step/phase.h"
#include "talus/step/pipeline.h"

namespace talus::method {

/// One value in stats.csv.
using Cell = std::variant<std::uint64_t, double>;

/// Columns of stats.csv whose values are worked out together. Where several methods give a column of one
/// name, such as the load on a wall, the file has their sum.
struct Columns {
    std::vector<std::string> names;  ///< with units: "particles.smoke.mass [kg]"
    /// As many values, all results of the simulation: equal for equal runs.
    std::function<void(const exec::Exec& exec, const state::World& world, std::vector<Cell>& values)> values;
};

/// How many of something there are, for whoever watches a run: 5000 "grains".
struct Count {
    std::string what;
    std::uint64_t count = 0;
};

/// When a run tells what there is to know.
enum class Moment { Start, Frame, End };

struct Note {
    std::string about;  ///< told once in a run, but for those of its end
    std::string text;   ///< a sentence, and what to do
};

/// Steps of a method in the memory of a device.
class DeviceSteps {
  public:
    DeviceSteps() = default;
    DeviceSteps(const DeviceSteps&) = delete;
    DeviceSteps& operator=(const DeviceSteps&) = delete;
    virtual ~DeviceSteps() = default;

    /// So many steps. The state goes to the device before them and comes back behind them.
    virtual step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps) = 0;
    /// By the names of the pipeline's stages.
    virtual const std::vector<step::StageTime>& times() const = 0;
};

/// A method in a scene that runs: built of its settings, and without any state of its own; that is in the
/// world.
class Instance {
  public:
    Instance() = default;
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;
    virtual ~Instance() = default;

    /// Adds its tables to a world, as they are before the first step.
    virtual void addTables(state::World& world) const = 0;
    /// Once all tables are there. Error (Input): why the scene cannot start.
    /// @param step the first one that it will take [s] @param others as of pipeline()
    virtual Status start(state::World& world, const exec::Exec& exec, double step,
                         step::PhasedStages others) const {  // NOLINT(performance-*): moved by overrides
        (void)world, (void)exec, (void)step, (void)others;
        return success();
    }
    /// Its step, as a list. Called once.
    /// @param others what couplings add to it (stagesIn)
    virtual Result<step::Pipeline> pipeline(step::PhasedStages others) const = 0;
    /// Of a coupling: stages that stand in the step of another method, which it names among its needs.
    virtual step::PhasedStages stagesIn(std::string_view method) const {
        (void)method;
        return {};
    }
    /// The longest step that it allows now [s], > 0; infinite: any. A run takes several of its steps within
    /// one of the scene where that is longer. A function of the state alone, so that a resumed run takes the
    /// same.
    virtual double longestStep(const exec::Exec& exec, const state::World& world) const = 0;

    /// Before the first step of each frame: sums over a frame begin anew.
    virtual void beginFrame(state::World&) const {}
    virtual std::vector<Columns> columns() const { return {}; }
    /// What each frame shows, by name.
    /// @param wanted fields beside those that its points always have: output.fields, or those of a picture
    virtual std::vector<FrameSource> frames(std::span<const std::string> wanted) const {
        (void)wanted;
        return {};
    }
    /// What probes can ask of it. Each lives as long as the instance.
    virtual std::vector<Probed> probed() const { return {}; }
    virtual std::optional<Count> count(const state::World&) const { return std::nullopt; }
    /// Why the run must stop: the state left what the method can mean.
    virtual std::optional<step::Trouble> trouble(const exec::Exec&, const state::World&) const {
        return std::nullopt;
    }
    /// What whoever runs the scene should know of the state.
    virtual std::vector<Note> notes(const exec::Exec&, const state::World&, Moment) const { return {}; }
    /// What its stages rely on, asked of a state that comes from a file.
    virtual void check(state::StateCheck&) const {}
    /// Its steps on a device. Error (Runtime) where there are none. @param host for what is done on the
    /// processor
    virtual Result<std::unique_ptr<DeviceSteps>> onDevice(const exec::Exec& device,
                                                          const exec::Exec& host) const {
        (void)device, (void)host;
        return Error{ErrorKind::Runtime, "it has no steps on a device"};
    }
};

}  // namespace talus::method
