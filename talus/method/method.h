#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/environment/source.h"
#include "talus/method/bench.h"
#include "talus/method/checking.h"
#include "talus/method/coupling/meetings.h"
#include "talus/method/instance.h"
#include "talus/method/land/land.h"
#include "talus/method/needs.h"
#include "talus/method/scene.h"
#include "talus/settings/section.h"

namespace talus::method {

// Declared here only: drawing.h and preview.h (pictures) and plot.h (charts) are not needed by most files
// that use a Method.
struct Drawing;
struct Preview;
struct PlotInput;
struct PlotResult;

/// A chart of `talus plot`: plots/NAME.png.
struct Plot {
    std::string name;  ///< lower-case letters, digits and '-'
    std::string line;  ///< what it shows, for the list
    std::function<PlotResult(const PlotInput& run)> chart;
};

/// A file that a scene reads.
struct Input {
    std::string path;
    bool raster = false;  ///< files beside it, such as a .prj, are read with it
};

/// The description of a method or a coupling: its settings and functions. It is a value: scene/methods.cpp
/// lists those of Talus, and a program may add its own. A function that is empty is not called.
struct Method {
    std::string_view name;  ///< "grains"
    std::string_view line;  ///< "discrete element method", for the map
    /// The struct that its sections fill, with the values of an empty scene.
    Part defaults = Part::of<NoSettings>();
    std::vector<settings::Section> sections = {};
    /// For couplings: the methods whose settings, state or steps it uses.
    std::vector<std::string_view> couples = {};

    /// What it brings that others can meet, and the meetings that it computes (meetings.h).
    std::vector<Thing> things = {};
    std::vector<Meeting> meetings = {};

    /// Whether a scene uses it: has something of it that runs.
    std::function<bool(const Scene& scene)> used = {};

    // Passes of the check of a scene, each called for all methods. A pass with errors is the last one.

    /// After the schema: reads the files that the settings name (their paths become absolute), and makes data
    /// that follows from the settings.
    std::function<void(Scene& scene, const Checking& checking)> load = {};
    /// Checks that need more than one key: geometry, and what names refer to.
    std::function<void(const Checking& checking)> check = {};
    /// Chooses values for keys that the scene leaves open, and reports what follows from the settings: steps,
    /// overlaps, resolution.
    std::function<void(Scene& scene, const Checking& checking)> finish = {};

    // For a scene that passed the check.

    std::function<Needs(const Scene& scene)> needs = {};
    /// Lines of `talus check`.
    std::function<std::vector<Line>(const Scene& scene)> summary = {};
    /// Pictures of what the settings were made into, for `talus check --pictures`.
    std::function<std::vector<Preview>(const Scene& scene)> previews = {};
    /// The keys and sections of the scene that it does not support on a device. Empty function: it supports
    /// none.
    std::function<std::vector<std::string>(const Scene& scene)> not_on_device = {};
    std::function<std::vector<Input>(const Scene& scene)> inputs = {};
    std::function<std::vector<environment::Source>(const Scene& scene)> sources = {};
    /// Points around what is seen of it during the run, where the settings alone tell that: for cameras. May
    /// take some milliseconds.
    std::function<std::vector<Vec3d>(const Scene& scene)> seen = {};
    /// The land of the scene; frames show it as columns.
    std::function<std::vector<Land>(const Scene& scene)> lands = {};

    /// Builds the instance. Error (Input): why the scene cannot be built.
    std::function<Result<std::unique_ptr<Instance>>(const Scene& scene)> build = {};

    // Pictures and surfaces.

    /// Half of the distance between neighbouring points of a set of its frames [m], for points without a
    /// field "radius". Nothing: the set is not of this method.
    std::function<std::optional<double>(const Scene& scene, std::string_view set)> point_radius = {};
    /// Fields that output.fields may name.
    std::vector<std::string_view> fields = {};
    /// Values of render.colour, other than "material".
    std::vector<std::string_view> colours = {};
    /// Those of them that this scene has.
    std::function<std::vector<std::string_view>(const Scene& scene)> colours_of = {};
    /// Fields that a picture of this colour needs.
    std::function<std::vector<std::string>(const Scene& scene, const std::string& colour)> drawn_fields = {};
    /// Adds the sets of a frame to a picture. Error (Input) where the frame lacks a set or a field.
    std::function<Status(const Scene& scene, Drawing& drawing)> draw = {};

    /// Charts of `talus plot`, in the order in which they are made.
    std::vector<Plot> plots = {};

    std::optional<Bench> bench = {};  ///< for `talus bench`
};

}  // namespace talus::method
