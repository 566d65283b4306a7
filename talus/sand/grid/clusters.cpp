#include "talus/sand/grid/clusters.h"

#include <cmath>

#include "talus/sand/grid/solve/bodies.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

/// Iterations over all contacts, at most, and the change of a contact's velocity at which they stop, relative
/// to the fastest approach or slip at the start.
constexpr int iterations = 100;
constexpr double tolerance = 1e-6;

/// A cluster: sums over its faces of mass, mass j j^T and mass j u, where j says what a face moves by for
/// each part of the motion (velocity, spin about `about`).
struct Body {
    Vec3d about;
    Six free{1, 1, 1, 1, 1, 1};  ///< 0 for spin that an endless cluster cannot have
    double mass = 0;
    std::array<Six, 6> inertia{};
    Six momentum{};
    std::array<Six, 6> inverse{};  ///< of the inertia
    Vec3d velocity, spin;

    explicit Body(const std::array<bool, 3>& endless) {
        for (std::size_t a = 0; a < 3; ++a)
            if (endless[a]) free[3 + (a + 1) % 3] = free[3 + (a + 2) % 3] = 0;
    }
    Vec3d at(const Vec3d& x) const { return velocity + cross(spin, x - about); }
    /// How an impulse at a position changes the motion.
    Six response(const Vec3d& x, const Vec3d& impulse) const {
        const Vec3d angular = cross(x - about, impulse);
        const Six given{impulse.x, impulse.y, impulse.z, angular.x, angular.y, angular.z};
        Six motion{};
        for (std::size_t m = 0; m < 6; ++m) motion[m] = dot(inverse[m], given);
        return motion;
    }
    void push(const Vec3d& x, const Vec3d& impulse) {
        const Six by = response(x, impulse);
        velocity += Vec3d{by[0], by[1], by[2]};
        spin += Vec3d{by[3], by[4], by[5]};
    }
    /// 1 / mass that an impulse along a direction meets.
    double inverseMass(const Vec3d& x, const Vec3d& direction) const {
        const Six by = response(x, direction);
        return dot(direction, Vec3d{by[0], by[1], by[2]} + cross(Vec3d{by[3], by[4], by[5]}, x - about));
    }
};

/// A position where a cluster touches a wall. Those with the walls of a cell are one after the other, the one
/// that slows the slip along them comes last.
struct Contact {
    std::uint32_t cluster = 0;
    Vec3d on_wall;              ///< [m]
    Vec3d position;             ///< the same, shifted to the rest of the cluster [m]
    Vec3d normal;               ///< into the sand
    Vec3d wall;                 ///< velocity of the wall [m/s]
    bool tangential = false;    ///< slows the slip; else keeps the cluster from moving into the wall
    double friction = 0;        ///< coefficient of a normal contact
    double friction_limit = 0;  ///< of the other: largest impulse, before that of the normal contacts [N s]
    Vec3d impulse;              ///< on the cluster [N s]
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

/// A number of periods along each axis [m].
Vec3d lengthOf(const Lattice& l, const std::array<int, 3>& periods) {
    Vec3d shift;
    for (int a = 0; a < 3; ++a)
        setComponent(shift, a,
                     periods[static_cast<std::size_t>(a)] * static_cast<double>(l.along(a) - 2) * l.spacing);
    return shift;
}

/// Calls take(face, axis, position, cluster) for the open faces of clusters with mass, each once. The
/// position is that in the cluster.
template <class Take>
void forFaces(const Lattice& l, const Solids& s, const SandOnGrid& sand, const Clusters& clusters,
              Take take) {
    for (int k = 1; k < l.count.z - 1; ++k)
        for (int j = 1; j < l.count.y - 1; ++j)
            for (int i = 1; i < l.count.x - 1; ++i) {
                const std::size_t f = l.index(i, j, k);
                for (int a = 0; a < 3; ++a) {
                    const std::size_t lower = f - l.stride(a), below = l.inPeriod(lower);
                    const std::size_t cell = clusters.of[f] != no_cluster ? f : below;
                    const std::uint32_t of = clusters.of[cell];
                    if (of == no_cluster || s.face[a][f] != Face::Open || !(sand.mass[a][f] > 0)) continue;
                    std::array<int, 3> shift = clusters.shift[cell];
                    // The upper face of the last cell of a period is the lower one of the next period.
                    if (cell == below && below != lower) ++shift[static_cast<std::size_t>(a)];
                    take(f, a,
                         l.position({a == 0 ? i : i + 0.5, a == 1 ? j : j + 0.5, a == 2 ? k : k + 0.5}) +
                             lengthOf(l, shift),
                         of);
                }
            }
}

/// The contacts of all clusters.
std::vector<Contact> contactsOf(const Lattice& l, const Solids& s, const Clusters& clusters,
                                const std::vector<double>& friction_limit) {
    std::vector<Contact> contacts;
    for (std::size_t c = 0; c < l.cells(); ++c) {
        const std::uint32_t of = clusters.of[c];
        if (of == no_cluster || s.area[c] == Vec3d{}) continue;
        const Vec3d position = s.position[c] + lengthOf(l, clusters.shift[c]);
        const auto add = [&](const Vec3d& normal, double friction) {
            contacts.push_back(
                {of, s.position[c], position, normal, s.cell_velocity[c], false, friction, 0, {}});
        };
        // A cell that is whole lies in a corner of walls along the axes.
        if (s.open_cell[c] < 1)
            add(normalized(s.area[c]), length(s.rough[c]) / length(s.area[c]));
        else
            for (int a = 0; a < 3; ++a) {
                const double area = component(s.area[c], a);
                Vec3d normal;
                setComponent(normal, a, area > 0 ? 1 : -1);
                if (area != 0) add(normal, component(s.rough[c], a) / area);
            }
        if (!(s.rough[c] == Vec3d{}))
            contacts.push_back({of,
                                s.position[c],
                                position,
                                normalized(s.rough[c]),
                                s.cell_velocity[c],
                                true,
                                0,
                                friction_limit[c],
                                {}});
    }
    return contacts;
}

/// The velocity that a contact acts against: into the wall, or along it.
Vec3d violationOf(const Contact& contact, const Body& body) {
    const Vec3d relative = body.at(contact.position) - contact.wall;
    const double apart = dot(relative, contact.normal);
    return contact.tangential ? relative - contact.normal * apart : contact.normal * apart;
}

/// The impulse of a contact after an iteration. @param limit of one along the wall [N s]
Vec3d impulseAfter(const Contact& contact, double limit, const Body& body) {
    const Vec3d violation = violationOf(contact, body);
    const double size = length(violation);
    const double inverse = size > 0 ? body.inverseMass(contact.position, violation / size) : 0;
    const Vec3d impulse = inverse > 0 ? contact.impulse - violation / inverse : contact.impulse;
    if (!contact.tangential) return contact.normal * std::max(dot(impulse, contact.normal), 0.0);
    const double along = length(impulse);
    return along > limit ? impulse * (limit / along) : impulse;
}

/// The impulses of all contacts by projected Gauss-Seidel iterations, each on the motion that the others
/// left.
void solveContacts(std::vector<Body>& bodies, std::vector<Contact>& contacts) {
    double fastest = 0;
    for (const Contact& contact : contacts)
        fastest = std::max(fastest, length(violationOf(contact, bodies[contact.cluster])));
    for (int i = 0; i < iterations; ++i) {
        double change = 0, pressed = 0;
        for (Contact& contact : contacts) {
            Body& body = bodies[contact.cluster];
            const Vec3d before = body.at(contact.position);
            const Vec3d impulse = impulseAfter(contact, contact.friction_limit + pressed, body);
            body.push(contact.position, impulse - contact.impulse);
            contact.impulse = impulse;
            pressed = contact.tangential ? 0 : pressed + contact.friction * length(impulse);
            change = std::max(change, length(body.at(contact.position) - before));
        }
        if (change <= tolerance * fastest) break;
    }
}

}  // namespace

Clusters connect(const Lattice& l, const std::vector<std::uint8_t>& rigid) {
    Clusters clusters;
    clusters.of.assign(l.cells(), no_cluster);
    clusters.shift.assign(l.cells(), {});
    std::vector<std::size_t> open;
    for (std::size_t first = 0; first < l.cells(); ++first) {
        if (rigid[first] == 0 || clusters.of[first] != no_cluster) continue;
        const std::uint32_t own = clusters.count();
        std::array<bool, 3>& endless = clusters.endless.emplace_back();
        clusters.of[first] = own;
        open.assign(1, first);
        while (!open.empty()) {
            const std::size_t c = open.back();
            open.pop_back();
            for (std::size_t a = 0; a < 3; ++a)
                for (const int side : {-1, 1}) {
                    const std::size_t stride = l.stride(static_cast<int>(a)),
                                      next = side < 0 ? c - stride : c + stride, to = l.inPeriod(next);
                    if (rigid[to] == 0) continue;
                    std::array<int, 3> shift = clusters.shift[c];
                    if (to != next) shift[a] += side;
                    if (clusters.of[to] == no_cluster) {
                        clusters.of[to] = own;
                        clusters.shift[to] = shift;
                        open.push_back(to);
                    }
                    for (std::size_t b = 0; b < 3; ++b)
                        if (clusters.shift[to][b] != shift[b]) endless[b] = true;
                }
        }
    }
    return clusters;
}

void makeRigid(const exec::Exec& exec, const Lattice& l, const Solids& s, const SandOnGrid& sand,
               const Clusters& clusters, const std::vector<double>& friction_limit, Faces& velocity,
               std::vector<Reaction>& reactions) {
    std::vector<Body> bodies(clusters.endless.begin(), clusters.endless.end());
    forFaces(l, s, sand, clusters, [&](std::size_t f, int a, const Vec3d& position, std::uint32_t of) {
        bodies[of].mass += sand.mass[a][f];
        bodies[of].about += position * sand.mass[a][f];
    });
    for (Body& body : bodies)
        if (body.mass > 0) body.about = body.about / body.mass;
    forFaces(l, s, sand, clusters, [&](std::size_t f, int a, const Vec3d& position, std::uint32_t of) {
        Body& body = bodies[of];
        Six j = responseOnAxis(a, position - body.about);
        for (std::size_t m = 0; m < 6; ++m) j[m] *= body.free[m];
        const double mass = sand.mass[a][f];
        for (std::size_t m = 0; m < 6; ++m) {
            for (std::size_t n = 0; n < 6; ++n) body.inertia[m][n] += mass * j[m] * j[n];
            body.momentum[m] += mass * j[m] * velocity[a][f];
        }
    });
    for (Body& body : bodies) {
        const Six motion = solve(body.inertia, body.momentum);
        body.velocity = {motion[0], motion[1], motion[2]};
        body.spin = {motion[3], motion[4], motion[5]};
        for (std::size_t m = 0; m < 6; ++m) {
            Six unit{};
            unit[m] = 1;
            body.inverse[m] = solve(body.inertia, unit);  // symmetric
        }
    }
    std::vector<Contact> contacts = contactsOf(l, s, clusters, friction_limit);
    solveContacts(bodies, contacts);
    for (const Contact& contact : contacts)
        if (!(contact.impulse == Vec3d{})) reactions.push_back({contact.on_wall, -contact.impulse});
    forFaces(l, s, sand, clusters, [&](std::size_t f, int a, const Vec3d& position, std::uint32_t of) {
        velocity[a][f] = component(bodies[of].at(position), a);
    });
    wrapRing(exec, l, velocity);
}

}  // namespace talus::sand::grid
