#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/nearest.h"
#include "talus/environment/walls.h"
#include "talus/method/check_world.h"
#include "talus/method/wall_poses.h"
#include "talus/scene/estimate.h"
#include "talus/scene/passes.h"
#include "talus/step/clock.h"

namespace talus::scene {
namespace {

using environment::Wall;
using method::Probe;
using method::Probed;

/// Checks one [[probe]].
class ProbeCheck {
  public:
    ProbeCheck(const method::Checking& checked, std::size_t index)
        : checked_(checked), scene_(checked.scene), index_(index), probe_(checked.scene.probes[index]) {}

    /// Checks its own numbers.
    void checkPatch() const {
        if (probe_.kind == Probe::Kind::Wall || probe_.kind == Probe::Kind::FluxDisc)
            method::checkDirection(checked_, "probe", index_, "normal", probe_.normal);
        const Vec3d across = cross(probe_.u, probe_.v);
        if (probe_.kind == Probe::Kind::FluxRectangle &&
            !(length(across) > 1e-9 * length(probe_.u) * length(probe_.v)))
            error("v", "'u' and 'v' do not span a rectangle", "they must not be 0 or parallel");
    }

    /// Checks it against everything that the scene can measure, and against the scene's step [s].
    void check(const std::vector<Probed>& all, double step) const {
        checkInterval(step);
        checkWindow(step);
        checkDomain();
        if (probe_.kind == Probe::Kind::Wall) checkOnWall();
        if (probe_.kind == Probe::Kind::Point) checkNotInWalls();
        const Probed* probed = find(all, probe_.of);
        if (probed == nullptr) return reportUnknownName(all);
        if (!canMeasure(*probed))
            return error("kind", fmt::format("a probe cannot measure {} of '{}'", measured(), probe_.of),
                         namesThatCan(all));
        if (probe_.kind == Probe::Kind::Point) checkFields(*probed);
        const bool has_radius = probe_.kind == Probe::Kind::Point || probe_.kind == Probe::Kind::Height;
        if (has_radius && !probe_.radius && !(probed->radius > 0))
            error("radius", fmt::format("a probe of '{}' needs a radius", probe_.of),
                  "add radius: a few times the distance between neighbouring particles");
        if (probed->covers && !probed->covers(probe_.at))
            error("at", fmt::format("the probe is outside of '{}'", probe_.of),
                  "move the probe to a position inside of it");
    }

  private:
    void error(const char* key, std::string what, std::string hint) const {
        checked_.error("probe", index_, key, std::move(what), std::move(hint));
    }
    std::string measured() const {
        switch (probe_.kind) {
            case Probe::Kind::Height: return "the height";
            case Probe::Kind::Point: return "values at a point";
            case Probe::Kind::Wall: return "the pressure on a wall";
            case Probe::Kind::FluxDisc:
            case Probe::Kind::FluxRectangle: return "a flux";
        }
        return {};
    }
    bool canMeasure(const Probed& probed) const {
        switch (probe_.kind) {
            case Probe::Kind::Height: return static_cast<bool>(probed.height);
            case Probe::Kind::Point: return static_cast<bool>(probed.at);
            case Probe::Kind::Wall: return static_cast<bool>(probed.pressure);
            case Probe::Kind::FluxDisc:
            case Probe::Kind::FluxRectangle: return probed.flow.has_value();
        }
        return false;
    }
    std::string namesThatCan(const std::vector<Probed>& all) const {
        std::vector<std::string> names;
        for (const Probed& probed : all)
            if (canMeasure(probed)) names.push_back(probed.name);
        return names.empty() ? "nothing in this scene has it"
                             : fmt::format("these have it: {}", fmt::join(names, ", "));
    }
    void reportUnknownName(const std::vector<Probed>& all) const {
        std::vector<std::string> names;
        names.reserve(all.size());
        for (const Probed& probed : all) names.push_back(probed.name);
        const auto match = nearest(probe_.of, names);
        error("of", fmt::format("nothing that a probe can measure is named {}", settings::quoted(probe_.of)),
              match           ? fmt::format("did you mean '{}'?", *match)
              : names.empty() ? "the scene has nothing that a probe can measure"
                              : fmt::format("there are: {}", fmt::join(names, ", ")));
    }
    void checkFields(const Probed& probed) const {
        std::vector<std::string> names;
        for (const method::ProbedField& field : probed.fields) names.push_back(field.name);
        if (probe_.fields.empty())
            error("fields", "the probe has no fields",
                  fmt::format("'{}' has: {}", probe_.of, fmt::join(names, ", ")));
        for (std::size_t k = 0; k < probe_.fields.size(); ++k) {
            const std::string& word = probe_.fields[k];
            if (std::find(names.begin(), names.end(), word) == names.end()) {
                const auto match = nearest(word, names);
                error("fields", fmt::format("'{}' has no field {}", probe_.of, settings::quoted(word)),
                      match ? fmt::format("did you mean '{}'?", *match)
                            : fmt::format("it has: {}", fmt::join(names, ", ")));
            } else if (std::find(probe_.fields.begin(), probe_.fields.begin() + static_cast<long>(k), word) !=
                       probe_.fields.begin() + static_cast<long>(k)) {
                error("fields", fmt::format("'{}' is listed twice", word), "list it once");
            }
        }
    }
    void checkInterval(double step) const {
        if (probe_.every && *probe_.every < step * (1 - 1e-9))
            error("every",
                  fmt::format("the interval of {:g} s is shorter than the step of {:.4g} s", *probe_.every,
                              step),
                  fmt::format("make it longer, or set dt in [time] to at most {:g} s", *probe_.every));
        if (probe_.every && *probe_.every > scene_.time.frame_interval * (1 + 1e-9))
            checked_.warn(
                "probe", index_, "every",
                fmt::format("the interval of {:g} s is longer than frame_interval, {:g} s; there is a "
                            "row for each frame in any case",
                            *probe_.every, scene_.time.frame_interval),
                "leave 'every' out, or make frame_interval longer");
    }
    void checkWindow(double step) const {
        if (!probe_.window) return;
        const double window = *probe_.window,
                     apart = std::min(probe_.every.value_or(scene_.time.frame_interval),
                                      scene_.time.frame_interval);
        if (probe_.mean)
            error("window",
                  "with `mean = true` a row is the mean since the row before it, so a window cannot "
                  "be given",
                  "leave one of them out");
        if (window < step * (1 - 1e-9))
            error("window",
                  fmt::format("the window of {:g} s is shorter than the step of {:.4g} s", window, step),
                  fmt::format("make it longer, or set dt in [time] to at most {:g} s", window));
        if (window > apart * (1 + 1e-9))
            error("window",
                  fmt::format("the window of {:g} s is longer than the {:g} s from one row to the next",
                              window, apart),
                  probe_.every && *probe_.every < scene_.time.frame_interval
                      ? "make it shorter, or 'every' longer"
                      : "make it shorter, or frame_interval in [time] longer");
    }
    void checkDomain() const {
        const environment::Environment& world = scene_.environment;
        const auto beyond = [&](const char* axis, double x, double low, double high) {
            const auto& axes = world.periodic;
            if (std::find(axes.begin(), axes.end(), axis) == axes.end() || (x >= low && x <= high)) return;
            error("at",
                  fmt::format("{} = {:g} m is outside of the periodic domain, from {:g} to {:g} m", axis, x,
                              low, high),
                  "use the equivalent position inside of the domain");
        };
        beyond("x", probe_.at.x, world.domain_min.x, world.domain_max.x);
        beyond("y", probe_.at.y, world.domain_min.y, world.domain_max.y);
        if (probe_.kind != Probe::Kind::Height)
            beyond("z", probe_.at.z, world.domain_min.z, world.domain_max.z);
    }

    /// Distance of a position from the surface of a wall at the start; negative: behind the surface [m].
    /// Infinite where the wall has no solid face or, with `thin`, no face at all.
    double distanceTo(const Wall& wall, bool thin, const Vec3d& at) const {
        const environment::Walls one({wall}, {0}, {});
        const Vec3d local = method::poseOf(scene_, wall, 0).toLocal(at);
        double nearest = std::numeric_limits<double>::infinity();
        for (const environment::WallFace& face : one.faces())
            if (thin || !face.thin())
                if (const double d = environment::distanceTo(face, local).distance;
                    std::abs(d) < std::abs(nearest))
                    nearest = d;
        return nearest;
    }
    void checkOnWall() const {
        for (const Wall& wall : scene_.environment.walls) {
            if (wall.name != probe_.wall) continue;
            constexpr double tolerance = 1e-3;  // [m]: positions in scenes are given to the millimetre
            if (const double off = std::abs(distanceTo(wall, true, probe_.at)); off > tolerance)
                error("at", fmt::format("the position is {:.3g} m from the wall '{}'", off, wall.name),
                      "use a point on its surface");
            else
                checkNormal(wall);
        }
    }
    /// Checks that the sensor faces away from the wall. Thin faces are free on both sides.
    void checkNormal(const Wall& wall) const {
        constexpr double step_out = 1e-6;  // [m]: every wall is thicker
        const double here = distanceTo(wall, false, probe_.at),
                     before = distanceTo(wall, false, probe_.at + normalized(probe_.normal) * step_out);
        // On an edge the nearest face may be another one, and then the distance need not change.
        if (std::isfinite(here) && before - here < -0.1 * step_out)
            error("normal", fmt::format("'normal' points into the wall '{}', where nothing is", wall.name),
                  "reverse it: it must point out of the wall");
        if (wall.kind != Wall::Kind::BoxInside || std::isfinite(here)) return;
        // An open box has thin faces: something may be outside of it, but usually there is not.
        const Vec3d at =
            method::poseOf(scene_, wall, 0).toLocal(probe_.at + normalized(probe_.normal) * step_out);
        if (at.x < wall.box.min.x || at.y < wall.box.min.y || at.z < wall.box.min.z ||
            at.x > wall.box.max.x || at.y > wall.box.max.y || at.z > wall.box.max.z)
            checked_.warn(
                "probe", index_, "normal",
                fmt::format("'normal' points out of the box '{}'; the probe does not measure what is in it",
                            wall.name),
                "reverse it, unless something can reach the outside of the box");
    }
    void checkNotInWalls() const {
        for (const Wall& wall : scene_.environment.walls) {
            // Outside of a box whose inside is free there may be other things.
            if (wall.kind == Wall::Kind::BoxInside || method::sampleTimesOf(scene_, wall).size() > 1 ||
                wall.free)
                continue;
            if (distanceTo(wall, false, probe_.at) < -1e-9)
                error("at",
                      fmt::format("the position is {} the wall '{}', where nothing can be",
                                  method::forbiddenSide(wall), wall.name),
                      "use a position outside of walls");
        }
    }

    static const Probed* find(const std::vector<Probed>& all, const std::string& name) {
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Probed& probed) { return probed.name == name; });
        return found == all.end() ? nullptr : &*found;
    }

    const method::Checking& checked_;
    const method::Scene& scene_;
    std::size_t index_;
    const Probe& probe_;
};

}  // namespace

void checkProbePatches(const method::Checking& checked) {
    for (std::size_t i = 0; i < checked.scene.probes.size() && !settings::full(checked.diagnostics); ++i)
        ProbeCheck(checked, i).checkPatch();
}

void checkProbes(const method::Checking& checked) {
    const method::Scene& scene = checked.scene;
    if (scene.probes.empty()) return;
    // Only instances know what can be measured.
    std::vector<std::unique_ptr<method::Instance>> instances;
    for (const method::Method* method : scene.used())
        if (method->build)
            if (auto instance = method->build(scene)) instances.push_back(std::move(*instance));
    std::vector<Probed> all;
    for (const auto& instance : instances)
        for (Probed& probed : instance->probed()) all.push_back(std::move(probed));
    const double step = step::Clock::forLongestStep(scene.time.frame_interval, estimate(scene).step).dt();
    for (std::size_t i = 0; i < scene.probes.size() && !settings::full(checked.diagnostics); ++i)
        ProbeCheck(checked, i).check(all, step);
}

}  // namespace talus::scene
