#include "talus/grains/check/impacts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/grains/check/checks.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/load/grain_sizes.h"

namespace talus::grains {

using method::Scene;

namespace {

/// What a material can be in an impact: its lightest moving grain, and whether it can be a rigid partner.
struct Partner {
    double mass = 0;     ///< of its lightest moving grain [kg]; 0: none
    double radius = 0;   ///< of its smallest grain, fixed ones included [m]; 0: none
    bool holds = false;  ///< a wall, the ground or a fixed grain has this material
};

Partner partnerOf(const Scene& scene, const std::string& name) {
    const environment::Material& material =
        scene.environment.materials[materialIndex(scene.environment, name)];
    Partner partner;
    partner.radius = radiusRange(scene, name).smallest;
    const double a = lightestRadius(scene, name);
    if (!material.fixed) partner.mass = 4.0 / 3.0 * std::numbers::pi * a * a * a * material.density;
    partner.holds = (material.fixed && a > 0) ||
                    (scene.environment.ground && scene.environment.ground->material == name) ||
                    std::any_of(scene.environment.walls.begin(), scene.environment.walls.end(),
                                [&](const environment::Wall& wall) { return wall.material == name; });
    return partner;
}

/// The restitution that follows from damping, in steps so short that the phase hardly matters (to 1e-4 of an
/// e of 0.3, to 1e-3 of an e of 0.05).
double inFineSteps(const HeadOn& impact) {
    return std::max(0.0, restitutionInSteps(impact, durationOf(impact) / 10000, 0.5));
}

class Impacts {
  public:
    Impacts(const Scene& scene, double speed) : scene_(scene), speed_(speed) {}

    void addContact(std::size_t c) {
        const Contact& contact = in(scene_).contacts[c];
        if (contact.law->acts_across_gaps) return;
        const Partner a = partnerOf(scene_, contact.first), b = partnerOf(scene_, contact.second);
        Impact impact;
        impact.contact = c;
        impact.asked_for = contact.law->asksForRestitution(contact);
        impact.by_speed = contact.law->depends_on_speed;
        impact.head_on.law = lawConstants(contact);
        impact.head_on.speed = contact.contact_time ? contact.impact_speed : speed_;
        if (a.mass > 0 && b.mass > 0)
            add(impact, a.mass * b.mass / (a.mass + b.mass), a.radius * b.radius / (a.radius + b.radius));
        impact.on_wall = true;
        // Either material can be the moving one; the lighter grain has the shorter contact.
        const bool first = a.mass > 0 && b.holds && (!(b.mass > 0 && a.holds) || a.mass <= b.mass);
        if (first)
            add(impact, a.mass, a.radius);
        else if (b.mass > 0 && a.holds)
            add(impact, b.mass, b.radius);
    }

    std::vector<Impact> take() { return std::move(found_); }

  private:
    void add(Impact impact, double mass, double radius) {
        impact.head_on.effective_mass = mass;
        impact.head_on.effective_radius = radius;
        const double duration = durationOf(impact.head_on);
        if (!(duration > 0) || !std::isfinite(duration)) return;
        impact.restitution =
            impact.asked_for ? in(scene_).contacts[impact.contact].restitution : inFineSteps(impact.head_on);
        found_.push_back(impact);
    }

    const Scene& scene_;
    double speed_;
    std::vector<Impact> found_;
};

std::vector<Impact> impactsOf(const Scene& scene, double speed) {
    Impacts impacts(scene, speed);
    for (std::size_t c = 0; c < in(scene).contacts.size(); ++c) impacts.addContact(c);
    return impacts.take();
}

}  // namespace

double Impact::error() const {
    const double off =
        std::max(std::abs(in_steps.least - restitution), std::abs(in_steps.most - restitution));
    return off / std::max(restitution, min_restitution);
}

std::vector<Impact> impactsInSteps(const Scene& scene, double speed, double dt, int phases) {
    std::vector<Impact> impacts = impactsOf(scene, speed);
    for (Impact& impact : impacts) impact.in_steps = restitutionRange(impact.head_on, dt, phases);
    return impacts;
}

std::optional<double> stepWithin(const Impact& impact, double share, double dt) {
    // Sixteen phases miss a little of the range; a margin of a tenth of the share covers that.
    constexpr int phases = 16;
    const double aim = 0.9 * share, shortest = durationOf(impact.head_on) / 5000;
    Impact tried = impact;
    double step = dt;
    for (int i = 0; i < 20 && step > shortest; ++i) {
        tried.in_steps = restitutionRange(impact.head_on, step, phases);
        const double error = tried.error();
        if (error <= aim) return roundedDown(step);
        // The error is about proportional to the step.
        step *= std::clamp(aim / error, 0.1, 0.9);
    }
    return std::nullopt;
}

double cutForDamping(const Scene& scene, double speed, double dt) {
    constexpr double excess = 0.05;
    constexpr int phases = 8;
    // The law's constants are costly to compute, so contacts without strong damping are skipped.
    constexpr double harmless = 0.01;
    Impacts impacts(scene, speed);
    for (std::size_t c = 0; c < in(scene).contacts.size(); ++c) {
        const Contact& contact = in(scene).contacts[c];
        if (!(contact.law->asksForRestitution(contact) && contact.restitution >= harmless))
            impacts.addContact(c);
    }
    for (const Impact& impact : impacts.take())
        for (int halvings = 0; halvings < 7; ++halvings) {
            if (restitutionRange(impact.head_on, dt, phases).most <= impact.restitution + excess) break;
            dt /= 2;
        }
    return dt;
}

}  // namespace talus::grains
