#include "talus/grains/sources/tiles.h"

#include "talus/grains/forces/forces.h"
#include "tests/grains/ghosts_by_grain.h"
#include "tests/support/bulk.h"
#include "tests/support/granular.h"

namespace talus::grains {
namespace {

namespace bulk = test::bulk;

/// Grains that have fallen together on a floor, in a domain that repeats along x and y.
scene::Scene bedScene(double width_x, double width_y) {
    scene::Scene scene = bulk::emptyScene({});
    scene.environment.periodic = {"x", "y"};
    scene.environment.domain_max = {width_x, width_y, 0};
    environment::Wall floor;
    floor.name = "floor";
    floor.material = "wall";
    floor.kind = environment::Wall::Kind::Plane;
    floor.plane = {{0, 0, 0}, {0, 0, 1}};
    scene.environment.walls = {floor};
    return scene;
}

constexpr double width = 7 * bulk::d;

scene::Simulation settledTile() {
    scene::Scene scene = bedScene(width, width);
    Fill fill;
    fill.name = "tile";
    fill.material = "sand";
    fill.box = {{0, 0, 0}, {width, width, 7 * bulk::d}};
    fill.count = 200;
    fill.grain_radius = bulk::d / 2;
    fill.spacing = 1.1;
    grains::in(scene).fills = {fill};
    auto tile = scene::Simulation::build(scene, exec::Exec::serial());
    EXPECT_TRUE(tile.ok());
    EXPECT_TRUE(tile->advance(4000).ok());
    return std::move(*tile);
}

scene::Simulation laid(const scene::Simulation& tile, const Tiles& tiles, Precision precision) {
    scene::Scene scene =
        bedScene(static_cast<double>(tiles.along_x) * width, static_cast<double>(tiles.along_y) * width);
    grains::in(scene).params.precision = precision;
    grains::in(scene).placed = {
        {.material = "sand", .position = {0, 0, 1}, .velocity = {}, .spin = {}, .radius = bulk::d / 2}};
    auto whole = scene::Simulation::build(scene, exec::Exec::serial());
    EXPECT_TRUE(whole.ok());
    copyTiles(tile.world(), tiles, whole->world());
    return std::move(*whole);
}

/// The largest difference of the forces on grains and their originals, in weights of a grain.
double forcesDiffer(const scene::Simulation& tile, const scene::Simulation& whole) {
    const state::Table &from = tile.world().table(grains_table), &to = whole.world().table(grains_table);
    std::vector<Vec3d> original(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        original[from.read(fields::id)[i]] = forcesOf(from).force[i];
    double most = 0;
    for (std::size_t i = 0; i < to.size(); ++i)
        most = std::max(most, length(forcesOf(to).force[i] - original[to.read(fields::id)[i] % from.size()]));
    return most / (bulk::grain_mass * bulk::g);
}

// A copy of the tile beside others has the neighbours that the tile had in itself, and springs to them that
// are loaded as they were: so all goes on as in the tile. Places that are shifted are rounded anew, by 1e-17
// m, which times the stiffness of 2000 weights a diameter is 1e-11 weights. In mixed precision an overlap is
// right to 1.8e-7 diameters (docs/theory/grains.md), a contact's force to 4e-4 weights, and a grain has some
// six contacts. A spring that is lost makes a difference of a weight.
TEST(Tiles, CopiesContinueAsTheTile) {
    scene::Simulation tile = settledTile();
    std::vector<scene::Simulation> wholes;
    for (const Precision precision : {Precision::Double, Precision::Mixed})
        for (const Tiles& tiles : {Tiles{1, 1, width}, Tiles{3, 2, width}}) {
            wholes.push_back(laid(tile, tiles, precision));
            EXPECT_EQ(wholes.back().world().table(grains_table).size(), 200 * tiles.count());
            EXPECT_EQ(measured(wholes.back()).contacts, measured(tile).contacts * tiles.count());
            const ListViews list = ListViews::of(wholes.back().world());
            testing_support::ghostsByGrain(wholes.back().world());
            EXPECT_EQ(list.ghosts(), list.halo_grain.size());
            EXPECT_GT(list.ghosts(), 0u);
        }
    ASSERT_TRUE(tile.advance(3).ok());
    for (std::size_t k = 0; k < wholes.size(); ++k) {
        ASSERT_TRUE(wholes[k].advance(3).ok());
        EXPECT_LT(forcesDiffer(tile, wholes[k]), k < 2 ? 1e-10 : 2e-3) << "bed " << k;
    }
}

}  // namespace
}  // namespace talus::grains
