#pragma once
#include <limits>

#include "talus/environment/walls.h"
#include "talus/state/state_check.h"
#include "talus/state/world.h"
#include "talus/step/stage.h"

/// The ledger between water and the points of walls that deform, a row each: what water gave the points and
/// they have not yet taken, and what water has to know of them to predict their motion. As wall_impulses.h
/// for free bodies. The method that moves the points makes the table where water touches them.
namespace talus::environment {

inline constexpr const char* point_impulses_table = "point_impulses";

namespace fields {
inline constexpr state::Field<Vec3d> point_spread_impulse{
    "spread_impulse", "N s", "impulse that the point has still to take over the time of `spread_time`"};
inline constexpr state::Field<double> point_spread_time{"spread_time", "s",
                                                        "time over which the point takes the spread impulse"};
inline constexpr state::Field<double> point_mobility{
    "mobility", "1/kg", "inverse of inertiaInSolve() in the last step of the point; 0: it is held"};
inline constexpr state::Field<Vec3d> point_other_acceleration{
    "other_acceleration", "m/s^2", "acceleration of the point in its last step by all but spread impulses"};
inline constexpr state::Field<double> point_carried{
    "carried", "kg", "mass of the water that moves with the point in this step", state::Lifetime::Scratch};
}  // namespace fields

/// The mass with which a point resists the pressures in the solve [kg]: its own, and half of the water that
/// moves with it in its own step. With its own alone the water meets a given force in place of a wall, and
/// never comes to rest: 500 particles on a sheet kept 30 mJ, and 0.4 mJ after 2 s with the half. With more
/// than all of it a sheet without tension would overshoot the water.
inline double inertiaInSolve(double own, double carried) { return own + 0.5 * carried; }

inline void addPointImpulses(state::World& world, std::size_t points) {
    state::Table& table = world.addTable(point_impulses_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::point_spread_impulse, &fields::point_spread_time, &fields::point_mobility,
             &fields::point_other_acceleration, &fields::point_carried})
        table.add(*field);
    table.resize(points);
}

/// The fields that last from step to step.
inline std::vector<step::FieldRef> pointImpulseFields() {
    return {{point_impulses_table, &fields::point_spread_impulse},
            {point_impulses_table, &fields::point_spread_time},
            {point_impulses_table, &fields::point_mobility},
            {point_impulses_table, &fields::point_other_acceleration}};
}

/// Checks a table that was read from a file. @param points number of its rows
inline void checkPointImpulses(std::size_t points, state::StateCheck& check) {
    constexpr double most = std::numeric_limits<double>::max();
    check.rows(point_impulses_table, points);
    check.finite(point_impulses_table);
    check.within(point_impulses_table, fields::point_spread_time, 0, most);
    check.within(point_impulses_table, fields::point_mobility, 0, most);
}

}  // namespace talus::environment
