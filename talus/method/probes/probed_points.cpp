#include "talus/method/probes/probed_points.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/state/points.h"

namespace talus::method {
namespace {

/// A point near a position.
struct Near {
    std::size_t row;
    Vec3d offset;  ///< from the position to the point [m]
};

/// Points within a radius, in the order of the rows. With `upright`: within an endless vertical cylinder; the
/// z of `offset` is then the height of the point.
std::vector<Near> nearTo(const PointsToProbe& points, const state::Table& rows, const Vec3d& at,
                         double radius, bool upright) {
    const auto position = rows.read(*points.position);
    const double square = radius * radius;
    std::vector<Near> found;
    for (std::size_t i = 0; i < position.size(); ++i) {
        Vec3d offset = environment::shortest(points.domain, position[i] - at);
        if (offset.x * offset.x + offset.y * offset.y + (upright ? 0 : offset.z * offset.z) >= square)
            continue;
        if (upright) offset.z = position[i].z;
        found.push_back({i, offset});
    }
    return found;
}

double volumeOf(const PointsToProbe& points, const state::Table& rows, std::size_t row) {
    return points.amount ? points.amount(rows, row).volume : 1;
}

Vec3d valueOf(const state::Column& column, std::size_t row) {
    const auto part = [&](int k) {
        const auto components = static_cast<std::size_t>(column.info->components);
        return state::valueAt({column.values.data(), column.values.size()}, column.info->scalar,
                              row * components + static_cast<std::size_t>(k));
    };
    return column.info->components == 3 ? Vec3d{part(0), part(1), part(2)} : Vec3d{part(0), 0, 0};
}

Reading read(const PointsToProbe& points, const state::World& world, const std::string& field,
             const Vec3d& at, double radius) {
    const state::Table& rows = world.table(points.table);
    const state::Column* column = rows.find(field);
    Vec3d sum;
    double weights = 0, mass = 0;
    for (const Near& near : nearTo(points, rows, at, radius, false)) {
        const double kernel = probeWeight(length(near.offset), radius);
        const double weight = kernel * volumeOf(points, rows, near.row);
        weights += weight;
        if (column != nullptr)
            sum += valueOf(*column, near.row) * weight;
        else
            mass += kernel * points.amount(rows, near.row).mass;
    }
    Reading reading;
    if (column == nullptr)
        reading.value.x = mass;
    else if (weights > 0)
        reading.value = sum / weights;
    reading.filled = points.amount ? weights / points.full : weights > 0 ? 1 : 0;
    return reading;
}

/// The points in a vertical cylinder around a position, sorted by height, and the share of space that they
/// fill around a height.
class UprightTube {
  public:
    UprightTube(const PointsToProbe& points, const state::World& world, const Vec3d& at, double radius)
        : points_(points), world_(world), at_(at), radius_(radius) {
        const state::Table& rows = world.table(points.table);
        for (const Near& near : nearTo(points, rows, at, radius, true))
            inside_.push_back({near.offset, volumeOf(points, rows, near.row) / points.full});
        std::stable_sort(inside_.begin(), inside_.end(),
                         [](const Part& a, const Part& b) { return a.offset.z < b.offset.z; });
    }

    /// The highest height at which the points fill half of the available space.
    std::optional<double> top() const {
        if (inside_.empty()) return std::nullopt;
        // The share is smooth on the scale of the radius, so steps of this size do not miss the surface.
        const double step = radius_ / 32, lowest = inside_.front().offset.z - radius_;
        for (double z = inside_.back().offset.z + radius_; z > lowest; z -= step) {
            if (!isFull(z)) {
                z = std::min(z, nextBelow(z));
                continue;
            }
            double inside = z, outside = z + step;
            for (int halvings = 0; halvings < 24; ++halvings) {
                const double middle = 0.5 * (inside + outside);
                (isFull(middle) ? inside : outside) = middle;
            }
            return inside;
        }
        return std::nullopt;
    }

  private:
    struct Part {
        Vec3d offset;  ///< from the position; its z is the height itself [m]
        double volume;
    };
    auto firstAbove(double z) const {
        return std::lower_bound(inside_.begin(), inside_.end(), z,
                                [](const Part& part, double height) { return part.offset.z < height; });
    }
    bool isFull(double z) const {
        double share = 0;
        for (auto part = firstAbove(z - radius_); part != inside_.end() && part->offset.z < z + radius_;
             ++part)
            share += part->volume * probeWeight(length(part->offset - Vec3d{0, 0, z}), radius_);
        if (share >= 0.5) return true;
        // Next to walls less space is available. A few points in a narrow corner do not make a surface.
        return points_.free_share && share > 0.1 &&
               share >= 0.5 * points_.free_share(world_, {at_.x, at_.y, z});
    }
    /// Where no points are within the radius of z: the height below it from which on points are. Else z.
    double nextBelow(double z) const {
        const auto above = firstAbove(z - radius_);
        if (above != inside_.end() && above->offset.z < z + radius_) return z;
        return above == inside_.begin() ? z : std::prev(above)->offset.z + radius_;
    }

    const PointsToProbe& points_;
    const state::World& world_;
    Vec3d at_;
    double radius_;
    std::vector<Part> inside_;
};

std::vector<ProbedField> fieldsOf(const PointsToProbe& points) {
    std::vector<ProbedField> fields;
    for (const state::FieldInfo* field : points.fields)
        fields.push_back({field->name, field->unit, field->components});
    const bool named = std::any_of(fields.begin(), fields.end(),
                                   [](const ProbedField& field) { return field.name == "density"; });
    if (points.amount && !named) fields.push_back({"density", "kg/m^3", 1});
    return fields;
}

}  // namespace

double probeWeight(double distance, double radius) {
    const double q = distance / radius, u = std::max(0.0, 1 - q), v = std::max(0.0, 0.5 - q);
    return 8 / (std::numbers::pi * radius * radius * radius) * (2 * u * u * u - 8 * v * v * v);
}

Probed probedPoints(PointsToProbe points) {
    Probed probed{.name = points.name, .fields = fieldsOf(points), .radius = points.radius};
    if (points.amount && points.id != nullptr)
        probed.flow = FlowingPoints{points.table, points.position, points.id, points.amount};
    const auto shared = std::make_shared<const PointsToProbe>(std::move(points));
    probed.at = [shared](const state::World& world, const std::string& field, const Vec3d& at,
                         double radius) { return read(*shared, world, field, at, radius); };
    if (shared->amount)
        probed.height = [shared](const state::World& world, const Vec3d& at, double radius) {
            return UprightTube(*shared, world, at, radius).top();
        };
    return probed;
}

}  // namespace talus::method
