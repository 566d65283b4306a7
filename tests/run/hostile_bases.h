#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tests/support/scene_head.h"

/// Small scenes, and the tables that they are made of, for tests that change them. Each takes a fraction of a
/// second.
namespace talus::test::hostile {

inline const std::string head =
    sceneHead("hostile", {.duration = 0.002, .frame_interval = 0.001}, {{"sand"}});
inline const std::string contact = R"([[contact]]
between = ["sand", "sand"]
law = "linear"
stiffness = 1000
)";
inline const std::string two_grains = R"([[grain]]
material = "sand"
position = [0, 0, 0.1]
radius = 0.002
[[grain]]
material = "sand"
position = [0.0035, 0.001, 0.1]
velocity = [-0.1, 0, 0]
radius = 0.002
)";
inline const std::string flat = R"([ground]
material = "sand"
corner = [-0.1, -0.1, 0]
size = [0.2, 0.2]
spacing = 0.01
)";

inline std::string groundOf(const char* shape, const char* more) {
    return std::string("[ground]\nmaterial = \"sand\"\nshape = \"") + shape +
           "\"\ncorner = [-0.1, -0.1, -0.02]\nsize = [0.2, 0.2]\nspacing = 0.01\n" + more;
}

inline std::string wallOf(const char* shape, const char* more) {
    return std::string("[[wall]]\nname = \"wall\"\nmaterial = \"sand\"\nshape = \"") + shape + "\"\n" + more;
}

inline std::string bodyOf(const char* shape, const char* more) {
    return std::string(
               "[[body]]\nname = \"body\"\nmaterial = \"sand\"\nposition = [0.05, 0.05, 0.2]\nshape = \"") +
           shape + "\"\n" + more;
}

inline std::string jointOf(const char* kind, const char* more) {
    return std::string(
               "[[joint]]\nname = \"joint\"\nfirst = \"body\"\npoint = [0.05, 0.05, 0.2]\nkind = \"") +
           kind + "\"\n" + more;
}

inline std::string fillOf(const char* more) {
    return std::string(
               "[[fill]]\nname = \"fill\"\nmaterial = \"sand\"\nmin = [-0.02, -0.02, 0.03]\nmax = [0.02, "
               "0.02, "
               "0.05]\n") +
           more;
}

/// Scenes that have all tables and all that a key can choose between them.
inline std::vector<std::string> bases() {
    const std::string begin = head + contact;
    std::vector<std::string> all{
        begin + two_grains + R"([world]
periodic = ["x"]
domain_min = [-0.05, 0, 0]
domain_max = [0.05, 0, 0]
[grains]
rest = true
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, 0.2]
count = 50
rate = 5000
speed = 1
[[sink]]
name = "plane"
point = [0, 0, -1]
[[sink]]
name = "box"
shape = "box"
min = [0, 0, -2]
max = [1, 1, -1]
[output]
[render]
[[camera]]
)" + wallOf("plane", ""),
        head + two_grains +
            "[[contact]]\nbetween = [\"sand\", \"sand\"]\n[grains]\nintegrator = \"position-verlet\"\n",
        begin + flat + "[soil]\n" + bodyOf("sphere", "radius = 0.01\n"),
        begin + flat + "[soil]\nresponse = \"thesis\"\n" +
            bodyOf("mesh", "file = \"box.ply\"\nscale = 0.01\n"),
        begin + flat + bodyOf("cylinder", "radius = 0.01\nlength = 0.02\nmotion = \"prescribed\"\n") +
            two_grains,
        begin + bodyOf("capsule", "radius = 0.01\nlength = 0.02\n"),
        begin + bodyOf("box", "size = [0.02, 0.02, 0.02]\n"),
        begin + bodyOf("mesh", "file = \"box.ply\"\nscale = 0.01\nparts = 2\n"),
        begin + bodyOf("box", "size = [0.02, 0.02, 0.02]\n") +
            jointOf("hinge", "axis = [0, 1, 0]\nlower = -1\nupper = 1\nspeed = 1\nstrength = 1\n"),
        begin + bodyOf("box", "size = [0.02, 0.02, 0.02]\n") +
            jointOf("slider", "lower = -1\nupper = 1\nspeed = 1\nstrength = 1\n"),
        begin + bodyOf("sphere", "radius = 0.01\n") + wallOf("plane", "") +
            jointOf("spring", "second = \"wall\"\nend = [0, 0, 0]\nlength = 0.1\nbreaks_at = 100\n"),
        begin + wallOf("plane", "") +
            "[[chain]]\nname = \"chain\"\nmaterial = \"sand\"\nfrom = [0, 0, 0.5]\nto = [0.1, 0, 0.5]\n"
            "links = 6\nlength = 0.2\nthickness = 0.005\nmass_per_length = 0.1\nbreaks_at = 100\nlast = "
            "\"wall\"\n",
        begin + bodyOf("sphere", "radius = 0.01\n") + jointOf("rope", "end = [0, 0, 0.4]\n"),
        begin + flat + "[hybrid]\n" + fillOf("packing = \"jittered\"\n"),
        begin + flat + "[hybrid]\ndepth = 0.02\nmaterial = \"sand\"\ngrain_radius = 0.004\n",
        begin + two_grains + groundOf("hills", "height = 0.02\nwavelength = 0.1\n"),
        begin + two_grains + groundOf("dunes", "height = 0.01\nwavelength = 0.15\n"),
        begin + two_grains + groundOf("craters", "smallest = 0.02\nlargest = 0.05\ncount = 5\n"),
        begin + two_grains + "[ground]\nmaterial = \"sand\"\nshape = \"raster\"\nfile = \"land.asc\"\n",
        begin + "[[import]]\nname = \"import\"\nmaterial = \"sand\"\nfile = \"grains.csv\"\n",
        begin + fillOf("distribution = \"normal\"\nradius_deviation = 0.001\nradius_min = 0.001\nradius_max "
                       "= 0.003\n"),
        begin +
            fillOf(
                "packing = \"random-loose\"\ndistribution = \"lognormal\"\nradius_ratio = 1.5\nradius_min = "
                "0.001\nradius_max = 0.003\n"),
        begin +
            fillOf("packing = \"random-dense\"\nvolume_fraction = 0.5\ndistribution = \"discrete\"\nradii = "
                   "[0.002, 0.003]\nshares = [3, 1]\n")};
    all.push_back(begin + fillOf("grain_shapes = [\"rod\", \"box\"]\nshape_shares = [3, 1]\n") +
                  "[[emitter]]\nname = \"spout\"\nmaterial = \"sand\"\ncentre = [0, 0, 0.2]\nradius = 0.02\n"
                  "grain_shapes = [\"rod\"]\n"
                  "[[grain_shape]]\nname = \"rod\"\ncentres = [[-1, 0, 0], [1, 0, 0]]\nradii = [1, 1.5]\n"
                  "[[grain_shape]]\nname = \"box\"\nkind = \"mesh\"\nfile = \"box.ply\"\n"
                  "sphere_radius = 0.4\ncover = 1\n"
                  "[[grain]]\nmaterial = \"sand\"\nposition = [0, 0, 0.1]\nshape = \"rod\"\n"
                  "rotation = [0, 1, 0]\n");
    for (const char* sizes :
         {"distribution = \"normal\"\nradius_deviation = 0.001\nradius_min = 0.001\nradius_max = 0.003\n",
          "distribution = \"lognormal\"\nradius_ratio = 1.5\nradius_min = 0.001\nradius_max = 0.003\n",
          "distribution = \"discrete\"\nradii = [0.002, 0.003]\nshares = [3, 1]\n"})
        all.push_back(
            begin +
            "[[emitter]]\nname = \"spout\"\nmaterial = \"sand\"\ncentre = [0, 0, 0.2]\nradius = 0.02\n" +
            sizes);
    for (const char* shape : {"shape = \"line\"\nfrom = [0, 0, 0.2]\nto = [0.05, 0, 0.2]\n",
                              "shape = \"rectangle\"\ncentre = [0, 0, 0.2]\nwidth = 0.05\nheight = 0.03\n"})
        all.push_back(begin + "[[emitter]]\nname = \"spout\"\nmaterial = \"sand\"\n" + shape);
    const std::vector<std::pair<const char*, const char*>> walls{
        {"rectangle", "corner = [-1, -1, 0]\nedge_u = [2, 0, 0]\nedge_v = [0, 2, 0]\n"},
        {"disc", "radius = 0.1\n"},
        {"box-inside", "min = [-0.1, -0.1, 0]\nmax = [0.1, 0.1, 0.3]\nopen = [\"+z\"]\n"},
        {"box-outside", "min = [-0.1, -0.1, -0.1]\nmax = [0.1, 0.1, 0.08]\n"},
        {"sphere-inside", "radius = 0.2\n"},
        {"sphere-outside", "radius = 0.08\n"},
        {"cylinder-inside", "from = [0, 0, 0]\nto = [0, 0, 0.3]\nradius = 0.1\ncaps = [\"from\"]\n"},
        {"cylinder-outside", "from = [0, 0, -0.2]\nto = [0, 0, 0]\nradius = 0.05\n"},
        {"cone", "from = [0, 0, 0]\nto = [0, 0, 0.3]\nradius = 0.01\nend_radius = 0.1\n"},
        {"capsule", "from = [-0.1, 0, 0]\nto = [0.1, 0, 0]\nradius = 0.05\n"},
        {"mesh", "file = \"box.ply\"\nscale = 0.05\n"}};
    for (const auto& [shape, more] : walls) all.push_back(begin + two_grains + wallOf(shape, more));
    for (const char* sheet :
         {"[[cloth]]\nname = \"sheet\"\nmaterial = \"sand\"\npoints_x = 5\npoints_y = "
          "5\n[[cloth_attachment]]\ncloth = "
          "\"sheet\"\nat = [0.5, 0.5, 0]\n[cloth_solver]\n",
          "[[cloth]]\nname = \"sheet\"\npoints_x = 5\npoints_y = 5\nbending = "
          "\"springs\"\n[[cloth_attachment]]\n"
          "cloth = \"sheet\"\nwhere = \"top\"\nstiffness = 10\n[cloth_solver]\nmethod = \"lab\"\n",
          "[[cloth]]\nname = \"sheet\"\nfile = \"box.ply\"\nscale = 0.1\n"})
        all.push_back(begin + sheet);
    const std::string masses =
        "[network]\nrate = 1000\n[[masses]]\nname = \"a\"\npositions = [[0, 0, 0.1], [0.02, 0, 0.1]]\n"
        "[[masses]]\nname = \"b\"\nkind = \"fixed\"\nlayout = \"line\"\nfrom = [0, 0, 0]\n"
        "to = [0.05, 0, 0]\ncount = 4\n[[masses]]\nname = \"c\"\nlayout = \"grid\"\nfrom = [0, 0, 0.2]\n"
        "to = [0.1, 0, 0.2]\nspacing = 0.05\npoints = [[0, 0, 0], [0.01, 0, 0]]\n"
        "[[mass_source]]\nname = \"s\"\nmasses = \"c\"\nshape = \"point\"\ncentre = [0, 0, 0.4]\n";
    for (const char* where :
         {"shape = \"line\"\nfrom = [0, 0, 0.4]\nto = [0.1, 0, 0.4]\n", "shape = \"disc\"\nradius = 0.02\n",
          "shape = \"rectangle\"\nwidth = 0.02\nheight = 0.01\n",
          "shape = \"box\"\nmin = [0, 0, 0.4]\nmax = [0.1, 0.1, 0.5]\n",
          "shape = \"sphere\"\nradius = 0.02\n"})
        all.push_back(begin + masses + "[[mass_source]]\nname = \"t\"\nmasses = \"a\"\nrate = 10\n" + where);
    for (const char* link :
         {"kind = \"spring\"\npairs = \"list\"\nfirst = [0]\nsecond = [1]\nbetween = [\"a\"]\nstiffness = "
          "10\n",
          "kind = \"spring\"\npairs = \"edges\"\nbetween = [\"b\"]\n",
          "kind = \"spring\"\npairs = \"grain\"\nbetween = [\"c\"]\nlength = 0.01\n",
          "between = [\"a\", \"b\"]\nlength = 0.05\nstiffness = 10\n",
          "kind = \"friction\"\nbetween = [\"a\"]\nlength = 0.05\nstiffness = 10\nfriction_damping = 1\n",
          "kind = \"lennard-jones\"\nbetween = [\"a\"]\nlength = 0.01\ndepth = 1e-5\nreach = 0.03\n",
          "kind = \"table\"\nbetween = [\"a\"]\ndistances = [0.01, 0.03]\nforces = [1, 0]\n",
          "kind = \"formula\"\nbetween = [\"a\"]\nforce = \"k*(L-d)\"\nlength = 0.02\nstiffness = 5\nreach = "
          "0.02\n"})
        all.push_back(begin + masses + "[[link]]\nname = \"l\"\n" + link);
    all.push_back(
        begin +
        "[[masses]]\nname = \"a\"\nlayout = \"mesh\"\nfile = \"box.ply\"\nscale = 0.1\nshift = [0, 0, 1]\n" +
        wallOf("mesh", "file = \"box.ply\"\nscale = 0.05\n") +
        "[[masses]]\nname = \"m\"\nkind = \"moved\"\nwall = \"wall\"\npositions = [[0, 0, 2]]\n");
    const std::string continuum =
        begin + wallOf("plane", "point = [0, 0, -0.05]\n") +
        "[sand]\nmaterial = \"sand\"\ncell = 0.01\n[[sand_block]]\nname = \"block\"\n";
    for (const char* block : {"min = [0, 0, 0]\nmax = [0.02, 0.02, 0.02]\n",
                              "shape = \"sphere\"\ncentre = [0, 0, 0]\nradius = 0.02\n",
                              "shape = \"cylinder\"\ncentre = [0, 0, 0]\nradius = 0.02\nheight = 0.02\n",
                              "shape = \"capsule\"\nfrom = [0, 0, 0]\nto = [0.02, 0, 0]\nradius = 0.01\n",
                              "shape = \"mesh\"\nfile = \"box.ply\"\nscale = 0.02\n"})
        all.push_back(continuum + block);
    all.push_back(begin + wallOf("plane", "point = [0, 0, -0.05]\n") +
                  "[sand]\nsolver = \"narain\"\npressure = \"equal\"\nmaterial = \"sand\"\ncell = 0.01\n"
                  "[[sand_block]]\nname = \"block\"\nmin = [0, 0, 0]\nmax = [0.02, 0.02, 0.02]\n");
    all.push_back(begin + wallOf("plane", "point = [0, 0, -0.05]\n") +
                  "[sand]\nflowing_friction_angle = \"38 deg\"\ninertial_number = 0.3\ngrain_radius = 0.002\n"
                  "transfer = \"aflip\"\n"
                  "material = \"sand\"\ncell = 0.01\n"
                  "[[sand_block]]\nname = \"block\"\nmin = [0, 0, 0]\nmax = [0.02, 0.02, 0.02]\n");
    all.push_back(begin + wallOf("plane", "point = [0, 0, -0.05]\n") +
                  "[sand]\nsolver = \"grains\"\ngrain_radius = 0.0022\nmaterial = \"sand\"\ncell = 0.01\n"
                  "[[sand_block]]\nname = \"block\"\nmin = [0, 0, 0]\nmax = [0.04, 0.04, 0.04]\n");
    for (const char* spout : {"centre = [0, 0, 0.1]\nradius = 0.01\n",
                              "shape = \"rectangle\"\ncentre = [0, 0, 0.1]\nwidth = 0.02\nheight = 0.01\n"})
        all.push_back(continuum +
                      "min = [0, 0, 0]\nmax = [0.02, 0.02, 0.02]\n[[sand_spout]]\nname = \"spout\"\n" +
                      spout);
    for (const char* camera :
         {"kind = \"keyframes\"\ntimes = [0, 0.001]\npositions = [[1, 0, 1], [0, 1, 1]]\n",
          "kind = \"orbit\"\n", "kind = \"follow\"\nfollow = \"flow\"\noffset = [0, -1, 1]\n"})
        all.push_back(begin + two_grains + "[[camera]]\nname = \"moving\"\n" + camera);
    for (const char* screen :
         {"size = [16, 12]\nzoom = 2\nmap = \"plasma\"\nrange = [0, 1]\nzone = 0.1\n",
          "onto = \"xz\"\nmin = [-0.1, 0, 0]\nmax = [0.1, 0, 0.2]\nsize = [16, 12]\npreset = \"mud\"\n"
          "settle = 0.01\nfield = \"id\"\nvalues = [0]\nradius = 0.004\n",
          "onto = \"ground\"\nrelief = 2\nsize = [16, 12]\nlinks = [0.03, 0.06, 0.01, 0.01]\n",
          "onto = \"volume\"\nmin = [-0.1, -0.1, 0]\nmax = [0.1, 0.1, 0.2]\ncell = 0.01\nopacity = 2\n"
          "profile = \"1 - r\"\nlighting = \"s + dx\"\n"})
        all.push_back(begin + two_grains + flat + "[screen]\npoints = \"grains\"\n" + screen);
    const std::string moved = begin + two_grains + wallOf(walls[0].first, walls[0].second);
    for (const char* motion :
         {"kind = \"translate\"\nvelocity = [0, 0, 0.1]\n", "kind = \"rotate\"\nrate = 1\n",
          "kind = \"vibrate\"\namplitude = 1e-3\nfrequency = 50\n",
          "kind = \"keyframes\"\ntimes = [0, 1]\npositions = [[0, 0, 0], [0, 0, 0.1]]\n"})
        all.push_back(moved + "[[motion]]\nwall = \"wall\"\n" + motion);
    for (const char* law :
         {"lee-herrmann", "linear", "hertz-mindlin", "bell", "bell-linear", "lennard-jones"})
        for (const char* more :
             {"rolling = \"spring\"\ncohesion = \"constant\"\n",
              "rolling = \"constant\"\ncohesion = \"capillary\"\n", "cohesion = \"dmt\"\n"})
            all.push_back(head + two_grains + "[[contact]]\nbetween = [\"sand\", \"sand\"]\nlaw = \"" + law +
                          "\"\n" + more);
    all.push_back(
        head + two_grains +
        "[[contact]]\nbetween = [\"sand\", \"sand\"]\nlaw = \"hertz-mindlin\"\ncohesion = \"jkr\"\n");
    const std::string systems =
        head + wallOf("plane", "point = [0, 0, -0.05]\n") +
        "[[particles]]\nname = \"dust\"\nlinear_drag = 1e-6\n[[bounce]]\nsystem = \"dust\"\n"
        "[[vortex]]\nsystem = \"dust\"\n[[attractor]]\nsystem = \"dust\"\n"
        "[[particle_emitter]]\nname = \"puff\"\nsystem = \"dust\"\nrate = 1000\nlifetime = 0.1\n";
    for (const char* shape :
         {"shape = \"disc\"\n", "shape = \"sphere\"\n",
          "shape = \"box\"\nmin = [0, 0, 0]\nmax = [0.1, 0.1, 0.1]\n",
          "shape = \"line\"\nfrom = [0, 0, 0]\nto = [0.1, 0, 0]\n",
          "shape = \"rectangle\"\nwidth = 0.1\nheight = 0.05\n",
          "shape = \"cylinder\"\nradius = 0.05\nheight = 0.1\n",
          "shape = \"mesh-surface\"\nfile = \"box.ply\"\n", "shape = \"mesh-volume\"\nfile = \"box.ply\"\n"})
        all.push_back(systems + shape);
    all.push_back(begin + two_grains +
                  "[[particles]]\nname = \"dust\"\nlinear_drag = 1e-6\n"
                  "[[particle_emitter]]\nname = \"puff\"\nsystem = \"dust\"\nlifetime = 0.1\n"
                  "shape = \"grain-hits\"\nper_joule = 1000\n");
    const std::string tank = head +
                             "[[wall]]\nname = \"tank\"\nmaterial = \"sand\"\nshape = \"box-inside\"\n"
                             "min = [0, 0, 0]\nmax = [0.2, 0.2, 0.2]\n";
    const std::string block = "[[water_block]]\nname = \"block\"\n";
    const std::string inflow = "[[inflow]]\nname = \"spring\"\ncentre = [0.1, 0.1, 0.15]\nradius = 0.03\n";
    for (const char* of :
         {"min = [0, 0, 0]\nmax = [0.1, 0.1, 0.1]\n",
          "shape = \"sphere\"\ncentre = [0.1, 0.1, 0.1]\nradius = 0.05\n",
          "shape = \"cylinder\"\ncentre = [0.1, 0.1, 0.02]\nradius = 0.05\nheight = 0.1\n",
          "shape = \"capsule\"\nfrom = [0.05, 0.1, 0.1]\nto = [0.15, 0.1, 0.1]\nradius = 0.04\n",
          "shape = \"mesh\"\nfile = \"box.ply\"\nscale = 0.05\nposition = [0.1, 0.1, 0.1]\n"})
        all.push_back(tank + "[water]\nspacing = 0.02\n" + block + of);
    for (const char* solver :
         {"solver = \"dfsph\"\nspacing = 0.02\nviscosity = 5\nsurface_tension = 0.07\n",
          "solver = \"wcsph\"\nspacing = 0.02\nartificial_viscosity = 0.05\n", "solver = \"mueller\"\n"})
        all.push_back(tank + "[water]\n" + solver + block + "min = [0, 0, 0]\nmax = [0.1, 0.1, 0.1]\n" +
                      inflow);
    const std::string pool =
        tank + "[water]\nspacing = 0.02\n" + block + "min = [0, 0, 0]\nmax = [0.1, 0.1, 0.1]\n";
    all.push_back(pool +
                  "[[inflow]]\nname = \"weir\"\nshape = \"rectangle\"\ncentre = [0.1, 0.1, 0.15]\n"
                  "width = 0.06\nheight = 0.04\ndischarge = 0.001\n");
    all.push_back(tank +
                  "[water]\nspacing = 0.02\n[[rain]]\nname = \"shower\"\nmin = [0, 0]\nmax = [0.2, 0.2]\n"
                  "height = 0.19\nrate = 0.1\n");
    const std::string eroded =
        pool +
        "[ground]\nshape = \"flat\"\nmaterial = \"sand\"\ncorner = [0, 0, 0]\nsize = [0.2, 0.2]\n"
        "spacing = 0.02\n[erosion]\n";
    all.push_back(eroded +
                  "[[layer]]\nname = \"soil\"\nthickness = 0.01\n[[layer]]\nname = \"rock\"\n"
                  "[[plants]]\nname = \"grass\"\nmin = [0, 0]\nmax = [0.1, 0.1]\nmask = \"land.asc\"\n"
                  "[[sediment]]\nsource = \"block\"\nconcentration = 0.01\n");
    all.push_back(eroded +
                  "[[water_block]]\nname = \"lake\"\nshape = \"lake\"\nat = [0.1, 0.1]\nlevel = 0.02\n");
    all.push_back(eroded +
                  "thickening = \"krieger-dougherty\"\n[[rain]]\nname = \"shower\"\nmin = [0, 0]\n"
                  "max = [0.2, 0.2]\nheight = 0.1\nrate = 0.1\ngather = 0.001\n");
    all.push_back(eroded + "shear = \"power\"\nshear_distance = 0.01\n");
    for (const char* preset : {"preset = \"thesis-2022\"\n", "preset = \"kristof-2009\"\n"})
        all.push_back(eroded + preset);
    const std::string hollow =
        pool +
        "[volume]\nmaterial = \"sand\"\nmin = [0, 0, -0.08]\nmax = [0.2, 0.2, 0.2]\ncell = 0.02\n"
        "level = 0\ncohesion = 1000\n";
    all.push_back(hollow);
    for (const char* shape :
         {"shape = \"box\"\nmin = [0, 0, 0]\nmax = [0.05, 0.05, 0.05]\n",
          "shape = \"cylinder\"\ncentre = [0.1, 0.1, 0]\nradius = 0.03\nheight = 0.05\naxis = [0, 0, 1]\n",
          "shape = \"mesh\"\nfile = \"box.ply\"\nscale = 0.05\nposition = [0.1, 0.1, 0.05]\n"})
        all.push_back(hollow + "[[volume_shape]]\nname = \"body\"\n" + shape);
    all.push_back(hollow +
                  "[[volume_shape]]\nname = \"arch\"\nshape = \"capsule\"\nfrom = [0.15, 0, 0.05]\n"
                  "to = [0.15, 0.2, 0.05]\nradius = 0.03\n[[volume_shape]]\nname = \"cave\"\n"
                  "remove = true\nshape = \"sphere\"\ncentre = [0.1, 0.1, -0.03]\nradius = 0.02\n"
                  "[erosion]\n[[layer]]\nname = \"clay\"\nbottom = -0.02\n[[layer]]\nname = \"rock\"\n"
                  "[output]\nfields = [\"firm\", \"loose\"]\n");
    all.push_back(pool + contact +
                  "[[grain]]\nmaterial = \"sand\"\nposition = [0.05, 0.05, 0.05]\n"
                  "radius = 0.002\n[water_grains]\n");
    for (const char* kind :
         {"kind = \"height\"\nat = [0.05, 0.05, 0]\n",
          "kind = \"point\"\nat = [0.05, 0.05, 0.05]\nfields = [\"velocity\"]\n",
          "kind = \"wall\"\nwall = \"tank\"\nat = [0, 0.05, 0.03]\nnormal = [1, 0, 0]\n",
          "kind = \"flux-disc\"\nat = [0.05, 0.05, 0.05]\nnormal = [0, 0, 1]\nradius = 0.03\n",
          "kind = \"flux-rectangle\"\nat = [0.03, 0.03, 0.05]\nu = [0.04, 0, 0]\nv = [0, 0.04, 0]\n"})
        all.push_back(pool + "[[probe]]\nname = \"gauge\"\nof = \"water\"\n" + kind);
    return all;
}

}  // namespace talus::test::hostile
