#include "talus/environment/sources/sections.h"

#include <algorithm>

namespace talus::environment {

using namespace settings;
namespace {

using Shape = Region::Shape;

/// Collects the rows of the shapes that a section offers.
class RegionRows {
  public:
    explicit RegionRows(const RegionKeys& keys) : keys_(keys) {}

    bool has(Shape shape) const {
        return std::any_of(keys_.shapes.begin(), keys_.shapes.end(),
                           [&](const auto& each) { return each.second == shape; });
    }
    /// Adds a row that applies to these shapes, if the section offers any of them.
    template <class Access>
    void add(std::initializer_list<Shape> shapes, Access access, Parameter row) {
        std::vector<std::string_view> words;
        for (const auto& [word, shape] : keys_.shapes)
            if (std::find(shapes.begin(), shapes.end(), shape) != shapes.end()) words.push_back(word);
        if (words.empty()) return;
        if (words.size() < keys_.shapes.size()) row.when = {"shape", std::move(words)};
        rows.push_back(parameterOf<Region>(access, std::move(row)));
    }

    std::vector<Parameter> rows;

  private:
    const RegionKeys& keys_;
};

}  // namespace

std::vector<Parameter> regionRows(const RegionKeys& keys) {
    RegionRows all(keys);
    if (keys.shapes.size() > 1)
        all.rows.push_back(choice(&Region::shape, keys.shapes, {.key = "shape", .doc = keys.doc}));
    all.add(
        {Shape::Point, Shape::Disc, Shape::Rectangle, Shape::Sphere, Shape::Cylinder}, &Region::centre,
        {.key = "centre",
         .unit = "m",
         .required = keys.placed,
         .doc = all.has(Shape::Cylinder) ? "Centre of the shape; of a cylinder the centre of its lower end."
                                         : "Centre of the shape."});
    all.add({Shape::Line, Shape::Capsule}, &Region::centre,
            {.key = "from", .unit = "m", .required = true, .doc = "One end."});
    all.add({Shape::Line, Shape::Capsule}, &Region::end,
            {.key = "to", .unit = "m", .required = true, .doc = "The other end."});
    all.add({Shape::Box}, [](Region & r) -> auto& { return r.box.min; },
            {.key = "min", .unit = "m", .required = true, .doc = "Lowest corner."});
    all.add({Shape::Box}, [](Region & r) -> auto& { return r.box.max; },
            {.key = "max", .unit = "m", .required = true, .doc = "Highest corner."});
    all.add({Shape::Disc, Shape::Sphere, Shape::Cylinder, Shape::Capsule}, &Region::radius,
            {.key = "radius",
             .unit = "m",
             .range = keys.may_be_points ? atLeast(0) : above(0),
             .doc = "Radius of the shape."});
    if (keys.hollow)
        all.add(
            {Shape::Disc, Shape::Sphere, Shape::Cylinder, Shape::Capsule}, &Region::hollow,
            {.key = "hollow", .doc = "Only on the rim of a disc, or on the round surface of another shape."});
    all.add({Shape::Rectangle}, &Region::width,
            {.key = "width",
             .unit = "m",
             .range = above(0),
             .doc = "Length of its horizontal side; of a rectangle that lies flat, the side along x."});
    all.add({Shape::Rectangle}, &Region::height,
            {.key = "height", .unit = "m", .range = above(0), .doc = "Length of its other side."});
    all.add({Shape::Cylinder}, &Region::height,
            {.key = "height", .unit = "m", .range = above(0), .doc = "Length along its axis."});
    all.add({Shape::Cylinder}, &Region::axis,
            {.key = "axis", .doc = "Direction from its lower end to the upper one; any length but zero."});
    all.add(
        {Shape::MeshSurface, Shape::MeshVolume}, &Region::file,
        {.key = "file",
         .required = true,
         .doc = "STL, OBJ or PLY file, relative to the scene's folder. For a shape that fills the inside of "
                "a mesh, its surface must be closed."});
    all.add({Shape::MeshSurface, Shape::MeshVolume}, &Region::scale,
            {.key = "scale", .range = above(0), .doc = "Multiplies the coordinates of the file."});
    all.add({Shape::MeshSurface, Shape::MeshVolume}, &Region::position,
            {.key = "position", .unit = "m", .doc = "After scaling, the mesh is displaced by this."});
    if (keys.flows)
        all.rows.push_back(parameter(&Region::direction,
                                     {.key = "direction",
                                      .doc = "Direction of the flow, and normal of a disc or rectangle; any "
                                             "length but zero."}));
    return std::move(all.rows);
}

std::vector<Parameter> scheduleRows(const ScheduleKeys& keys) {
    std::vector<Parameter> rows;
    const auto add = [&](auto member, Parameter row) {
        if (row.key.empty()) return;
        row.when = keys.when;
        rows.push_back(parameter(member, std::move(row)));
    };
    add(&Schedule::rate, keys.rate);
    add(&Schedule::count, keys.count);
    rows.push_back(parameter(
        &Schedule::start, {.key = "start", .unit = "s", .range = keys.time, .doc = "When the flow begins."}));
    rows.push_back(parameter(
        &Schedule::stop,
        {.key = "stop", .unit = "s", .range = keys.time, .absent = "never", .doc = "When the flow ends."}));
    if (!keys.rates.key.empty())
        add(&Schedule::times, {.key = "times",
                               .unit = "s",
                               .doc = "Times of keyframes, which replace the steady flow from start to stop. "
                                      "They must increase; the flow is linear in between and zero before and "
                                      "after. Empty: no keyframes."});
    add(&Schedule::rates, keys.rates);
    if (keys.bursts) {
        add(&Schedule::burst_times,
            {.key = "burst_times", .unit = "s", .doc = "Times at which many appear at once."});
        add(&Schedule::burst_counts,
            {.key = "burst_counts", .range = atLeast(0), .doc = "How many appear at each of `burst_times`."});
    }
    return rows;
}

}  // namespace talus::environment
