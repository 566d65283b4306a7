#pragma once
#include "talus/state/frame_set.h"

namespace talus::test {

/// Reads all that a set of a frame holds, by the counts and indices that it claims: the sum of it, for the
/// address sanitizer to look on.
struct ReadAll {
    static double of(const std::vector<state::ArrayView>& fields, std::size_t count) {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i)
            for (const auto& field : fields) sum += field.value(i, field.components - 1);
        return sum;
    }
    double operator()(const state::PointsView& points) const {
        double sum = of(points.fields, points.count);
        for (std::size_t i = 0; i < points.count; ++i) sum += points.at(i).x;
        return sum;
    }
    double operator()(const state::ColumnsView& columns) const {
        return of(columns.fields, columns.grid.size());
    }
    double operator()(const state::MeshView& mesh) const {
        double sum = (*this)(mesh.points) + of(mesh.fields, mesh.count);
        for (std::size_t k = 0; k < mesh.count; ++k)
            for (int c = 0; c < mesh.corners.components; ++c) sum += mesh.points.at(mesh.corner(k, c)).x;
        return sum;
    }
    double operator()(const state::VolumeView& volume) const {
        double sum = of(volume.fields, volume.count());
        for (std::size_t k = 0; k < volume.count(); ++k) sum += volume.at(k).z;
        return sum;
    }
};

}  // namespace talus::test
