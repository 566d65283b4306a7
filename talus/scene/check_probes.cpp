#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/nearest.h"
#include "talus/environment/walls.h"
#include "talus/method/check_world.h"
#include "talus/method/wall_places.h"
#include "talus/scene/estimate.h"
#include "talus/scene/passes.h"
#include "talus/step/clock.h"

namespace talus::scene {
namespace {

using environment::Wall;
using method::Probe;
using method::Probed;

/// One [[probe]] and what it looks at.
class ProbeCheck {
  public:
    ProbeCheck(const method::Checking& checked, std::size_t index)
        : checked_(checked), scene_(checked.scene), index_(index), probe_(checked.scene.probes[index]) {}

    /// Its own numbers.
    void checkPatch() const {
        if (probe_.kind == Probe::Kind::Wall || probe_.kind == Probe::Kind::FluxDisc)
            method::checkDirection(checked_, "probe", index_, "normal", probe_.normal);
        const Vec3d across = cross(probe_.u, probe_.v);
        if (probe_.kind == Probe::Kind::FluxRectangle &&
            !(length(across) > 1e-9 * length(probe_.u) * length(probe_.v)))
            error("v", "'u' and 'v' span no rectangle", "they must not be 0 or parallel");
    }

    void check(const std::vector<Probed>& all, double step) const {
        checkInterval(step);
        checkWindow(step);
        checkDomain();
        if (probe_.kind == Probe::Kind::Wall) checkOnWall();
        if (probe_.kind == Probe::Kind::Point) checkNotInWalls();
        const Probed* probed = find(all, probe_.of);
        if (probed == nullptr) return sayWhatThereIs(all);
        if (!canTell(*probed))
            return error("kind", fmt::format("'{}' has no {} that a probe could tell", probe_.of, measured()),
                         whoCan(all));
        if (probe_.kind == Probe::Kind::Point) checkFields(*probed);
        const bool looks = probe_.kind == Probe::Kind::Point || probe_.kind == Probe::Kind::Height;
        if (looks && !probe_.radius && !(probed->radius > 0))
            error("radius", fmt::format("a probe of '{}' does not know how far to look", probe_.of),
                  "add radius: a few times the way from one to the next");
        if (probed->covers && !probed->covers(probe_.at))
            error("at", fmt::format("'{}' is not there: the probe is beside it", probe_.of),
                  "move the probe over it");
    }

  private:
    void error(const char* key, std::string what, std::string hint) const {
        checked_.error("probe", index_, key, std::move(what), std::move(hint));
    }
    std::string measured() const {
        switch (probe_.kind) {
            case Probe::Kind::Height: return "height";
            case Probe::Kind::Point: return "values at a point";
            case Probe::Kind::Wall: return "pressure on a wall";
            case Probe::Kind::FluxDisc:
            case Probe::Kind::FluxRectangle: return "flux";
        }
        return {};
    }
    bool canTell(const Probed& probed) const {
        switch (probe_.kind) {
            case Probe::Kind::Height: return static_cast<bool>(probed.height);
            case Probe::Kind::Point: return static_cast<bool>(probed.at);
            case Probe::Kind::Wall: return static_cast<bool>(probed.pressure);
            case Probe::Kind::FluxDisc:
            case Probe::Kind::FluxRectangle: return probed.flow.has_value();
        }
        return false;
    }
    std::string whoCan(const std::vector<Probed>& all) const {
        std::vector<std::string> names;
        for (const Probed& probed : all)
            if (canTell(probed)) names.push_back(probed.name);
        return names.empty() ? "nothing in this scene has"
                             : fmt::format("what has: {}", fmt::join(names, ", "));
    }
    void sayWhatThereIs(const std::vector<Probed>& all) const {
        std::vector<std::string> names;
        names.reserve(all.size());
        for (const Probed& probed : all) names.push_back(probed.name);
        const auto meant = nearest(probe_.of, names);
        error("of",
              fmt::format("nothing in the scene that a probe could look at is named {}",
                          settings::quoted(probe_.of)),
              meant           ? fmt::format("did you mean '{}'?", *meant)
              : names.empty() ? "there is nothing that probes can look at"
                              : fmt::format("there are: {}", fmt::join(names, ", ")));
    }
    void checkFields(const Probed& probed) const {
        std::vector<std::string> names;
        for (const method::ProbedField& field : probed.fields) names.push_back(field.name);
        if (probe_.fields.empty())
            error("fields", "the probe asks for no field",
                  fmt::format("'{}' has: {}", probe_.of, fmt::join(names, ", ")));
        for (std::size_t k = 0; k < probe_.fields.size(); ++k) {
            const std::string& word = probe_.fields[k];
            if (std::find(names.begin(), names.end(), word) == names.end()) {
                const auto meant = nearest(word, names);
                error("fields", fmt::format("'{}' has no field {}", probe_.of, settings::quoted(word)),
                      meant ? fmt::format("did you mean '{}'?", *meant)
                            : fmt::format("it has: {}", fmt::join(names, ", ")));
            } else if (std::find(probe_.fields.begin(), probe_.fields.begin() + static_cast<long>(k), word) !=
                       probe_.fields.begin() + static_cast<long>(k)) {
                error("fields", fmt::format("'{}' stands there twice", word), "once is enough");
            }
        }
    }
    void checkInterval(double step) const {
        if (probe_.every && *probe_.every < step * (1 - 1e-9))
            error("every",
                  fmt::format("the interval of {:g} s is shorter than the step of {:.4g} s", *probe_.every,
                              step),
                  fmt::format("make it longer, or dt in [time] {:g} s at most", *probe_.every));
        if (probe_.every && *probe_.every > scene_.time.frame_interval * (1 + 1e-9))
            checked_.warn("probe", index_, "every",
                          fmt::format("the interval of {:g} s is longer than a frame's of {:g} s, and a row "
                                      "stands at each frame in any case",
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
                  "with `mean = true` a row is the mean since the one before it, and a window is "
                  "another mean",
                  "leave one of them out");
        if (window < step * (1 - 1e-9))
            error("window",
                  fmt::format("the window of {:g} s is shorter than the step of {:.4g} s", window, step),
                  fmt::format("make it longer, or dt in [time] {:g} s at most", window));
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
                  fmt::format("{} = {:g} m is outside of the domain, which goes from {:g} to {:g} m", axis, x,
                              low, high),
                  "take the place inside of it that stands for this one");
        };
        beyond("x", probe_.at.x, world.domain_min.x, world.domain_max.x);
        beyond("y", probe_.at.y, world.domain_min.y, world.domain_max.y);
        if (probe_.kind != Probe::Kind::Height)
            beyond("z", probe_.at.z, world.domain_min.z, world.domain_max.z);
    }

    /// How far off a wall's surface a place is, at the start; negative: behind it. Infinite where it has no
    /// solid face, with `thin` no face at all.
    double distanceTo(const Wall& wall, bool thin, const Vec3d& at) const {
        const environment::Walls one({wall}, {0}, {});
        const Vec3d place = method::poseOf(scene_, wall, 0).back(at);
        double nearest = std::numeric_limits<double>::infinity();
        for (const environment::WallFace& face : one.faces())
            if (thin || !face.thin())
                if (const double d = environment::distanceTo(face, place).distance;
                    std::abs(d) < std::abs(nearest))
                    nearest = d;
        return nearest;
    }
    void checkOnWall() const {
        for (const Wall& wall : scene_.environment.walls) {
            if (wall.name != probe_.wall) continue;
            constexpr double tolerance = 1e-3;  // [m]: scenes are written to the millimetre
            if (const double off = std::abs(distanceTo(wall, true, probe_.at)); off > tolerance)
                error("at", fmt::format("the place is {:.3g} m off the wall '{}'", off, wall.name),
                      "take a point on its surface");
            else
                checkFacesTheFree(wall);
        }
    }
    /// The free sides of thin faces are two.
    void checkFacesTheFree(const Wall& wall) const {
        constexpr double way = 1e-6;  // [m]: no wall is as thin
        const double here = distanceTo(wall, false, probe_.at),
                     before = distanceTo(wall, false, probe_.at + normalized(probe_.normal) * way);
        // On an edge the nearest face may be another one, and the distance may stay what it is.
        if (std::isfinite(here) && before - here < -0.1 * way)
            error("normal",
                  fmt::format("the sensor looks into the wall '{}', and would see nothing", wall.name),
                  "turn it round: it points from the wall into the free");
        if (wall.kind != Wall::Kind::BoxInside || std::isfinite(here)) return;
        // An open box is of thin faces: outside of it there may be something, but mostly there is not.
        const Vec3d at = method::poseOf(scene_, wall, 0).back(probe_.at + normalized(probe_.normal) * way);
        if (at.x < wall.box.min.x || at.y < wall.box.min.y || at.z < wall.box.min.z ||
            at.x > wall.box.max.x || at.y > wall.box.max.y || at.z > wall.box.max.z)
            checked_.warn("probe", index_, "normal",
                          fmt::format("the sensor looks out of the box '{}', and does not see what is in it",
                                      wall.name),
                          "turn it round, unless something comes to the outside of the box");
    }
    void checkNotInWalls() const {
        for (const Wall& wall : scene_.environment.walls) {
            // An inside box is no end of the world: other things may be beside it.
            if (wall.kind == Wall::Kind::BoxInside || method::momentsOf(scene_, wall).size() > 1 || wall.free)
                continue;
            if (distanceTo(wall, false, probe_.at) < -1e-9)
                error("at",
                      fmt::format("the place is {} the wall '{}', where nothing can be",
                                  method::placeOf(wall), wall.name),
                      "take a place in the free");
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
    // What can be asked is known of what runs alone.
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
