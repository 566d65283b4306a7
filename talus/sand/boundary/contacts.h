#pragma once
#include <algorithm>
#include <vector>

#include "talus/environment/contact/obstacles.h"
#include "talus/geometry/ground_surface.h"
#include "talus/sand/boundary/touch.h"
#include "talus/sand/setup.h"
#include "talus/step/stage.h"

namespace talus::sand {

/// Faces of walls, closed meshes, and the ground, that may be within some distance of a point.
struct Near {
    std::vector<std::uint32_t> solid, thin;  ///< faces with one free side, and with two
    std::vector<std::uint32_t> meshes;       ///< walls that are closed meshes (solid_meshes.h)
    bool ground = false;

    bool any() const { return anySolid() || !thin.empty(); }
    bool anySolid() const { return ground || !solid.empty() || !meshes.empty(); }
    std::size_t count() const { return solid.size() + thin.size() + meshes.size(); }
    void clear() {
        solid.clear();
        thin.clear();
        meshes.clear();
        ground = false;
    }
};

/// So few faces are all tested: a search in the tree of a mesh costs more. Chosen.
inline constexpr std::size_t few_faces = 8;

/// Contact of the sand (touch.h) with solids: walls with one free side, closed meshes, and the ground.
class Contacts {
  public:
    /// @param walls at the start of the step @param height of the ground's columns; empty: no ground
    Contacts(const Boundaries& boundaries, const environment::WallsAt& walls,
             exec::View<const double> height);

    const Boundaries& boundaries() const { return boundaries_; }
    const environment::WallsAt& walls() const { return walls_; }
    exec::View<const double> height() const { return height_; }
    const geometry::GroundSurface* ground() const { return ground_ ? &*ground_ : nullptr; }

    /// Adds what is within `reach` of a point: of walls that stand still, and the ground; or of walls that
    /// move.
    void addFixed(const Vec3d& centre, double reach, Near& near) const;
    void addMoving(const Vec3d& centre, double reach, Near& near) const;
    /// Whether a free body is near.
    bool anyFreeBody(const Near& near) const;
    /// Whether any wall moves.
    bool anyMoves() const { return any_moves_; }
    /// Whether a point is nearer than `reach` to what is near, or behind it.
    bool touches(const Near& near, const Vec3d& p, double reach) const;
    bool touchesWalls(const Near& near, const Vec3d& p, double reach) const;
    bool touchesSolidFaces(const Near& near, const Vec3d& p, double reach) const;
    bool touchesThin(const Near& near, const Vec3d& p, double reach) const;

    /// The least signed distance from the closed meshes that are near [m]; infinity: there is none.
    double distanceFromMeshes(const Near& near, const Vec3d& p) const;

    /// The normal of a thin face near a point: unit, towards its front.
    Vec3d frontOf(std::uint32_t face, const Vec3d& p) const;
    /// take(index) for those of a list of faces that can be nearer than `reach` to a point. @pre in
    /// increasing order, as in Near
    template <class Take>
    void forNear(const std::vector<std::uint32_t>& faces, const Vec3d& p, double reach, Take take) const;
    /// The contact with a face, or with a mesh by its first face, at a point of it.
    /// @param normal towards the sand, unit
    Touch touchOf(std::uint32_t face, const Vec3d& point, const Vec3d& normal) const;
    /// How near in front of a face nodes touch it [cells]. Thin faces and bodies: on the surface only. Nodes
    /// in front of the glass would make the neck of an hourglass narrower by up to 0.8 cells.
    double reachOf(std::uint32_t face) const;
    double reachOfSolid(std::uint32_t wall) const;
    /// The surfaces that a node is on, behind, or shortly in front of. @param cell [m]
    /// @param sides (face, nearest, take): calls take(WallDistance) for the sides of a solid that it touches;
    /// the face of a mesh is its first
    template <class Sides>
    void touchesOf(const Near& near, const Vec3d& node, double cell, std::vector<Touch>& found,
                   Sides sides) const;

    /// visit(normal, distance [m]) for these surfaces at a point: unit, towards the sand; negative behind it.
    template <class Visit>
    void forDistances(const Near& near, const Vec3d& p, Visit visit) const;

    /// Adds the reaction to an impulse on the sand [N s].
    void addReaction(const Touch& touch, const Vec3d& impulse, environment::Loads& loads) const;

  private:
    std::uint32_t firstFaceOf(std::size_t wall) const { return walls_.walls().bodies()[wall].first_face; }
    void addGround(const Near& near, const Vec3d& node, double cell, std::vector<Touch>& found) const;
    void add(std::size_t wall, const Vec3d& centre, double reach, Near& near) const;

    const Boundaries& boundaries_;
    const environment::WallsAt& walls_;
    exec::View<const double> height_;
    std::optional<geometry::GroundSurface> ground_;
    bool any_moves_ = false;
};

/// The contacts at the start of a step, with the walls that they refer to.
struct ContactsOfStep {
    environment::WallsAt walls;
    Contacts contacts;

    ContactsOfStep(const Boundaries& boundaries, const step::Step& step);
    ContactsOfStep(const ContactsOfStep&) = delete;
    ContactsOfStep& operator=(const ContactsOfStep&) = delete;
};

template <class Take>
void Contacts::forNear(const std::vector<std::uint32_t>& faces, const Vec3d& p, double reach,
                       Take take) const {
    if (faces.size() <= few_faces) {
        for (std::size_t k = 0; k < faces.size(); ++k) take(k);
        return;
    }
    for (auto begin = faces.begin(); begin != faces.end();) {
        const std::uint32_t wall = walls_.face(*begin).wall;
        const auto end = std::lower_bound(begin, faces.end(), walls_.walls().bodies()[wall].end_face);
        const auto takeOne = [&](auto face) { take(static_cast<std::size_t>(face - faces.begin())); };
        if (static_cast<std::size_t>(end - begin) <= few_faces)
            for (auto face = begin; face != end; ++face) takeOne(face);
        else
            walls_.forFacesNear(wall, walls_.inFrame(wall, p), reach, [&](std::size_t face) {
                const auto found = std::lower_bound(begin, end, face);
                if (found != end && *found == face) takeOne(found);
            });
        begin = end;
    }
}

template <class Sides>
void Contacts::touchesOf(const Near& near, const Vec3d& node, double cell, std::vector<Touch>& found,
                         Sides sides) const {
    found.clear();
    const auto meet = [&](std::uint32_t face, double reach, const environment::WallDistance& nearest) {
        if (!(nearest.distance <= reach * cell)) return;
        sides(face, nearest, [&](const environment::WallDistance& side) {
            found.push_back(touchOf(face, node - side.normal * side.distance, side.normal));
        });
    };
    for (const std::uint32_t face : near.solid) meet(face, reachOf(face), walls_.distance(face, node));
    for (const std::uint32_t wall : near.meshes) {
        if (!boundaries_.solid_meshes.isSolid(wall)) continue;
        meet(firstFaceOf(wall), reachOfSolid(wall), walls_.distanceFromMesh(wall, node));
    }
    addGround(near, node, cell, found);
}

template <class Visit>
void Contacts::forDistances(const Near& near, const Vec3d& p, Visit visit) const {
    for (const std::uint32_t face : near.solid) {
        const environment::WallDistance d = walls_.distance(face, p);
        visit(d.normal, d.distance);
    }
    for (const std::uint32_t wall : near.meshes) {
        if (!boundaries_.solid_meshes.isSolid(wall)) continue;
        const environment::WallDistance d = walls_.distanceFromMesh(wall, p);
        visit(d.normal, d.distance);
    }
    if (!near.ground) return;
    if (const auto surface = geometry::surfaceAt(boundaries_.ground->grid, height_, p.x, p.y))
        visit(surface->normal, (p.z - surface->height) * surface->normal.z);
}

}  // namespace talus::sand
