#include "talus/cloth/needs.h"

#include <algorithm>

#include "talus/cloth/measures.h"
#include "talus/cloth/motion/small_steps.h"
#include "talus/cloth/setup.h"
#include "talus/cloth/tables.h"

namespace talus::cloth {
namespace {

/// Per point, with its two triangles, up to six springs and three hinges. Memory by the peaks of runs of
/// 10,000 to 252,050 points (bench/results/cloth-2026-11.md): of the state, and of searches and full lists of
/// contacts.
constexpr double bytes_a_point = 2600, contact_bytes_a_point = 7400, checkpoint_bytes_a_point = 520,
                 frame_bytes_a_point = 108;
/// Small steps of a point in a second on one thread (bench/results/cloth-2026-11.md): springs and hinges, and
/// with searches.
constexpr double steps_a_second = 12e6, contact_steps_a_second = 1e6;

}  // namespace

method::Needs needs(const method::Scene& scene) {
    const Part& part = in(scene);
    method::Needs all{.what = "points of cloth"};
    for (const Sheet& sheet : part.sheets) all.count += static_cast<double>(pointsOf(sheet));
    if (part.solver.method == Method::Implicit) {
        all.longest_step = part.solver.longestStep();
        all.why = part.solver.dt ? "dt in [cloth_solver]" : "1/60 s, the step for which cloth is tuned";
    } else {
        state::World world;
        addTables(world, *setupOf(part, scene));
        all.longest_step = longestStepOf(part.solver, world);
        all.why = "springs and dampers as explicit forces are stable";
        all.advice = "method = \"implicit\" in [cloth_solver] is stable for any step";
    }
    all.frame_bytes = frame_bytes_a_point * all.count;
    all.checkpoint_bytes = checkpoint_bytes_a_point * all.count;
    const bool contact = std::any_of(part.sheets.begin(), part.sheets.end(),
                                     [](const Sheet& sheet) { return sheet.contact || sheet.self_contact; });
    all.memory_bytes = (bytes_a_point + (contact ? contact_bytes_a_point : 0)) * all.count;
    const double step = std::min(all.longest_step, scene.time.dt.value_or(all.longest_step));
    all.work = all.count * smallStepsIn(part.solver, step) * scene.time.end() / step /
               (contact ? contact_steps_a_second : steps_a_second);
    return all;
}

}  // namespace talus::cloth
