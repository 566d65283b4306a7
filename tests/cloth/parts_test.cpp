#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "talus/cloth/contact/close_pairs.h"
#include "talus/cloth/measures.h"
#include "talus/cloth/sheet/colour.h"
#include "talus/cloth/sheet/grid.h"
#include "talus/core/rng.h"
#include "tests/support/cloth_scenes.h"

namespace talus::cloth {
namespace {

using namespace testing_support;

/// Points drawn from a cube of side 1.
class Drawn {
  public:
    Vec3d operator()() {
        ++drawn_;
        return {random_.uniform(drawn_, 0), random_.uniform(drawn_, 1), random_.uniform(drawn_, 2)};
    }

  private:
    Random random_{5, 77};
    std::uint64_t drawn_ = 0;
};

// The weights give the vector between the nearest points; no pair of points on a fine lattice of both
// features is nearer, and the nearest of them is at most a lattice spacing farther.
TEST(ClothDistance, NoPairOfPointsIsNearer) {
    Drawn draw;
    constexpr int n = 40;
    for (int trial = 0; trial < 200; ++trial) {
        const std::array<Vec3d, 4> x{draw(), draw(), draw(), draw()};
        const auto check = [&](const Nearest& found, double lattice) {
            Vec3d from;
            for (std::size_t k = 0; k < 4; ++k) from += x[k] * found.weight[k];
            EXPECT_LT(length(from - found.from), 1e-12);
            EXPECT_LE(length(found.from), lattice + 1e-12);
            EXPECT_GT(length(found.from), lattice - 2.5 / n);
        };
        double to_triangle = 10, between_edges = 10;
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n; ++j) {
                const double u = static_cast<double>(i) / n, v = static_cast<double>(j) / n;
                if (i + j <= n)
                    to_triangle =
                        std::min(to_triangle, length(x[0] - x[1] * (1 - u - v) - x[2] * u - x[3] * v));
                between_edges =
                    std::min(between_edges, length(x[0] * (1 - u) + x[1] * u - x[2] * (1 - v) - x[3] * v));
            }
        check(nearestToTriangle(x[0], x[1], x[2], x[3]), to_triangle);
        check(nearestOfEdges(x[0], x[1], x[2], x[3]), between_edges);
    }
}

// Sheets that are curved, sheared, rolled up and moved at random. Features of two triangles of a flat block
// that have no point in common are farther apart than points keep and may stray, at any time while the list
// lasts. Distances are those of distance.h, which is tested above. Some pairs of each sheet must be in flat
// blocks and others not, or the test would show nothing.
TEST(ClothFlatBlocks, HaveNoPairThatComesClose) {
    Sheet sheet;
    sheet.points_x = 13;
    sheet.points_y = 11;
    sheet.width = 12;
    sheet.height = 8;
    const geometry::Mesh shape = shapeOf(sheet);
    std::vector<Vec3d> middles;
    for (const auto& [a, b, c] : shape.triangles)
        middles.push_back((shape.points[a] + shape.points[b] + shape.points[c]) / 3.0);
    const double keep = 0.35;
    FlatBlocks blocks({{0, 0, 12, 10, 1, 0.8, keep}}, shape.triangles.size(), BoxTree(middles));
    Drawn draw;
    std::size_t in_flat_blocks = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const Vec3d bend = draw() * 0.9, shear = draw() * 0.6, move = draw() * 2.0;
        const auto placed = [&](const Vec3d& x, double curl) {
            const double r = 1.5 + 4 * bend.x, angle = x.x / r * curl;
            return Vec3d{r * std::sin(angle) + shear.x * x.y, x.y * (0.7 + 0.4 * shear.y),
                         r * (1 - std::cos(angle)) + bend.y * std::sin(x.x + 2 * x.y)};
        };
        std::vector<Vec3d> at, velocity;
        std::vector<double> bound;
        for (const Vec3d& x : shape.points) {
            at.push_back(placed(x, 1));
            velocity.push_back((placed(x, 1 + 0.3 * bend.z) - at.back()) * 4.0 + move);
            bound.push_back(0.02 * draw().x);
        }
        constexpr double duration = 0.25;
        blocks.measure(exec::Exec::serial(), {{at.data(), at.size()},
                                              {velocity.data(), velocity.size()},
                                              {bound.data(), bound.size()},
                                              duration});
        std::size_t together = 0, others = 0;
        for (std::uint32_t s = 0; s < shape.triangles.size(); ++s)
            for (std::uint32_t t = 0; t < shape.triangles.size(); ++t) {
                if (!blocks.haveTriangles(s, t)) {
                    ++others;
                    continue;
                }
                ++together;
                const auto &a = shape.triangles[s], &b = shape.triangles[t];
                for (const double share : {0.0, 0.4, 1.0}) {
                    const auto x = [&](std::uint32_t p) { return at[p] + velocity[p] * (share * duration); };
                    const auto boundOf = [&](std::initializer_list<std::uint32_t> points) {
                        double most = 0;
                        for (const std::uint32_t p : points) most = std::max(most, bound[p]);
                        return most;
                    };
                    const auto isOf = [](const auto& corners, std::uint32_t p) {
                        return std::find(corners.begin(), corners.end(), p) != corners.end();
                    };
                    for (const std::uint32_t p : a)
                        if (!isOf(b, p)) {
                            EXPECT_GT(length(nearestToTriangle(x(p), x(b[0]), x(b[1]), x(b[2])).from),
                                      keep + bound[p] + boundOf({b[0], b[1], b[2]}));
                        }
                    for (std::size_t i = 0; i < 3; ++i)
                        for (std::size_t k = 0; k < 3; ++k) {
                            const std::uint32_t p = a[i], q = a[(i + 1) % 3], u = b[k], v = b[(k + 1) % 3];
                            if (p == u || p == v || q == u || q == v) continue;
                            EXPECT_GT(length(nearestOfEdges(x(p), x(q), x(u), x(v)).from),
                                      keep + boundOf({p, q}) + boundOf({u, v}));
                        }
                }
            }
        EXPECT_GT(others, 0U);
        in_flat_blocks += together;
        if (HasFailure()) break;
    }
    EXPECT_GT(in_flat_blocks, 30 * shape.triangles.size());
}

// A sheet that is rolled to a cylinder of the radius R without strain has the bending energy B area / (2
// R^2). The hinges are those of a grid with both diagonals in turn; the error falls with the square of the
// spacing.
TEST(ClothHinges, AnUnstretchedCylinderHasItsBendingEnergy) {
    for (const bool along_y : {false, true}) {
        Sheet sheet;
        sheet.points_x = sheet.points_y = 41;
        sheet.bend = 0.3;
        const geometry::Mesh shape = shapeOf(sheet);
        const double radius = 0.8;
        const auto rolled = [&](const Vec3d& p) {
            const double along = along_y ? p.y : p.x, angle = along / radius;
            const double s = radius * std::sin(angle), z = radius * (1 - std::cos(angle));
            return along_y ? Vec3d{p.x, s, z} : Vec3d{s, p.y, z};
        };
        double energy = 0;
        for (const BuiltHinge& h : hingesOf(sheet, shape)) {
            const Vec3d x0 = rolled(shape.points[h.edge[0]]);
            const Vec3d s = (rolled(shape.points[h.edge[1]]) - x0) * h.weight.x +
                            (rolled(shape.points[h.wings[0]]) - x0) * h.weight.y +
                            (rolled(shape.points[h.wings[1]]) - x0) * h.weight.z;
            EXPECT_EQ(h.curl, 0);
            energy += 0.5 * h.bend * squaredLength(s);
        }
        // Half of a row of hinges is missing at each rim.
        EXPECT_NEAR(energy, 0.5 * 0.3 / (radius * radius), 0.03 * 0.5 * 0.3 / (radius * radius)) << along_y;
    }
}

TEST(ClothColours, ElementsOfAColourShareNoPoint) {
    Sheet sheet;
    sheet.bending = Bending::Springs;
    auto springs = springsOf(sheet, shapeOf(sheet));
    colourAndSort(springs, pointsOf(sheet), [](const BuiltSpring& s, auto take) {
        take(s.ends[0]);
        take(s.ends[1]);
    });
    std::vector<std::uint16_t> colours;
    for (const BuiltSpring& s : springs) colours.push_back(s.colour);
    EXPECT_TRUE(std::is_sorted(colours.begin(), colours.end()));
    std::vector<int> last(pointsOf(sheet), -1);
    for (const BuiltSpring& s : springs)
        for (const std::uint32_t p : s.ends) {
            EXPECT_LT(last[p], s.colour);
            last[p] = s.colour;
        }
}

std::array<std::uint32_t, 4> sorted(std::array<std::uint32_t, 4> p) {
    std::sort(p.begin(), p.end());
    return p;
}

// The list has all pairs of features of random triangles that come within their distance and bound on their
// way, as a search over all pairs and times finds them, and not many more.
TEST(ClothSearch, FindsAllPairsThatMayComeClose) {
    Drawn draw;
    constexpr std::uint32_t count = 100;
    std::vector<Vec3d> x;
    std::vector<std::array<std::uint32_t, 3>> corners;
    for (std::uint32_t t = 0; t < count; ++t) {
        const Vec3d middle = draw() * 3.0;
        for (int k = 0; k < 3; ++k) x.push_back(middle + draw() * 0.4);
        corners.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    const auto owned = ownedBy(corners, x.size());
    std::vector<Vec3d> middles;
    for (const auto& [a, b, c] : corners) middles.push_back((x[a] + x[b] + x[c]) / 3.0);
    const BoxTree tree(middles);
    const FlatBlocks no_grids({}, corners.size(), tree);
    const ObstacleShapes none;
    std::vector<std::uint16_t> sheet(x.size(), 0), copy(x.size());
    for (std::size_t p = 0; p < x.size(); ++p) copy[p] = static_cast<std::uint16_t>(p / 3);
    Features f;
    f.corners = {corners.data(), corners.size()};
    f.owned = {owned.data(), owned.size()};
    f.rest = {x.data(), x.size()};
    f.sheet = {sheet.data(), sheet.size()};
    f.copy = {copy.data(), copy.size()};
    f.obstacles = &none;
    f.tree = &tree;
    f.flat = &no_grids;
    f.thickness = {0.1};
    f.friction = {0};
    f.with_itself = f.with_walls = {1};
    f.finest = 0.3;
    ClosePairs close;
    close.until = 0.1;
    close.bound.assign(x.size(), 0.02);
    for (std::size_t p = 0; p < x.size(); ++p) close.velocity.push_back(draw() * 2.0 - Vec3d{1, 1, 1});
    EXPECT_FALSE(findClosePairs(exec::Exec::serial(), f, {x.data(), x.size()}, 50, close));
    EXPECT_TRUE(findClosePairs(exec::Exec::serial(), f, {x.data(), x.size()}, 100'000, close));
    // All pairs that come close between two times are in the list, by the velocities.
    const auto check = [&](double begin) {
        std::set<std::array<std::uint32_t, 4>> found;
        for (const ClosePair& pair : close.pairs) found.insert(sorted(pair.point));
        EXPECT_EQ(found.size(), close.pairs.size()) << "a pair is listed twice";
        const auto comesClose = [&](const std::array<std::uint32_t, 4>& p, bool edges) {
            for (int k = 0; k <= 50; ++k) {
                const double time = begin + (close.until - begin) * k / 50;
                const auto at = [&](std::uint32_t q) { return close.at[q] + close.velocity[q] * time; };
                const Nearest nearest = edges ? nearestOfEdges(at(p[0]), at(p[1]), at(p[2]), at(p[3]))
                                              : nearestToTriangle(at(p[0]), at(p[1]), at(p[2]), at(p[3]));
                if (length(nearest.from) < 0.1 + 0.04) return true;
            }
            return false;
        };
        std::size_t expected = 0;
        const auto expect = [&](const std::array<std::uint32_t, 4>& p, bool edges) {
            if (!comesClose(p, edges)) return;
            ++expected;
            EXPECT_EQ(found.count(sorted(p)), 1U);
        };
        for (std::uint32_t s = 0; s < count; ++s)
            for (std::uint32_t t = 0; t < count; ++t) {
                if (s == t) continue;
                const auto &a = corners[s], &b = corners[t];
                for (const std::uint32_t p : a) expect({p, b[0], b[1], b[2]}, false);
                for (std::size_t i = 0; i < 3 && s < t; ++i)
                    for (std::size_t j = 0; j < 3; ++j)
                        expect({a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]}, true);
            }
        EXPECT_GT(expected, 100U);
        EXPECT_LT(found.size(), 4 * expected) << "far too many are listed";
    };
    check(0);
    // Some points go elsewhere.
    std::vector<Vec3d> there(x.size()), velocity = close.velocity;
    for (std::uint32_t p = 0; p < x.size(); ++p) {
        there[p] = x[p] + close.velocity[p] * 0.03;
        if (p % 10 != 0) continue;
        close.strayed[p] = 1;
        there[p] += draw() * 0.4 - Vec3d{0.2, 0.2, 0.2};
        velocity[p] = draw() * 2.0 - Vec3d{1, 1, 1};
    }
    std::vector<std::uint32_t> triangles_of, first_triangle_of;
    for (std::uint32_t p = 0; p < x.size(); ++p) {
        triangles_of.push_back(p / 3);
        first_triangle_of.push_back(p);
    }
    first_triangle_of.push_back(static_cast<std::uint32_t>(x.size()));
    mendClosePairs(exec::Exec::serial(), f, {there.data(), there.size()}, {velocity.data(), velocity.size()},
                   {triangles_of.data(), triangles_of.size()},
                   {first_triangle_of.data(), first_triangle_of.size()}, 0.03, close);
    check(0.03);
}

/// A sheet that falls on a box and a ball, with everything that moves cloth.
std::string busyScene() {
    return sceneOf(
        "[[wall]]\nname = \"box\"\nmaterial = \"wood\"\nshape = \"box-outside\"\nmin = [-0.2, -0.2, 0]\n"
        "max = [0, 0, 0.2]\n[[wall]]\nname = \"ball\"\nmaterial = \"wood\"\nshape = \"sphere-outside\"\n"
        "centre = [0.25, 0.2, 0.1]\nradius = 0.1\n[[motion]]\nwall = \"box\"\nkind = \"translate\"\n"
        "velocity = [0.2, 0, 0.1]\n[[wall]]\nname = \"floor\"\nmaterial = \"wood\"\n"
        "[[cloth]]\nname = \"sheet\"\nwidth = 0.8\nheight = 0.8\npoints_x = 31\npoints_y = 31\n"
        "position = [0, 0, 0.24]\nair_drag = 1.2\nair_lift = 0.5\nwind = [1, 0, 0]\nturbulence = 0.5\n"
        "damping = 0.001\nstretch_y = 500\ncopies = 2\ncopy_offset = [0, 0, 0.02]\n"
        "[[body]]\nname = \"crate\"\nmaterial = \"wood\"\nshape = \"box\"\nsize = [0.1, 0.1, 0.1]\n"
        "position = [0.1, -0.25, 0.33]\ndensity = 50\nspin = [3, 0, 1]\n"
        "[[cloth_attachment]]\ncloth = \"sheet\"\nat = [0.4, 0.4, 0.24]\nstiffness = 100\ndamping = 0.1\n");
}

TEST(ClothState, IsTheSameForAnyNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3}) {
        auto simulation = test::simulationOf(busyScene(), threads);
        test::runTo(simulation, 0.2);
        hashes.push_back(state::stateHash(simulation.world()));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(ClothState, IsTheSameAfterAResume) {
    auto through = test::simulationOf(busyScene()), resumed = test::simulationOf(busyScene());
    test::runTo(through, 0.1);
    ASSERT_TRUE(state::restore(state::takeSnapshot(through.world()), resumed.world()).ok());
    test::runTo(through, 0.2);
    test::runTo(resumed, 0.2);
    EXPECT_EQ(state::stateHash(through.world()), state::stateHash(resumed.world()));
}

/// The first error of a scene.
std::string errorOf(const std::string& more) {
    const std::string text = sceneOf(more);
    const auto read = scene::readScene(text, "scene.toml", {}, scene::Machine{});
    return read.scene ? std::string() : read.diagnostics.format("scene.toml", text);
}

TEST(ClothCheck, SaysWhatIsWrong) {
    const std::string sheet = "[[cloth]]\nname = \"sheet\"\n";
    EXPECT_EQ(errorOf(sheet), "");
    EXPECT_NE(errorOf(sheet + "strech = 3\n").find("did you mean 'stretch'"), std::string::npos);
    EXPECT_NE(errorOf(sheet + "wind = [1, 0, 0]\n").find("wind does not act"), std::string::npos);
    EXPECT_NE(errorOf(sheet + sheet).find("'sheet'"), std::string::npos);
    EXPECT_NE(
        errorOf(sheet + "[[cloth_attachment]]\ncloth = \"sheet\"\nat = [5, 0, 0]\n").find("holds no point"),
        std::string::npos);
    EXPECT_NE(errorOf(sheet + "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"top\"\nwall = \"no\"\n")
                  .find("no wall or body 'no'"),
              std::string::npos);
}

}  // namespace
}  // namespace talus::cloth
