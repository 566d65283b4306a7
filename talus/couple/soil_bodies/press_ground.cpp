#include "talus/couple/soil_bodies/press_ground.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/couple/soil_bodies/patch.h"
#include "talus/ground/fields.h"
#include "talus/solids/body_rows.h"

namespace talus::couple {
namespace {

namespace gf = ground::fields;
namespace sf = solids::fields;
using geometry::ColumnRange;
using ground::ground_table, ground::soil_table, ground::tiles_table;
using solids::bodies_table;
using solids::BodyState, solids::placed, solids::wallPose;

/// Values of `touched` while bodies press the ground: touched in an earlier step or position, touched now.
enum Touch : std::uint8_t { none = 0, earlier = 1, now = 2 };

/// The pose at a share of the motion from one pose to another.
BodyState between(const BodyState& from, const BodyState& to, double share) {
    BodyState at = to;
    at.position = from.position + (to.position - from.position) * share;
    at.rotation = rotationBy(rotationVector(to.rotation * inverse(from.rotation)) * share) * from.rotation;
    return at;
}

}  // namespace

struct PressGround::Views {
    exec::View<double> height, before;
    exec::View<std::uint8_t> touched, loose, awake;
    exec::View<double> removed, moved, compressed, blocked;
};

step::Access PressGround::access() const {
    const std::vector<step::FieldRef> changed{{bodies_table, &sf::pressed_position},
                                              {bodies_table, &sf::pressed_axis_x},
                                              {bodies_table, &sf::pressed_axis_y},
                                              {ground_table, &gf::height},
                                              {ground_table, &gf::touched},
                                              {ground_table, &gf::before},
                                              {ground_table, &gf::loose},
                                              {tiles_table, &gf::awake},
                                              {ground::changes_table, &gf::changes},
                                              {soil_table, &gf::removed},
                                              {soil_table, &gf::moved},
                                              {soil_table, &gf::compressed},
                                              {soil_table, &gf::blocked}};
    step::Access access{.reads = changed, .writes = changed, .resizes = {}};
    const auto body = solids::bodyFields();
    access.reads.insert(access.reads.end(), body.begin(), body.end());
    return access;
}

/// Marks the columns that a body touches, and stores the heights that they had before.
void PressGround::touch(const Views& views, const geometry::PosedSolid& body, std::uint8_t mark) const {
    const geometry::ColumnGrid& grid = setup_.ground.grid();
    const geometry::Box bounds = body.bounds();
    const ColumnRange range = geometry::columnsWithin(grid, bounds);
    const double slack = touch_tolerance * grid.spacing;
    for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
        for (std::uint32_t i = range.first_i; i < range.last_i; ++i) {
            const std::size_t k = grid.at(i, j);
            if (views.height[k] < bounds.min.z - slack) continue;
            const auto underside = body.underside(grid.x(i), grid.y(j));
            if (!underside || views.height[k] < *underside - slack) continue;
            if (views.touched[k] == none) views.before[k] = views.height[k];
            views.touched[k] = mark;
        }
}

/// Presses the ground down under one body at one pose, and marks the columns that it touches.
void PressGround::press(const Views& views, const geometry::PosedSolid& body, std::uint8_t mark) const {
    touch(views, body, mark);
    const ground::Displaced displaced = displacement_->press(
        views.height, setup_.ground.start->bedrock.view(), body, setup_.ground.soil->kind.kept, views.loose);
    views.removed[0] += displaced.removed;
    views.moved[0] += displaced.moved;
    views.compressed[0] += displaced.compressed;
    views.blocked[0] += displaced.blocked;
    if (displaced.removed > 0) erosion_->wake(displaced.changed, views.awake);
}

void PressGround::run(step::Step& step) {
    const geometry::ColumnGrid& grid = setup_.ground.grid();
    const auto rows = solids::readBodies(step);
    const auto position = step.write(bodies_table, sf::pressed_position);
    const auto axis_x = step.write(bodies_table, sf::pressed_axis_x);
    const auto axis_y = step.write(bodies_table, sf::pressed_axis_y);
    const auto pressed = [&](std::size_t b) {
        return BodyState{position[b], {axis_x[b], axis_y[b], cross(axis_x[b], axis_y[b])}, {}, {}};
    };
    const double end = step.time() + step.dt;
    const auto present = [&](std::size_t b) { return setup_.solids.bodies[b].presence.at(end); };
    std::vector<double> drift(setup_.solids.bodies.size());  // since the body last pressed the ground [m]
    bool leaves = false;
    for (std::size_t b = 0; b < drift.size(); ++b)
        if (present(b))
            drift[b] = setup_.solids.walls->drift(setup_.solids.bodies[b].wall, wallPose(pressed(b)),
                                                  wallPose(rows.at(b)));
        else
            leaves |= setup_.solids.bodies[b].presence.at(end - step.dt);
    // A quarter of a spacing, chosen: below that the same columns are touched, except a few at the border.
    const auto moved = [&](std::size_t b) { return drift[b] > 0.25 * grid.spacing; };
    const double farthest = *std::max_element(drift.begin(), drift.end());
    if (farthest <= 0.25 * grid.spacing && !leaves) return;
    // A bound on the work of one step: a body that crosses a hundred columns in one step is an error.
    constexpr double max_positions = 200;
    if (!(farthest < 0.5 * grid.spacing * max_positions))
        return step.report.fail(
            {.what = fmt::format("a body moved {:.3g} m in a step, {:.3g} spacings of the ground", farthest,
                                 farthest / grid.spacing),
             .advice = "set a shorter time.dt, or a slower motion",
             .ids = {},
             .positions = {}});

    const Views views{step.write(ground_table, gf::height),  step.write(ground_table, gf::before),
                      step.write(ground_table, gf::touched), step.write(ground_table, gf::loose),
                      step.write(tiles_table, gf::awake),    step.write(soil_table, gf::removed),
                      step.write(soil_table, gf::moved),     step.write(soil_table, gf::compressed),
                      step.write(soil_table, gf::blocked)};
    ++step.write(ground::changes_table, gf::changes)[0];
    displacement_->clearTouched();
    std::vector<ColumnRange> around(setup_.solids.bodies.size());
    for (std::size_t b = 0; b < setup_.solids.bodies.size(); ++b) {
        const solids::PreparedBody& body = setup_.solids.bodies[b];
        const BodyState from = pressed(b), to = rows.at(b);
        around[b] = ground::merged(geometry::columnsWithin(grid, placed(body, from).bounds()),
                                   geometry::columnsWithin(grid, placed(body, to).bounds()));
        if (!present(b)) continue;
        if (!moved(b)) {
            touch(views, placed(body, from), now);
            continue;
        }
        const double poses = std::max(1.0, std::ceil(drift[b] / (0.5 * grid.spacing)));
        for (double n = 1; n < poses; ++n) press(views, placed(body, between(from, to, n / poses)), earlier);
        press(views, placed(body, to), now);
        position[b] = to.position;
        axis_x[b] = to.rotation.x;
        axis_y[b] = to.rotation.y;
    }
    const auto forTouches = [&](auto take) {
        for (const ColumnRange& range : around)
            for (std::uint32_t j = range.first_j; j < range.last_j; ++j)
                for (std::uint32_t i = range.first_i; i < range.last_i; ++i)
                    take(i, j, views.touched[grid.at(i, j)]);
    };
    // Columns that no body touches any more are loose ground. This comes after all bodies, since two bodies
    // may have touched the same columns.
    forTouches([&](std::uint32_t i, std::uint32_t j, std::uint8_t& mark) {
        if (mark != earlier) return;
        mark = none;
        views.loose[grid.at(i, j)] = 1;
        erosion_->wake({i, i + 1, j, j + 1}, views.awake);
    });
    forTouches([](std::uint32_t, std::uint32_t, std::uint8_t& mark) {
        if (mark == now) mark = earlier;
    });
}

}  // namespace talus::couple
