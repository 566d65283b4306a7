#include "talus/engines/liggghts/liggghts_script.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/build_info.h"
#include "talus/engines/lammps/lammps_frames.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/engines/liggghts/liggghts_walls.h"
#include "talus/run/folder.h"

namespace talus::engines {
namespace {

Status writeData(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                 const LammpsModel& model) {
    const std::vector<Vec3d> zero_spins(model.spin ? 0 : model.type.size());
    LammpsAtoms atoms = lammpsAtoms(simulation, model, zero_spins);
    atoms.style.clear();
    const std::string name = run::plainName(model.scene);
    return writeLammpsData(folder / ("data." + name), name + ", written by Talus", atoms);
}

}  // namespace

std::string liggghtsFormat(int numbers) {
    std::string format = "\"%d %d";
    for (int i = 0; i < numbers; ++i) format += " %.17g";
    return format + "\"";
}

std::string liggghtsSetup(const LiggghtsModel& model) {
    const LammpsModel& m = model.grains;
    const std::string name = run::plainName(m.scene);
    std::string text = fmt::format("# {}, from {:g} s on; written by Talus {} for LIGGGHTS 3.8\n\n", name,
                                   m.start, buildInfo().version);
    text += fmt::format(
        "units si\natom_style granular\natom_modify map array\nboundary {}\nnewton off\n"
        "communicate single vel yes\nhard_particles yes\nsoft_particles yes\nread_data data.{}\n",
        m.boundary, name);
    if (m.step > 0) text += fmt::format("reset_timestep {}\n", m.step);
    text += fmt::format("neighbor {} bin\nneigh_modify delay 0 every 1 check yes\n\n", m.skin);
    text += model.laws.properties;
    text +=
        fmt::format("pair_style gran model {} {}\npair_coeff * *\n\n", model.laws.model, model.laws.settings);
    text += fmt::format("timestep {}\n", m.dt);
    text += liggghtsWallsText(model);
    if (const double g = length(m.gravity); g > 0)
        text += fmt::format("fix weight all gravity {} vector {} {} {}\n", g, m.gravity.x, m.gravity.y,
                            m.gravity.z);
    text += m.spin ? "fix move all nve/sphere\n" : "fix move all nve  # grains do not rotate\n";
    text += liggghtsLoadsText(model);
    text += fmt::format("thermo {}\nthermo_style custom step atoms\nthermo_modify flush yes lost error\n",
                        std::max<std::uint64_t>(1, m.steps_per_frame / 20));
    return text + fmt::format("dump frames all custom {} dump.*.txt {}\ndump_modify frames format {}\n",
                              m.steps_per_frame, LammpsFrames::dump_columns, liggghtsFormat(16));
}

Status writeLiggghtsInput(const io::ConfinedPath& folder, const scene::Simulation& simulation,
                          const LiggghtsModel& model) {
    if (model.grains.type.empty())
        return Error{ErrorKind::Input, "there are no grains, and LIGGGHTS needs at least one"};
    if (Status status = io::createFolder(folder); !status) return status;
    if (Status status = writeData(folder, simulation, model.grains); !status) return status;
    if (Status status = writeMeshes(folder, model); !status) return status;
    return io::writeFile(folder / ("in." + run::plainName(model.grains.scene)), liggghtsSetup(model));
}

}  // namespace talus::engines
