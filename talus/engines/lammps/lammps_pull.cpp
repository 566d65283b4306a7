#include "talus/engines/lammps/lammps_pull.h"

#include <iterator>

#include <fmt/format.h>

#include "talus/grains/law/cohesion.h"

namespace talus::engines {
namespace {

/// Number of points of a table. The force has a kink where two grains begin to touch. The interpolation
/// overshoots there over about three points, which are 0.02 millionths of a diameter apart.
constexpr int points = 50000;
/// Distance at which a table starts, over the distance at touch. No overlap is so large.
constexpr double table_start = 0.5;

double cutoffOf(const LammpsPull& pull) { return pull.touch + pull.law.range; }

std::string nameOf(const LammpsPull& pull) { return fmt::format("PULL_{}_{}", pull.first, pull.second); }

double forceAt(const LammpsPull& pull, double distance) {
    grains::Touch<double> touch;
    touch.overlap = pull.touch - distance;
    touch.effective_radius = pull.effective_radius;
    // An attraction without range ends at touch; the last point of its table still has its full value.
    if (pull.law.range == 0 && touch.overlap <= 0) touch.overlap = 1e-300;
    return -grains::pullOf<double>(pull.law.cohesion, pull.law, touch);
}

}  // namespace

std::string pullText(const LammpsModel& model, const std::string& file) {
    std::string text;
    for (const LammpsPull& pull : model.pulls)
        text += fmt::format("pair_coeff {} {} table {} {} {}\n", pull.first, pull.second, file, nameOf(pull),
                            cutoffOf(pull));
    return text;
}

Status writePullTables(const io::ConfinedPath& path, const LammpsModel& model) {
    auto file = io::OutputFile::create(path);
    if (!file) return file.error();
    for (const LammpsPull& pull : model.pulls) {
        const double low = table_start * pull.touch, high = cutoffOf(pull),
                     step = (high - low) / (points - 1);
        fmt::memory_buffer text;
        fmt::format_to(std::back_inserter(text), "# attraction of two grains\n\n{}\nN {} R {} {}\n\n",
                       nameOf(pull), points, low, high);
        double energy = 0, before = 0;
        std::vector<double> force(points);
        for (int k = 0; k < points; ++k) force[k] = forceAt(pull, low + k * step);
        for (int k = points - 1; k >= 0; --k) {
            energy += k + 1 < points ? 0.5 * (force[k] + before) * step : 0;
            before = force[k];
        }
        for (int k = 0; k < points; ++k) {
            fmt::format_to(std::back_inserter(text), "{} {} {} {}\n", k + 1, low + k * step, energy,
                           force[k]);
            if (k + 1 < points) energy -= 0.5 * (force[k] + force[k + 1]) * step;
        }
        file->write(text.data(), text.size());
    }
    return file->commit();
}

}  // namespace talus::engines
