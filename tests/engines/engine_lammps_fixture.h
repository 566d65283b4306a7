#pragma once
#include "talus/engines/lammps/lammps_stepper.h"
#include "tests/run/small_run.h"
#include "tests/support/granular.h"
#include "tests/support/temporary_folder.h"

/// Runs by LAMMPS, or by a script in place of it.
namespace talus::engines {

using namespace run;

/// A lump that falls onto a floor: ten frames of a few steps.
inline scene::Scene lumpScene() {
    scene::Scene scene = test::smallScene();
    scene.name = "lump";
    grains::in(scene).emitters.clear();
    scene.output.fields = {"velocity", "spin", "radius", "material", "id"};
    return scene;
}

/// Replaces PATH while it lives.
class SearchPath {
  public:
    explicit SearchPath(const std::string& value) : before_(std::getenv("PATH")) {
        ::setenv("PATH", value.c_str(), 1);
    }
    ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }
    SearchPath(const SearchPath&) = delete;
    SearchPath& operator=(const SearchPath&) = delete;

  private:
    std::string before_;
};

/// Runs a simulation with LAMMPS from its present state.
inline Result<Summary> runByLammps(scene::Simulation simulation, const Lammps& lammps, RunFolder& folder,
                                   const Options& options, Log& log, const Observer& observer) {
    auto stepper = lammpsStepper(simulation, lammps, {folder.path(), options.frames, options.stop});
    if (!stepper) return stepper.error();
    Session session(std::move(simulation), std::move(*stepper));
    return run::run(session, folder, options, log, observer);
}

class EngineLammps : public ::testing::Test {
  protected:
    /// A script in place of lmp. It answers -h as LAMMPS does; `body` is what it does with an input.
    Lammps fake(const std::string& body) {
        const std::string script =
            "#!/bin/sh\nif [ \"$1\" = -h ]; then echo 'Large-scale Atomic/Molecular Massively Parallel "
            "Simulator "
            "- 1 Apr 2022'; echo wall/gran/region; exit 0; fi\n" +
            body + "\n";
        std::filesystem::create_directory(folder / "bin");
        EXPECT_TRUE(io::writeFile(folder / "bin/lmp", script).ok());
        std::filesystem::permissions(folder / "bin/lmp", std::filesystem::perms::owner_all);
        const SearchPath path((folder / "bin").string() + ":" + std::getenv("PATH"));
        auto found = findLammps(1);
        EXPECT_TRUE(found.ok()) << found.error().message;
        return found.value();
    }

    Result<Summary> runIt(const Lammps& lammps, const scene::Scene& scene, const Options& options,
                          const Observer& observer = {}) {
        auto made = RunFolder::create(folder / "run", test::manifestOf(scene), test::scene_text, true);
        if (!made) return made.error();
        Log log;
        return runByLammps(test::simulationOf(scene), lammps, *made, options, log, observer);
    }

    test::TemporaryFolder folder;
};

inline Error errorOf(const Result<Summary>& result) {
    EXPECT_FALSE(result.ok());
    return result.ok() ? Error{} : result.error();
}

}  // namespace talus::engines
