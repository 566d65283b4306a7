#include "talus/solids/contact/solve_contacts.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "talus/environment/wall_state.h"
#include "talus/solids/body_rows.h"
#include "talus/solids/contact/contact_world.h"
#include "talus/solids/joint/joint_rows.h"

namespace talus::solids {
namespace {

constexpr const char* world_scratch = "contacts of bodies";

/// Ratio of the masses that joints hold from which it is the masses that they cannot: joints give way by a
/// share of 1e-5 of their force (body_solver.h), which then is more than what moves the lighter one.
constexpr double largest_ratio = 1e5;

/// The ratio of the largest mass that some joints hold to the smallest.
double massRatio(const Setup& setup, const std::vector<std::size_t>& joints) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    const auto count = [&](std::size_t b) {
        if (!setup.bodies[b].free) return;
        least = std::min(least, setup.bodies[b].rigid.mass);
        most = std::max(most, setup.bodies[b].rigid.mass);
    };
    for (const std::size_t j : joints) {
        count(setup.joints[j].first);
        if (setup.joints[j].second) count(*setup.joints[j].second);
    }
    return most / least;
}

/// Why the run stops where joints contradict each other; none where one of them breaks instead.
std::optional<step::Trouble> troubleOf(const Setup& setup, const std::vector<std::size_t>& conflict) {
    if (conflict.empty()) return std::nullopt;
    std::string names;
    constexpr std::size_t most = 6;
    for (std::size_t k = 0; k < conflict.size(); ++k) {
        const Joint& joint = setup.joints[conflict[k]].joint;
        if (joint.breaks_at) return std::nullopt;
        if (k == most) names += fmt::format(" and {} more", conflict.size() - most);
        if (k < most) names += fmt::format("{}'{}'", k == 0 ? "" : ", ", joint.name);
    }
    if (const double ratio = massRatio(setup, conflict); ratio > largest_ratio)
        return step::Trouble{
            fmt::format("joints hold masses that differ by 1:{:.2g}, more than they can: {}", ratio, names),
            "take masses within 1:100,000 of each other: a heavier chain, or a lighter weight",
            {},
            {setup.joints[conflict.front()].joint.point}};
    return step::Trouble{
        fmt::format("joints contradict each other: what they hold cannot move as all of them ask: {}", names),
        "remove one of them or a limit, make one a rope or spring, give one breaks_at, or change the motions "
        "of what they hold to",
        {},
        {setup.joints[conflict.front()].joint.point}};
}

}  // namespace

step::Access SolveContacts::access() const {
    step::Access access{.reads = bodyFields(), .writes = bodyFields(), .resizes = {}};
    access.reads.push_back({bodies_table, &fields::contact_impulse});
    access.writes.push_back({bodies_table, &fields::contact_impulse});
    for (const step::FieldRef& field : environment::wallStateFields(*setup.walls))
        access.reads.push_back(field);
    if (setup.ground) access.reads.push_back({setup.ground->table, setup.ground->height});
    if (!setup.joints.empty())
        for (const step::FieldRef& field : jointFields()) {
            access.reads.push_back(field);
            access.writes.push_back(field);
        }
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::wall_body_impulse, &fields::wall_body_time}) {
        access.reads.push_back({environment::walls_table, field});
        access.writes.push_back({environment::walls_table, field});
    }
    access.resizes = {contacts_table};
    access.produces = {world_scratch};
    return access;
}

void SolveContacts::run(step::Step& step) const {
    const BodyRows rows = writeBodies(step);
    const auto contact_impulse = step.write(bodies_table, fields::contact_impulse);
    const environment::WallsAt at(*setup.walls, step.time(), environment::wallState(step, *setup.walls));
    const environment::WallsAt end(*setup.walls, step.time() + step.dt,
                                   environment::wallState(step, *setup.walls));
    exec::View<const double> height;
    if (setup.ground) height = step.read(setup.ground->table, *setup.ground->height);
    std::vector<BodyState> bodies;
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) bodies.push_back(rows.at(b));
    const std::vector<BodyState> before = bodies;
    std::vector<JointLoad> loads;
    std::optional<JointRows> joints;
    if (!setup.joints.empty()) joints = writeJoints(step);
    for (std::size_t j = 0; j < setup.joints.size(); ++j) loads.push_back(joints->at(j));
    state::Table& contacts = step.resizable(contacts_table);
    std::vector<HeldContact> held = heldContacts(contacts);
    auto& world = step.produce<ContactWorld>(world_scratch);
    const std::vector<std::size_t> conflict =
        world.solve(step.exec, setup, at, end, height, step.dt, bodies, loads, held,
                    step.write(environment::walls_table, fields::wall_body_impulse));
    if (overlaps) overlaps->take(world.deepest(), step.time());
    const auto time = step.write(environment::walls_table, fields::wall_body_time);
    for (std::size_t w = 0; w < time.size(); ++w)
        if (!environment::isAbsent(at.pose(w))) time[w] += step.dt;
    setHeldContacts(held, contacts);
    for (std::size_t j = 0; j < loads.size(); ++j) {
        joints->set(j, loads[j]);
        joints->addToFrame(j, step.dt);
    }
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        if (!setup.bodies[b].free) continue;
        contact_impulse[b] += (bodies[b].velocity - before[b].velocity) * setup.bodies[b].rigid.mass;
        rows.set(b, bodies[b]);
    }
    if (auto trouble = troubleOf(setup, conflict)) step.report.fail(std::move(*trouble));
}

}  // namespace talus::solids
