#pragma once
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/math/quad.h"

/// Conjugate gradients for the viscosity of thick liquids (ViscousSolve), independent of the code that sums
/// over pairs.
namespace talus::water {

/// A row a particle. A v = b is solved for v.
struct ViscousRows {
    exec::View<Quad<float>> flow;       ///< v: first guess, and result [m/s]
    exec::View<Quad<float>> direction;  ///< scratch [m/s]
    exec::View<Vec3f> residual;         ///< b - A v
    exec::View<Vec3f> product;          ///< A times the direction
    exec::View<const float> inverse;    ///< of the diagonal of A

    TALUS_HD Vec3f scaled(std::size_t i) const { return residual[i] * inverse[i]; }
};

/// A = 1 + dt nu (sums over pairs + friction of walls), and the residual of the first guess, from the sums of
/// that: `product`, and `inverse` which has the diagonal of them.
struct BeginViscous {
    float factor;                                ///< dt nu [m^2]
    float stick;                                 ///< of walls
    exec::View<const std::uint32_t> first, end;  ///< of the contacts of each particle
    exec::View<const Vec3f> wall_velocity;
    exec::View<const float> wall_friction;
    exec::View<const Quad<float>> flow;
    exec::View<const Vec3f> product;
    exec::View<float> inverse, friction;  ///< friction: of all walls [1/m^2]
    exec::View<Vec3f> residual;

    TALUS_HD void operator()(std::size_t i) const {
        friction[i] = 0;
        Vec3f pull;
        for (std::uint32_t k = first[i]; k < end[i]; ++k) {
            friction[i] += stick * wall_friction[k];
            pull += wall_velocity[k] * (stick * wall_friction[k]);
        }
        inverse[i] = 1 / (1 + factor * (inverse[i] + friction[i]));
        residual[i] = (pull - product[i] - flow[i].xyz() * friction[i]) * factor;
    }
};
/// A times the direction, from the sums over pairs of it that `product` has.
struct FinishProduct {
    float factor;
    exec::View<const Quad<float>> direction;
    exec::View<const float> friction;
    exec::View<Vec3f> product;
    TALUS_HD void operator()(std::size_t i) const {
        const Vec3f p = direction[i].xyz();
        product[i] = p + (product[i] + p * friction[i]) * factor;
    }
};

struct SquareOfFlow {
    ViscousRows rows;
    TALUS_HD double operator()(std::size_t i) const { return squaredLength(wide(rows.flow[i].xyz())); }
};
struct SquareOfResidual {
    ViscousRows rows;
    TALUS_HD double operator()(std::size_t i) const { return squaredLength(wide(rows.residual[i])); }
};
struct ResidualByScaled {
    ViscousRows rows;
    TALUS_HD double operator()(std::size_t i) const {
        return dot(wide(rows.residual[i]), wide(rows.scaled(i)));
    }
};
struct DirectionByProduct {
    ViscousRows rows;
    TALUS_HD double operator()(std::size_t i) const {
        return dot(wide(rows.direction[i].xyz()), wide(rows.product[i]));
    }
};
/// The next direction: the scaled residual, and this share of the last one.
struct NextDirection {
    ViscousRows rows;
    bool first;
    float keep;
    TALUS_HD void operator()(std::size_t i) const {
        const Vec3f z = rows.scaled(i), p = first ? z : z + rows.direction[i].xyz() * keep;
        rows.direction[i] = {p.x, p.y, p.z, 0};
    }
};
struct StepAlong {
    ViscousRows rows;
    float step_length;
    TALUS_HD void operator()(std::size_t i) const {
        rows.flow[i] += rows.direction[i].xyz() * step_length;
        rows.residual[i] -= rows.product[i] * step_length;
    }
};

/// Of velocities in single precision, and of sums of their differences.
inline constexpr double round_off = 1e-6;

/// @param multiply() writes A times the direction into `product`
/// @param error of the residual, a share of the first residual: of what the viscosity does in the step. A
/// share of the flow would be of no use: short steps of fast water would end with a residual as large as the
/// force that drives it. Below round_off of the flow the residual is round-off.
/// @return whether it came to that within `max_iterations` iterations
template <class Multiply>
bool solveViscosity(const exec::Exec& exec, std::size_t count, const ViscousRows& rows, double error,
                    int max_iterations, Multiply multiply) {
    const auto residual = [&] { return exec::sum(exec, count, 0.0, SquareOfResidual{rows}); };
    const double limit =
        error * error * residual() + round_off * round_off * exec::sum(exec, count, 0.0, SquareOfFlow{rows});
    double along = exec::sum(exec, count, 0.0, ResidualByScaled{rows});
    exec::for_each(exec, count, NextDirection{rows, true, 0});
    for (int iteration = 0; residual() > limit; ++iteration) {
        if (iteration == max_iterations) return false;
        multiply();
        const double bend = exec::sum(exec, count, 0.0, DirectionByProduct{rows});
        if (!(bend > 0)) break;
        exec::for_each(exec, count, StepAlong{rows, static_cast<float>(along / bend)});
        const double next = exec::sum(exec, count, 0.0, ResidualByScaled{rows});
        exec::for_each(exec, count, NextDirection{rows, false, static_cast<float>(next / along)});
        along = next;
    }
    return true;
}

}  // namespace talus::water
