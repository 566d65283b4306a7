#include "talus/cloth/motion/cloth_state.h"

#include "talus/cloth/sheet/colour.h"
#include "talus/environment/deforming/point_impulses.h"

namespace talus::cloth {
namespace {

const std::vector<const state::FieldInfo*>& changed() {
    static const std::vector<const state::FieldInfo*> list{&fields::position, &fields::velocity};
    return list;
}

}  // namespace

step::Access motionAccess(const Setup& setup) {
    using namespace fields;
    step::Access access;
    for (const state::FieldInfo* field : changed()) {
        access.reads.push_back({points_table, field});
        access.writes.push_back({points_table, field});
    }
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&start, &force, &mobility, &reaction})
        access.writes.push_back({points_table, field});
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&mass, &rest, &sheet, &copy})
        access.reads.push_back({points_table, field});
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{&corners, &owned})
        access.reads.push_back({triangles_table, field});
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&ends, &length, &stiffness, &damping, &colour})
        access.reads.push_back({springs_table, field});
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&edge, &wings, &weight, &bend, &curl, &colour})
        access.reads.push_back({hinges_table, field});
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&point, &entry, &anchor})
        access.reads.push_back({attachments_table, field});
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&impulse, &angular_impulse, &load_time}) {
        access.reads.push_back({loads_table, field});
        access.writes.push_back({loads_table, field});
    }
    access.reads.push_back({triangles_table, &torn});
    if (setup.anyTears())
        for (const step::FieldRef& field :
             {step::FieldRef{triangles_table, &torn}, {springs_table, &stiffness}, {hinges_table, &bend}})
            access.writes.push_back(field);
    access.reads.push_back({attachments_table, &broken});
    access.writes.push_back({attachments_table, &broken});
    if (setup.walls->anyFreeBody())
        for (const step::FieldRef& field : environment::wallImpulseFields()) {
            access.reads.push_back(field);
            access.writes.push_back(field);
        }
    if (setup.walls->anyFollows()) {
        for (const step::FieldRef& field : environment::followedPoseFields()) access.reads.push_back(field);
        for (const state::FieldInfo* field :
             std::initializer_list<const state::FieldInfo*>{&met_shift, &met_axis_x, &met_axis_y}) {
            access.reads.push_back({met_table, field});
            access.writes.push_back({met_table, field});
        }
    }
    if (setup.meets_water) {
        for (const step::FieldRef& field : environment::pointImpulseFields()) {
            access.reads.push_back(field);
            access.writes.push_back(field);
        }
        access.reads.push_back({environment::point_impulses_table, &environment::fields::point_carried});
    }
    if (setup.ground) access.reads.push_back({setup.ground->table, setup.ground->height});
    access.reads.push_back({ledger_table, &unresolved_contacts});
    access.writes.push_back({ledger_table, &unresolved_contacts});
    access.produces = {motion_scratch};
    return access;
}

ClothState stateIn(step::Step& step, const Setup& setup, MotionScratch& scratch) {
    using namespace fields;
    ClothState s;
    s.position = step.write(points_table, position);
    s.velocity = step.write(points_table, velocity);
    s.start = step.write(points_table, start);
    s.force = step.write(points_table, force);
    s.reaction = step.write(points_table, reaction);
    s.mobility = step.write(points_table, mobility);
    s.mass = step.read(points_table, mass);
    s.rest = step.read(points_table, rest);
    s.sheet = step.read(points_table, sheet);
    s.copy = step.read(points_table, copy);
    s.corners = step.read(triangles_table, corners);
    s.owned = step.read(triangles_table, owned);
    s.torn = step.read(triangles_table, torn);
    if (setup.anyTears()) {
        s.tearing = step.write(triangles_table, torn);
        s.stiffness = step.write(springs_table, stiffness);
        s.bend = step.write(hinges_table, bend);
    }
    scratch.spring_colours = colourEnds(step.read(springs_table, colour));
    s.springs = {step.read(springs_table, ends), step.read(springs_table, length),
                 step.read(springs_table, stiffness), step.read(springs_table, damping),
                 scratch.spring_colours};
    scratch.hinge_colours = colourEnds(step.read(hinges_table, colour));
    s.hinges = {step.read(hinges_table, edge),   step.read(hinges_table, wings),
                step.read(hinges_table, weight), step.read(hinges_table, bend),
                step.read(hinges_table, curl),   scratch.hinge_colours};
    s.held_point = step.read(attachments_table, point);
    s.held_entry = step.read(attachments_table, entry);
    s.anchor = step.read(attachments_table, anchor);
    s.broken = step.write(attachments_table, broken);
    s.impulse = step.write(loads_table, impulse);
    s.angular_impulse = step.write(loads_table, angular_impulse);
    s.load_time = step.write(loads_table, load_time);
    s.unresolved_contacts = step.write(ledger_table, unresolved_contacts);
    if (setup.walls->anyFreeBody()) {
        s.pushed = step.write(environment::wall_impulses_table, environment::fields::wall_impulse);
        s.twisted = step.write(environment::wall_impulses_table, environment::fields::wall_angular_impulse);
    }
    if (setup.walls->anyFollows()) {
        s.met_shift = step.write(met_table, met_shift);
        s.met_axis_x = step.write(met_table, met_axis_x);
        s.met_axis_y = step.write(met_table, met_axis_y);
    }
    if (setup.meets_water) {
        const char* table = environment::point_impulses_table;
        s.spread_impulse = step.write(table, environment::fields::point_spread_impulse);
        s.spread_time = step.write(table, environment::fields::point_spread_time);
        s.last_mobility = step.write(table, environment::fields::point_mobility);
        s.other_acceleration = step.write(table, environment::fields::point_other_acceleration);
        s.carried = step.read(table, environment::fields::point_carried);
    }
    return s;
}

Surroundings::Surroundings(const Setup& setup, const step::Step& step, const ClothState& cloth)
    : setup_(&setup),
      followed_(setup, cloth.met_shift, cloth.met_axis_x, cloth.met_axis_y,
                environment::wallState(step, *setup.walls), step.time(), step.dt) {
    if (setup.ground) ground_ = step.read(setup.ground->table, *setup.ground->height);
}

void Surroundings::placeObstacles(const exec::Exec& exec, const environment::WallsAt& walls,
                                  Vec3d* to) const {
    const ObstacleShapes& shapes = setup_->obstacles;
    exec::for_each(exec, shapes.points.size(), [&](std::size_t p) {
        const Vec3d& point = shapes.points[p];
        const std::uint16_t wall = shapes.wall[p];
        if (wall == ObstacleShapes::no_wall)
            to[p] = {point.x, point.y, ground_[p - shapes.first_ground_point]};
        else
            to[p] = walls.moves(wall) ? walls.pose(wall).toWorld(point) : point;
    });
}

void Surroundings::placeHalfSpaces(const environment::WallsAt& start, const environment::WallsAt& end,
                                   std::vector<HalfSpaceNow>& to) const {
    to.clear();
    for (const HalfSpace& space : setup_->obstacles.half_spaces) {
        const environment::Pose &a = start.pose(space.wall), &b = end.pose(space.wall);
        // Planes do not tilt (the reader refuses that), so one normal serves for the whole step.
        const bool moves = end.moves(space.wall);
        const Vec3d normal = moves ? rotated(b.rotation, space.normal) : space.normal;
        const Vec3d from = moves ? a.toWorld(space.point) : space.point,
                    now = moves ? b.toWorld(space.point) : space.point;
        to.push_back({space.wall, normal, dot(normal, now), dot(normal, from), now - from});
    }
}

}  // namespace talus::cloth
