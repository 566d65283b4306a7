#include "talus/engines/lammps/lammps_model.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/forecast/lammps_differences.h"
#include "talus/engines/lammps/forecast/lammps_missing.h"
#include "talus/engines/lammps/lammps_types.h"
#include "talus/engines/lammps/walls/lammps_walls.h"
#include "talus/grains/fields.h"
#include "talus/grains/springs.h"

namespace talus::engines {
namespace {

/// Adds a line unless the list has it already.
void addOnce(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
}

/// Translates contact laws, and reports what is refused once per pair of materials.
class Laws {
  public:
    Laws(const scene::Scene& scene, const grains::LawTable& table, LammpsModel& model)
        : scene_(scene), table_(table), model_(model) {}

    LammpsLaw of(std::size_t a, std::size_t b, const EffectiveContact& contact, bool at_wall = false) {
        std::set<std::string> refused;
        LammpsLaw law = at_wall ? lammpsWallLaw(table_.at(a, b), contact, model_.pours, refused)
                                : lammpsLaw(table_.at(a, b), contact, refused);
        if (a > b) std::swap(a, b);
        for (const std::string& what : refused)
            addOnce(model_.refused,
                    fmt::format("the contact between '{}' and '{}': {}", scene_.environment.materials[a].name,
                                scene_.environment.materials[b].name, what));
        return law;
    }

    const grains::LawConstants& at(std::size_t a, std::size_t b) const { return table_.at(a, b); }

  private:
    const scene::Scene& scene_;
    const grains::LawTable& table_;
    LammpsModel& model_;
};

void addPairs(Laws& laws, LammpsModel& model) {
    bool history = false, none = false;
    for (std::uint32_t i = 1; i <= model.types.size(); ++i)
        for (std::uint32_t j = i; j <= model.types.size(); ++j) {
            const LammpsType &a = model.types[i - 1], &b = model.types[j - 1];
            if (a.fixed && b.fixed) continue;
            model.pairs.push_back(
                {i, j, laws.of(a.material, b.material, effectiveContact(a, a.radius, b, b.radius))});
            (model.pairs.back().law.shear_stiffness > 0 ? history : none) = true;
            const grains::LawConstants& law = laws.at(a.material, b.material);
            if (law.cohesion == grains::Cohesion::Jkr) model.pairs.back().neck_length = law.range;
            if (law.cohesion == grains::Cohesion::None || law.cohesion == grains::Cohesion::Jkr) continue;
            model.pulls.push_back(
                {i, j, law, a.radius + b.radius, a.radius * b.radius / (a.radius + b.radius)});
        }
    if (history && none)
        model.refused.push_back(
            "grains of which some pairs have a shear spring and others (shear_stiffness = 0) have none: "
            "LAMMPS keeps a history for all pairs or for none; give all pairs one, or none");
    // Two fixed types have no law, and LAMMPS excludes such pairs (lammps_script.cpp). But it requires a
    // pair_coeff command for each pair of types.
    LammpsLaw any;
    any.damping = "velocity";
    if (!model.pairs.empty()) any = model.pairs.front().law;
    for (std::uint32_t i = 1; i <= model.types.size(); ++i)
        for (std::uint32_t j = i; j <= model.types.size(); ++j)
            if (model.types[i - 1].fixed && model.types[j - 1].fixed) model.pairs.push_back({i, j, any});
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
    // LAMMPS rejects a box that is much thinner than a grain, such as that of a single layer.
    const auto widen = [](double& low_side, double& high_side, double width) {
        const double more = 0.5 * (width - (high_side - low_side));
        if (more <= 0) return;
        low_side -= more;
        high_side += more;
    };
    double widest = 0;
    for (std::size_t i = 0; i < grains.size(); ++i) widest = std::max(widest, 16 * radius[i]);
    widen(model.low.x, model.high.x, widest);
    widen(model.low.y, model.high.y, widest);
    widen(model.low.z, model.high.z, widest);
    // Boundary "m": an open side follows the grains outwards, and inwards no further than this box. A
    // periodic side is fixed.
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

void addCommon(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model) {
    const scene::Scene& scene = simulation.scene();
    model.start = simulation.clock().time(simulation.world().step);
    model.step = simulation.world().step;
    model.dt = simulation.clock().dt();
    model.steps_per_frame = simulation.clock().steps_per_frame;
    model.gravity = scene.environment.gravity;
    model.spin = grains::in(scene).params.spin;
    model.skin = setup.search.skin;
    addMissing(simulation, model);
    findBox(simulation, setup.search.domain, model);
}

LammpsModel lammpsModel(const scene::Simulation& simulation) {
    const scene::Scene& scene = simulation.scene();
    LammpsModel model;
    model.scene = scene.name;
    if (simulation.world().find(grains::grains_table) == nullptr) {
        model.refused.emplace_back(
            "the scene has no grains, and LAMMPS moves only grains; run it without --engine lammps");
        return model;
    }
    const grains::Setup setup = couple::granular::grainSetup(scene);
    addCommon(simulation, setup, model);
    chooseTypes(simulation, setup, model);
    Laws laws(scene, setup.laws, model);
    addPairs(laws, model);
    addFaces(
        simulation, setup,
        [&](const LammpsType& type, std::uint16_t material, double curvature_radius) {
            return laws.of(type.material, material, effectiveWallContact(curvature_radius, type, type.radius),
                           true);
        },
        model);
    addDifferences(simulation, setup, model);
    return model;
}

Status checkLammpsModel(const LammpsModel& model, bool allow_missing, bool drives) {
    std::vector<std::string> missing = model.missing;
    if (!drives) missing.insert(missing.end(), model.driven.begin(), model.driven.end());
    const bool lacks = !missing.empty() && !allow_missing;
    if (model.refused.empty() && !lacks) return success();
    std::string text;
    if (!model.refused.empty()) {
        text = model.program + " would compute other forces than this scene asks for:";
        for (const std::string& line : model.refused) text += "\n  - " + line;
        text += "\nchange the scene as described; --allow-missing does not apply here";
    }
    if (lacks) {
        text += text.empty() ? "" : "\n";
        text += model.program + " cannot do all that this scene asks for:";
        for (const std::string& line : missing) text += "\n  - " + line;
        text += "\nchange the scene, or leave these out with --allow-missing";
    }
    return Error{ErrorKind::Input, text};
}

}  // namespace talus::engines
