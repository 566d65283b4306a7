#include <clocale>
#include <cstdlib>

#include <unistd.h>

#include <fmt/format.h>

#include "report.h"
#include "run_commands.h"
#include "talus/core/build_info.h"
#include "talus/engines/lammps/lammps_program.h"
#include "talus/exec/exec.h"
#include "talus/io/checkpoint/checkpoint.h"
#include "talus/render/renderer.h"
#include "talus/run/host.h"

namespace talus::cli {
namespace {

void line(const char* what, const std::string& text) { print(fmt::format("  {:<10}{}\n", what, text)); }

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "(not set)" : value;
}

void examine() {
    const BuildInfo& build = buildInfo();
    print(fmt::format("talus {} ({})\n", build.version, build.revision));
    line("compiler", build.compiler);
    line("flags", build.flags);
    line("cpu", fmt::format("{} [{}]", run::cpuName(), fmt::join(run::cpuFeatures(), " ")));
    line("threads", fmt::format("{}", exec::Exec::cpu().threads()));
    line("memory", bytesText(static_cast<double>(run::totalMemory())));
    const auto device = exec::Exec::on(exec::Device::Cuda);
    line("CUDA", device ? "yes: talus run --device cuda" : fmt::format("no: {}", device.error().message));
    const auto renderer = render::Renderer::create(64, 64);
    line("OpenGL",
         renderer ? "yes, off-screen through EGL" : fmt::format("no: {}", renderer.error().message));
    const auto ffmpeg = io::findProgram("ffmpeg");
    line("ffmpeg", ffmpeg ? ffmpeg->string() : "no: install ffmpeg for videos");
    const auto lammps = engines::findLammps(2);
    line("LAMMPS", lammps ? fmt::format("{} ({}), {}", lammps->program.string(), lammps->version,
                                        lammps->launcher.front())
                          : fmt::format("no: {}", lammps.error().message));
    const auto liggghts = engines::findLiggghts(1);
    line("LIGGGHTS", liggghts ? fmt::format("{} ({})", liggghts->program.string(), liggghts->version)
                              : fmt::format("no: {}", liggghts.error().message));
    line("HDF5", io::checkpointLibrary());
    const char* locale = std::setlocale(LC_ALL, "");
    line("locale", locale == nullptr ? fmt::format("{} (not installed)", environment("LANG")) : locale);
    std::setlocale(LC_ALL, "C");
    line("terminal", fmt::format("{}, stderr {} a terminal", environment("TERM"),
                                 ::isatty(STDERR_FILENO) == 1 ? "is" : "is not"));
}

}  // namespace

void addDoctor(CLI::App& app, int& exit_code) {
    app.add_subcommand("doctor", "Show version, build, processor, graphics and tools; no scene is needed")
        ->callback([&exit_code] {
            examine();
            exit_code = 0;
        });
}

}  // namespace talus::cli
