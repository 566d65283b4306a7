#include "talus/water/forces/viscous_solve.h"

#include <fmt/format.h>

#include "talus/water/forces/viscous_iterations.h"

namespace talus::water {

step::Access ViscousSolve::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(),
                        .writes = {{work_table, &flow},
                                   {work_table, &pressure_acceleration},
                                   {work_table, &force},
                                   {work_table, &product},
                                   {work_table, &source},
                                   {work_table, &residual}},
                        .resizes = {}};
    access.reads.insert(access.reads.end(), {{work_table, &flow},
                                             {work_table, &first_contact},
                                             {contact_table, &contact_velocity},
                                             {contact_table, &contact_friction}});
    return access;
}

void ViscousSolve::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const std::size_t count = all.count;
    const auto flow = step.write(work_table, fields::flow),
               direction = step.write(work_table, fields::pressure_acceleration);
    const auto residual = step.write(work_table, fields::force),
               product = step.write(work_table, fields::product);
    const auto inverse = step.write(work_table, fields::source),
               friction = step.write(work_table, fields::residual);
    const auto first = step.read(work_table, fields::first_contact);
    const auto wall_velocity = step.read(contact_table, fields::contact_velocity);
    const auto wall_friction = step.read(contact_table, fields::contact_friction);
    const auto factor = static_cast<float>(step.dt * viscosity), stuck = static_cast<float>(stick);
    const BeginViscous begin_with{factor,        stuck,         first,   first.sub(1, count),
                                  wall_velocity, wall_friction, flow,    product,
                                  inverse,       friction,      residual};
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumViscousDiagonal(all, begin, end, inverse.data());
        sumViscous(all, flow.data(), begin, end, product.data());
        for (std::size_t i = begin; i < end; ++i) begin_with(i);
    });
    direction[count] = {0, 0, 0, 0};  // the row that pads the lists
    const FinishProduct finish{factor, direction, friction, product};
    const auto multiply = [&] {
        inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
            sumViscous(all, direction.data(), begin, end, product.data());
            for (std::size_t i = begin; i < end; ++i) finish(i);
        });
    };
    if (!solveViscosity(step.exec, count, {flow, direction, residual, product, inverse}, error,
                        max_iterations, multiply))
        step.report.fail(notSolved());
}

step::Trouble ViscousSolve::notSolved() const {
    return {
        .what = fmt::format("the viscosity of the water was not solved for in {} iterations", max_iterations),
        .advice = "make dt in [water] shorter, or viscosity smaller",
        .ids = {},
        .positions = {}};
}

}  // namespace talus::water
