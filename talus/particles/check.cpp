#include "talus/particles/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/environment/sources/flaws.h"

namespace talus::particles {
namespace {

class Checker {
  public:
    explicit Checker(const environment::Environment& environment) : environment_(environment) {}

    std::vector<Finding> found;

    void emitter(const Emitter& e, std::size_t index) {
        begin("particle_emitter", index);
        for (const auto& flaws : {environment::scheduleFlaws(e), environment::regionFlaws(e)})
            for (const environment::Flaw& flaw : flaws) say(flaw.key, flaw.what, flaw.hint);
        if (!e.wall.empty() && !anyNamed(environment_.walls, e.wall))
            say("wall", fmt::format("there is no wall or body '{}'", e.wall));
    }

    void system(const System& s, std::size_t index, const Part& part) {
        begin("particles", index);
        if (std::none_of(part.emitters.begin(), part.emitters.end(),
                         [&](const Emitter& e) { return e.system == s.name; }))
            say("name", "no [[particle_emitter]] makes particles of this system");
        const Appearance& look = s.appearance;
        keys("size_at", look.size_at, "size", look.size.size());
        keys("opacity_at", look.opacity_at, "opacity", look.opacity.size());
        keys("colour_at", look.colour_at, "colour", look.colour.size());
        if (s.turbulence.smallest > s.turbulence.size)
            say("min_eddy_size", "'min_eddy_size' is larger than eddy_size");
        if (s.interact && s.pairs.stiffness == 0 && s.pairs.cohesion == 0 && s.pairs.damping == 0)
            say("interact", "the particles act on each other, but with no force: give pair_stiffness");
        if (s.pairs.cohesion > 0 && s.pairs.range == 0)
            say("pair_range", "pair_cohesion has no range within which it could act");
    }

    void vortex(const Vortex& v, std::size_t index) {
        begin("vortex", index);
        if (squaredLength(v.axis) == 0) say("axis", "a direction has a length");
    }

    void bounce(const Bounce& b, std::size_t index, const Part& part) {
        begin("bounce", index);
        if (!b.material.empty() && !anyNamed(environment_.materials, b.material))
            say("material", fmt::format("there is no material '{}'", b.material));
        for (std::size_t k = 0; k < index; ++k)
            if (part.bounces[k].system == b.system && part.bounces[k].material == b.material)
                return say("material", "this system has another [[bounce]] for the same");
    }

  private:
    template <class T>
    static bool anyNamed(const std::vector<T>& all, const std::string& name) {
        return std::any_of(all.begin(), all.end(), [&](const T& each) { return each.name == name; });
    }
    void begin(std::string_view section, std::size_t index) {
        section_ = section;
        index_ = index;
    }
    void say(std::string_view key, std::string message, std::string hint = "") {
        found.push_back({section_, index_, std::string(key), std::move(message), std::move(hint)});
    }
    /// Keyframes: as many values as shares of the lifetime, which increase.
    void keys(std::string_view at_key, const std::vector<double>& at, std::string_view key,
              std::size_t count) {
        if (at.size() != count) say(key, fmt::format("{} values for the {} of {}", count, at.size(), at_key));
        if (std::adjacent_find(at.begin(), at.end(), [](double a, double b) { return a >= b; }) != at.end())
            say(at_key, "each must be larger than the one before");
    }

    const environment::Environment& environment_;
    std::string section_;
    std::size_t index_ = 0;
};

}  // namespace

std::vector<Finding> check(const Part& part, const environment::Environment& environment) {
    Checker checker(environment);
    for (std::size_t k = 0; k < part.systems.size(); ++k) checker.system(part.systems[k], k, part);
    for (std::size_t k = 0; k < part.emitters.size(); ++k) checker.emitter(part.emitters[k], k);
    for (std::size_t k = 0; k < part.vortices.size(); ++k) checker.vortex(part.vortices[k], k);
    for (std::size_t k = 0; k < part.bounces.size(); ++k) checker.bounce(part.bounces[k], k, part);
    return std::move(checker.found);
}

}  // namespace talus::particles
