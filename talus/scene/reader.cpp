#include "talus/scene/reader.h"

#include <algorithm>

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "talus/core/physical_memory.h"
#include "talus/environment/groups.h"
#include "talus/environment/sections.h"
#include "talus/method/check_world.h"
#include "talus/scene/check_meetings.h"
#include "talus/scene/methods.h"
#include "talus/scene/passes.h"
#include "talus/scene/sections_common.h"
#include "talus/settings/fill.h"
#include "talus/settings/references.h"

namespace talus::scene {

using method::Common;

namespace {

/// Larger texts are refused, because the parser copies the text several times.
constexpr std::size_t max_text_bytes = std::size_t{16} << 20;

/// Normalizes directions whose length has no meaning. A unit vector keeps its bits, so that writing and
/// reading a scene does not change it.
void normalizeDirections(Scene& scene) {
    constexpr double round_off = 1e-14;
    const auto normalize = [](Vec3d& direction) {
        if (std::abs(squaredLength(direction) - 1) > round_off) direction = normalized(direction);
    };
    for (environment::Wall& wall : scene.environment.walls) normalize(wall.plane.normal);
    for (environment::Sink& sink : scene.environment.sinks) normalize(sink.plane.normal);
    for (method::Probe& probe : scene.probes) normalize(probe.normal);
}

void readInto(ReadResult& result, std::string_view text, const std::string& folder,
              std::span<const std::string> overrides, const Machine& machine, const RasterReader& rasters,
              const method::Methods& methods) {
    Diagnostics& diagnostics = result.diagnostics;
    const settings::Registry registry = registryOf(methods);
    if (text.size() > max_text_bytes)
        return diagnostics.error({}, "the text is larger than 16 MiB", "a scene file is a short text");
    std::optional<settings::Entries> root = settings::parseToml(text, 0, diagnostics);
    if (!root) return;
    settings::applyOverrides(registry, overrides, *root, diagnostics);
    Scene scene(methods);
    settings::fill(registry, *root, ownersOf(scene), diagnostics, startsOf(scene));
    if (diagnostics.hasErrors()) return;

    const method::Files files{folder, rasters};
    if (machine.memory_bytes > 0)
        files.memory->bytes =
            std::max(0.0, method::usable_memory * machine.memory_bytes - method::process_bytes);
    const method::Checking checking{scene, *root, files, diagnostics};
    loadMeshes(scene, checking);
    for (const method::Method& method : methods)
        if (method.load) method.load(scene, checking);
    if (diagnostics.hasErrors()) return;
    scene.read = files.memory->taken;
    scene.reading_peak = files.memory->peak;
    environment::joinMotions(scene.environment, *root, diagnostics);
    if (diagnostics.hasErrors()) return;

    settings::checkReferences(registry, *root, ownersOf(scene), diagnostics);
    method::checkWorld(checking);
    checkCameras(checking);
    checkProbePatches(checking);
    checkMeetings(checking);
    for (const method::Method& method : methods)
        if (method.check) method.check(checking);
    if (scene.used().empty())
        checking.warn(
            {}, "nothing moves in the scene",
            "add for example a [[fill]] of grains, or [[particles]]; `talus explain` lists all tables");
    if (diagnostics.hasErrors()) return;
    normalizeDirections(scene);
    for (const method::Method& method : methods)
        if (method.finish) method.finish(scene, checking);
    checkFeasibility(checking, machine);
    if (!diagnostics.hasErrors()) checkProbes(checking);
    if (!diagnostics.hasErrors()) result.scene = std::move(scene);
}

}  // namespace

Machine thisMachine() { return {.memory_bytes = physicalMemory()}; }

settings::Registry registryOf(const method::Methods& methods) {
    constexpr std::size_t common = 0;
    settings::Registry made;
    made.add(common, {topSection(), timeSection()});
    for (auto section : {environment::worldSection, environment::materialSection, environment::wallSection,
                         environment::motionSection, environment::sinkSection})
        made.add(common, {settings::within(&Common::environment, section())});
    std::size_t owner = common;
    for (const method::Method& method : methods) made.add(++owner, method.sections);
    std::vector<std::string_view> fields, colours;
    const auto addNew = [](std::vector<std::string_view>& names, const std::vector<std::string_view>& more) {
        for (const std::string_view name : more)
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const method::Method& method : methods) {
        addNew(fields, method.fields);
        addNew(colours, method.colours);
    }
    made.add(common, {probeSection(), outputSection(fields), renderSection(colours), cameraSection()});
    return made;
}

const settings::Registry& registry() {
    // A constant; not constexpr because its rows hold functions.
    static const settings::Registry sections = registryOf(methods());
    return sections;
}

std::vector<void*> ownersOf(const Scene& scene) {
    std::vector<void*> owners{const_cast<Common*>(static_cast<const Common*>(&scene))};
    for (const method::Part& part : scene.parts) owners.push_back(part.data());
    return owners;
}

std::string writeResolved(const Scene& scene) {
    return settings::write(registryOf(*scene.methods), ownersOf(scene));
}

ReadResult readScene(std::string_view text, std::string_view file_name,
                     std::span<const std::string> overrides, const Machine& machine,
                     const RasterReader& rasters, const method::Methods& methods) {
    ReadResult result;
    const std::string folder = std::filesystem::path(file_name).parent_path().string();
    readInto(result, text, folder, overrides, machine, rasters, methods);
    result.diagnostics.sortByPosition();
    if (settings::full(result.diagnostics) || result.diagnostics.warningCount() >= settings::max_findings)
        result.diagnostics.note(
            {}, fmt::format("there may be more; at most {} are reported", settings::max_findings));
    return result;
}

}  // namespace talus::scene
