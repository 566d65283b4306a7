#include "talus/engines/lammps/forecast/lammps_missing.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "talus/couple/granular/scene.h"
#include "talus/grains/fields.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/sources/emit.h"
#include "talus/scene/reader.h"

namespace talus::engines {
namespace {

/// The keys that the translation handles: it turns them into LAMMPS commands, or reports them elsewhere as
/// missing. Any other key that is not at its default is reported as missing, so that a new setting is never
/// dropped silently.
const std::map<std::string_view, std::vector<std::string_view>>& knownKeys() {
    static const std::map<std::string_view, std::vector<std::string_view>> keys{
        {"grains", {"spin", "integrator", "skin", "search", "precision"}},
        {"world", {"gravity", "periodic", "domain_min", "domain_max"}},
        {"contact",
         {"between",
          "law",
          "stiffness",
          "shear_stiffness",
          "normal_damping",
          "shear_damping",
          "restitution",
          "friction",
          "cap",
          "adhesionless",
          "young",
          "poisson",
          "young_second",
          "poisson_second",
          "mindlin_factor",
          "shear_dashpot",
          "contact_time",
          "impact_speed",
          "rolling",
          "rolling_friction",
          "twisting_friction",
          "rolling_stiffness",
          "rolling_damping",
          "cohesion",
          "pull",
          "range",
          "surface_energy",
          "surface_tension",
          "wetting_angle",
          "bridge_volume"}},
        {"wall", {"name", "material", "shape",      "point", "normal",  "min",    "max",
                  "open", "centre",   "radius",     "hole",  "corner",  "edge_u", "edge_v",
                  "from", "to",       "end_radius", "caps",  "visible", "group",  "parent"}},
        {"motion",
         {"wall", "kind", "velocity", "axis", "point", "rate", "direction", "amplitude", "frequency", "phase",
          "start", "stop", "times", "positions", "rotations"}},
        {"sink", {"name", "shape", "point", "normal", "min", "max"}}};
    return keys;
}

/// Sections that change no force: they say how a run begins (the state holds that), or what is written and
/// drawn.
bool changesNoForce(std::string_view section) {
    for (const std::string_view known : {"", "time", "material", "emitter", "fill", "import", "grain",
                                         "output", "render", "camera", "probe", "light", "grain_shape"})
        if (section == known) return true;
    return false;
}

/// Keys of walls from mesh files. LIGGGHTS takes such walls; for LAMMPS walls/lammps_walls.cpp reports them.
bool isOfMesh(std::string_view key) {
    return key == "file" || key == "scale" || key == "rotation" || key == "position";
}

/// Adds a line unless the list has it already.
void addOnce(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
}

/// Whether a section holds a value that is not its default.
bool hasNonDefaultValue(const settings::Section& section, void* owner) {
    for (std::size_t i = 0; i < section.size(owner); ++i)
        for (const settings::Parameter& row : section.parameters)
            if (const void* object = section.object(owner, i);
                section.applies(row, object) && (row.required || row.get(object) != section.defaultOf(row)))
                return true;
    return false;
}

/// Reports the settings of a section of the grains that knownKeys() lacks.
void noteUnknownKeys(const settings::Section& section, void* owner, LammpsModel& model) {
    const auto known = knownKeys().find(section.name);
    for (std::size_t i = 0; i < section.size(owner); ++i) {
        const void* object = section.object(owner, i);
        for (const settings::Parameter& row : section.parameters) {
            if (section.name == "wall" && isOfMesh(row.key)) continue;
            if (known != knownKeys().end() &&
                std::find(known->second.begin(), known->second.end(), row.key) != known->second.end())
                continue;
            if (!section.applies(row, object)) continue;
            const settings::Value value = row.get(object);
            if (!row.required && value == section.defaultOf(row)) continue;
            addOnce(model.missing,
                    fmt::format("{} = {} in {}: {}", row.key, toToml(value, row), section.title(), row.doc));
        }
    }
}

/// Reports other methods, one line each; ground, bodies and hybrid are reported elsewhere.
void noteUnknownSettings(const scene::Scene& scene, LammpsModel& model) {
    const settings::Registry registry = scene::registryOf(*scene.methods);
    constexpr std::size_t common = 0;
    for (const settings::Section& section : registry.sections()) {
        if (changesNoForce(section.name)) continue;
        void* const owner = scene::ownersOf(scene)[section.owner];
        if (section.owner == common || (*scene.methods)[section.owner - 1].name == "grains") {
            noteUnknownKeys(section, owner, model);
            continue;
        }
        const method::Method& method = (*scene.methods)[section.owner - 1];
        const bool reported_elsewhere =
            method.name == "ground" || method.name == "solids" || method.name == "hybrid";
        if (!reported_elsewhere && hasNonDefaultValue(section, owner))
            addOnce(model.missing,
                    fmt::format("{} ({}): {} moves only grains", method.name, method.line, model.program));
    }
}

/// Emitters that have not poured all their grains yet.
void noteEmitters(const scene::Simulation& simulation, LammpsModel& model) {
    const auto emitted = simulation.world().table(grains::emitters_table).read(grains::fields::emitted);
    const auto& emitters = grains::in(simulation.scene()).emitters;
    for (std::size_t e = 0; e < emitters.size(); ++e) {
        const std::uint64_t all = grains::grainsInAll(emitters[e]);
        model.pours = model.pours || emitted[e] < all;
        if (emitted[e] < all)
            model.driven.push_back(fmt::format(
                "emitter '{}' has {} of its {} grains still to pour: run the scene with talus run "
                "--engine lammps, or run it until the emitter is done and export the run folder",
                emitters[e].name, all - emitted[e], all));
    }
}

/// Reports ground, hybrid and sinks.
void noteOthers(const scene::Scene& scene, LammpsModel& model) {
    if (ground::in(scene).ground)
        model.missing.push_back(fmt::format("[ground]: {} has no height field", model.program));
    if (couple::hybridIn(scene)) model.missing.emplace_back("[hybrid]: grains never become ground");
    if (grains::hasClumps(scene))
        model.missing.push_back(
            fmt::format("[[grain_shape]]: {} would move the spheres of a grain one by one", model.program));
    for (const environment::Sink& sink : scene.environment.sinks)
        model.driven.push_back(fmt::format(
            "sink '{}' keeps all its grains: run the scene with talus run --engine lammps, which empties it",
            sink.name));
}

}  // namespace

void addMissing(const scene::Simulation& simulation, LammpsModel& model) {
    if (grains::in(simulation.scene()).params.integrator != grains::Integrator::VelocityVerlet)
        model.missing.emplace_back("an integrator other than \"velocity-verlet\"");
    noteEmitters(simulation, model);
    noteOthers(simulation.scene(), model);
    noteUnknownSettings(simulation.scene(), model);
}

}  // namespace talus::engines
