#include "talus/engines/lammps/lammps_script.h"
#include "talus/run/folder.h"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "talus/core/build_info.h"
#include "talus/engines/lammps/lammps_pull.h"
#include "talus/engines/lammps/walls/lammps_motion.h"
#include "talus/grains/fields.h"
#include "talus/grains/forces/forces.h"

namespace talus::engines {
namespace {

/// Comments are ASCII and hold nothing that LAMMPS would act on ('&' at the end goes on in the next line).
std::string comment(const std::string& text) {
    std::string line = "# ";
    for (const char c : text) line += c < ' ' || c > '~' || c == '&' || c == '$' ? '?' : c;
    return line + "\n";
}

std::string head(const LammpsModel& model, const LammpsJob& job) {
    std::string text =
        comment(fmt::format("{}, from {:g} s on; written by Talus {} for LAMMPS 29 Sep 2021 or "
                            "later (package GRANULAR)",
                            model.scene.empty() ? "a scene" : model.scene, model.start, buildInfo().version));
    text += comment(fmt::format("run it: mpirun -np 4 lmp -in in.{}", job.name));
    if (!job.driven)
        for (const std::string& line : model.driven) text += comment("LEFT OUT: " + line);
    for (const std::string& line : model.missing) text += comment("LEFT OUT: " + line);
    for (const std::string& line : model.notes) text += comment("note: " + line);
    return text + "\n";
}

std::string groupOf(std::uint32_t type) { return type == 0 ? "all" : fmt::format("type{}", type); }

std::string wallsText(const LammpsModel& model, bool loads) {
    std::string text;
    if (model.moves || std::any_of(model.faces.begin(), model.faces.end(),
                                   [](const LammpsFace& f) { return f.commands.size() > 1; }))
        text += lammpsTimeVariable(model.dt) + "\n";
    for (std::size_t f = 0; f < model.faces.size(); ++f) {
        const LammpsFace& face = model.faces[f];
        text += comment(fmt::format("wall '{}'", face.name));
        for (const std::string& command : face.commands) text += command + "\n";
        for (const LammpsWall& wall : face.walls) {
            const auto add = [&](const std::string& id, const std::string& law) {
                text += fmt::format("fix {} {} wall/gran{} granular {} {}{}\n", id, groupOf(wall.type),
                                    face.plane.empty() ? "/region" : "", law,
                                    face.plane.empty() ? "region " + regionOf(f) : face.plane,
                                    loads ? " contacts" : "");
            };
            add(wallFix(f, wall), wall.law.text());
            if (wall.law.pull > 0) add(pullFix(f, wall), wall.law.pullText());
        }
    }
    return text;
}

/// Atoms that never move. `freeze` takes their forces off, so it stands behind all that adds some; other
/// atoms then meet them as if they weighed infinitely much.
std::string fixedText(const LammpsModel& model) {
    std::string types;
    for (std::size_t t = 1; t <= model.types.size(); ++t)
        if (model.types[t - 1].fixed) types += fmt::format(" {}", t);
    return types.empty() ? ""
                         : fmt::format(
                               "group fixed type{}\nneigh_modify exclude group fixed fixed\n"
                               "fix hold fixed freeze\n",
                               types);
}

Status writeData(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                 const LammpsModel& model, const LammpsJob& job, const LammpsVelocities* velocities) {
    const std::vector<Vec3d> still(model.spin ? 0 : model.type.size());
    LammpsAtoms atoms = lammpsAtoms(simulation, model, still);
    if (velocities != nullptr) {
        atoms.velocity = velocities->velocity;
        if (model.spin) atoms.spin = velocities->spin;
    }
    return writeLammpsData(folder / ("data." + job.name), run::plainName(model.scene) + ", written by Talus",
                           atoms);
}

/// How far apart LAMMPS looks for a pair; by itself it takes the length of a neck off where it should add it.
std::string cutoffText(const LammpsModel& model, const LammpsPair& pair) {
    if (pair.law.neck == 0) return "";
    return fmt::format(" cutoff {}", model.types[pair.first - 1].high + model.types[pair.second - 1].high +
                                         pair.neck_length);
}

std::string pairsText(const LammpsModel& model, const std::string& name) {
    const bool pulls = !model.pulls.empty();
    std::string text =
        pulls ? "pair_style hybrid/overlay granular table linear 50000\n" : "pair_style granular\n";
    for (const LammpsPair& pair : model.pairs)
        text += fmt::format("pair_coeff {} {} {}{}{}\n", pair.first, pair.second, pulls ? "granular " : "",
                            pair.law.text(), cutoffText(model, pair));
    return text + pullText(model, "pull." + name);
}

}  // namespace

std::string wallFix(std::size_t face, const LammpsWall& wall) {
    return wall.type == 0 ? fmt::format("wall{}", face) : fmt::format("wall{}t{}", face, wall.type);
}

std::string pullFix(std::size_t face, const LammpsWall& wall) { return wallFix(face, wall) + "pull"; }

std::string groupsText(const LammpsModel& model, const std::set<std::uint32_t>& types) {
    std::set<std::uint32_t> at_walls;
    for (const LammpsFace& face : model.faces)
        for (const LammpsWall& wall : face.walls)
            if (types.contains(wall.type)) at_walls.insert(wall.type);
    std::string text;
    for (const std::uint32_t type : at_walls) text += fmt::format("group {} type {}\n", groupOf(type), type);
    return text;
}

LammpsVelocities halfStepBack(const scene::Simulation& simulation) {
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto velocity = grains.read(grains::fields::velocity), spin = grains.read(grains::fields::spin);
    const auto mass = grains.read(grains::fields::mass), radius = grains.read(grains::fields::radius);
    const auto forces = grains::forcesOf(grains);
    const double half = 0.5 * simulation.clock().dt();
    LammpsVelocities out;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        out.velocity.push_back(velocity[i] - Vec3d(forces.force[i]) * (half / mass[i]));
        out.spin.push_back(spin[i] -
                           Vec3d(forces.torque[i]) * (half / (0.4 * mass[i] * radius[i] * radius[i])));
    }
    return out;
}

std::string lammpsSetup(const LammpsModel& model, const LammpsJob& job) {
    const double g = length(model.gravity);
    std::string text = head(model, job);
    if (job.restart.empty()) {
        text += fmt::format(
            "units si\natom_style sphere\nboundary {}\nnewton off\ncomm_modify vel yes\n"
            "read_data data.{}\n",
            model.boundary, job.name);
        if (model.step > 0) text += fmt::format("reset_timestep {}\n", model.step);
    } else {
        text += fmt::format("newton off\nread_restart {}\nreset_timestep {}\ncomm_modify vel yes\n",
                            job.restart, model.step);
    }
    // When atoms are sorted the two of a contact may change places, and LAMMPS then keeps the spring against
    // rolling or twisting with the opposite sign (fix NEIGH/HISTORY, version 29 Sep 2021).
    if (model.turningSprings()) text += "atom_modify sort 0 0\n";
    text += "\n";
    text += pairsText(model, job.name);
    // Its lists hold pairs as far apart as the skin, and must hold all necks.
    double skin = model.skin;
    for (const LammpsPair& pair : model.pairs) skin = std::max(skin, model.skin + pair.neck_length);
    text += fmt::format("neighbor {} bin\nneigh_modify delay 0 every 1 check yes\n\n", skin);
    text += fmt::format("timestep {}\n", model.dt);
    // Ranks part the box anew where grains have gathered.
    text += "fix share all balance 1000 1.1 shift xyz 20 1.05\n";
    text += model.spin ? "fix move all nve/sphere\n" : "fix move all nve  # grains do not rotate\n";
    if (g > 0)
        text += fmt::format("fix weight all gravity {} vector {} {} {}\n", g, model.gravity.x,
                            model.gravity.y, model.gravity.z);
    std::set<std::uint32_t> types;
    for (std::size_t t = 1; t <= model.types.size(); ++t) types.insert(static_cast<std::uint32_t>(t));
    return text + groupsText(model, types) + wallsText(model, job.loads) + fixedText(model);
}

std::string lammpsScript(const LammpsModel& model, const LammpsJob& job) {
    std::string text = lammpsSetup(model, job);
    // A line of thermo output comes after the dump of its step: it says that the dump is complete.
    const std::uint64_t every = std::max<std::uint64_t>(1, model.steps_per_frame / 20);
    text += fmt::format("\nthermo {}\nthermo_style custom step atoms\nthermo_modify flush yes\n", every);
    text += fmt::format(
        "dump frames all custom {} dump.*.txt id type x y z vx vy vz omegax omegay omegaz radius{}\n",
        model.steps_per_frame, job.forces ? " fx fy fz tqx tqy tqz" : "");
    text += "dump_modify frames format float %.17g\n";
    return text + fmt::format("run {}\n", job.frames * model.steps_per_frame);
}

LammpsAtoms lammpsAtoms(const scene::Simulation& simulation, const LammpsModel& model,
                        std::span<const Vec3d> still) {
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto all = [](auto view) { return std::span(view.data(), view.size()); };
    return {.position = all(grains.read(grains::fields::position)),
            .velocity = all(grains.read(grains::fields::velocity)),
            .spin = model.spin ? all(grains.read(grains::fields::spin)) : still,
            .radius = all(grains.read(grains::fields::radius)),
            .density = model.density,
            .id = all(grains.read(grains::fields::id)),
            .type = model.type,
            .types = static_cast<std::uint32_t>(model.types.size()),
            .low = model.low,
            .high = model.high};
}

Status writeLammpsInput(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                        const LammpsModel& model, const LammpsJob& job, const LammpsVelocities* velocities) {
    if (Status status = checkLammpsModel(model, true, true); !status) return status;
    if (model.type.empty())
        return Error{ErrorKind::Input, "there are no grains, and LAMMPS needs at least one"};
    // LAMMPS counts the steps of one `run` with 31 bits.
    constexpr std::uint64_t most_steps = std::numeric_limits<std::int32_t>::max();
    if (job.frames > most_steps / model.steps_per_frame)
        return Error{
            ErrorKind::Input,
            fmt::format("{} frames of {} steps are more steps than LAMMPS takes in one run ({}); ask "
                        "for fewer frames",
                        job.frames, model.steps_per_frame, most_steps)};
    if (Status status = io::createFolder(folder); !status) return status;
    if (job.restart.empty())
        if (Status status = writeData(folder, simulation, model, job, velocities); !status) return status;
    if (!model.pulls.empty())
        if (Status status = writePullTables(folder / ("pull." + job.name), model); !status) return status;
    return io::writeFile(folder / ("in." + job.name),
                         job.driven ? lammpsSetup(model, job) : lammpsScript(model, job));
}

}  // namespace talus::engines
