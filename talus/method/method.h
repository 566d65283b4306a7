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
#include "talus/method/instance.h"
#include "talus/method/land/land.h"
#include "talus/method/needs.h"
#include "talus/method/scene.h"
#include "talus/settings/section.h"

namespace talus::method {

// What pictures (drawing.h) and charts (plot.h) are made of: most files that know a method make neither.
struct Drawing;
struct Plotting;
struct Plotted;

/// A chart of `talus plot`: plots/NAME.png.
struct Plot {
    std::string name;  ///< lower-case letters, digits and '-'
    std::string line;  ///< what it shows, for the list
    std::function<Plotted(const Plotting& run)> chart;
};

/// A file that a scene reads.
struct Input {
    std::string path;
    bool raster = false;  ///< others that lie beside it are read with it
};

/// What a method or a coupling offers. A value: scene/methods.cpp lists those that Talus has, and a program
/// may add its own. A hook that is absent has nothing to say.
struct Method {
    std::string_view name;                   ///< "grains"
    std::string_view line;                   ///< "discrete element method", for the map
    Part defaults = Part::of<NoSettings>();  ///< what its sections fill, as it is in an empty scene
    std::vector<settings::Section> sections = {};
    /// Of a coupling: the methods of the list whose settings, state or steps it takes part in.
    std::vector<std::string_view> couples = {};

    /// Whether a scene has anything of it that runs.
    std::function<bool(const Scene& scene)> used = {};

    // The check of a scene, for all methods of the list. A pass with errors is the last one.

    /// Behind the schema: reads the files that the settings name (their paths become absolute), and makes
    /// what is made of settings.
    std::function<void(Scene& scene, const Checking& checking)> load = {};
    /// What single keys cannot tell: geometry, and what names refer to.
    std::function<void(const Checking& checking)> check = {};
    /// Chooses what the scene leaves to its method, and tells what the settings come to in a run: steps,
    /// overlaps, resolution.
    std::function<void(Scene& scene, const Checking& checking)> finish = {};

    // What is known of a scene that passed the check.

    std::function<Needs(const Scene& scene)> needs = {};
    /// Lines of `talus check`.
    std::function<std::vector<Line>(const Scene& scene)> summary = {};
    /// What of the scene it cannot do on a device, as the scene file names it. Absent: it has no steps there.
    std::function<std::vector<std::string>(const Scene& scene)> not_on_device = {};
    std::function<std::vector<Input>(const Scene& scene)> inputs = {};
    std::function<std::vector<environment::Source>(const Scene& scene)> sources = {};
    /// Land of the scene, which frames show as columns.
    std::function<std::vector<Land>(const Scene& scene)> lands = {};

    /// Error (Input): why the scene cannot be built.
    std::function<Result<std::unique_ptr<Instance>>(const Scene& scene)> build = {};

    // Pictures and surfaces.

    /// Half of the distance between neighbouring points of a set of its frames [m], for points that have no
    /// field "radius". Nothing: the set is not its own.
    std::function<std::optional<double>(const Scene& scene, std::string_view set)> point_radius = {};
    /// Fields that output.fields may name.
    std::vector<std::string_view> fields = {};
    /// What a picture can be coloured by, beside "material" (render.colour).
    std::vector<std::string_view> colours = {};
    /// Of these, what this scene has.
    std::function<std::vector<std::string_view>(const Scene& scene)> colours_of = {};
    /// Fields that a picture of this colour needs.
    std::function<std::vector<std::string>(const Scene& scene, const std::string& colour)> drawn_fields = {};
    /// Adds what a frame shows to a picture. Error (Input) where the frame lacks something.
    std::function<Status(const Scene& scene, Drawing& drawing)> draw = {};

    /// Charts of `talus plot`, in the order in which they are made.
    std::vector<Plot> plots = {};

    std::optional<Bench> bench = {};
};

}  // namespace talus::method
