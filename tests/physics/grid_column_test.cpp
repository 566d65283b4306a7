// Columns of sand that collapse between smooth panes, by narain, against the run-out of experiments: Lube and
// others (2005, Phys. Rev. E 72, 041301) with sand, 1.2 a, and Lajeunesse and others (2005, Phys. Fluids 17,
// 103302) with beads, 1.8 a, for heights a of up to two widths.
#include "talus/exec/exec.h"
#include "tests/sand/grid_support.h"

namespace talus::sand::grid {
namespace {

struct Collapse {
    double runout = 0;  ///< over the first width, of all but a thousandth of the sand
    double rest = 0;    ///< kinetic energy over the first potential energy
};

Collapse collapseOf(double height, double friction, int cells) {
    Blob blob;
    blob.spacing = 1.0 / cells;
    const double h = blob.spacing, width = 4 * h;
    blob.addBox({0, 0, 0}, {1, width, height});
    const exec::Exec exec = exec::Exec::cpu(2);
    const Matter matter{blob.density, friction, 0};
    const SolidField solid = [=](const Vec3d& x) {
        const double side = std::min({x.x, x.y, width - x.y});
        return SolidAt{std::min(side, x.z), {}, x.z <= side ? friction : 0};
    };
    const ThinField thin;
    Stresses stresses;
    SandGrid grid;
    const double fall = std::sqrt(height / 9.81),
                 potential = 9.81 * 0.5 * height * blob.mass() * static_cast<double>(blob.position.size());
    for (double t = 0; t < 8 * fall;) {
        double fastest = 0;
        for (const Vec3f& v : blob.velocity) fastest = std::max(fastest, length(wide(v)));
        const double dt = 0.25 * h / std::max(fastest, std::sqrt(9.81 * h));
        narainStep({exec, matter, solid, thin, {0, 0, -9.81}, dt, h}, {}, blob.particles(), stresses, grid,
                   blob.moves());
        blob.move();
        for (Vec3d& x : blob.position) {
            x.x = std::max(x.x, 1e-6);
            x.y = std::clamp(x.y, 1e-6, width - 1e-6);
            x.z = std::max(x.z, 1e-6);
        }
        t += dt;
    }
    std::vector<double> along;
    for (const Vec3d& x : blob.position) along.push_back(x.x);
    std::sort(along.begin(), along.end());
    return {along[along.size() - along.size() / 1000 - 1] - 1, blob.kinetic() / potential};
}

TEST(GridColumn, RunsOutAsFarAsColumnsOfExperiments) {
    for (const double height : {0.5, 1.0, 2.0}) {
        // A low column needs more cells across its height.
        const Collapse collapse = collapseOf(height, 0.5, height < 1 ? 16 : 10);
        // A tenth for the width of a cell.
        EXPECT_GT(collapse.runout, 1.2 * height - 0.1) << height;
        EXPECT_LT(collapse.runout, 1.8 * height + 0.1) << height;
        EXPECT_LT(collapse.rest, 2e-4) << height;
    }
}

TEST(GridColumn, OfGreatFrictionHardlyRunsOut) { EXPECT_LT(collapseOf(1, 2, 10).runout, 0.9); }

}  // namespace
}  // namespace talus::sand::grid
