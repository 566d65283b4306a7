#include "talus/water/sources/drive_inflows.h"

#include "talus/exec/for_each.h"
#include "talus/water/fields.h"
#include "talus/water/sources/inflow.h"

namespace talus::water {

std::vector<Mouth> DriveInflows::mouths(exec::View<const std::uint64_t> layers, double time) const {
    std::vector<Mouth> all;
    for (std::size_t f = 0; f < inflows.size(); ++f) {
        const Inflow& inflow = inflows[f];
        const double speed = rateAt(inflow, time);
        const bool over = inflow.volume && static_cast<double>(layers[f]) >=
                                               maxLayers(inflow, spacing, layerOf(inflow, spacing).size());
        if (!(speed > 0) || over) continue;
        const environment::RegionAxes axes = axesOf(inflow);
        const Vec3d along = normalized(inflow.direction);
        const bool disc = inflow.shape == Inflow::Shape::Disc;
        all.push_back({inflow.centre, along, axes.u, axes.v, 0.5 * inflow.width, 0.5 * inflow.height,
                       disc ? inflow.radius : 0, spacing, narrow(along * speed)});
    }
    return all;
}

step::Access DriveInflows::access() const {
    const step::FieldRef velocity = moves_by_state ? step::FieldRef{water_table, &fields::velocity}
                                                   : step::FieldRef{work_table, &fields::flow};
    return {.reads = {{water_table, &fields::position}, velocity, {inflow_table, &fields::layers}},
            .writes = {velocity},
            .resizes = {}};
}

void DriveInflows::run(step::Step& step) const {
    const auto position = step.read(water_table, fields::position);
    const auto drive = [&]<class V>(const Mouth& mouth, exec::View<V> velocity) {
        exec::for_each(step.exec, position.size(), DriveParticle<V>{mouth, position, velocity});
    };
    for (const Mouth& mouth : mouths(step.read(inflow_table, fields::layers), step.time())) {
        if (moves_by_state)
            drive(mouth, step.write(water_table, fields::velocity));
        else
            drive(mouth, step.write(work_table, fields::flow));
    }
}

}  // namespace talus::water
