#include "talus/engines/liggghts/liggghts_laws.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "talus/couple/granular/scene.h"
#include "talus/grains/law/law_row.h"

namespace talus::engines {
namespace {

using grains::Contact;
using grains::LawConstants;

/// Two materials that can touch: grains of the first, and grains or a wall of the second.
struct Pair {
    std::size_t first, second;
    const LawConstants* law;
};

std::vector<Pair> pairsOf(const grains::Setup& setup) {
    std::set<std::size_t> others(setup.grain_materials.begin(), setup.grain_materials.end());
    for (const environment::WallFace& face : setup.walls->faces()) others.insert(face.material);
    std::vector<Pair> pairs;
    std::set<std::pair<std::size_t, std::size_t>> known;
    for (const std::size_t a : setup.grain_materials)
        for (const std::size_t b : others)
            if (known.insert(std::minmax(a, b)).second) pairs.push_back({a, b, &setup.laws.at(a, b)});
    return pairs;
}

/// Collects what is refused, one line per pair and reason.
class Refusals {
  public:
    Refusals(const scene::Scene& scene, std::vector<std::string>& lines) : scene_(scene), lines_(lines) {}
    void add(const Pair& pair, const std::string& why) {
        const auto& materials = scene_.environment.materials;
        lines_.push_back(fmt::format("the contact between '{}' and '{}': {}", materials[pair.first].name,
                                     materials[pair.second].name, why));
    }
    void add(const std::string& line) { lines_.push_back(line); }

  private:
    const scene::Scene& scene_;
    std::vector<std::string>& lines_;
};

bool isHertz(const LawConstants& law) { return law.row != nullptr && law.row->name == "hertz-mindlin"; }
bool isHooke(const LawConstants& law) { return law.row != nullptr && law.row->name == "hooke"; }

/// Refuses what LIGGGHTS cannot do for a single pair.
void refusePair(const Pair& pair, Refusals& refusals) {
    const LawConstants& law = *pair.law;
    if (!isHertz(law) && !isHooke(law)) {
        refusals.add(pair,
                     "LIGGGHTS has only the laws \"hooke\" and \"hertz-mindlin\"; use one of them for all "
                     "contacts");
        return;
    }
    if (law.rolling != grains::Rolling::None || law.twisting_friction > 0)
        refusals.add(pair, "resistance to rolling and twisting is not translated; set rolling = \"none\"");
    if (law.cohesion != grains::Cohesion::None)
        refusals.add(pair, "cohesion is not translated; set cohesion = \"none\"");
    if (isHooke(law) && law.shear_stiffness == 0 && law.shear_damping > 0 && law.friction > 0)
        refusals.add(pair,
                     "without a shear spring LIGGGHTS' shear dashpot has no friction limit; set a "
                     "shear_stiffness, or shear_damping = 0");
    if (isHertz(law) && law.damping > 0 && !liggghtsRestitution(0.5 * law.damping))
        refusals.add(pair,
                     "its damping is so strong that LIGGGHTS would need a restitution below 0.05; raise the "
                     "restitution");
    if (isHertz(law) && law.shear_damping > 0 && law.shear_damping != law.damping)
        refusals.add(
            pair,
            "with adhesionless contacts the shear dashpot differs from the normal one, but LIGGGHTS has one "
            "restitution for both; set shear_dashpot = false, or adhesionless = false");
}

/// Refuses pairs that LIGGGHTS cannot combine.
void refuseMixtures(const std::vector<Pair>& pairs, Refusals& refusals) {
    const auto mixed = [&](auto of) {
        return std::any_of(pairs.begin(), pairs.end(),
                           [&](const Pair& pair) { return of(*pair.law) != of(*pairs.front().law); });
    };
    if (mixed(isHertz))
        refusals.add("contacts of different laws: LIGGGHTS has one law for all pairs; use one law");
    if (mixed([](const LawConstants& law) { return law.min_normal == 0; }))
        refusals.add(
            "some contacts are adhesionless and others not: LIGGGHTS has one setting for all; set "
            "adhesionless to the same value in all");
    if (isHertz(*pairs.front().law) && mixed([](const LawConstants& law) { return law.shear_damping > 0; }))
        refusals.add(
            "some contacts have a shear dashpot and others not: LIGGGHTS has one setting for all; set "
            "shear_dashpot to the same value in all");
}

struct Elastic {
    double young = 1e7, poisson = 0.25;
    bool operator==(const Elastic&) const = default;
};

/// The elastic constants of each material. LIGGGHTS computes those of a pair from them.
std::vector<Elastic> elasticOf(const scene::Scene& scene, const std::vector<Pair>& pairs,
                               Refusals& refusals) {
    const auto& materials = scene.environment.materials;
    std::map<std::string, Elastic> known;
    std::set<std::string> reported;
    const auto claim = [&](const std::string& material, const Elastic& is) {
        if (known.try_emplace(material, is).first->second == is || !reported.insert(material).second) return;
        refusals.add(
            fmt::format("material '{}' has several Young's moduli or Poisson's ratios; give it the "
                        "same young and poisson in all of its contacts",
                        material));
    };
    for (const Contact& contact : grains::in(scene).contacts) {
        const bool occurs = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
            const std::string &a = materials[pair.first].name, &b = materials[pair.second].name;
            return (contact.first == a && contact.second == b) || (contact.first == b && contact.second == a);
        });
        if (!occurs) continue;
        const Elastic first{contact.young, contact.poisson};
        const Elastic second{contact.young_second.value_or(first.young),
                             contact.poisson_second.value_or(first.poisson)};
        claim(contact.first, first);
        claim(contact.second, second);
        if (contact.mindlin_factor != 1)
            refusals.add("a mindlin_factor other than 1, which LIGGGHTS does not have; leave it out");
        if (first.poisson < 0 || second.poisson < 0)
            refusals.add("a Poisson's ratio below 0, which LIGGGHTS does not accept; raise it");
    }
    std::vector<Elastic> of;
    for (const environment::Material& material : materials) {
        const auto found = known.find(material.name);
        of.push_back(found == known.end() ? Elastic{} : found->second);
    }
    return of;
}

/// The property `of(law)` for each pair of materials. Pairs that never touch get the value of the first pair.
template <class Of>
std::string matrix(const char* name, const grains::Setup& setup, const std::vector<Pair>& pairs, Of of) {
    const std::size_t n = setup.laws.materials();
    std::vector<double> values(n * n, of(*pairs.front().law));
    for (const Pair& pair : pairs)
        values[pair.first * n + pair.second] = values[pair.second * n + pair.first] = of(*pair.law);
    std::string text = fmt::format("fix {0} all property/global {0} peratomtypepair {1}", name, n);
    for (const double value : values) text += fmt::format(" {}", value);
    return text + "\n";
}

std::string row(const char* name, const std::vector<Elastic>& materials, double Elastic::*member) {
    std::string text = fmt::format("fix {0} all property/global {0} peratomtype", name);
    for (const Elastic& material : materials) text += fmt::format(" {}", material.*member);
    return text + "\n";
}

/// Notes what LIGGGHTS computes differently. docs/theory/liggghts.md shows the size of each effect in one
/// impact.
void noteDifferences(const std::vector<Pair>& pairs, bool turning_walls, LammpsModel& model) {
    const auto any = [&](auto of) {
        return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) { return of(*pair.law); });
    };
    if (!any([](const LawConstants& law) { return law.friction > 0; })) return;
    if (model.spin)
        model.notes.emplace_back(
            "in LIGGGHTS friction acts at the middle of the overlap, in Talus at the surface of the grain: "
            "in one impact with an overlap of 4 % of the radius, 1 to 3 % of the spin");
    if (isHertz(*pairs.front().law))
        model.notes.emplace_back(
            "hertz-mindlin: LIGGGHTS stores the length of the shear spring and multiplies it with the "
            "present stiffness, Talus stores its force: in one impact 1 % of the velocity, with a shear "
            "dashpot 10 "
            "%; hooke has no such difference");
    if (any([](const LawConstants& law) { return law.shear_damping > 0; }))
        model.notes.emplace_back(
            "LIGGGHTS applies the friction limit to the shear spring alone and has no shear dashpot while a "
            "contact slides, Talus limits their sum: in one impact 1 to 6 % of the velocity; without shear "
            "dashpot both are alike");
    if (turning_walls)
        model.notes.emplace_back(
            "LIGGGHTS takes the velocity of a wall that turns at the wall, Talus where the grain is deepest");
    model.notes.emplace_back(
        "LIGGGHTS takes the part of a shear spring in the plane of contact as it turns, Talus keeps its "
        "length: in one impact 1e-8 of the velocity");
}

}  // namespace

std::optional<double> liggghtsRestitution(double z) {
    const double beta = z / std::sqrt(5.0 / 6);
    if (beta >= 1) return std::nullopt;
    const double e = std::exp(-std::numbers::pi * beta / std::sqrt(1 - beta * beta));
    return e > 0.05 ? std::optional(e) : std::nullopt;
}

void addLiggghtsLaws(const scene::Scene& scene, const grains::Setup& setup, LiggghtsModel& model) {
    const std::vector<Pair> pairs = pairsOf(setup);
    if (pairs.empty()) return;
    Refusals refusals(scene, model.grains.refused);
    const std::size_t before = model.grains.refused.size();
    for (const Pair& pair : pairs) refusePair(pair, refusals);
    refuseMixtures(pairs, refusals);
    const LawConstants& any = *pairs.front().law;
    std::vector<Elastic> elastic;
    if (isHertz(any)) elastic = elasticOf(scene, pairs, refusals);
    if (model.grains.refused.size() > before) return;
    const auto all = [&](const char* name, auto of) { return matrix(name, setup, pairs, of); };
    LiggghtsLaws& laws = model.laws;
    laws.properties = all("coefficientFriction", [](const LawConstants& l) { return l.friction; });
    if (isHertz(any)) {
        laws.properties += row("youngsModulus", elastic, &Elastic::young);
        laws.properties += row("poissonsRatio", elastic, &Elastic::poisson);
        laws.properties += all("coefficientRestitution", [](const LawConstants& l) {
            return l.damping > 0 ? *liggghtsRestitution(0.5 * l.damping) : 1;
        });
    } else {
        laws.properties += all("kn", [](const LawConstants& l) { return l.stiffness; });
        laws.properties += all("kt", [](const LawConstants& l) { return l.shear_stiffness; });
        laws.properties += all("gamman", [](const LawConstants& l) { return l.damping; });
        laws.properties += all("gammat", [](const LawConstants& l) { return l.shear_damping; });
    }
    const auto onOff = [](bool on) { return on ? "on" : "off"; };
    laws.model = isHertz(any) ? "hertz tangential history" : "hooke/stiffness tangential history";
    laws.settings = fmt::format("tangential_damping {} limitForce {}",
                                onOff(any.shear_damping > 0 || isHooke(any)), onOff(any.min_normal == 0));
    const auto& motions = scene.environment.motions;
    noteDifferences(pairs,
                    std::any_of(motions.begin(), motions.end(),
                                [](const environment::Motion& motion) {
                                    return motion.kind == environment::Motion::Kind::Rotate;
                                }),
                    model.grains);
}

}  // namespace talus::engines
