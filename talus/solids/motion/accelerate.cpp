#include "talus/solids/motion/accelerate.h"

#include "talus/environment/wall_impulses.h"
#include "talus/solids/body_rows.h"

namespace talus::solids {
namespace {

namespace ef = environment::fields;
using environment::wall_impulses_table;

/// The impulses that bodies have not yet taken.
class Ledger {
  public:
    explicit Ledger(step::Step& step)
        : dt_(step.dt),
          impulse_(step.write(wall_impulses_table, ef::wall_impulse)),
          angular_(step.write(wall_impulses_table, ef::wall_angular_impulse)),
          spread_(step.write(wall_impulses_table, ef::wall_spread_impulse)),
          spread_angular_(step.write(wall_impulses_table, ef::wall_spread_angular_impulse)),
          spread_time_(step.write(wall_impulses_table, ef::wall_spread_time)) {}

    /// Gives the body of a wall the share of its spread impulses that is due in this step. Water that holds a
    /// body up gives it the impulse against gravity for several steps; taken at once, it would first throw
    /// the body up, by g t dt / 2.
    void takeSpread(std::size_t w, const Rigid& rigid, BodyState& body) {
        // All of the rest in the last step of that time, and if no time is given.
        const bool all = !(spread_time_[w] > dt_ * (1 + 1e-9));
        const double share = all ? 1 : dt_ / spread_time_[w];
        spread_time_[w] = all ? 0 : spread_time_[w] - dt_;
        if (spread_[w] == Vec3d{} && spread_angular_[w] == Vec3d{}) return;
        body.velocity += spread_[w] * (share / rigid.mass);
        body.spin += spinOf(rigid, body, spread_angular_[w] * share);
        spread_[w] = all ? Vec3d{} : spread_[w] * (1 - share);
        spread_angular_[w] = all ? Vec3d{} : spread_angular_[w] * (1 - share);
    }

    /// Gives the body its other impulses, whole. @return whether there were any
    bool takeWhole(std::size_t w, const Rigid& rigid, BodyState& body) {
        if (impulse_[w] == Vec3d{} && angular_[w] == Vec3d{}) return false;
        body.velocity += impulse_[w] / rigid.mass;
        if (!(angular_[w] == Vec3d{})) body.spin += spinOf(rigid, body, angular_[w]);
        impulse_[w] = angular_[w] = {};
        return true;
    }

  private:
    double dt_;
    exec::View<Vec3d> impulse_, angular_, spread_, spread_angular_;
    exec::View<double> spread_time_;
};

}  // namespace

step::Access Accelerate::access() const {
    step::Access access{.reads = bodyFields(), .writes = bodyFields(), .resizes = {}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::begin_velocity, &fields::spread_gain, &fields::begin_spin, &fields::pushed,
             &fields::contact_impulse})
        access.writes.push_back({bodies_table, field});
    for (const auto& ledger : {environment::wallImpulseFields(), environment::wallSpreadImpulseFields()}) {
        access.reads.insert(access.reads.end(), ledger.begin(), ledger.end());
        access.writes.insert(access.writes.end(), ledger.begin(), ledger.end());
    }
    return access;
}

void Accelerate::run(step::Step& step) const {
    const BodyRows rows = writeBodies(step);
    const auto begin_velocity = step.write(bodies_table, fields::begin_velocity);
    const auto spread_gain = step.write(bodies_table, fields::spread_gain);
    const auto begin_spin = step.write(bodies_table, fields::begin_spin);
    const auto pushed = step.write(bodies_table, fields::pushed);
    const auto contact_impulse = step.write(bodies_table, fields::contact_impulse);
    std::optional<Ledger> ledger;
    if (step.has(wall_impulses_table)) ledger.emplace(step);
    const double end = step.time() + step.dt;
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const PreparedBody& body = setup.bodies[b];
        pushed[b] = 0;
        contact_impulse[b] = {};
        if (!body.free) rows.set(b, prescribed(body, end));
        BodyState now = rows.at(b);
        if (body.free && body.presence.at(end)) {
            begin_velocity[b] = now.velocity;
            ledger->takeSpread(body.wall, body.rigid, now);
            spread_gain[b] = now.velocity - begin_velocity[b];
            begin_spin[b] = now.spin;
            now.velocity += setup.gravity * step.dt;
            pushed[b] = ledger->takeWhole(body.wall, body.rigid, now) ? 1 : 0;
            rows.set(b, now);
        } else {
            begin_velocity[b] = now.velocity;
            spread_gain[b] = {};
            begin_spin[b] = now.spin;
        }
    }
}

}  // namespace talus::solids
