#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/geometry/grow_box.h"
#include "talus/sand/boundary/crossing.h"
#include "talus/sand/mpm/stencil.h"
#include "talus/sand/mpm/walls/hidden.h"

namespace talus::sand::mpm {
namespace {

/// A set of nodes of a patch: of each plane along x, its nodes by bits.
using PatchNodes = std::array<std::uint64_t, patch_side>;
static_assert(patch_side == 8, "a plane has 64 nodes");

/// Whether the set has any of the 27 nodes of a particle. @param first of these
bool anyOfStencil(const PatchNodes& set, int first) {
    constexpr std::uint64_t square = 0x070707;
    const auto plane = static_cast<std::size_t>(first / (patch_side * patch_side));
    return ((set[plane] | set[plane + 1] | set[plane + 2]) >> first % (patch_side * patch_side) & square) !=
           0;
}

/// The position of a node of a patch relative to the tile's first node [cells].
Vec3d positionInPatch(int in_patch) {
    const int x = in_patch / (patch_side * patch_side) + patch_first,
              y = in_patch / patch_side % patch_side + patch_first, z = in_patch % patch_side + patch_first;
    return {double(x), double(y), double(z)};
}

/// The box around a triangle of a wall, where it is now; of other faces everything.
geometry::Box boundsNow(const environment::WallsAt& walls, std::uint32_t of) {
    const environment::WallFace& face = walls.face(of);
    geometry::Box box = geometry::emptyBox();
    if (face.kind != environment::WallFace::Kind::Triangle) return {box.max, box.min};
    for (const Vec3d& corner : {face.a, face.b, face.c})
        include(box, walls.moves(face.wall) ? walls.pose(face.wall).toWorld(corner) : corner);
    return box;
}

/// A thin face near a tile, and the nodes of the tile's patch relative to it.
class FaceOfPatch {
  public:
    std::uint32_t face, wall;
    double tolerance;  ///< nodes this near in front of it are on it [m]
    ThinFace thin;

    FaceOfPatch(const Contacts& contacts, std::uint32_t of, const Vec3d& corner, double cell)
        : face(of),
          wall(contacts.walls().face(of).wall),
          tolerance(contacts.reachOf(of) * cell),
          thin(contacts.walls().face(of)),
          walls_(contacts.walls()),
          corner_(corner),
          cell_(cell),
          bounds_(boundsNow(walls_, of)) {}

    /// Whether paths to nodes can cross it from a position: nodes are within 1.5 cells of it along each axis.
    bool isNear(const Vec3d& position) const { return isWithin(position, 1.5 * cell_ * (1 + 1e-9)); }
    const geometry::Box& bounds() const { return bounds_; }

    void prepare() {
        if (!nodes_.empty()) return;
        nodes_.resize(patch_nodes, {unknown, 0, 0});
        for (int i = 0; i < patch_side; ++i)
            for (int j = 0; j < patch_side; ++j)
                for (int k = 0; k < patch_side; ++k) {
                    const int in_patch = patchIndex(i, j, k);
                    if (!isNear(positionOf(in_patch))) continue;
                    const double side = at(in_patch).side;
                    const auto plane = static_cast<std::size_t>(i);
                    const std::uint64_t bit = std::uint64_t{1} << patchIndex(0, j, k);
                    if (side <= tolerance) not_in_front_[plane] |= bit;
                    if (side >= -tolerance) not_behind_[plane] |= bit;
                }
    }
    bool isPrepared() const { return !nodes_.empty(); }
    /// A node relative to it. @pre it is prepared
    const OnFace& at(int in_patch) {
        OnFace& node = nodes_[static_cast<std::size_t>(in_patch)];
        if (node.side == unknown) [[unlikely]]
            node = find(in_patch);
        return node;
    }
    /// Whether the face may hide nodes from a particle: whether any of them is on it or on its other side.
    bool mayHide(const OnFace& particle, int first) const {
        return anyOfStencil(particle.side < 0 ? not_behind_ : not_in_front_, first);
    }

  private:
    static constexpr double unknown = std::numeric_limits<double>::infinity();
    OnFace find(int in_patch) const;
    Vec3d positionOf(int in_patch) const { return corner_ + positionInPatch(in_patch) * cell_; }
    bool isWithin(const Vec3d& x, double reach) const {
        return x.x >= bounds_.min.x - reach && x.x <= bounds_.max.x + reach && x.y >= bounds_.min.y - reach &&
               x.y <= bounds_.max.y + reach && x.z >= bounds_.min.z - reach && x.z <= bounds_.max.z + reach;
    }

    const environment::WallsAt& walls_;
    Vec3d corner_;
    double cell_;
    geometry::Box bounds_;
    std::vector<OnFace> nodes_;
    PatchNodes not_in_front_{}, not_behind_{};  ///< of the nodes near it; those on it are in both
};

OnFace FaceOfPatch::find(int in_patch) const { return thin.at(walls_.inFrame(wall, positionOf(in_patch))); }

/// The faces that may hide nodes from the particles of each cell, by the first of a particle's nodes.
class FacesOfCells {
  public:
    FacesOfCells(const std::vector<FaceOfPatch>& faces, const Vec3d& corner, double cell) {
        std::array<std::uint32_t, patch_nodes> count{};
        for (const FaceOfPatch& face : faces)
            forCells(face.bounds(), corner, cell, [&](std::size_t at) { ++count[at]; });
        for (std::size_t at = 0; at < patch_nodes; ++at) begin_[at + 1] = begin_[at] + count[at];
        list_.resize(begin_.back());
        count.fill(0);
        for (std::uint32_t k = 0; k < faces.size(); ++k)
            forCells(faces[k].bounds(), corner, cell,
                     [&](std::size_t at) { list_[begin_[at] + count[at]++] = k; });
    }
    /// Indices of faces, in increasing order.
    std::span<const std::uint32_t> of(int first) const {
        const auto at = static_cast<std::size_t>(first);
        return {list_.data() + begin_[at], begin_[at + 1] - begin_[at]};
    }

  private:
    /// visit(cell) for the cells that have a position within 1.5 cells of a box along each axis. The
    /// particles of a cell are 0.5 to 1.5 cells beyond the first of their nodes.
    template <class Visit>
    static void forCells(const geometry::Box& bounds, const Vec3d& corner, double cell, Visit visit) {
        constexpr double slack = 1e-6, last = patch_side - 3;
        const Vec3d to_first = corner + Vec3d{1, 1, 1} * (patch_first * cell);
        const Vec3d min = (bounds.min - to_first) / cell, max = (bounds.max - to_first) / cell;
        const double from[3] = {min.x, min.y, min.z}, to[3] = {max.x, max.y, max.z};
        int low[3], high[3];
        for (int a = 0; a < 3; ++a) {
            low[a] = static_cast<int>(std::clamp(std::ceil(from[a] - 3 - slack), 0.0, last + 1));
            high[a] = static_cast<int>(std::clamp(std::floor(to[a] + 1 + slack), -1.0, last));
        }
        for (int i = low[0]; i <= high[0]; ++i)
            for (int j = low[1]; j <= high[1]; ++j)
                for (int k = low[2]; k <= high[2]; ++k) visit(static_cast<std::size_t>(patchIndex(i, j, k)));
    }

    std::array<std::uint32_t, patch_nodes + 1> begin_{};
    std::vector<std::uint32_t> list_;
};

/// The copies of a tile, found by their node in the patch.
class Copies {
  public:
    Copies(const Grid::Filled& tile, std::vector<SideNode>& nodes) : tile_(tile), nodes_(nodes) {
        last_.fill(seen);
    }
    /// The index of the copy of a node for a side of a wall; made where there is none.
    std::uint16_t of(int in_patch, std::uint32_t wall, bool front) {
        const std::uint64_t key = keyOf(tile_.nodeAt(in_patch), wall, front);
        std::uint16_t& last = last_[static_cast<std::size_t>(in_patch)];
        for (std::uint16_t k = last; k != seen; k = before_[k])
            if (nodes_[k].key == key) return k;
        nodes_.push_back({key, {}, {}, 0, {}});
        before_.push_back(last);
        return last = static_cast<std::uint16_t>(nodes_.size() - 1);
    }

  private:
    const Grid::Filled& tile_;
    std::vector<SideNode>& nodes_;
    std::array<std::uint16_t, patch_nodes> last_;
    std::vector<std::uint16_t> before_;
};

/// Finds what thin walls hide from the particles of a tile.
class HiddenFinder {
  public:
    HiddenFinder(const Transfer& t, const Contacts& contacts, const NearFilled& near,
                 const Grid::Filled& tile, HiddenOfTile& found)
        : t_(t),
          contacts_(contacts),
          near_(near),
          tile_(tile),
          found_(found),
          faces_(facesNear(contacts, near, tile.corner, t.lattice.cell)),
          faces_of_(faces_, tile.corner, t.lattice.cell),
          copies_(tile, found.nodes) {}

    void find(std::uint32_t row, const Vec3d& in_tile) {
        const int first = firstInPatch(in_tile);
        const bool near_fixed = near_.thin[static_cast<std::size_t>(first)];
        if (!near_fixed && near_.moving.thin.empty()) return;
        const Vec3d position = tile_.corner + in_tile * t_.lattice.cell;  // also in a periodic domain
        findFaces(first, position, near_fixed);
        if (hiding_.empty()) return;
        Hidden hidden{row, {}};
        hidden.in.fill(seen);
        if (!hide(first, position, hidden)) return;
        found_.particles.push_back(hidden);
        if (hiding_.size() > 1) continueInCorners(first, hidden);
    }

  private:
    struct Hiding {
        double distance;
        FaceOfPatch* face;
        OnFace from;  ///< the particle
        bool front() const { return from.side >= 0; }
    };

    static std::vector<FaceOfPatch> facesNear(const Contacts& contacts, const NearFilled& near,
                                              const Vec3d& corner, double cell) {
        std::vector<FaceOfPatch> faces;
        for (const Near* of : {&near.fixed, &near.moving})
            for (const std::uint32_t face : of->thin) faces.emplace_back(contacts, face, corner, cell);
        return faces;
    }

    /// The faces that may hide nodes from a particle. Of those that hide the same node the nearest counts.
    void findFaces(int first, const Vec3d& position, bool near_fixed) {
        // The nodes of a particle are at most 1.5 cells from it along each axis.
        const double reach = 1.5 * std::sqrt(3.0) * t_.lattice.cell;
        const environment::WallsAt& walls = contacts_.walls();
        hiding_.clear();
        for (const std::uint32_t k : faces_of_.of(first)) {
            FaceOfPatch& face = faces_[k];
            if ((!near_fixed && k < near_.fixed.thin.size()) || !face.isNear(position)) continue;
            const OnFace from = face.thin.at(walls.inFrame(face.wall, position));
            // Cheaper than the distance, and true for most particles.
            if (std::abs(from.side) > 1.001 * reach) continue;
            if (face.isPrepared() && !face.mayHide(from, first)) continue;
            const double distance = walls.distance(face.face, position).distance;
            if (!(distance < reach)) continue;
            face.prepare();
            if (face.mayHide(from, first)) hiding_.push_back({distance, &face, from});
        }
        std::stable_sort(hiding_.begin(), hiding_.end(),
                         [](const Hiding& a, const Hiding& b) { return a.distance < b.distance; });
    }

    /// Uses copies of the nodes to which paths cross a face. @return whether there is any
    bool hide(int first, const Vec3d& position, Hidden& hidden) {
        bool any = false;
        for (const Hiding& by : hiding_)
            forStencil([&](int i, int j, int k, std::size_t node) {
                const int in_patch = first + patchIndex(i, j, k);
                const OnFace& at = by.face->at(in_patch);
                if (!by.face->thin.crosses(by.from, at, by.face->tolerance)) return;
                if (hidden.in[node] == seen) {
                    hidden.in[node] = copies_.of(in_patch, by.face->wall, by.front());
                    const double cell = t_.lattice.cell;
                    const Vec3d path = tile_.corner + positionInPatch(in_patch) * cell - position;
                    crossing_[node] = position + path * ThinFace::shareToPlane(by.from, at);
                }
                found_.nodes[hidden.in[node]].meets({by.face->face, by.front()});
                any = true;
            });
        return any;
    }

    /// Where faces meet in a corner, as side and floor of a box, a path to a node behind both crosses one of
    /// them. The node is behind the other one, too, if the first is in front of its continuation: not where a
    /// cone opens into a tube.
    void continueInCorners(int first, const Hidden& hidden) {
        for (const Hiding& by : hiding_)
            forStencil([&](int i, int j, int k, std::size_t node) {
                FaceOfPatch& face = *by.face;
                if (hidden.in[node] == seen) return;
                const OnFace& at = face.at(first + patchIndex(i, j, k));
                if (!ThinFace::separates(by.from, at, face.tolerance)) return;
                const Vec3d crossing = contacts_.walls().inFrame(face.wall, crossing_[node]);
                const double side = face.thin.at(crossing).side;
                if ((by.front() ? side : -side) < -on_surface * t_.lattice.cell) return;
                found_.nodes[hidden.in[node]].meets({face.face, by.front(), false});
            });
    }

    const Transfer& t_;
    const Contacts& contacts_;
    const NearFilled& near_;
    const Grid::Filled& tile_;
    HiddenOfTile& found_;
    std::vector<FaceOfPatch> faces_;
    FacesOfCells faces_of_;
    Copies copies_;
    std::vector<Hiding> hiding_;        ///< from the particle
    std::array<Vec3d, 27> crossing_{};  ///< where its path to a hidden node meets the nearest face
};

}  // namespace

void findHidden(const Transfer& t, const Particles& p, const Contacts& contacts, const NearFilled& near,
                const Grid::Filled& tile, HiddenOfTile& found) {
    found.particles.clear();
    found.nodes.clear();
    if (near.thin.none() && near.moving.thin.empty()) return;
    HiddenFinder finder(t, contacts, near, tile, found);
    for (std::uint32_t n = tile.begin; n < tile.end; ++n)
        finder.find(n, t.lattice.inTile(p.position[n], tile.corner));
}

}  // namespace talus::sand::mpm
