#include "talus/water/forces/viscous_solve.h"

#include <fmt/format.h>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::water {
step::Access ViscousSolve::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(),
                        .writes = {{work_table, &flow},
                                   {work_table, &push},
                                   {work_table, &force},
                                   {work_table, &product},
                                   {work_table, &source},
                                   {work_table, &residual}},
                        .resizes = {}};
    access.reads.insert(access.reads.end(), {{work_table, &flow},
                                             {work_table, &first_contact},
                                             {contact_table, &contact_velocity},
                                             {contact_table, &contact_rub}});
    return access;
}

void ViscousSolve::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const std::size_t count = all.count;
    const auto flow = step.write(work_table, fields::flow), direction = step.write(work_table, fields::push);
    const auto rest = step.write(work_table, fields::force),
               product = step.write(work_table, fields::product);
    const auto inverse = step.write(work_table, fields::source),
               rub = step.write(work_table, fields::residual);
    const auto first = step.read(work_table, fields::first_contact);
    const auto wall_velocity = step.read(contact_table, fields::contact_velocity);
    const auto wall_rub = step.read(contact_table, fields::contact_rub);
    const auto factor = static_cast<float>(step.dt * viscosity), stuck = static_cast<float>(stick);
    const auto dotOf = [&](const auto& a, const auto& b) {
        return exec::sum(step.exec, count, 0.0, [&](std::size_t i) { return dot(wide(a(i)), wide(b(i))); });
    };
    // A v = v + factor (sum of pairs + rub v); its diagonal; b = v* + factor sum of rub v_wall.
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumViscousDiagonal(all, begin, end, inverse.data());
        sumViscous(all, flow.data(), begin, end, product.data());
        for (std::size_t i = begin; i < end; ++i) {
            rub[i] = 0;
            Vec3f pull;
            for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) {
                rub[i] += stuck * wall_rub[k];
                pull += wall_velocity[k] * (stuck * wall_rub[k]);
            }
            inverse[i] = 1 / (1 + factor * (inverse[i] + rub[i]));
            // b - A v* where the first guess is v* itself.
            rest[i] = (pull - product[i] - flow[i].xyz() * rub[i]) * factor;
        }
    });
    direction[count] = {0, 0, 0, 0};
    const auto scaled = [&](std::size_t i) { return rest[i] * inverse[i]; };
    const auto restOf = [&](std::size_t i) { return rest[i]; };
    const auto flowOf = [&](std::size_t i) { return flow[i].xyz(); };
    // Water at rest that a wall drags along has no v* to compare with.
    const double limit = error * error * (dotOf(flowOf, flowOf) + dotOf(restOf, restOf));
    double along = dotOf(restOf, scaled);
    exec::for_each(step.exec, count, [&](std::size_t i) {
        const Vec3f z = scaled(i);
        direction[i] = {z.x, z.y, z.z, 0};
    });
    for (int turn = 0; dotOf(restOf, restOf) > limit; ++turn) {
        if (turn == most_iterations)
            return step.report.fail(
                {.what = fmt::format("the viscosity of the water was not solved for in {} iterations",
                                     most_iterations),
                 .advice = "make dt in [water] shorter, or viscosity smaller",
                 .ids = {},
                 .positions = {}});
        inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
            sumViscous(all, direction.data(), begin, end, product.data());
            for (std::size_t i = begin; i < end; ++i) {
                const Vec3f p = direction[i].xyz();
                product[i] = p + (product[i] + p * rub[i]) * factor;
            }
        });
        const double bend = dotOf([&](std::size_t i) { return direction[i].xyz(); },
                                  [&](std::size_t i) { return product[i]; });
        if (!(bend > 0)) break;
        const auto go = static_cast<float>(along / bend);
        exec::for_each(step.exec, count, [&](std::size_t i) {
            flow[i] += direction[i].xyz() * go;
            rest[i] -= product[i] * go;
        });
        const double next = dotOf(restOf, scaled);
        const auto keep = static_cast<float>(next / along);
        along = next;
        exec::for_each(step.exec, count, [&](std::size_t i) {
            const Vec3f p = scaled(i) + direction[i].xyz() * keep;
            direction[i] = {p.x, p.y, p.z, 0};
        });
    }
}

}  // namespace talus::water
