#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
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

/// Columns of stats.csv whose values are computed together. Where several methods have a column of the same
/// name, such as the load on a wall, the file has their sum.
struct Columns {
    std::vector<std::string> names;  ///< with units: "particles.smoke.mass [kg]"
    /// Appends one value for each name. The values are results of the simulation and no timings, so that
    /// equal runs have equal values.
    std::function<void(const exec::Exec& exec, const state::World& world, std::vector<Cell>& values)> values;
};

/// The number of something, to show while a scene runs: 5000 "grains".
struct Count {
    std::string what;
    std::uint64_t count = 0;
};

/// When a run asks its methods for notes.
enum class Moment { Start, Frame, End };

struct Note {
    std::string about;  ///< its subject; a run reports each subject once, except at its end
    std::string text;   ///< what was found, and what to do
};

/// Runs the steps of a method on a device.
class DeviceSteps {
  public:
    DeviceSteps() = default;
    DeviceSteps(const DeviceSteps&) = delete;
    DeviceSteps& operator=(const DeviceSteps&) = delete;
    virtual ~DeviceSteps() = default;

    /// Runs `steps` steps. Copies the state to the device before them and back after them.
    virtual step::StepReport advance(state::World& world, const step::Clock& clock, std::uint64_t steps) = 0;
    /// Times of its stages, which have the names of the pipeline's stages.
    virtual const std::vector<step::StageTime>& times() const = 0;
};

/// A method in a scene that runs. It holds settings and no state; the state is in the world.
class Instance {
  public:
    Instance() = default;
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;
    virtual ~Instance() = default;

    /// Adds its tables to a world, with their state before the first step.
    virtual void addTables(state::World& world) const = 0;
    /// Prepares the state for the first step; called when all tables exist. Error (Input): why the scene
    /// cannot start. @param step length of its first step [s] @param others as for pipeline()
    virtual Status start(state::World& world, const exec::Exec& exec, double step,
                         step::PhasedStages others) const {  // NOLINT(performance-*): moved by overrides
        (void)world, (void)exec, (void)step, (void)others;
        return success();
    }
    /// The stages of its step. Called once.
    /// @param others stages that couplings add to it (stagesIn)
    virtual Result<step::Pipeline> pipeline(step::PhasedStages others) const = 0;
    /// For couplings: the stages that it adds to the step of another method (Method::couples).
    virtual step::PhasedStages stagesIn(std::string_view method) const {
        (void)method;
        return {};
    }
    /// The longest step that it allows now [s], > 0; infinite: any. Where the scene's step is longer, a run
    /// takes several sub-steps of the method within it. It depends on the state only, so that a resumed run
    /// takes the same steps.
    virtual double longestStep(const exec::Exec& exec, const state::World& world) const = 0;
    /// The longest step that it allows another method, whose step its own stages depend on [s], > 0;
    /// infinite: any. Like longestStep() it depends on the state only; Needs::limits gives it before the run.
    virtual double longestStepIn(std::string_view method, const exec::Exec& exec,
                                 const state::World& world) const {
        (void)method, (void)exec, (void)world;
        return std::numeric_limits<double>::infinity();
    }

    /// Called before the first step of each frame: sets sums over a frame to zero.
    virtual void beginFrame(state::World&) const {}
    virtual std::vector<Columns> columns() const { return {}; }
    /// The sets of each frame.
    /// @param wanted names of further fields of points, in addition to those that are always written: those
    /// in output.fields, or those that a picture needs
    virtual std::vector<FrameSource> frames(std::span<const std::string> wanted) const {
        (void)wanted;
        return {};
    }
    /// What probes can measure of it. Each is valid as long as the instance.
    virtual std::vector<Probed> probed() const { return {}; }
    virtual std::optional<Count> count(const state::World&) const { return std::nullopt; }
    /// Why the run must stop: the state is outside of the method's validity.
    virtual std::optional<step::Trouble> trouble(const exec::Exec&, const state::World&) const {
        return std::nullopt;
    }
    /// Notes about the state for the user.
    virtual std::vector<Note> notes(const exec::Exec&, const state::World&, Moment) const { return {}; }
    /// Checks of a state from a file: everything that its stages rely on.
    virtual void check(state::StateCheck&) const {}
    /// Its steps on a device. Error (Runtime): the method has no such steps.
    /// @param host for the parts that run on the processor
    virtual Result<std::unique_ptr<DeviceSteps>> onDevice(const exec::Exec& device,
                                                          const exec::Exec& host) const {
        (void)device, (void)host;
        return Error{ErrorKind::Runtime, "this method cannot run on a device"};
    }
};

}  // namespace talus::method
