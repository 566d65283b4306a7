#pragma once
#include <vector>

#include "talus/cloth/contact/body_paths.h"
#include "talus/cloth/contact/close_pairs.h"

/// Contact within a small step. Each point moves along a straight path, from where it is by its displacement.
///
/// Two features at the distance d are separated by the slab of that width between their nearest points, with
/// the unit normal n from the second feature to the first. They cannot touch on their paths as long as
///
///     min over the first of n.u  -  max over the second of n.u  >  -d,     u: displacements.
///
/// respond() corrects displacements so that features keep their distance, with friction: Gauss-Seidel on
/// C = d + n.(sum of w_k u_k) - keep >= 0. limitDisplacements() then shortens displacements until each pair
/// meets the condition with a margin. So no feature ever passes another, whatever the solver did. The bound
/// is that of offset geometric contact (Chen, Hsu, Liu, Macklin, Yang, Yuksel 2025), which allows
/// displacements of d / 2 in any direction; a slab also allows any common motion, and any motion along
/// itself.
namespace talus::cloth {

/// A pair of features at the start of a small step.
struct Touch {
    std::array<double, 4> weight{};  ///< of the nearest points
    Vec3d normal;                    ///< unit, from the second feature to the first
    double apart = 0;                ///< distance [m]
    double target = 0;               ///< distance at the end of the step [m]
    double per_mobility = 0;  ///< correction of their distance for a displacement of 1; 0: nothing moves [kg]
    bool active = false;      ///< it is close enough for a response
    double pushed = 0;        ///< sum of normal corrections [kg m], >= 0
    double slowed = 0;        ///< sum of corrections by friction [kg m]
    Vec3d push{};             ///< sum of all corrections, on the first feature [kg m]
};

/// A point of the cloth in front of a half-space.
struct Support {
    double apart = 0;   ///< distance at the start [m]; not above 0: it is left unresolved
    double target = 0;  ///< distance at the end [m]
    double pushed = 0;  ///< sum of normal corrections [kg m]
    Vec3d push;         ///< sum of all corrections [kg m]
};

/// A half-space at the end of a small step: points x with normal.x > offset are in front of it.
struct HalfSpaceNow {
    std::size_t wall = 0;
    Vec3d normal;
    double offset = 0;        ///< [m]
    double start_offset = 0;  ///< at the start of the step, with the same normal [m]
    Vec3d travel;             ///< displacement of its material in the step [m]
};

struct Contacts {
    std::vector<std::uint32_t> near;     ///< the close pairs that may touch in this small step, by colour
    std::vector<std::size_t> near_ends;  ///< of each colour
    std::vector<std::uint8_t> is_near;   ///< 1 for each pair that is
    bool serial = false;                 ///< as ClosePairs::serial
    bool last_serial = false;            ///< as ClosePairs::last_serial
    std::vector<Touch> touches;          ///< of each that is near
    std::vector<std::uint32_t> active;   ///< touches that may need a response, by colour
    std::vector<std::size_t> active_ends;
    std::vector<Support> supports;  ///< of each half-space and each point of the cloth
    std::vector<HalfSpaceNow> half_spaces;
};

/// What contact moves: the cloth first, then the points of obstacles.
struct Paths {
    View<const Vec3d> from;       ///< at the start of the small step [m]
    View<Vec3d> move;             ///< displacement in it [m]
    View<const double> mobility;  ///< 0: the point moves as prescribed, or as its body does [1/kg]
    BodyPaths* bodies = nullptr;  ///< what moves the points of bodies
};

/// What happens where walls or held points move through the cloth, so that no displacement of the cloth keeps
/// it apart from them: the small step fails, or these pairs are left unresolved, and no others.
enum class Infeasible { Fail, Leave };

/// Chooses the pairs that may touch, and finds their slabs. Features that overlap already, which only walls
/// and what is held can have brought about, are left unresolved: round ones are pushed apart, others ignored.
/// False if two features of the cloth touch.
/// @param time the end of the small step [s] @pre allowStray() has been asked for it
bool findTouches(const exec::Exec& exec, const Features& features, const ClosePairs& close,
                 const Paths& paths, double time, double h, Infeasible infeasible, Contacts& contacts);

void respond(const exec::Exec& exec, const Features& features, const ClosePairs& close, const Paths& paths,
             Contacts& contacts);

/// Shortens displacements so that no feature passes another or a half-space, and holds free bodies back.
/// False where points that move as prescribed make that impossible, and infeasible pairs fail.
/// @param only_shorten bodies get no pushes, only shorter ways
/// @param unresolved_contacts gets the number of pairs that were left unresolved
bool limitDisplacements(const exec::Exec& exec, const Features& features, const ClosePairs& close,
                        const Paths& paths, const Contacts& contacts, Infeasible infeasible,
                        bool only_shorten, std::uint64_t& unresolved_contacts);

}  // namespace talus::cloth
