#include <cmath>
#include <thread>

#include <fmt/format.h>

#include "commands.h"
#include "gallery.h"
#include "report.h"
#include "talus/core/text_file.h"
#include "talus/run/land/raster_ground.h"
#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"

namespace talus::cli {
namespace {

void report(const Error& error, int& exit_code) { exit_code = fail(error); }

std::string duration(double seconds) {
    if (seconds < 10) return "< 10 s";
    if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds / 10) * 10);
    if (seconds < 6000) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
    return fmt::format("{:.0f} h", std::ceil(seconds / 3600));
}

/// "sand-pile   20000 grains   about 2 min   Sand poured ...".
std::string listing(const std::filesystem::path& folder, const std::string& name, unsigned threads) {
    const std::string path = (folder / (name + ".toml")).string();
    const Result<std::string> text = readTextFile(path);
    if (!text) return fmt::format("{:<20}{}\n", name, text.error().message);
    const scene::ReadResult result =
        scene::readScene(*text, path, {}, scene::thisMachine(), run::readRasterGround);
    if (!result.scene)
        return fmt::format("{:<20}{} (talus check {})\n", name, result.diagnostics.counts(), path);
    const scene::Estimate need = scene::estimate(*result.scene);
    std::string size;
    for (const method::Needs& one : need.methods)
        size += fmt::format("{}{:.0f} {}", size.empty() ? "" : ", ", one.count, one.what);
    return fmt::format("{:<20}{:>17}  {:>7}  {}\n", name, size, duration(need.work / threads),
                       result.scene->summary);
}

}  // namespace

void addScenes(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("scenes", "List the scenes that come with Talus");
    command->callback([&exit_code] {
        const auto folder = galleryFolder();
        if (!folder) return report(folder.error(), exit_code);
        const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
        for (const std::string& name : galleryNames(*folder)) print(listing(*folder, name, threads));
        print(fmt::format(
            "Run times are rough estimates for {} threads. `talus new NAME > my.toml` writes one to start "
            "from; `talus new` lists shorter ones.\n",
            threads));
    });
}

}  // namespace talus::cli
