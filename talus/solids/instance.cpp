#include "talus/solids/instance.h"

#include <algorithm>
#include <cmath>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/wall_impulses.h"
#include "talus/solids/body_rows.h"
#include "talus/solids/contact/held_contact.h"
#include "talus/solids/joint/joint_step.h"
#include "talus/solids/pipeline.h"
#include "talus/solids/report/columns.h"

namespace talus::solids {
namespace {

/// The length of a direction differs from 1 by round-off only, which is far below this tolerance.
bool isDirection(const Vec3d& v) { return std::abs(squaredLength(v) - 1) < 1e-3; }

/// The numbers of what touches must be those of walls, bodies or the ground.
void checkContacts(const Setup& setup, state::StateCheck& check) {
    for (const auto* field : {&fields::contact_first, &fields::contact_second}) {
        check.byCaller(contacts_table, *field);
        if (!check.ok()) return;
        const auto id = check.world().table(contacts_table).read(*field);
        for (std::size_t k = 0; k < id.size(); ++k)
            if (id[k] == ground_id ? !setup.ground : id[k] / parts_of_wall >= setup.walls->bodies().size())
                return check.fail(contacts_table, field->name, k, "there is no such body, wall or ground");
    }
}

}  // namespace

double longestStepOf(const method::Scene& scene) {
    // 240 steps a second: what Bullet's manual recommends for small bodies and stacks.
    return std::min(scene.time.frame_interval, scene.time.dt.value_or(1.0 / 240));
}

Solids::Solids(const method::Scene& scene)
    : setup_(setupOf(scene, environment::rigidWallsOf(scene.environment))), longest_(longestStepOf(scene)) {
    setup_.shortest_step = longest_ * shortest_step;
}

double Solids::longestStep(const exec::Exec&, const state::World& world) const {
    const auto velocity = world.table(bodies_table).read(fields::velocity);
    double longest = longest_;
    for (std::size_t b = 0; b < setup_.bodies.size(); ++b) {
        const PreparedBody& body = setup_.bodies[b];
        if (!body.free || !body.presence.at(world.time)) continue;
        longest = std::min(longest, 0.25 * body.smallest_side / length(velocity[b]));
    }
    longest = std::min(longest, longestJointStep(setup_, world));
    // MoveBodies stops a run with bodies that even such a step is too long for.
    return std::max(longest, setup_.shortest_step);
}

void Solids::addTables(state::World& world) const { solids::addTables(world, setup_); }

Result<step::Pipeline> Solids::pipeline(step::PhasedStages others) const {
    step::PhasedStages all = stagesOf(setup_, overlaps_);
    all.add(std::move(others));
    return step::Pipeline::compose("solids", std::move(all).inOrder());
}

void Solids::beginFrame(state::World& world) const { clearLoads(world); }

std::vector<method::Columns> Solids::columns() const { return columnsOf(setup_); }

std::vector<method::FrameSource> Solids::frames(std::span<const std::string>) const {
    return {
        method::pointSet("bodies", bodies_table, {"velocity", "axis_x", "axis_y", "spin", "ground_force"})};
}

std::optional<method::Count> Solids::count(const state::World&) const {
    return method::Count{"bodies", setup_.bodies.size()};
}

void Solids::check(state::StateCheck& check) const {
    check.rows(bodies_table, setup_.bodies.size());
    check.finite(bodies_table);
    // Poses of walls that do not follow a body are not used.
    check.rows(environment::walls_table, setup_.walls->bodies().size());
    check.finite(environment::walls_table);
    environment::checkWallImpulses(*setup_.walls, check);
    checkContacts(setup_, check);
    check.finite(contacts_table);
    if (!setup_.joints.empty()) {
        check.rows(joints_table, setup_.joints.size());
        check.below(joints_table, fields::broken, 2);
        check.finite(joints_table);
    }
    if (!check.ok()) return;
    const state::Table& bodies = check.world().table(bodies_table);
    for (const auto* field :
         {&fields::axis_x, &fields::axis_y, &fields::pressed_axis_x, &fields::pressed_axis_y}) {
        if (!bodies.has(*field)) continue;
        const auto axis = bodies.read(*field);
        for (std::size_t b = 0; b < axis.size(); ++b)
            if (!isDirection(axis[b])) return check.fail(bodies_table, field->name, b, "its length is not 1");
    }
}

std::vector<method::Note> Solids::notes(const exec::Exec&, const state::World&, method::Moment moment) const {
    if (moment != method::Moment::Frame || !(overlaps_->deepest().share > 0)) return {};
    return {{"bodies.overlap", overlapNote(setup_, overlaps_->deepest())}};
}

BodyState bodyIn(const state::Table& bodies, std::size_t row) { return readBodies(bodies).at(row); }

}  // namespace talus::solids
