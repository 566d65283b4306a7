#include <algorithm>
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

/// A line of the list: the scene's name, size, duration and summary, or the name and an error.
struct Listing {
    std::string name, size, duration, text;
};

/// "20000 grains, 500 particles of water": the particles of a scene.
std::string sizeText(const scene::Estimate& need) {
    std::string size;
    for (const method::Needs& one : need.methods)
        if (one.count >= 0.5 && !one.what.empty())
            size += fmt::format("{}{:.0f} {}", size.empty() ? "" : ", ", one.count, one.what);
    return size;
}

Listing listingOf(const std::filesystem::path& folder, const std::string& name, unsigned threads) {
    const std::string path = (folder / (name + ".toml")).string();
    const Result<std::string> text = readTextFile(path);
    if (!text) return {name, "", "", text.error().message};
    const scene::ReadResult result =
        scene::readScene(*text, path, {}, scene::thisMachine(), run::readRasterGround);
    if (!result.scene)
        return {name, "", "", fmt::format("{} (talus check {})", result.diagnostics.counts(), path)};
    const scene::Estimate need = scene::estimate(*result.scene);
    return {name, sizeText(need), duration(need.work / threads), result.scene->summary};
}

/// Prints a line per scene, "sand-pile   20000 grains   6 min   Sand poured ...", with aligned columns.
void printListings(const std::vector<Listing>& listings) {
    std::size_t name = 0, size = 0, time = 0;
    for (const Listing& one : listings) {
        name = std::max(name, one.name.size());
        size = std::max(size, one.size.size());
        time = std::max(time, one.duration.size());
    }
    for (const Listing& one : listings)
        print(fmt::format("{:<{}}  {:>{}}  {:>{}}  {}\n", one.name, name, one.size, size, one.duration, time,
                          one.text));
}

}  // namespace

void addScenes(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("scenes", "List the scenes that come with Talus");
    command->callback([&exit_code] {
        const auto folder = galleryFolder();
        if (!folder) return report(folder.error(), exit_code);
        const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
        std::vector<Listing> listings;
        for (const std::string& name : galleryNames(*folder))
            listings.push_back(listingOf(*folder, name, threads));
        printListings(listings);
        print(fmt::format(
            "Run times are rough estimates for {} threads. `talus new NAME > my.toml` copies a scene; `talus "
            "new` lists shorter ones.\n",
            threads));
    });
}

}  // namespace talus::cli
