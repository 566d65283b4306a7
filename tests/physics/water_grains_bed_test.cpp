// Grains that lie in water: level, pressure and loads at rest, flow through a bed, and grains that are dry.
#include "tests/support/water_grains.h"

namespace talus::test {
namespace {

using couple::water_grains::Drag;
constexpr double rho = 1000, spacing = 0.01, width = 0.12, depth = 0.1;

// A tenth of the usual error of densities, which could make the level of this pool wrong by 1.3% of the
// grains.
std::string tankWith(const std::string& grains) {
    return waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") + "density_error = 1e-4\n" +
           tankOf({0, 0, 0}, {width, width, 0.3}) + boxOf("pool", {0, 0, 0}, {width, width, depth}) + grains;
}

/// Mean height of the surface: of the highest particle of each spacing's column, and half a spacing.
double levelOf(const scene::Simulation& simulation) {
    const int across = static_cast<int>(std::lround(width / spacing));
    std::vector<double> top(static_cast<std::size_t>(across * across), 0.0);
    for (const Vec3d& p : placesOf(simulation)) {
        const auto at = [&](double x) { return std::clamp(static_cast<int>(x / spacing), 0, across - 1); };
        double& highest = top[static_cast<std::size_t>(at(p.x) + across * at(p.y))];
        highest = std::max(highest, p.z);
    }
    double sum = 0;
    for (const double z : top) sum += z;
    return sum / static_cast<double>(top.size()) + 0.5 * spacing;
}

/// Means over 0.2 s of a tank at rest.
struct AtRest {
    double level = 0, load = 0, of_grains = 0, pressure = 0, depth_of_pressure = 0;
};
AtRest atRest(scene::Simulation& simulation, double from) {
    AtRest mean;
    runTo(simulation, from);
    constexpr int times = 20;
    for (int t = 1; t <= times; ++t) {
        runTo(simulation, from + 0.01 * t);
        mean.level += levelOf(simulation) / times;
        mean.load -= loadOn(simulation, 0).z / times;
        if (simulation.find<couple::granular::Granular>() != nullptr)
            mean.of_grains -= wallLoadsOf(simulation)[0].force.z / times;
        // Among the grains, a support off floor and sides.
        const auto places = placesOf(simulation);
        const auto pressure = particlesOf(simulation).read(water::fields::pressure);
        double sum = 0, heights = 0, count = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Vec3d& p = places[i];
            const double side = 2 * spacing;
            if (p.z < 0.02 || p.z > 0.035 || p.x < side || p.y < side || p.x > width - side ||
                p.y > width - side)
                continue;
            sum += double{pressure[i]};
            heights += p.z;
            ++count;
        }
        mean.pressure += sum / count / times;
        mean.depth_of_pressure += heights / count / times;
    }
    mean.load += mean.of_grains;
    return mean;
}

/// Water alone, once stirred: grains stir it, and off its lattice water stands a little higher.
AtRest poolAlone(double from) {
    scene::Simulation pool = simulationOf(tankWith(""));
    setVelocities(pool, [](const Vec3d& p) {
        return Vec3d{std::sin(200 * p.z + 300 * p.y), std::sin(250 * p.x + 170 * p.z),
                     std::sin(310 * p.y + 90 * p.x)} *
               0.4;
    });
    return atRest(pool, from);
}

/// Height of a tank's water and grains, if they took just their room [m].
double heightOf(const scene::Simulation& simulation) {
    const auto particles = static_cast<double>(placesOf(simulation).size());
    return (particles * std::pow(spacing, 3) + sumsOf(simulation).volume) / (width * width);
}

// Grains that fill a part of a block from the start displace its water: particles are left out, so that both
// together have the volume of the block, to half a particle. What is denser than the block was comes from
// where particles lie on the lattice that is left: none has a quarter more around it than water alone.
TEST(WaterGrainsBed, GrainsDisplaceTheWaterOfABlock) {
    scene::Simulation bed =
        simulationOf(tankWith(sandOf(2500, 500) +
                              "[[fill]]\nname = \"bed\"\nmaterial = \"sand\"\nmin = [0.001, 0.001, 0.001]\n"
                              "max = [0.119, 0.119, 0.05]\ngrain_radius = 0.003\ncount = 1500\n"));
    const double volume = width * width * depth, half = 0.5 * std::pow(spacing, 3);
    tell("volume_over_block", heightOf(bed) / depth);
    EXPECT_NEAR(heightOf(bed) * width * width, volume, 1.001 * half);
    const auto ids = particlesOf(bed).read(water::fields::id);
    for (std::size_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], i);
    EXPECT_EQ(std::as_const(bed.world()).table(water::ledger_table).read(water::fields::made)[0], ids.size());
    ASSERT_TRUE(bed.advance().ok());
    double densest = 0;
    for (const float density : particlesOf(bed).read(water::fields::density))
        densest = std::max(densest, double{density} / rho);
    tell("densest", densest);
    EXPECT_LT(densest, 1.25);
}

// Grains that are held in the water, spread out: with them it stands as high as the volume of both, to 5% of
// the grains' part: a third of a millimetre, a thirtieth of a spacing (3.9 to 4.8% were seen from 0.3, 0.4,
// 0.6 and 1.2 s on). The pressure among them is that of the water above, since they do not hang on it, to 6%:
// of water alone 3.0 to 4.4% too much is read there.
TEST(WaterGrainsBed, RaisesTheLevelByItsVolume) {
    constexpr double from = 0.3;
    const AtRest alone = poolAlone(from);
    scene::Simulation held = simulationOf(
        tankWith("[[material]]\nname = \"sand\"\ndensity = 2500\nfixed = true\n[[contact]]\n"
                 "between = [\"sand\", \"sand\"]\nlaw = \"linear\"\nstiffness = 500\n[[contact]]\n"
                 "between = [\"sand\", \"glass\"]\nlaw = \"linear\"\nstiffness = 500\n[[fill]]\n"
                 "name = \"cloud\"\nmaterial = \"sand\"\nmin = [0, 0, 0]\nmax = [0.12, 0.12, 0.05]\n"
                 "grain_radius = 0.002\npacking = \"random-loose\"\nvolume_fraction = 0.15\n"));
    const AtRest with = atRest(held, from);
    const double grains = sumsOf(held).volume / (width * width),
                 too_high = with.level - heightOf(held) - (alone.level - depth);
    tell("alone_too_high", alone.level - depth);
    tell("too_high_over_volume", too_high / grains);
    tell("pressure", with.pressure / (rho * gravity * (with.level - with.depth_of_pressure)));
    tell("pressure_alone", alone.pressure / (rho * gravity * (alone.level - alone.depth_of_pressure)));
    EXPECT_NEAR(too_high / grains, 0, 0.05);
    EXPECT_NEAR(with.pressure / (rho * gravity * (with.level - with.depth_of_pressure)), 1, 0.06);
}

// A bed on the floor: the tank carries the weight of water and grains (2%, as of water alone in
// water_column_test.cpp), the grains' part of it is their weight less that of the water in their place
// (Archimedes). 5% of that: water between packed grains moves by centimetres a second. Water and grains stand
// by 6.6% of the grains' volume higher than their own volumes add up to (by 9.5% after 1.2 s, 0.1 of a
// spacing): the water in the bed is no lattice, by which sparse_water.h sets its sums right (by 15% without).
// Fills of 1495 to 1500 grains scatter by 1% about that (7% where walls take no turbulent friction), hence
// 13%. The pressure in the bed as above (means over single particles read it 4 to 6% low, by fills of 1497 to
// 1500 grains; without sparse_water.h it is up to 1.8 times that of the depth).
TEST(WaterGrainsBed, LiesInWaterByArchimedes) {
    constexpr double from = 0.8;
    const AtRest alone = poolAlone(from);
    scene::Simulation bed =
        simulationOf(tankWith(sandOf(2500, 500) +
                              "[[fill]]\nname = \"bed\"\nmaterial = \"sand\"\nmin = [0.001, 0.001, 0.001]\n"
                              "max = [0.119, 0.119, 0.05]\ngrain_radius = 0.003\ncount = 1500\n"));
    const AtRest with = atRest(bed, from);
    const GrainSums grains = sumsOf(bed);
    const double water = rho * std::pow(spacing, 3) * static_cast<double>(placesOf(bed).size()),
                 weight = (water + grains.mass) * gravity,
                 left = (grains.mass - rho * grains.volume) * gravity,
                 too_high = with.level - heightOf(bed) - (alone.level - depth);
    tell("too_high_over_volume", too_high * width * width / grains.volume);
    tell("pressure", with.pressure / (rho * gravity * (with.level - with.depth_of_pressure)));
    tell("load_over_weight", with.load / weight);
    tell("grains_load_over_weight_in_water", with.of_grains / left);
    EXPECT_NEAR(too_high * width * width / grains.volume, 0, 0.13);
    EXPECT_NEAR(with.pressure / (rho * gravity * (with.level - with.depth_of_pressure)), 1, 0.06);
    EXPECT_NEAR(with.load / weight, 1, 0.02);
    EXPECT_NEAR(with.of_grains / left, 1, 0.05);
}

// Water that its weight drives through a bed of grains that are held. Evenly spread, n F = eps rho g: the
// drag's own law, to 10% (the bed has 2% more or less of grains here and there, and drag goes with eps^-4);
// and Ergun (1952), "Fluid flow through packed columns": rho g = 150 mu c^2 U / (eps^3 d^2) + 1.75 rho c U^2
// / (eps^3 d), from which Di Felice's law is up to 30% off at eps = 0.5 (his figure 5; here by the formulas
// themselves).
TEST(WaterGrainsBed, LetsWaterThrough) {
    const double d = 4e-3, mu = 0.02, side = 0.06, high = 0.06, c = 0.5;
    const std::string text =
        waterHead("dfsph", spacing,
                  fmt::format("periodic = [\"x\", \"y\", \"z\"]\ndomain_max = [{0}, {0}, {1}]", side, high)) +
        fmt::format("viscosity = {}\nspeed = 0.3\n", mu) + boxOf("water", {0, 0, 0}, {side, side, high}) +
        "[[material]]\nname = \"sand\"\ndensity = 2500\nfixed = true\n[[contact]]\n"
        "between = [\"sand\", \"sand\"]\nlaw = \"linear\"\nstiffness = 500\n" +
        fmt::format(
            "[[fill]]\nname = \"bed\"\nmaterial = \"sand\"\nmin = [0, 0, 0]\nmax = [{0}, {0}, {1}]\n"
            "grain_radius = {2}\npacking = \"random-dense\"\nvolume_fraction = {3}\n",
            side, high, 0.5 * d, c);
    scene::Simulation simulation = simulationOf(text);
    const double share = sumsOf(simulation).volume / (side * side * high), eps = 1 - share;
    runTo(simulation, 0.2);
    double flow = 0;
    for (int k = 1; k <= 10; ++k) {
        runTo(simulation, 0.2 + 0.02 * k);
        // Superficial: over the volume of the bed.
        const auto velocities = velocitiesOf(simulation);
        for (const Vec3f& v : velocities)
            flow -= double{v.z} * std::pow(spacing, 3) / (side * side * high) / 10;
    }
    const auto solve = [&](auto resistance) {
        double low = 0, top = 1;
        for (int k = 0; k < 60; ++k)
            (resistance(0.5 * (low + top)) < rho * gravity ? low : top) = 0.5 * (low + top);
        return low;
    };
    const double volume = std::numbers::pi / 6 * d * d * d;
    const double law = solve([&](double u) {
        const double slip = u / eps;
        return share / volume * couple::water_grains::dragOf(Drag::DiFelice, d, slip, eps, {rho, mu}) * slip /
               eps;
    });
    const double ergun = solve([&](double u) {
        return 150 * mu * share * share * u / (eps * eps * eps * d * d) +
               1.75 * rho * share * u * u / (eps * eps * eps * d);
    });
    tell("share_of_grains", share);
    tell("flow", flow);
    tell("flow_over_di_felice", flow / law);
    tell("flow_over_ergun", flow / ergun);
    EXPECT_NEAR(flow / law, 1, 0.1);
    EXPECT_NEAR(law / ergun, 1, 0.3);
}

// Above water a grain falls freely, to the last bit as without water.
TEST(WaterGrainsBed, GrainsAboveTheWaterFallFreely) {
    const std::string grain = sandOf(2500) + grainAt({0.06, 0.06, 0.25}, 0.003);
    scene::Simulation wet = simulationOf(tankWith(grain));
    std::string dry_text = tankWith(grain);
    const std::string pool = boxOf("pool", {0, 0, 0}, {width, width, depth});
    const std::size_t at = dry_text.find("[water]");
    dry_text.erase(at, dry_text.find("[[wall]]") - at);
    dry_text.erase(dry_text.find(pool), pool.size());
    scene::Simulation dry = simulationOf(dry_text);
    runTo(wet, 0.1);
    const auto place = [](const scene::Simulation& s) {
        return grainsOf(s).read(grains::fields::position)[0];
    };
    const double fallen = 0.5 * gravity * 0.01;
    EXPECT_NEAR(place(wet).z, 0.25 - fallen, 1e-9);
    EXPECT_EQ(grainsOf(wet).read(couple::water_grains::fields::water_drag)[0], Vec3d{});
    runTo(dry, 0.1);
    EXPECT_NEAR(place(wet).z, place(dry).z, 1e-12);
}

}  // namespace
}  // namespace talus::test
