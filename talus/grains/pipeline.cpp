#include "talus/grains/pipeline.h"

#include "talus/grains/find_contacts.h"
#include "talus/grains/hold_fixed.h"
#include "talus/grains/integrate.h"
#include "talus/grains/rest.h"
#include "talus/grains/wall_forces.h"

namespace talus::grains {
namespace {

/// A stage that is in the list only where the scene asks for it stands as an optional; several, as a list.
void append(std::vector<step::Stage>& list, auto stage) { list.emplace_back(std::move(stage)); }
template <class Stage>
void append(std::vector<step::Stage>& list, std::optional<Stage> stage) {
    if (stage) list.emplace_back(std::move(*stage));
}
void append(std::vector<step::Stage>& list, std::vector<step::Stage> more) {
    std::move(more.begin(), more.end(), std::back_inserter(list));
}

std::optional<HoldFixed> holdFixed(const Setup& s) {
    if (s.fixed.empty()) return std::nullopt;
    return HoldFixed{s.fixed, s.params.precision};
}

/// The move of the next step, where nothing but a spout comes between two steps of a row: the move itself
/// then leaves it to this.
std::optional<MoveAhead> moveAhead(const Setup& s, const Guests& guests, KickAndDrift& move,
                                   FindContacts& find) {
    if (!guests.trade.empty() || !guests.follow.empty()) return std::nullopt;
    MoveAhead ahead{move, s.spouts};
    find.moved = ahead.moved;
    move.moved = ahead.moved;
    return ahead;
}

std::vector<step::Stage> stages(auto... stage) {
    std::vector<step::Stage> list;
    (append(list, std::move(stage)), ...);
    return list;
}

ContactForces contactForces(const Setup& s) {
    return {.laws = s.laws,
            .grain_materials = s.grain_materials,
            .fixed = s.fixed,
            .gravity = s.params.gravity,
            .spin = s.params.spin,
            .domain = s.search.domain,
            .kernel = s.kernel,
            .precision = s.params.precision};
}

}  // namespace

Result<step::Pipeline> pipeline(const Setup& s, Guests guests) {
    const Params& p = s.params;
    const Emit emit{.spouts = s.spouts, .gravity = p.gravity, .domain = s.search.domain};
    // All but semi-implicit Euler look for contacts after the grains have moved.
    const double ahead = p.integrator == Integrator::SemiImplicitEuler ? 0 : 1;
    FindContacts find{.search = s.search, .walls = s.walls, .sinks = s.sinks, .ahead = ahead};
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

    KickAndDrift move{.share = 1, .spin = p.spin, .settles = s.settles, .precision = p.precision};
    std::optional<MoveAhead> next_move;
    switch (p.integrator) {
        case Integrator::VelocityVerlet:
            move.share = 0.5;
            move.after_kick = true;
            next_move = moveAhead(s, guests, move, find);
            return step::Pipeline::compose(
                "grains (velocity Verlet)",
                stages(emit, std::move(guests.trade), move, find, rest, contacts, walls,
                       std::move(guests.push), hold,
                       Kick{.spin = p.spin, .settles = s.settles, .precision = p.precision}, next_move,
                       std::move(guests.follow)));
        case Integrator::LeapFrog:
        case Integrator::PositionVerlet: {
            const bool damped = p.integrator == Integrator::PositionVerlet;
            if (damped) move.keep = 1 - p.dissipation;
            next_move = moveAhead(s, guests, move, find);
            return step::Pipeline::compose(
                damped ? "grains (position Verlet)" : "grains (leap-frog)",
                stages(emit, std::move(guests.trade), move, find, rest, contacts, walls,
                       std::move(guests.push), hold, next_move, std::move(guests.follow)));
        }
        case Integrator::SemiImplicitEuler:
            return step::Pipeline::compose(
                "grains (semi-implicit Euler)",
                stages(emit, std::move(guests.trade), find, rest, contacts, walls, std::move(guests.push),
                       hold, move, std::move(guests.follow)));
    }
    return Error{ErrorKind::Runtime, "this integrator has no list of stages"};
}

Result<step::Pipeline> firstForces(const Setup& s, std::vector<step::Stage> push) {
    const Params& p = s.params;
    return step::Pipeline::compose(
        "first forces",
        stages(FindContacts{.search = s.search, .walls = s.walls, .sinks = s.sinks}, contactForces(s),
               CollideWalls{.laws = s.laws,
                            .walls = s.walls,
                            .spin = p.spin,
                            .kernel = s.kernel,
                            .precision = p.precision},
               std::move(push), holdFixed(s)));
}

Result<step::Pipeline> halfStepBack(const Setup& s) {
    return step::Pipeline::compose(
        "half a step back",
        stages(Kick{
            .share = -0.5, .spin = s.params.spin, .settles = s.settles, .precision = s.params.precision}));
}

}  // namespace talus::grains
