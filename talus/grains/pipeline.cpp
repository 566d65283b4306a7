#include "talus/grains/pipeline.h"

#include "talus/grains/forces/wall_forces.h"
#include "talus/grains/motion/hold_fixed.h"
#include "talus/grains/motion/integrate.h"
#include "talus/grains/motion/move_clumps.h"
#include "talus/grains/motion/rest.h"
#include "talus/grains/search/find_contacts.h"

namespace talus::grains {
namespace {

using step::Phase;

std::optional<HoldFixed> holdFixed(const Setup& s) {
    if (s.fixed.empty()) return std::nullopt;
    return HoldFixed{s.fixed, s.params.precision};
}

/// The KickAndDrift of the next step, done at the end of this one. Only where no stage but the emitters comes
/// between two joined steps.
std::optional<MoveAhead> moveAhead(const Setup& s, const step::PhasedStages& others,
                                   const KickAndDrift& move) {
    if (others.has(Phase::Add) || others.has(Phase::End) || move.clumps) return std::nullopt;
    return MoveAhead{move, s.spouts};
}

ContactForces contactForces(const Setup& s) {
    return {.laws = s.laws,
            .grain_materials = s.grain_materials,
            .fixed = s.fixed,
            .gravity = s.gravity,
            .spin = s.params.spin,
            .domain = s.search.domain,
            .kernel = s.kernel,
            .precision = s.params.precision};
}

bool hasClumps(const Setup& s) { return !s.shapes.empty(); }

ClumpMotion clumpMotion(const Setup& s) {
    return {.shapes = s.shapes,
            .gravity = s.gravity,
            .fixed = s.fixed,
            .spin = s.params.spin,
            .domain = s.search.domain,
            .precision = s.params.precision};
}

/// The stages of clumps that go with the kicks of the balls; nothing in scenes without clumps.
/// @param share h / dt of the kick @param keep as in KickAndDrift
std::optional<MoveClumps> moveClumps(const Setup& s, double share, double keep) {
    if (!hasClumps(s)) return std::nullopt;
    return MoveClumps{clumpMotion(s), share, keep};
}
std::optional<KickClumps> kickClumps(const Setup& s, double share) {
    if (!hasClumps(s)) return std::nullopt;
    return KickClumps{clumpMotion(s), share};
}

}  // namespace

Result<step::Pipeline> pipeline(const Setup& s, step::PhasedStages others) {
    const Params& p = s.params;
    const Emit emit{.spouts = s.spouts, .shapes = s.shapes, .gravity = s.gravity, .domain = s.search.domain};
    // Semi-implicit Euler searches for contacts before the grains move, all others after it.
    const double ahead = p.integrator == Integrator::SemiImplicitEuler ? 0 : 1;
    const FindContacts find{
        .search = s.search, .walls = s.walls, .sinks = s.sinks, .shapes = s.shapes, .ahead = ahead};
    const ContactForces contacts = contactForces(s);
    const CollideWalls walls{.laws = s.laws,
                             .walls = s.walls,
                             .spin = p.spin,
                             .ahead = ahead,
                             .kernel = s.kernel,
                             .precision = p.precision};

    const std::optional<HoldFixed> hold = holdFixed(s);
    std::optional<Rest> rest;
    if (p.rest) rest = Rest{.distance = p.rest_distance, .window = p.rest_window, .walls = s.walls};

    KickAndDrift move{
        .share = 1, .spin = p.spin, .settles = s.settles, .clumps = hasClumps(s), .precision = p.precision};
    std::optional<MoveAhead> next_move;
    step::PhasedStages list;
    const char* name = "";
    switch (p.integrator) {
        case Integrator::VelocityVerlet:
            name = "grains (velocity Verlet)";
            move.share = 0.5;
            move.after_kick = true;
            next_move = moveAhead(s, others, move);
            list.add(Phase::Add, emit)
                .add(Phase::Move, move, moveClumps(s, 0.5, 1))
                .add(Phase::Search, find, rest)
                .add(Phase::Force, contacts, walls)
                .add(Phase::Hold, hold)
                .add(Phase::Kick,
                     Kick{.spin = p.spin,
                          .settles = s.settles,
                          .clumps = hasClumps(s),
                          .precision = p.precision},
                     kickClumps(s, 0.5), next_move);
            break;
        case Integrator::PositionVerlet:
        case Integrator::LeapFrog:
            name = "grains (leap-frog)";
            if (p.integrator == Integrator::PositionVerlet) {
                name = "grains (position Verlet)";
                move.keep = 1 - p.dissipation;
            }
            next_move = moveAhead(s, others, move);
            list.add(Phase::Add, emit)
                .add(Phase::Move, move, moveClumps(s, 1, move.keep))
                .add(Phase::Search, find, rest)
                .add(Phase::Force, contacts, walls)
                .add(Phase::Hold, hold)
                .add(Phase::Kick, kickClumps(s, 0), next_move);
            break;
        case Integrator::SemiImplicitEuler:
            name = "grains (semi-implicit Euler)";
            list.add(Phase::Add, emit)
                .add(Phase::Search, find, rest)
                .add(Phase::Force, contacts, walls)
                .add(Phase::Hold, hold)
                .add(Phase::Kick, move, kickClumps(s, 0), moveClumps(s, 1, 1));
            break;
    }
    list.add(std::move(others));
    return step::Pipeline::compose(name, std::move(list).inOrder());
}

Result<step::Pipeline> firstForces(const Setup& s, step::PhasedStages others) {
    const Params& p = s.params;
    step::PhasedStages list;
    list.add(Phase::Search,
             FindContacts{.search = s.search, .walls = s.walls, .sinks = s.sinks, .shapes = s.shapes})
        .add(Phase::Force, contactForces(s),
             CollideWalls{.laws = s.laws,
                          .walls = s.walls,
                          .spin = p.spin,
                          .kernel = s.kernel,
                          .precision = p.precision})
        .add(Phase::Hold, holdFixed(s))
        .add(Phase::Kick, kickClumps(s, 0));
    list.add(std::move(others));
    return step::Pipeline::compose("first forces", std::move(list).inOrder());
}

Result<step::Pipeline> halfStepBack(const Setup& s) {
    std::vector<step::Stage> list;
    list.emplace_back(Kick{.share = -0.5,
                           .spin = s.params.spin,
                           .settles = s.settles,
                           .clumps = hasClumps(s),
                           .precision = s.params.precision});
    if (const auto clumps = kickClumps(s, -0.5)) list.emplace_back(*clumps);
    return step::Pipeline::compose("half a step back", std::move(list));
}

}  // namespace talus::grains
