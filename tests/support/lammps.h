#pragma once
// Runs LAMMPS on an exported simulation and reads back what it computed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_frames.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/grains/forces/forces.h"
#include "tests/support/lammps_installed.h"
#include "tests/support/temporary_folder.h"

namespace talus::test {

/// What both programs know of a grain, by id.
struct GrainState {
    Vec3d position, velocity, spin, force, torque;
};

inline std::vector<GrainState> statesOf(const scene::Simulation& simulation) {
    namespace f = grains::fields;
    const state::Table& grains = simulation.world().table(grains::grains_table);
    const auto id = grains.read(f::id);
    const auto forces = grains::forcesOf(grains);
    std::vector<GrainState> states(grains.size());
    for (std::size_t i = 0; i < grains.size(); ++i)
        states[id[i]] = {grains.read(f::position)[i], grains.read(f::velocity)[i], grains.read(f::spin)[i],
                         forces.force[i], forces.torque[i]};
    return states;
}

inline std::vector<GrainState> statesOf(const grains::LammpsDump& dump) {
    std::vector<GrainState> states(dump.count);
    const auto vectorAt = [&](std::size_t row, const char* x, const char* y, const char* z) {
        return Vec3d{dump.at(row, dump.find(x)), dump.at(row, dump.find(y)), dump.at(row, dump.find(z))};
    };
    for (std::size_t row = 0; row < dump.count; ++row) {
        const auto id = static_cast<std::size_t>(dump.at(row, dump.find("id"))) - 1;
        states.at(id) = {vectorAt(row, "x", "y", "z"), vectorAt(row, "vx", "vy", "vz"),
                         vectorAt(row, "omegax", "omegay", "omegaz"), vectorAt(row, "fx", "fy", "fz"),
                         vectorAt(row, "tqx", "tqy", "tqz")};
    }
    return states;
}

/// The states of frames 0 to `frames`, computed by LAMMPS from where the simulation stands.
inline std::vector<std::vector<GrainState>> runLammps(const scene::Simulation& simulation,
                                                      std::uint64_t frames) {
    const TemporaryFolder folder;
    const engines::LammpsModel model = engines::lammpsModel(simulation);
    const Status can = engines::checkLammpsModel(model);
    EXPECT_TRUE(can.ok()) << (can.ok() ? "" : can.error().message);
    const engines::LammpsJob job{.name = "test", .frames = frames, .forces = true};
    const Status written = engines::writeLammpsInput(folder.path(), simulation, model, job);
    EXPECT_TRUE(written.ok()) << written.error().message;
    // MPI keeps its sessions in TMPDIR, and takes that of others away if two begin and end at once.
    const std::string command =
        fmt::format("cd '{0}' && TMPDIR='{0}' OMP_NUM_THREADS=1 lmp -in in.test -log none >screen.txt 2>&1",
                    folder.path().string());
    EXPECT_EQ(std::system(command.c_str()), 0)
        << io::readFile(folder / "screen.txt", std::uint64_t{1} << 24).value();
    std::vector<std::vector<GrainState>> found;
    for (std::uint64_t frame = 0; frame <= frames; ++frame) {
        const auto dump =
            engines::readLammpsDump(folder / fmt::format("dump.{}.txt", frame * model.steps_per_frame));
        if (!dump) {
            ADD_FAILURE() << dump.error().message;
            return found;
        }
        found.push_back(statesOf(*dump));
    }
    return found;
}

}  // namespace talus::test
