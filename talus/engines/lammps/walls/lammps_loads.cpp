#include "talus/engines/lammps/walls/lammps_loads.h"

#include <sstream>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_script.h"
#include "talus/grains/fields.h"

namespace talus::engines {
namespace {

/// Number of samples in a mean.
constexpr std::uint64_t samples = 20;

}  // namespace

std::vector<std::size_t> loadedWalls(const LammpsModel& model) {
    std::vector<std::size_t> walls;
    for (const LammpsFace& face : model.faces)
        if (!face.walls.empty() && (walls.empty() || walls.back() != face.wall)) walls.push_back(face.wall);
    return walls;
}

std::string averageLoads(const std::string& values, std::uint64_t steps_per_frame,
                         const std::string& format) {
    if (values.empty()) return "";
    const std::uint64_t interval = std::max<std::uint64_t>(1, steps_per_frame / samples);
    return fmt::format("fix loads all ave/time {} {} {}{} file loads.txt{}\n", interval, samples,
                       samples * interval, values, format);
}

std::string loadsText(const LammpsModel& model) {
    std::string text, values;
    for (const std::size_t w : loadedWalls(model)) {
        std::string columns;
        int count = 0;
        for (std::size_t f = 0; f < model.faces.size(); ++f) {
            if (model.faces[f].wall != w) continue;
            std::vector<std::string> fixes;
            for (const LammpsWall& wall : model.faces[f].walls) {
                fixes.push_back(wallFix(f, wall));
                if (wall.law.pull > 0) fixes.push_back(pullFix(f, wall));
            }
            for (const std::string& fix : fixes) {
                // Columns of the fix: 2 to 4 are the force on the grain, 5 to 7 the position of the contact.
                columns += fmt::format(" f_{0}[2] f_{0}[3] f_{0}[4]", fix);
                for (const auto& [part, a, b] : {std::tuple{"x", 1, 2}, {"y", 2, 0}, {"z", 0, 1}}) {
                    text += fmt::format("variable {0}{1} atom f_{0}[{2}]*f_{0}[{3}]-f_{0}[{4}]*f_{0}[{5}]\n",
                                        fix, part, 5 + a, 2 + b, 5 + b, 2 + a);
                    columns += fmt::format(" v_{}{}", fix, part);
                }
                ++count;
            }
        }
        text += fmt::format("compute load{} all reduce sum{}\n", w, columns);
        for (int part = 0; part < 6; ++part) {
            std::string sum;
            for (int k = 0; k < count; ++k)
                sum += fmt::format("{}c_load{}[{}]", k == 0 ? "" : "+", w, 6 * k + part + 1);
            text += fmt::format("variable load{}p{} equal {}\n", w, part, sum);
            values += fmt::format(" v_load{}p{}", w, part);
        }
    }
    return text + averageLoads(values, model.steps_per_frame, " format \" %.17g\"");
}

Status readLoads(const io::Path& file, const std::vector<std::size_t>& loaded,
                 const environment::Walls& walls, std::uint64_t step, scene::Simulation& simulation) {
    if (loaded.empty()) return success();
    const auto text = io::readFile(file, std::uint64_t{1} << 34);
    if (!text) return text.error();
    // Take the last line up to the step: a frame may end between two means.
    std::istringstream lines(*text), numbers;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::uint64_t at = 0;
        if (words >> at && at <= step) numbers = std::move(words);
    }
    if (numbers.view().empty()) return success();  // no mean is complete yet
    state::Table& table = simulation.world().table(environment::walls_table);
    const auto force = table.write(grains::fields::wall_force_sum);
    const auto torque = table.write(grains::fields::wall_torque_sum);
    const auto steps = table.write(grains::fields::wall_steps);
    for (std::size_t w = 0; w < table.size(); ++w) {
        force[w] = torque[w] = {};
        steps[w] = 1;
    }
    const double time = simulation.clock().time(step);
    for (const std::size_t w : loaded) {
        Vec3d f, t;
        if (!(numbers >> f.x >> f.y >> f.z >> t.x >> t.y >> t.z))
            return Error{
                ErrorKind::Storage,
                fmt::format("'{}' is cut off before step {}, although LAMMPS completed that step; free some "
                            "space on the disk",
                            file.string(), step)};
        const environment::WallBody& body = walls.bodies()[w];
        const Vec3d about = poseOf(body.motions, time).toWorld(body.reference);
        // The file holds loads on the grains; those on the wall are the opposite.
        force[w] = -f;
        torque[w] = cross(about, f) - t;
    }
    return success();
}

}  // namespace talus::engines
