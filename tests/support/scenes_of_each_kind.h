#pragma once
#include <map>
#include <string>

#include "tests/support/sand_on_ground.h"
#include "tests/support/scene_head.h"

namespace talus::test {

/// Small scenes that together have every table of the state: their names and texts. A few milliseconds to
/// build.
inline std::map<std::string, std::string> scenesOfEachKind() {
    const std::string grains_head = sceneHead("grains", {}, {{"steel"}, {"sand"}}) + R"(
[[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 1000
shear_stiffness = 290
friction = 0.5
rolling = "spring"
rolling_friction = 0.1
rolling_stiffness = 290
[[contact]]
between = ["sand", "steel"]
law = "linear"
stiffness = 1000
[[wall]]
name = "floor"
material = "steel"
)";

    /// Grains of 2 mm radius in a cube from the origin.
    const auto lumpOf = [](const char* side) {
        const std::string max = std::string(side) + ", " + side + ", " + side;
        return "[[fill]]\nname = \"lump\"\nmaterial = \"sand\"\nmin = [0, 0, 0]\nmax = [" + max +
               "]\ngrain_radius = \"2 mm\"\n";
    };
    const std::string lump = lumpOf("0.032");  // 400 grains: two blocks and their halos

    const std::string spout = R"([[emitter]]
name = "spout"
material = "sand"
centre = ["16 mm", "16 mm", "60 mm"]
radius = "12 mm"
rate = "1500 /s"
count = 200
grain_radius = "2 mm"
radius_spread = 0.1
)";

    // Grains of three spheres, of four that overlap, and balls.
    const std::string shapes = R"([[grain_shape]]
name = "rod"
centres = [[-1, 0, 0], [0, 0, 0], [1.5, 0, 0]]
radii = [0.7, 1, 1]
[[grain_shape]]
name = "tetra"
centres = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
radii = [1.6, 1.6, 1.6, 1.6]
[[grain_shape]]
name = "ball"
centres = [[0, 0, 0]]
radii = [1]
)";
    const std::string of_shapes = "grain_shapes = [\"rod\", \"tetra\", \"ball\"]\nshape_shares = [2, 2, 1]\n";

    std::string slow_spout = spout;  // clumps are wider than balls of their volume
    slow_spout.replace(slow_spout.find("1500 /s"), 7, "250 /s");

    const std::string on_ground =
        test::SandOnGround{.time = "duration = 1\nframe_interval = \"10 ms\"",
                           .other = "steel",
                           .contact = "stiffness = 400\nshear_stiffness = 115\nrestitution = 0.3",
                           .on_sand =
                               "friction = 0.5\nrolling = \"spring\"\nrolling_friction = 0.1\n"
                               "rolling_stiffness = 115",
                           .ground = "sand",
                           .corner = "[-0.04, -0.04, 0]",
                           .size = "[0.08, 0.08]"}
            .text();

    const std::string ball = R"([[body]]
name = "ball"
material = "steel"
radius = "10 mm"
position = [0, 0, "14 mm"]
velocity = [0, 0, -0.5]
)";

    // A jet, a floor and a pool: some 400 particles, or 64 of the small one, for what costs more a particle.
    const std::string water_head = sceneHead("water", {}, {{"stone"}}) + R"(
[[wall]]
name = "floor"
material = "stone"
[water]
spacing = "10 mm"
[[inflow]]
name = "jet"
centre = ["40 mm", "40 mm", "0.15 m"]
radius = "20 mm"
[[water_block]]
name = "pool"
min = [0, 0, 0]
)";
    const std::string water = water_head + "max = [0.08, 0.08, 0.06]\n";
    const std::string little_water = water_head + "max = [0.04, 0.04, 0.04]\n";

    // Sparks that live for a frame and a half, so that all of their counts are above 0; over ground and a
    // sink.
    const std::string particles = sceneHead("particles", {}, {{"stone"}}) + R"(
[[wall]]
name = "block"
material = "stone"
shape = "box-outside"
min = [0.05, 0.05, 0]
max = [0.08, 0.08, 0.03]
[ground]
shape = "flat"
material = "stone"
corner = [-0.1, -0.1, 0]
size = [0.2, 0.2]
spacing = 0.05
[[sink]]
name = "above"
point = [0, 0, "30 mm"]
normal = [0, 0, -1]
[[particles]]
name = "smoke"
limit = 1000
dt = "2 ms"
linear_drag = 1e-6
buoyancy = true
[[particle_emitter]]
name = "fire"
system = "smoke"
centre = [0, 0, "10 mm"]
direction = [0, 0, 1]
speed = "1 m/s"
speed_spread = 0.9
rate = "1000 /s"
lifetime = "15 ms"
burst_times = [0, "20 ms"]
burst_counts = [3, 5]
)";

    // A few grains that raise dust where they hit the floor.
    const std::string dust = lumpOf("0.012") + R"(
velocity = [0, 0, -2]
[[particles]]
name = "dust"
limit = 1000
dt = "2 ms"
linear_drag = 1e-6
[[particle_emitter]]
name = "hits"
system = "dust"
shape = "grain-hits"
per_joule = 2000
lifetime = "15 ms"
)";

    // A sheet with springs, hinges and points that are held, on a wall that moves.
    const std::string cloth = sceneHead("cloth", {}, {{"stone"}}) + R"(
[[wall]]
name = "block"
material = "stone"
shape = "box-outside"
min = [-0.05, -0.05, 0]
max = [0.05, 0.05, 0.03]
[[motion]]
wall = "block"
velocity = [0.1, 0, 0]
[[cloth]]
name = "sheet"
width = 0.2
height = 0.2
points_x = 6
points_y = 6
position = [0, 0, 0.035]
[[cloth_attachment]]
cloth = "sheet"
where = "top-corners"
[[body]]
name = "ball"
material = "stone"
radius = 0.02
position = [0.05, 0, 0.06]
)";

    // A chain that hangs between a fixed mass and one that a wall moves; grains of two masses fall on it.
    const std::string network = sceneHead("network", {}, {{"stone"}}) + R"(
[network]
rate = 1000
[[wall]]
name = "block"
material = "stone"
shape = "box-outside"
min = [0.2, -0.05, 0.1]
max = [0.3, 0.05, 0.2]
[[motion]]
wall = "block"
velocity = [0.1, 0, 0]
[[masses]]
name = "chain"
layout = "line"
from = [0, 0, 0.2]
to = [0.2, 0, 0.2]
count = 5
mass = 0.1
[[masses]]
name = "ends"
kind = "moved"
wall = "block"
positions = [[0.2, 0, 0.15]]
[[masses]]
name = "pairs"
layout = "none"
points = [[-0.01, 0, 0], [0.01, 0, 0]]
mass = 0.05
[[mass_source]]
name = "above"
masses = "pairs"
shape = "box"
min = [0.05, -0.02, 0.3]
max = [0.15, 0.02, 0.4]
rate = 200
[[link]]
name = "springs"
kind = "spring"
pairs = "edges"
between = ["chain"]
stiffness = 200
[[link]]
name = "end"
kind = "spring"
pairs = "list"
first = [4]
second = [0]
between = ["chain", "ends"]
stiffness = 200
[[link]]
name = "grain"
kind = "spring"
pairs = "grain"
between = ["pairs"]
length = 0.02
stiffness = 500
[[link]]
name = "touch"
between = ["pairs", "chain"]
length = 0.02
stiffness = 300
)";

    // Two boxes on each other on a floor; a plate on a hinge with limits, and a ball that hangs on what can
    // break.
    const std::string bodies = sceneHead("bodies", {}, {{"stone"}}) + R"(
[[wall]]
name = "floor"
material = "stone"
[[body]]
name = "lower"
material = "stone"
shape = "box"
size = [0.1, 0.1, 0.1]
position = [0, 0, 0.05]
[[body]]
name = "upper"
material = "stone"
shape = "box"
size = [0.1, 0.08, 0.1]
position = [0.02, 0.01, 0.15]
spin = [0, 0, 1]
[[body]]
name = "plate"
material = "stone"
shape = "box"
size = [0.02, 0.1, 0.2]
position = [0.3, 0, 0.3]
[[body]]
name = "weight"
material = "stone"
radius = 0.05
position = [0.3, 0, 0.12]
[[joint]]
name = "hinge"
kind = "hinge"
first = "plate"
point = [0.3, 0, 0.4]
axis = [0, 1, 0]
lower = -0.5
upper = 0.01
[[joint]]
name = "hook"
first = "weight"
second = "plate"
point = [0.3, 0, 0.2]
breaks_at = 100
)";

    // Stresses on a grid, which last from step to step.
    const std::string sand_grid =
        sceneHead("sand", {}, {{"sand"}}) +
        "[[wall]]\nname = \"floor\"\nmaterial = \"sand\"\nshape = \"plane\"\nnormal = [0, 0, 1]\n"
        "[sand]\nsolver = \"narain\"\nmaterial = \"sand\"\ncell = 0.01\n"
        "[[sand_block]]\nname = \"block\"\nmin = [0, 0, 0]\nmax = [0.03, 0.03, 0.03]\n";

    const std::string erosion = "[erosion]\n[[sediment]]\nsource = \"jet\"\nconcentration = 0.01\n";

    return {
        {"Particles", particles},
        {"SandGrid", sand_grid},
        {"Dust", grains_head + dust},
        {"ClothGrains", grains_head + lumpOf("0.016") +
                            "[[cloth]]\nname = \"sheet\"\nmaterial = \"steel\"\nwidth = 0.04\n"
                            "height = 0.04\npoints_x = 5\npoints_y = 5\nposition = [0.008, 0.008, "
                            "0.0163]\n"},
        {"Cloth", cloth},
        {"Network", network},
        {"WaterCloth", little_water +
                           "[[cloth]]\nname = \"sheet\"\nmaterial = \"stone\"\nwidth = 0.06\nheight = "
                           "0.06\npoints_x = 5\npoints_y = 5\nposition = [0.02, 0.02, 0.05]\n"
                           "[cloth_solver]\niterations = 10\n"},
        {"Bodies", bodies},
        {"Rain", little_water + "[[rain]]\nname = \"shower\"\nmin = [0, 0]\nmax = [0.04, 0.04]\n"
                                "height = \"60 mm\"\nrate = 0.2\n[[sink]]\nname = \"drain\"\n"
                                "shape = \"box\"\nmin = [-1, -1, -1]\nmax = [0.01, 1, 1]\n"},
        {"Pour", grains_head + lump + spout},
        {"Periodic",
         grains_head + lump + "[world]\nperiodic = [\"x\", \"y\"]\ndomain_max = [\"32 mm\", \"32 mm\", 1]\n"},
        {"Clumps", grains_head + shapes + lump + of_shapes + slow_spout + of_shapes +
                       "[[sink]]\nname = \"corner\"\nshape = \"box\"\nmin = [0, 0, -1]\n"
                       "max = [0.008, 0.008, 0.006]\n"},
        {"Rest", grains_head + lump + "[grains]\nrest = true\n"},
        {"Mixed", grains_head + lump + "[grains]\nprecision = \"mixed\"\n"},
        {"Hybrid",
         on_ground + "[hybrid]\ndepth = \"20 mm\"\nmaterial = \"sand\"\ngrain_radius = \"2.5 mm\"\n" + ball},
        {"Soil", on_ground + "[soil]\nkind = \"sand\"\n" + ball},
        {"ContinuumSand", sceneHead("sand", {}, {{"stone"}}) + R"(
[[wall]]
name = "floor"
material = "stone"
[sand]
material = "stone"
cell = "20 mm"
[[sand_block]]
name = "block"
min = [0, 0, 0]
max = [0.08, 0.08, 0.06]
[[sand_spout]]
name = "spout"
centre = [0.04, 0.04, 0.15]
radius = "30 mm"
[[sink]]
name = "drain"
shape = "box"
min = [-1, -1, -1]
max = [0.02, 1, 1]
)"},
        {"Water", water},
        {"Erosion", little_water +
                        "[ground]\nshape = \"flat\"\nmaterial = \"stone\"\ncorner = [0, 0, -0.01]\n"
                        "size = [0.1, 0.1]\nspacing = 0.01\n" +
                        erosion},
        {"Volume", little_water +
                       "[volume]\nmaterial = \"stone\"\nmin = [-0.02, -0.02, -0.04]\n"
                       "max = [0.12, 0.12, 0.1]\ncell = 0.01\nlevel = -0.005\ncohesion = 1000\n"
                       "[[volume_shape]]\nname = \"roof\"\nshape = \"box\"\nmin = [0.09, 0, -0.01]\n"
                       "max = [0.12, 0.1, 0.1]\n" +
                       erosion},
        {"WaterGrains", little_water + "[[contact]]\nbetween = [\"stone\", \"stone\"]\nlaw = \"linear\"\n"
                                       "stiffness = 100\n[[fill]]\nname = \"lump\"\nmaterial = \"stone\"\n"
                                       "min = [0, 0, 0]\nmax = [0.02, 0.02, 0.02]\ngrain_radius = 0.002\n"},
    };
}

}  // namespace talus::test
