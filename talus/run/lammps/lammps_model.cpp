#include "talus/run/lammps/lammps_model.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "talus/couple/granular/setup.h"
#include "talus/grains/fields.h"
#include "talus/grains/forces/springs.h"
#include "talus/grains/sources/emit.h"
#include "talus/run/lammps/lammps_laws.h"
#include "talus/scene/reader.h"

namespace talus::run {
namespace {

using environment::WallFace;

/// LAMMPS has 32 groups of atoms, and a wall may need one a type.
constexpr std::size_t most_types = 30;

/// The keys that decide what happens and that the export turns into LAMMPS' commands, or names as missing.
/// A key that is not here is missing where it is not at its default, so that a setting which this file does
/// not know yet is never dropped silently.
const std::map<std::string_view, std::vector<std::string_view>>& knownKeys() {
    static const std::map<std::string_view, std::vector<std::string_view>> keys{
        {"grains", {"spin", "integrator", "skin", "search"}},
        {"world", {"gravity", "periodic", "domain_min", "domain_max"}},
        {"contact",
         {"between", "law", "stiffness", "shear_stiffness", "normal_damping", "shear_damping", "restitution",
          "friction", "cap", "adhesionless", "young", "poisson", "young_second", "poisson_second",
          "mindlin_factor", "shear_dashpot", "contact_time", "impact_speed"}},
        {"wall",
         {"name", "material", "shape", "point", "normal", "min", "max", "centre", "radius", "visible"}}};
    return keys;
}

/// Sections that say how a run begins, or what is written and drawn: the state holds the former.
bool changesNoForce(std::string_view section) {
    for (const std::string_view known :
         {"", "time", "material", "emitter", "fill", "import", "grain", "output", "render", "camera"})
        if (section == known) return true;
    return false;
}

/// Adds a line that is not there yet.
void addOnce(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
}

void noteUnknownSettings(const scene::Scene& scene, LammpsModel& model) {
    const settings::Registry registry = scene::registryOf(*scene.methods);
    for (const settings::Section& section : registry.sections()) {
        if (changesNoForce(section.name) || section.name == "ground") continue;  // told by noteUnknownWalls
        const auto known = knownKeys().find(section.name);
        void* const owner = scene::ownersOf(scene)[section.owner];
        for (std::size_t i = 0; i < section.size(owner); ++i) {
            const void* object = section.object(owner, i);
            for (const settings::Parameter& row : section.parameters) {
                if (known != knownKeys().end() &&
                    std::find(known->second.begin(), known->second.end(), row.key) != known->second.end())
                    continue;
                if (!section.applies(row, object)) continue;
                const settings::Value value = row.get(object);
                if (!row.required && value == section.defaultOf(row)) continue;
                std::string line = fmt::format("{} = {} in {}", row.key, toToml(value, row), section.title());
                addOnce(model.missing, std::move(line));
            }
        }
    }
}

/// Emitters that have not poured all their grains yet.
void noteEmitters(const scene::Simulation& simulation, LammpsModel& model) {
    const auto emitted = simulation.world().table(grains::emitters_table).read(grains::fields::emitted);
    const auto& emitters = grains::in(simulation.scene()).emitters;
    for (std::size_t e = 0; e < emitters.size(); ++e) {
        const std::uint64_t all = grains::grainsInAll(emitters[e]);
        if (emitted[e] < all)
            model.missing.push_back(
                fmt::format("emitter '{}' has {} of its {} grains still to pour: run the scene until it is "
                            "done, and export the run's folder",
                            emitters[e].name, all - emitted[e], all));
    }
}

/// Collects the laws that occur, and says what is refused once a pair of materials.
class Laws {
  public:
    Laws(const scene::Scene& scene, const grains::LawTable& table, LammpsModel& model)
        : scene_(scene), table_(table), model_(model) {}

    LammpsLaw of(std::size_t a, std::size_t b, const Touching& touching) {
        std::set<std::string> refused;
        LammpsLaw law = lammpsLaw(table_.at(a, b), touching, refused);
        if (a > b) std::swap(a, b);
        for (const std::string& what : refused)
            addOnce(model_.refused,
                    fmt::format("the contact between '{}' and '{}': {}", scene_.environment.materials[a].name,
                                scene_.environment.materials[b].name, what));
        return law;
    }

  private:
    const scene::Scene& scene_;
    const grains::LawTable& table_;
    LammpsModel& model_;
};

bool isCurved(const WallFace& face) {
    return face.kind == WallFace::Kind::SphereInside || face.kind == WallFace::Kind::SphereOutside;
}

bool anyNeedsRadius(const grains::Setup& setup, const std::set<std::uint16_t>& present) {
    // What is fixed has no law for others that are, nor for walls.
    const auto held = [&](std::uint16_t material) {
        return !setup.fixed.empty() && setup.fixed[material] != 0;
    };
    for (const std::uint16_t a : present) {
        if (held(a)) continue;
        for (const std::uint16_t b : present)
            if (needsRadius(setup.laws.at(a, b), false)) return true;
        for (const WallFace& face : setup.walls->faces())
            if (needsRadius(setup.laws.at(a, face.material), isCurved(face))) return true;
    }
    return false;
}

/// One type a material; one a material and radius where LAMMPS' numbers depend on it.
void chooseTypes(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model) {
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto material = grains.read(grains::fields::material);
    const auto radius = grains.read(grains::fields::radius);
    const bool by_radius = anyNeedsRadius(setup, {material.begin(), material.end()});
    std::map<std::pair<std::uint16_t, double>, std::uint32_t> types;
    const auto key = [&](std::size_t i) { return std::pair{material[i], by_radius ? radius[i] : 0}; };
    for (std::size_t i = 0; i < grains.size() && types.size() <= most_types; ++i)
        types.try_emplace(key(i), 0);
    if (types.size() > most_types) {
        model.refused.push_back(fmt::format(
            "grains of more than {} different radii under a law whose numbers depend on them in LAMMPS "
            "(\"lee-herrmann\", \"bell\", a contact_time, or \"hertz-mindlin\" at a sphere): it has groups "
            "for "
            "{} kinds; use fewer radii, or the law \"linear\"",
            most_types, most_types));
        return;
    }
    for (auto& [of, number] : types) {
        const environment::Material& is = simulation.scene().environment.materials[of.first];
        model.types.push_back({of.first, of.second, is.density, is.fixed});
        number = static_cast<std::uint32_t>(model.types.size());
    }
    for (std::size_t i = 0; i < grains.size(); ++i) {
        model.type.push_back(types.at(key(i)));
        model.density.push_back(simulation.scene().environment.materials[material[i]].density);
    }
}

double massOf(const LammpsType& type) {
    return 4.0 / 3.0 * std::numbers::pi * type.radius * type.radius * type.radius * type.density;
}

/// "x", "y" or "z" where a unit normal lies along an axis.
std::optional<std::string> planeOf(const WallFace& face) {
    const double n[] = {face.b.x, face.b.y, face.b.z}, p[] = {face.a.x, face.a.y, face.a.z};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(n[axis]) != 1) continue;
        // LAMMPS' flat walls come as a pair, low and high, of which either may be absent.
        return n[axis] > 0 ? fmt::format("{}plane {} NULL", "xyz"[axis], p[axis])
                           : fmt::format("{}plane NULL {}", "xyz"[axis], p[axis]);
    }
    return std::nullopt;
}

std::string vector(const Vec3d& v) { return fmt::format("{} {} {}", v.x, v.y, v.z); }

std::string regionOf(const WallFace& face) {
    switch (face.kind) {
        case WallFace::Kind::Plane:
            return fmt::format("plane {} {} side in units box", vector(face.a), vector(face.b));
        case WallFace::Kind::BoxOutside:
            return fmt::format("block {} {} {} {} {} {} side out units box", face.a.x, face.b.x, face.a.y,
                               face.b.y, face.a.z, face.b.z);
        case WallFace::Kind::SphereOutside:
            return fmt::format("sphere {} {} side out units box", vector(face.a), face.b.x);
        case WallFace::Kind::SphereInside:
            return fmt::format("sphere {} {} side in units box", vector(face.a), face.b.x);
        default: return "";
    }
}

/// A grain of a type at a wall.
Touching touchingAt(const WallFace& face, const LammpsType& type) {
    const double a = type.radius, mass = massOf(type);
    if (face.kind == WallFace::Kind::SphereOutside) return {a, a * face.b.x / (face.b.x + a), mass};
    if (face.kind == WallFace::Kind::SphereInside) return {a, a * face.b.x / (face.b.x - a), mass};
    return {a, a, mass};
}

/// Two grains. What is held weighs infinitely much in LAMMPS, and nearly so in Talus (hold_fixed.h).
Touching touchingOf(const LammpsType& a, const LammpsType& b) {
    if (a.radius == 0) return {};
    const double radius = a.radius * b.radius / (a.radius + b.radius), m = massOf(a), n = massOf(b);
    return {radius, radius, a.fixed ? n : b.fixed ? m : m * n / (m + n)};
}

/// Walls that LAMMPS has no region for, or that move; sinks.
void noteUnknownWalls(const scene::Scene& scene, const grains::Setup& setup, LammpsModel& model) {
    if (ground::in(scene).ground) model.missing.emplace_back("[ground]: LAMMPS has no ground of heights");
    for (const environment::Sink& sink : scene.environment.sinks)
        model.missing.push_back(fmt::format("sink '{}': all grains are kept", sink.name));
    if (couple::hybridIn(scene)) model.missing.emplace_back("hybrid: grains never become ground");
    for (std::size_t w = 0; w < scene.environment.walls.size(); ++w) {
        const std::string& name = scene.environment.walls[w].name;
        const environment::WallBody& body = setup.walls->bodies()[w];
        if (scene.environment.walls[w].follows) {
            model.missing.push_back(fmt::format("body '{}': bodies are not exported", name));
            continue;
        }
        if (setup.walls->moves(w))
            model.missing.push_back(
                fmt::format("wall '{}' moves: its motion; the wall is exported standing still", name));
        for (std::uint32_t f = body.first_face; f < body.end_face; ++f) {
            if (!regionOf(setup.walls->faces()[f]).empty()) continue;
            model.missing.push_back(fmt::format(
                "wall '{}': only planes, closed boxes, obstacle boxes and spheres are exported", name));
            break;
        }
    }
}

/// Two opposite sides of a box in one: "xplane 0 NULL" and "xplane NULL 1" make "xplane 0 1". LAMMPS then
/// asks which is nearer, and keeps one spring a grain, so the box must be too wide for touching both.
bool joinOpposite(const WallFace& low, const WallFace& high, double widest_grain,
                  std::vector<LammpsWall>& walls, std::size_t first) {
    const bool opposite = low.kind == WallFace::Kind::Plane && high.kind == WallFace::Kind::Plane &&
                          low.wall == high.wall && low.b == -high.b && planeOf(low) && planeOf(high);
    const double width = dot(high.a - low.a, low.b);
    if (!opposite || low.b.x + low.b.y + low.b.z < 0 || width < 2 * widest_grain) return false;
    const std::string above = *planeOf(high);
    for (std::size_t w = first; w < walls.size(); ++w) {
        std::string& shape = walls[w].shape;
        shape.replace(shape.rfind("NULL"), 4, above.substr(above.rfind(' ') + 1));
    }
    return true;
}

void addWalls(const scene::Scene& scene, const grains::Setup& setup, double widest_grain, Laws& laws,
              LammpsModel& model) {
    std::size_t before = 0;  // where the walls of the face before begin
    noteUnknownWalls(scene, setup, model);
    const std::vector<WallFace>& faces = setup.walls->faces();
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const WallFace& face = faces[f];
        if (regionOf(face).empty() || scene.environment.walls[face.wall].follows) continue;
        const std::string& name = scene.environment.walls[face.wall].name;
        const auto plane = face.kind == WallFace::Kind::Plane ? planeOf(face) : std::nullopt;
        if (plane && model.boundary[2 * static_cast<std::size_t>((*plane)[0] - 'x')] == 'p') {
            addOnce(model.missing,
                    fmt::format("wall '{}' stands across the periodic axis {}", name, (*plane)[0]));
            continue;
        }
        if (f > 0 && joinOpposite(faces[f - 1], face, widest_grain, model.walls, before)) continue;
        before = model.walls.size();
        LammpsWall wall;
        wall.name = name;
        (plane ? wall.shape : wall.region) = plane ? *plane : regionOf(face);
        std::vector<LammpsWall> each;
        for (std::uint32_t t = 1; t <= model.types.size(); ++t) {
            const LammpsType& type = model.types[t - 1];
            if (type.fixed) continue;  // no wall moves it, and there may be no law for the two
            wall.type = t;
            wall.law = laws.of(type.material, face.material, touchingAt(face, type));
            each.push_back(wall);
        }
        const bool same = std::all_of(each.begin(), each.end(),
                                      [&](const LammpsWall& w) { return w.law == each.front().law; });
        if (same && !each.empty()) {
            each.resize(1);
            each.front().type = 0;
        }
        model.walls.insert(model.walls.end(), each.begin(), each.end());
    }
}

void addPairs(Laws& laws, LammpsModel& model) {
    bool history = false, none = false;
    for (std::uint32_t i = 1; i <= model.types.size(); ++i)
        for (std::uint32_t j = i; j <= model.types.size(); ++j) {
            const LammpsType &a = model.types[i - 1], &b = model.types[j - 1];
            if (a.fixed && b.fixed) continue;
            model.pairs.push_back({i, j, laws.of(a.material, b.material, touchingOf(a, b))});
            (model.pairs.back().law.shear_stiffness > 0 ? history : none) = true;
        }
    if (history && none)
        model.refused.push_back(
            "grains of which some pairs have a shear spring and others (shear_stiffness = 0) have none: "
            "LAMMPS keeps a history for all pairs or for none; give all pairs one, or none");
    // Two that are fixed have no law, and LAMMPS leaves such pairs out (lammps_script.cpp), but it wants a
    // line.
    const LammpsLaw any = model.pairs.empty() ? LammpsLaw{.damping = "velocity"} : model.pairs.front().law;
    for (std::uint32_t i = 1; i <= model.types.size(); ++i)
        for (std::uint32_t j = i; j <= model.types.size(); ++j)
            if (model.types[i - 1].fixed && model.types[j - 1].fixed) model.pairs.push_back({i, j, any});
}

/// Where the state and the physics are the same and the arithmetic is not.
void addNotes(const scene::Simulation& simulation, LammpsModel& model) {
    const state::World& world = simulation.world();
    const state::Table& contacts = world.table(grains::contacts_table);
    const auto between_grains = grains::shearSprings(contacts);
    std::size_t springs = 0;
    for (std::size_t row = 0; row < contacts.size(); ++row) springs += squaredLength(between_grains[row]) > 0;
    for (const Vec3d& at_wall : world.table(grains::wall_contacts_table).read(grains::fields::wall_spring))
        springs += squaredLength(at_wall) > 0;
    if (springs > 0)
        model.notes.push_back(fmt::format(
            "the shear springs of {} contacts are not handed over (a data file has no place for them): "
            "LAMMPS starts all of them at zero, and a heap at rest settles anew by a little",
            springs));
}

void findBox(const scene::Simulation& simulation, const environment::Periodic& domain, LammpsModel& model) {
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto position = grains.read(grains::fields::position);
    const auto radius = grains.read(grains::fields::radius);
    constexpr double far = std::numeric_limits<double>::infinity();
    model.low = {far, far, far};
    model.high = {-far, -far, -far};
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3d& x = position[i];
        const double a = 2 * radius[i];
        model.low = {std::min(model.low.x, x.x - a), std::min(model.low.y, x.y - a),
                     std::min(model.low.z, x.z - a)};
        model.high = {std::max(model.high.x, x.x + a), std::max(model.high.y, x.y + a),
                      std::max(model.high.z, x.z + a)};
    }
    // An open side follows the grains ("s"); a periodic one is where it is.
    const auto repeat = [&](std::size_t axis, double low, double length, double& model_low,
                            double& model_high) {
        if (length <= 0) return;
        model.boundary[2 * axis] = 'p';
        model_low = low;
        model_high = low + length;
    };
    repeat(0, domain.low.x, domain.length.x, model.low.x, model.high.x);
    repeat(1, domain.low.y, domain.length.y, model.low.y, model.high.y);
    repeat(2, domain.low.z, domain.length.z, model.low.z, model.high.z);
}

}  // namespace

LammpsModel lammpsModel(const scene::Simulation& simulation) {
    const scene::Scene& scene = simulation.scene();
    const grains::Setup setup = couple::granular::grainSetup(scene);
    LammpsModel model;
    model.scene = scene.name;
    model.start = simulation.clock().time(simulation.world().step);
    model.dt = simulation.clock().dt();
    model.steps_per_frame = simulation.clock().steps_per_frame;
    model.gravity = scene.environment.gravity;
    model.spin = grains::in(scene).params.spin;
    model.skin = setup.search.skin;
    if (grains::in(scene).params.integrator != grains::Integrator::VelocityVerlet)
        model.missing.emplace_back("an integrator other than \"velocity-verlet\"");
    noteEmitters(simulation, model);
    noteUnknownSettings(scene, model);
    findBox(simulation, setup.search.domain, model);
    chooseTypes(simulation, setup, model);
    Laws laws(scene, setup.laws, model);
    addPairs(laws, model);
    const auto radius = simulation.world().table(grains::grains_table).read(grains::fields::radius);
    const double widest = radius.empty() ? 0 : 2 * *std::max_element(radius.begin(), radius.end());
    addWalls(scene, setup, widest, laws, model);
    addNotes(simulation, model);
    return model;
}

Status lammpsCan(const LammpsModel& model, bool allow_missing) {
    const bool lacks = !model.missing.empty() && !allow_missing;
    if (model.refused.empty() && !lacks) return success();
    std::string text;
    if (!model.refused.empty()) {
        text = "LAMMPS would compute something else than this scene asks for:";
        for (const std::string& line : model.refused) text += "\n  - " + line;
        text += "\nchange the scene as said; --allow-missing does not help here";
    }
    if (lacks) {
        text += text.empty() ? "" : "\n";
        text += "LAMMPS cannot do all that this scene asks for:";
        for (const std::string& line : model.missing) text += "\n  - " + line;
        text += "\nchange the scene, or leave these out on purpose with --allow-missing";
    }
    return Error{ErrorKind::Input, text};
}

}  // namespace talus::run
