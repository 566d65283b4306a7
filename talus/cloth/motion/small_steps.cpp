#include "talus/cloth/motion/small_steps.h"

#include <algorithm>
#include <cmath>

#include "talus/cloth/motion/forces.h"
#include "talus/cloth/motion/holding.h"
#include "talus/cloth/motion/keep_apart.h"
#include "talus/cloth/motion/tear.h"
#include "talus/environment/deforming/point_impulses.h"

namespace talus::cloth {

int smallStepsIn(const Solver& solver, double dt) {
    if (solver.method == Method::Explicit) return 1;
    // For round-off: a step may be longer than what it should be by a rounding error.
    const double share = dt / solver.longestStep() * (1 - 1e-9);
    return std::max(1, static_cast<int>(std::ceil(share * solver.substeps)));
}

namespace {

/// A small step is halved where things that move as prescribed would pass through the cloth, at most this
/// many times.
constexpr int most_halvings = 4;

/// The small steps of one step.
class Mover {
  public:
    Mover(step::Step& step, const Setup& setup, MotionScratch& scratch)
        : exec_(step.exec),
          setup_(setup),
          scratch_(scratch),
          state_(stateIn(step, setup, scratch)),
          around_(setup, step, state_),
          begin_(step.time()),
          dt_(step.dt),
          holding_(setup, state_, around_, scratch),
          steps_(smallStepsIn(setup.solver, step.dt)),
          apart_(setup, state_, around_, steps_, scratch) {}

    void run() {
        listTriangles(state_.corners, state_.points(), scratch_);
        takeWater();
        for (int k = 0; k < steps_; ++k) advance(begin_ + dt_ * k / steps_, dt_ / steps_, 0);
        tellWater();
        const environment::WallsAt walls = around_.at(begin_ + dt_);
        for (std::size_t w = 0; w < state_.load_time.size(); ++w)
            if (!isAbsent(walls.pose(w))) state_.load_time[w] += dt_;
        if (setup_.anyTears()) tear(exec_, setup_, state_, scratch_);
        if (around_.followed().any())
            around_.followed().store(state_.met_shift, state_.met_axis_x, state_.met_axis_y);
    }

  private:
    void advance(double time, double h, int halvings) {
        if (smallStep(time, h, infeasible_)) return;
        undo();
        if (halvings == most_halvings) {
            // For the rest of the step it is known that this is hopeless.
            infeasible_ = Infeasible::Leave;
            smallStep(time, h, infeasible_);
            return;
        }
        advance(time, 0.5 * h, halvings + 1);
        advance(time + 0.5 * h, 0.5 * h, halvings + 1);
    }

    void undo() {
        std::copy(state_.start.begin(), state_.start.end(), state_.position.begin());
        std::copy(scratch_.old_velocity.begin(), scratch_.old_velocity.end(), state_.velocity.begin());
    }

    bool smallStep(double time, double h, Infeasible infeasible) {
        const environment::WallsAt to = around_.at(time + h);
        environment::WallsAt from = around_.at(time);
        from.skipEntering(to);  // a body that enters does not come through the scene
        const bool implicit = setup_.solver.method == Method::Implicit;
        scratch_.old_velocity.assign(state_.velocity.begin(), state_.velocity.end());
        holding_.mark(time + h);
        sumForces(exec_, setup_, state_, time, scratch_);
        exec::for_each(exec_, scratch_.water_force.size(),
                       [&](std::size_t p) { state_.force[p] += scratch_.water_force[p]; });
        if (!implicit) {
            addSpringForces(exec_, state_);
            holding_.addForces(from);
        }
        predict(h);
        holding_.place(to, time + h);
        if (implicit) solve(from, to, h);
        std::uint64_t unresolved_contacts = 0;
        if (!apart_.keep(exec_, from, to, time, h, infeasible, unresolved_contacts)) return false;
        state_.unresolved_contacts[0] += unresolved_contacts;
        exec::for_each(exec_, state_.points(), [&, per_h = 1 / h](std::size_t p) {
            state_.velocity[p] = (state_.position[p] - state_.start[p]) * per_h;
        });
        // Bodies have moved. Contact comes first: what it does to held points is a load of what holds them.
        around_.followed().take(scratch_.bodies, time + h, h);
        apart_.addLoads(to, h);
        holding_.addLoads(to, h, implicit);
        return true;
    }

    /// Takes the share of water's impulses that is due in this step, as forces that are the same in all of
    /// its small steps.
    void takeWater() {
        const std::size_t count = state_.spread_impulse.size();
        scratch_.water_force.resize(count);
        scratch_.begin_velocity.assign(state_.velocity.begin(),
                                       state_.velocity.begin() + static_cast<std::ptrdiff_t>(count));
        exec::for_each(exec_, count, [&](std::size_t p) {
            // All of the rest in the last step of that time.
            const double time = state_.spread_time[p];
            const bool all = !(time > dt_ * (1 + 1e-9));
            scratch_.water_force[p] = state_.spread_impulse[p] / (all ? dt_ : time);
            state_.spread_impulse[p] = all ? Vec3d{} : state_.spread_impulse[p] * (1 - dt_ / time);
            state_.spread_time[p] = all ? 0 : time - dt_;
        });
    }

    /// What water has to know to predict the motion of the points.
    void tellWater() {
        exec::for_each(exec_, state_.spread_impulse.size(), [&](std::size_t p) {
            const bool free = state_.mobility[p] > 0;
            const Vec3d gained =
                (state_.velocity[p] - scratch_.begin_velocity[p]) * (state_.inertia(p) / dt_);
            const double heavy = environment::inertiaInSolve(state_.mass[p], state_.carried[p]);
            state_.last_mobility[p] = free ? 1 / heavy : 0;
            state_.other_acceleration[p] = free ? (gained - scratch_.water_force[p]) / heavy : Vec3d{};
        });
    }

    void predict(double h) {
        exec::for_each(exec_, state_.points(), [&](std::size_t p) {
            state_.start[p] = state_.position[p];
            state_.reaction[p] = {};
            if (!(state_.mobility[p] > 0)) return;
            state_.velocity[p] += state_.force[p] * (h / state_.inertia(p));
            state_.position[p] += state_.velocity[p] * h;
        });
    }

    void solve(const environment::WallsAt& from, const environment::WallsAt& to, double h) {
        const int passes = setup_.solver.iterations;
        const bool summed = passes > 1;
        scratch_.spring_multiplier.assign(summed ? state_.springs.ends.size() : 0, 0);
        scratch_.hinge_multiplier.assign(summed ? state_.hinges.edge.size() : 0, Vec3d{});
        const SolvedPoints points{state_.position, state_.start, state_.mobility, state_.reaction};
        holding_.beginSolve();
        for (int pass = 0; pass < passes; ++pass) {
            solveSprings(exec_, state_.springs, points,
                         {scratch_.spring_multiplier.data(), scratch_.spring_multiplier.size()}, h);
            solveHinges(exec_, state_.hinges, points,
                        {scratch_.hinge_multiplier.data(), scratch_.hinge_multiplier.size()}, h);
            holding_.solve(from, to, h);
        }
    }

    const exec::Exec& exec_;
    const Setup& setup_;
    MotionScratch& scratch_;
    ClothState state_;
    Surroundings around_;
    double begin_, dt_;
    Holding holding_;
    int steps_;
    KeepApart apart_;
    Infeasible infeasible_ = Infeasible::Fail;
};

}  // namespace

void SmallSteps::run(step::Step& step) const {
    MotionScratch& scratch = step.produce<MotionScratch>(motion_scratch);
    Mover(step, *setup, scratch).run();
}

}  // namespace talus::cloth
