#include "talus/particles/pipeline.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/particles/emit/remove.h"
#include "talus/particles/forces/pair_forces.h"
#include "talus/particles/motion/integrate.h"

namespace talus::particles {
namespace {

bool hasWalls(const Setup& s) { return !s.walls->bodies().empty() || s.ground.has_value(); }

bool removesParticles(const Setup& s) {
    return !s.sinks.empty() || std::any_of(s.system.emitters.begin(), s.system.emitters.end(),
                                           [](const Emitter& e) { return e.lifetime.has_value(); });
}

External externalOf(const Setup& s) {
    return {s.gravity * s.system.gravity, s.system.attractors, s.system.buoyancy};
}
environment::Air airOf(const Setup& s) {
    const std::vector<Vortex>& vortices = s.system.vortices;
    return {s.system.wind, {vortices.begin(), vortices.end()}, s.system.turbulence, streamOf(s, "air")};
}
Dissipative dissipativeOf(const Setup& s) { return {s.system.drag, airOf(s)}; }

/// A stage that a scene may list.
struct Row {
    std::string_view name;
    bool (*wanted)(const Setup&);         ///< whether the settings need it
    std::vector<std::string_view> after;  ///< stages that must come before it if they are in the list
    std::vector<std::string_view> needs;  ///< stages that must be in the list
};

const std::vector<Row>& rows() {
    static const std::vector<Row> all{
        {"emit", [](const Setup&) { return true; }, {}, {}},
        {"remove", [](const Setup& s) { return removesParticles(s); }, {}, {}},
        {"find pairs", [](const Setup& s) { return s.system.interact; }, {"emit", "remove"}, {}},
        {"reset forces", [](const Setup&) { return true; }, {"emit", "remove"}, {}},
        {"pair forces",
         [](const Setup& s) { return s.system.interact; },
         {"find pairs", "reset forces"},
         {"find pairs", "reset forces"}},
        {"external forces",
         [](const Setup& s) {
             return s.system.gravity != 0 || !s.system.attractors.empty() || s.system.buoyancy.on;
         },
         {"reset forces"},
         {"reset forces"}},
        {"dissipative forces",
         [](const Setup& s) { return s.system.drag.linear > 0 || s.system.drag.quadratic > 0; },
         {"reset forces"},
         {"reset forces"}},
        {"integrate",
         [](const Setup&) { return true; },
         {"reset forces", "pair forces", "external forces", "dissipative forces"},
         {"reset forces"}},
        {"contact", [](const Setup& s) { return s.system.contact && hasWalls(s); }, {"integrate"}, {}},
        {"cool",
         [](const Setup& s) { return s.system.buoyancy.on && s.system.buoyancy.cooling; },
         {"integrate"},
         {}},
    };
    return all;
}

const Row* rowOf(std::string_view name) {
    const auto it = std::find_if(rows().begin(), rows().end(), [&](const Row& r) { return r.name == name; });
    return it == rows().end() ? nullptr : &*it;
}

std::vector<std::string> listOf(const Setup& s) {
    return s.system.stages.empty() ? defaultStages(s) : s.system.stages;
}

Error error(const Setup& s, const std::string& what) {
    return {ErrorKind::Input, fmt::format("particle system '{}': {}", s.system.name, what)};
}

Status checkOrder(const Setup& s, const std::vector<std::string>& list) {
    const auto find = [&](std::string_view name) { return std::find(list.begin(), list.end(), name); };
    for (auto it = list.begin(); it != list.end(); ++it) {
        const Row* row = rowOf(*it);
        if (row == nullptr) {
            const auto near = nearest(*it, stageNames());
            return error(s, fmt::format("there is no stage '{}'{}; there are {}", *it,
                                        near ? fmt::format("; did you mean '{}'?", *near) : "",
                                        fmt::join(stageNames(), ", ")));
        }
        if (std::find(it + 1, list.end(), *it) != list.end())
            return error(s, fmt::format("stage '{}' stands in the list twice", *it));
        for (const std::string_view needed : row->needs)
            if (find(needed) == list.end())
                return error(s, fmt::format("stage '{}' needs '{}', which is not in the list", *it, needed));
        for (const std::string_view before : row->after)
            if (const auto found = find(before); found != list.end() && found > it)
                return error(
                    s, fmt::format("stage '{}' stands before '{}', which must come first", *it, before));
    }
    for (const Row& row : rows())
        if (row.wanted(s) && find(row.name) == list.end())
            return error(s, fmt::format("stage '{}' is missing, which the settings need", row.name));
    return success();
}

/// Makes stages from their names.
class StageBuilder {
  public:
    StageBuilder(const Setup& s, const std::vector<std::string>& names) : s_(s) {
        const auto has = [&](const char* name) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (has("external forces")) external_ = externalOf(s);
        if (has("dissipative forces")) dissipative_ = dissipativeOf(s);
    }

    std::vector<step::Stage> list;

    void forces(const std::string& name, double time_offset) {
        if (name == "find pairs")
            list.emplace_back(FindPairs{s_.tables, s_.system.pairs, s_.domain});
        else if (name == "reset forces")
            list.emplace_back(ResetForces{s_.tables});
        else if (name == "pair forces")
            list.emplace_back(PairForces{s_.tables, s_.system.pairs, s_.domain});
        else if (name == "external forces")
            list.emplace_back(ExternalForces{s_.tables, external_});
        else if (name == "dissipative forces")
            list.emplace_back(DissipativeForces{s_.tables, dissipative_, time_offset});
    }

    void add(const std::string& name) {
        if (name == "emit")
            list.emplace_back(emit());
        else if (name == "remove")
            list.emplace_back(Remove{s_.tables, s_.sinks});
        else if (name == "integrate")
            integrate();
        else if (name == "contact")
            list.emplace_back(Collide(s_.tables, s_.walls, s_.surfaces, s_.ground, s_.domain, rungeKutta()));
        else if (name == "cool")
            list.emplace_back(Cool{s_.tables, s_.system.buoyancy});
        else if (!rungeKutta())
            forces(name, 0);
    }

    Emit emit() const {
        std::vector<Source> sources;
        for (const Emitter& e : s_.system.emitters)
            sources.push_back(
                {e, streamOf(s_, "emitter " + e.name), environment::RegionSampler(e), carrierOf(e)});
        const bool stops = s_.system.contact;
        return {.tables = s_.tables,
                .sources = std::make_shared<const std::vector<Source>>(std::move(sources)),
                .limit = s_.system.limit,
                .warm = s_.system.buoyancy.on,
                .half_step_back = s_.system.integrator == Integrator::LeapFrog,
                .external = external_,
                .dissipative = dissipative_,
                .walls = s_.walls,
                .stops = stops};
    }

    void wrap() { list.emplace_back(Wrap{s_.tables, s_.domain}); }
    void secondKick() { list.emplace_back(Kick{s_.tables, 0.5}); }

  private:
    bool rungeKutta() const { return s_.system.integrator == Integrator::RungeKutta4; }

    std::optional<Carrier> carrierOf(const Emitter& e) const {
        const auto it = std::find_if(s_.carriers.begin(), s_.carriers.end(),
                                     [&](const auto& known) { return known.first == e.wall; });
        if (e.wall.empty() || it == s_.carriers.end()) return std::nullopt;
        return it->second;
    }

    void integrate() {
        if (rungeKutta())
            list.emplace_back(RungeKutta{s_.tables, external_, dissipative_});
        else
            list.emplace_back(
                KickAndDrift{s_.tables, s_.system.integrator == Integrator::VelocityVerlet ? 0.5 : 1.0});
    }

    const Setup& s_;
    External external_;
    Dissipative dissipative_;
};

}  // namespace

std::vector<std::string> stageNames() {
    std::vector<std::string> names;
    for (const Row& row : rows()) names.emplace_back(row.name);
    return names;
}

std::vector<std::string> defaultStages(const Setup& s) {
    std::vector<std::string> names;
    for (const Row& row : rows())
        if (row.wanted(s)) names.emplace_back(row.name);
    return names;
}

Status checkStages(const Setup& s) {
    const System& system = s.system;
    const std::vector<std::string> list = listOf(s);
    if (const Status order = checkOrder(s, list); !order.ok()) return order;
    // Stages that work on ranges of rows must not run fused with those of another system. A stage that adds
    // or removes particles separates them.
    if (list.front() != "emit" && list.front() != "remove")
        return error(s, fmt::format("the first stage must be 'emit' or 'remove', not '{}'", list.front()));
    if (system.integrator == Integrator::RungeKutta4 && system.interact)
        return error(
            s,
            "stage 'pair forces' does not go with the integrator of Runge and Kutta, which evaluates "
            "the forces on a particle at positions within the step, where those of the others are "
            "not known; use velocity-verlet");
    const environment::Air air = airOf(s);
    if (!air.still() && !(system.drag.linear > 0 || system.drag.quadratic > 0))
        return error(
            s, "stage 'dissipative forces' has no drag; without drag, moving air does not act on particles");
    return success();
}

Result<std::vector<step::Stage>> stages(const Setup& s) {
    if (const Status status = checkStages(s); !status.ok()) return status.error();
    const std::vector<std::string> names = listOf(s);
    StageBuilder builder(s, names);
    for (const std::string& name : names) builder.add(name);
    if (s.system.integrator == Integrator::VelocityVerlet) {
        // The forces again, at the new positions. They could be kept for the next step, but that takes 12
        // bytes per particle, and a new particle has no force yet.
        for (const std::string& name : names) builder.forces(name, 1);
        builder.secondKick();
    }
    // The stage 'contact' also wraps positions into the periodic domain.
    const bool wraps = std::find(names.begin(), names.end(), "contact") != names.end();
    if (s.domain.any() && !wraps) builder.wrap();
    return std::move(builder.list);
}

Emit emitOf(const Setup& s) { return StageBuilder(s, listOf(s)).emit(); }

Result<step::Pipeline> pipeline(const Setup& s) {
    auto list = stages(s);
    if (!list.ok()) return list.error();
    return step::Pipeline::compose("particles '" + s.system.name + "'", std::move(*list));
}

}  // namespace talus::particles
