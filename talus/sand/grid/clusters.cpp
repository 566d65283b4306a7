#include "talus/sand/grid/clusters.h"

#include <array>
#include <cmath>

namespace talus::sand::grid {
namespace {

using Six = std::array<double, 6>;

/// A wall moves with so many times the mass of a cluster: the cluster moves into it by as small a share.
constexpr double contact_weight = 1e6;

/// A cluster's mass and momentum: sums over its faces of mass j j^T and mass j u, where j says what a face
/// moves by for each part of the motion (velocity, spin about `about`).
struct Body {
    Vec3d about;
    double mass = 0;
    std::array<Six, 6> inertia{};
    Six momentum{};
    bool held = false;  ///< by a wall
    Vec3d wall;         ///< velocity of that wall
};

/// A position where a cluster touches a wall that does not hold it. It must not move into the wall.
struct Contact {
    std::uint32_t cluster = 0;
    Vec3d position, normal;  ///< into the sand
    double wall = 0;         ///< velocity of the wall along the normal
    bool pressed = false;
};

/// Solves a symmetric positive semidefinite system by elimination. Parts without inertia stay zero: a single
/// cell cannot spin.
Six solve(std::array<Six, 6> a, Six b) {
    Six largest{};
    for (std::size_t i = 0; i < 6; ++i) largest[i] = a[i][i];
    constexpr double tiny = 1e-9;
    for (std::size_t k = 0; k < 6; ++k) {
        if (!(a[k][k] > tiny * largest[k])) {
            for (std::size_t i = 0; i < 6; ++i) a[k][i] = a[i][k] = 0;
            b[k] = 0;
            a[k][k] = 1;
            continue;
        }
        for (std::size_t i = k + 1; i < 6; ++i) {
            const double factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < 6; ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    Six x{};
    for (std::size_t k = 6; k-- > 0;) {
        double sum = b[k];
        for (std::size_t j = k + 1; j < 6; ++j) sum -= a[k][j] * x[j];
        x[k] = sum / a[k][k];
    }
    return x;
}

/// How a face moves with velocity (x, y, z) and spin (x, y, z).
Six responseOf(int axis, const Vec3d& arm) {
    Six j{};
    j[static_cast<std::size_t>(axis)] = 1;
    // (spin x arm) along the axis.
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    j[static_cast<std::size_t>(3 + b)] = component(arm, c);
    j[static_cast<std::size_t>(3 + c)] = -component(arm, b);
    return j;
}

/// How the sand at a position moves along a direction.
Six responseAlong(const Vec3d& direction, const Vec3d& arm) {
    Six j{};
    for (int a = 0; a < 3; ++a) {
        const Six of_axis = responseOf(a, arm);
        for (std::size_t m = 0; m < 6; ++m) j[m] += component(direction, a) * of_axis[m];
    }
    return j;
}
double dotOf(const Six& a, const Six& b) {
    double sum = 0;
    for (std::size_t m = 0; m < 6; ++m) sum += a[m] * b[m];
    return sum;
}

/// Calls take(face, axis, position, cluster) for the faces of clusters with mass that no wall holds.
template <class Take>
void forFaces(const Lattice& l, const Solids& s, const SandOnGrid& sand,
              const std::vector<std::uint32_t>& cluster, Take take) {
    for (int k = 1; k < l.count.z - 1; ++k)
        for (int j = 1; j < l.count.y - 1; ++j)
            for (int i = 1; i < l.count.x - 1; ++i) {
                const std::size_t f = l.index(i, j, k);
                for (int a = 0; a < 3; ++a) {
                    const std::uint32_t own = cluster[f], below = cluster[f - l.stride(a)];
                    const std::uint32_t of = own != no_cluster ? own : below;
                    if (of == no_cluster || s.face[a][f] != Face::Open || !(sand.mass[a][f] > 0)) continue;
                    take(f, a, l.position({a == 0 ? i : i + 0.5, a == 1 ? j : j + 0.5, a == 2 ? k : k + 0.5}),
                         of);
                }
            }
}

/// The positions where clusters touch walls that do not hold them.
std::vector<Contact> contactsOf(const Lattice& l, const Solids& s, const std::vector<std::uint32_t>& cluster,
                                const std::vector<Body>& bodies) {
    std::vector<Contact> contacts;
    for (std::size_t c = 0; c < l.cells(); ++c) {
        if (cluster[c] == no_cluster || bodies[cluster[c]].held || s.area[c] == Vec3d{}) continue;
        const auto add = [&](const Vec3d& normal) {
            contacts.push_back({cluster[c], s.position[c], normal, dot(s.cell_velocity[c], normal)});
        };
        // A cell that is whole lies in a corner of walls along the axes.
        if (s.open_cell[c] < 1) {
            add(normalized(s.area[c]));
            continue;
        }
        for (int a = 0; a < 3; ++a) {
            Vec3d normal;
            setComponent(normal, a, component(s.area[c], a) > 0 ? 1 : -1);
            if (component(s.area[c], a) != 0) add(normal);
        }
    }
    return contacts;
}

/// The motion of each cluster that is nearest in kinetic energy to the velocities that its sums are of, and
/// does not move into walls: equations for the contacts at which it would, which are found in turn.
std::vector<Six> motionsOf(std::vector<Body>& bodies, std::vector<Contact>& contacts) {
    std::vector<Six> motion(bodies.size());
    constexpr int turns = 10;
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            const Body& body = bodies[b];
            motion[b] = body.held ? Six{body.wall.x, body.wall.y, body.wall.z, 0, 0, 0}
                                  : solve(body.inertia, body.momentum);
        }
        bool more = false;
        for (Contact& contact : contacts) {
            Body& body = bodies[contact.cluster];
            const Six j = responseAlong(contact.normal, contact.position - body.about);
            if (contact.pressed || !(dotOf(j, motion[contact.cluster]) < contact.wall)) continue;
            contact.pressed = more = true;
            const double weight = contact_weight * body.mass;
            for (std::size_t m = 0; m < 6; ++m) {
                for (std::size_t n = 0; n < 6; ++n) body.inertia[m][n] += weight * j[m] * j[n];
                body.momentum[m] += weight * j[m] * contact.wall;
            }
        }
        if (!more) break;
    }
    return motion;
}

}  // namespace

std::vector<std::uint32_t> connect(const Lattice& l, const std::vector<std::uint8_t>& rigid,
                                   std::uint32_t& clusters) {
    std::vector<std::uint32_t> cluster(l.cells(), no_cluster);
    std::vector<std::size_t> open;
    clusters = 0;
    for (std::size_t first = 0; first < l.cells(); ++first) {
        if (rigid[first] == 0 || cluster[first] != no_cluster) continue;
        cluster[first] = clusters;
        open.assign(1, first);
        while (!open.empty()) {
            const std::size_t c = open.back();
            open.pop_back();
            for (int a = 0; a < 3; ++a)
                for (const std::size_t to : {c - l.stride(a), c + l.stride(a)})
                    if (to < l.cells() && rigid[to] != 0 && cluster[to] == no_cluster) {
                        cluster[to] = clusters;
                        open.push_back(to);
                    }
        }
        ++clusters;
    }
    return cluster;
}

void makeRigid(const Lattice& l, const Solids& s, const SandOnGrid& sand,
               const std::vector<std::uint32_t>& cluster, std::uint32_t clusters, Faces& velocity,
               std::vector<Reaction>& reactions) {
    std::vector<Body> bodies(clusters);
    forFaces(l, s, sand, cluster, [&](std::size_t f, int a, const Vec3d& position, std::uint32_t of) {
        bodies[of].mass += sand.mass[a][f];
        bodies[of].about += position * sand.mass[a][f];
    });
    for (Body& body : bodies)
        if (body.mass > 0) body.about = body.about / body.mass;
    forFaces(l, s, sand, cluster, [&](std::size_t f, int a, const Vec3d& position, std::uint32_t of) {
        Body& body = bodies[of];
        const Six j = responseOf(a, position - body.about);
        const double mass = sand.mass[a][f];
        for (std::size_t m = 0; m < 6; ++m) {
            for (std::size_t n = 0; n < 6; ++n) body.inertia[m][n] += mass * j[m] * j[n];
            body.momentum[m] += mass * j[m] * velocity[a][f];
        }
    });
    for (std::size_t c = 0; c < l.cells(); ++c)
        if (cluster[c] != no_cluster && !(s.rough[c] == Vec3d{}) && !bodies[cluster[c]].held) {
            bodies[cluster[c]].held = true;
            bodies[cluster[c]].wall = s.cell_velocity[c];
        }
    std::vector<Contact> contacts = contactsOf(l, s, cluster, bodies);
    const std::vector<Six> motion = motionsOf(bodies, contacts);
    for (const Contact& contact : contacts) {
        if (!contact.pressed) continue;
        const Body& body = bodies[contact.cluster];
        const Six j = responseAlong(contact.normal, contact.position - body.about);
        const double gained = contact_weight * body.mass * (contact.wall - dotOf(j, motion[contact.cluster]));
        reactions.push_back({contact.position, contact.normal * -gained});
    }
    forFaces(l, s, sand, cluster, [&](std::size_t f, int a, const Vec3d& position, std::uint32_t of) {
        const Six j = responseOf(a, position - bodies[of].about);
        velocity[a][f] = dotOf(j, motion[of]);
    });
}

void addHeld(const Lattice& l, const Solids& s, const SandOnGrid& sand,
             const std::vector<std::uint32_t>& cluster, std::uint32_t clusters, const Faces& before,
             const Faces& after, std::vector<Reaction>& reactions) {
    std::vector<Vec3d> taken(clusters);
    forFaces(l, s, sand, cluster, [&](std::size_t f, int a, const Vec3d&, std::uint32_t of) {
        setComponent(taken[of], a, component(taken[of], a) + sand.mass[a][f] * (before[a][f] - after[a][f]));
    });
    std::vector<std::uint8_t> done(clusters, 0);
    for (std::size_t c = 0; c < l.cells(); ++c) {
        if (cluster[c] == no_cluster || s.rough[c] == Vec3d{} || done[cluster[c]] != 0) continue;
        done[cluster[c]] = 1;
        reactions.push_back({s.position[c], taken[cluster[c]]});
    }
}

}  // namespace talus::sand::grid
