#include "talus/solids/contact/collision_shapes.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::solids {
namespace {

using environment::WallFace;

/// The margin that Bullet adds around convex shapes, in units: far below what is visible, and far above
/// round-off. Boxes and cylinders are smaller by it, so their size stays.
constexpr double margin = 1e-3;

/// Sides of the polygon that stands for a circle of a hollow face. Its sides are within 1 - cos(pi/96) =
/// 0.05% of the radius.
constexpr int sides = 96;

template <class Shape>
CollisionShape shapeAt(std::shared_ptr<Shape> shape, const btVector3& at = {0, 0, 0}) {
    return {std::move(shape), btTransform(btQuaternion::getIdentity(), at)};
}

/// Turns the z axis to a unit vector.
btQuaternion turnOf(const Vec3d& axis) { return shortestArcQuat({0, 0, 1}, toBullet(axis)); }

struct SolidShape {
    double unit;

    CollisionShape operator()(const geometry::Sphere& s) const {
        return shapeAt(std::make_shared<btSphereShape>(s.radius / unit), toBullet(s.centre / unit));
    }
    CollisionShape operator()(const geometry::Box& box) const {
        auto shape = std::make_shared<btBoxShape>(toBullet((box.max - box.min) * (0.5 / unit)));
        shape->setMargin(margin);
        return shapeAt(std::move(shape), toBullet(centreOf(box) / unit));
    }
    CollisionShape operator()(const geometry::Capsule& c) const {
        const Vec3d along = c.to - c.from;
        CollisionShape found =
            shapeAt(std::make_shared<btCapsuleShapeZ>(c.radius / unit, length(along) / unit),
                    toBullet((c.from + c.to) * (0.5 / unit)));
        if (squaredLength(along) > 0) found.pose.setRotation(turnOf(normalized(along)));
        return found;
    }
    CollisionShape operator()(const geometry::Rod& rod) const {
        const double radius = rod.radius / unit;
        auto shape = std::make_shared<btCylinderShapeZ>(btVector3{radius, radius, 0.5 * rod.length / unit});
        shape->setMargin(margin);
        return shapeAt(std::move(shape));
    }
    CollisionShape operator()(const geometry::MeshSolid& solid) const { return hullOf(solid.mesh->points); }
    CollisionShape hullOf(const std::vector<Vec3d>& corners) const {
        auto hull = std::make_shared<btConvexHullShape>();
        for (const Vec3d& p : corners) hull->addPoint(toBullet(p / unit), false);
        hull->recalcLocalAabb();
        hull->setMargin(margin);
        hull->initializePolyhedralFeatures();
        return shapeAt(std::move(hull));
    }
};

/// Triangles of the faces that have no solid shape of their own.
class Triangles {
  public:
    explicit Triangles(double unit) : unit_(unit) {}

    void add(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
        mesh_->addTriangle(toBullet(a / unit_), toBullet(b / unit_), toBullet(c / unit_));
        corners_.push_back({a / unit_, b / unit_, c / unit_});
    }
    void addQuad(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
        add(a, b, c);
        add(a, c, d);
    }
    /// The inner side of a sphere.
    void addSphere(const Vec3d& centre, double radius) {
        const auto at = [&](int i, int j) {
            const double polar = std::numbers::pi * i / (sides / 2),
                         around = 2 * std::numbers::pi * j / sides;
            return centre + Vec3d{std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around),
                                  std::cos(polar)} *
                                radius;
        };
        for (int i = 0; i < sides / 2; ++i)
            for (int j = 0; j < sides; ++j) addQuad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
    /// A surface of revolution, whose radius goes from `from` to `to` along the axis.
    void addSwept(const Vec3d& start, const Vec3d& axis, double along, double from, double to) {
        const Rotation rotation = frameOf(axis);
        const auto at = [&](double height, double radius, int j) {
            const double around = 2 * std::numbers::pi * j / sides;
            return start + axis * height +
                   (rotation.x * std::cos(around) + rotation.y * std::sin(around)) * radius;
        };
        for (int j = 0; j < sides; ++j)
            addQuad(at(0, from, j), at(along, to, j), at(along, to, j + 1), at(0, from, j + 1));
    }

    /// The shape of all triangles; nothing without any.
    std::optional<CollisionShape> shape() const {
        if (mesh_->getNumTriangles() == 0) return std::nullopt;
        // The shape refers to the mesh, so both are deleted together.
        struct Held {
            std::shared_ptr<btTriangleMesh> mesh;
            btBvhTriangleMeshShape shape;
            explicit Held(std::shared_ptr<btTriangleMesh> of)
                : mesh(std::move(of)), shape(mesh.get(), true) {}
        };
        auto held = std::make_shared<Held>(mesh_);
        held->shape.setMargin(margin);
        CollisionShape shape{std::shared_ptr<btCollisionShape>(held, &held->shape)};
        shape.triangle = [surface = surfaceTriangles(corners_)](int index, const Vec3d&) {
            return surface[static_cast<std::size_t>(index)];
        };
        return shape;
    }

  private:
    static Rotation frameOf(const Vec3d& axis) {
        const Vec3d other = std::abs(axis.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
        const Vec3d x = normalized(cross(other, axis));
        return {x, cross(axis, x), axis};
    }

    double unit_;
    std::vector<std::array<Vec3d, 3>> corners_;
    std::shared_ptr<btTriangleMesh> mesh_ = std::make_shared<btTriangleMesh>();
};

/// A thin plate with a corner and two sides.
CollisionShape plateOf(const Vec3d& corner, const Vec3d& u, const Vec3d& v, double unit) {
    Triangles triangles(unit);
    triangles.addQuad(corner, corner + u, corner + u + v, corner + v);
    CollisionShape shape = *triangles.shape();
    const Vec3d x = normalized(u), y = normalized(v);
    shape.plate = PosedBox{(corner + (u + v) * 0.5) / unit,
                           {x, y, cross(x, y)},
                           {0.5 * length(u) / unit, 0.5 * length(v) / unit, 0}};
    return shape;
}

/// The triangle of the ground below a position, and the corners of those beside it: each cell has two, with a
/// diagonal from its first corner. @param at from the first column on [units]
SurfaceTriangle groundTriangle(const geometry::ColumnGrid& grid, const std::vector<double>& heights,
                               double spacing, const Vec3d& at) {
    const auto cell = [&](double along, std::uint32_t columns) {
        return static_cast<int>(std::clamp(along / spacing, 0.0, columns - 2.0));
    };
    const int i = cell(at.x, grid.columns), j = cell(at.y, grid.rows);
    const auto corner = [&](int di, int dj) -> std::optional<Vec3d> {
        const int x = i + di, y = j + dj;
        if (x < 0 || y < 0 || x >= static_cast<int>(grid.columns) || y >= static_cast<int>(grid.rows))
            return std::nullopt;
        return Vec3d{x * spacing, y * spacing,
                     heights[grid.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y))]};
    };
    const Vec3d first = *corner(0, 0), last = *corner(1, 1);
    const bool below = at.x - i * spacing >= at.y - j * spacing;
    if (below) return {{first, *corner(1, 0), last}, {corner(0, -1), corner(2, 1), corner(0, 1)}, true};
    return {{first, last, *corner(0, 1)}, {corner(1, 0), corner(1, 2), corner(-1, 0)}, true};
}

}  // namespace

CollisionShape shapeOf(const geometry::Solid& solid, double unit) {
    return std::visit(SolidShape{unit}, solid);
}

std::vector<CollisionShape> shapesOf(const ConvexParts& parts, double unit) {
    std::vector<CollisionShape> shapes;
    for (const std::vector<Vec3d>& corners : parts.corners)
        shapes.push_back(SolidShape{unit}.hullOf(corners));
    return shapes;
}

std::vector<CollisionShape> shapesOf(const std::vector<WallFace>& faces, double unit) {
    std::vector<CollisionShape> shapes;
    Triangles triangles(unit);
    const SolidShape solid{unit};
    for (const WallFace& face : faces) switch (face.kind) {
            case WallFace::Kind::Plane:
                shapes.push_back(shapeAt(
                    std::make_shared<btStaticPlaneShape>(toBullet(face.b), dot(face.b, face.a) / unit)));
                break;
            case WallFace::Kind::BoxOutside: shapes.push_back(solid(geometry::Box{face.a, face.b})); break;
            case WallFace::Kind::SphereOutside:
                shapes.push_back(solid(geometry::Sphere{face.a, face.b.x}));
                break;
            case WallFace::Kind::Capsule:
                shapes.push_back(solid(geometry::Capsule{face.a, face.b, face.c.x}));
                break;
            case WallFace::Kind::Rod: {
                CollisionShape rod = solid(geometry::Rod{face.c.x, face.c.y});
                rod.pose = btTransform(turnOf(face.b), toBullet((face.a + face.b * (0.5 * face.c.x)) / unit));
                shapes.push_back(std::move(rod));
                break;
            }
            case WallFace::Kind::SphereInside: triangles.addSphere(face.a, face.b.x); break;
            case WallFace::Kind::Plate: shapes.push_back(plateOf(face.a, face.b, face.c, unit)); break;
            case WallFace::Kind::Swept:
                triangles.addSwept(face.a, face.b, face.c.x, face.c.y, face.c.z);
                break;
            case WallFace::Kind::Triangle: triangles.add(face.a, face.b, face.c); break;
        }
    if (auto mesh = triangles.shape()) shapes.push_back(std::move(*mesh));
    return shapes;
}

CollisionShape groundShape(const geometry::ColumnGrid& grid, const std::vector<double>& heights,
                           double unit) {
    const double spacing = grid.spacing / unit, width = spacing * (grid.columns - 1),
                 depth = spacing * (grid.rows - 1);
    // Bullet's origin is the middle of a box around the columns; they may move as far as the ground is wide.
    const auto [lowest, highest] = std::ranges::minmax(heights);
    const double min = lowest - width - depth, max = highest + width + depth;
    auto shape = std::make_shared<btHeightfieldTerrainShape>(
        static_cast<int>(grid.columns), static_cast<int>(grid.rows), heights.data(), min, max, 2, true);
    shape->setLocalScaling({spacing, spacing, 1});
    shape->setMargin(margin);
    const Vec3d middle{0.5 * width, 0.5 * depth, 0.5 * (min + max)};
    CollisionShape ground =
        shapeAt(std::move(shape), toBullet(Vec3d{grid.x(0) / unit, grid.y(0) / unit, 0} + middle));
    ground.triangle = [grid, &heights, spacing, middle](int, const Vec3d& at) {
        SurfaceTriangle triangle = groundTriangle(grid, heights, spacing, at + middle);
        for (Vec3d& corner : triangle.corners) corner -= middle;
        for (std::optional<Vec3d>& corner : triangle.beside)
            if (corner) *corner -= middle;
        return triangle;
    };
    return ground;
}

}  // namespace talus::solids
