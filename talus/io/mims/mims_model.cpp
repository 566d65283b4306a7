#include "talus/io/mims/mims_model.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/formula.h"
#include "talus/core/parse_words.h"

namespace talus::io {
namespace {

/// Words of a line up to a comment; a formula in brackets is one word, without them.
std::vector<std::string> wordsOf(std::string_view line) {
    std::vector<std::string> words;
    line = line.substr(0, line.find('#'));
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    for (std::size_t at = 0; at < line.size();) {
        if (isSpace(line[at])) {
            ++at;
            continue;
        }
        const bool formula = line[at] == '[';
        std::size_t end = formula ? line.find(']', at) : at;
        if (formula && end == std::string_view::npos) end = line.size();
        while (!formula && end < line.size() && !isSpace(line[end])) ++end;
        words.emplace_back(line.substr(at + formula, end - at - formula));
        at = end + formula;
    }
    return words;
}

/// The names in a formula, each once.
std::set<std::string> namesIn(const std::string& formula) {
    std::set<std::string> names;
    std::string name;
    for (const char c : formula + ' ') {
        const bool letter = std::isalpha(static_cast<unsigned char>(c)) || c == '_';
        if (letter || (!name.empty() && std::isdigit(static_cast<unsigned char>(c)))) {
            name += c;
        } else if (!name.empty()) {
            names.insert(name);
            name.clear();
        }
    }
    return names;
}

/// Masses with the same properties.
struct Group {
    std::string keys;  ///< of its [[masses]]
    std::vector<double> positions;
    std::vector<std::size_t> places;  ///< of each, in the order of the file: they are drawn side by side
};

/// Springs with the same groups, stiffness and damping.
struct Ends {
    std::vector<std::size_t> first, second;
};

/// The group of a mass, and its index there.
using Place = std::pair<std::size_t, std::size_t>;

/// A scene has no more [[masses]] and [[link]].
constexpr std::size_t most_groups = 256;
/// As many as a list of a scene may have parts.
constexpr std::size_t most_places = 100000;

class Reader {
  public:
    explicit Reader(double rate) : rate_(rate) {}

    Status read(std::string_view text) {
        for (std::size_t number = 1; !text.empty(); ++number) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            if (const Status done = line(wordsOf(text.substr(0, end))); !done)
                return Error{ErrorKind::Input, fmt::format("line {}: {}", number, done.error().message)};
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (groups_.empty()) return Error{ErrorKind::Input, "the model has no masses"};
        return success();
    }

    std::string scene(const std::string& name) const;

  private:
    using Words = std::vector<std::string>;

    static Error wrong(std::string what) { return Error{ErrorKind::Input, std::move(what)}; }

    Result<double> value(const std::string& word) const {
        if (const auto number = parseNumber<double>(word); number && std::isfinite(*number)) return *number;
        if (const auto known = parameters_.find(word); known != parameters_.end()) return known->second;
        std::vector<std::string> names;
        std::vector<double> values;
        for (const std::string& name : namesIn(word))
            if (const auto known = parameters_.find(name); known != parameters_.end()) {
                names.push_back(name);
                values.push_back(known->second);
            }
        const auto formula = Formula::parse(word, names);
        if (!formula)
            return wrong(fmt::format("'{}' is no number, no parameter and no formula of them: {}",
                                     printable(word), formula.error().message));
        const double result = Formula::Evaluator(*formula)(values);
        if (!std::isfinite(result)) return wrong(fmt::format("'{}' has no value", printable(word)));
        return result;
    }
    /// The values of the words from `first` on.
    Result<std::vector<double>> values(const Words& words, std::size_t first) const {
        std::vector<double> all;
        for (std::size_t k = first; k < words.size(); ++k) {
            const auto one = value(words[k]);
            if (!one) return one.error();
            all.push_back(*one);
        }
        return all;
    }

    /// Adds a mass to the group with these keys. @return its group and its index there
    Place add(const std::string& keys, double position) {
        std::size_t g = 0;
        while (g < groups_.size() && groups_[g].keys != keys) ++g;
        if (g == groups_.size()) groups_.push_back({keys, {}, {}});
        groups_[g].positions.push_back(position);
        groups_[g].places.push_back(places_++);
        return {g, groups_[g].positions.size() - 1};
    }
    Status addNamed(const std::string& name, const std::string& keys, double position) {
        if (modules_.contains(name)) return wrong(fmt::format("'{}' is there already", printable(name)));
        modules_[name] = add(keys, position);
        if (places_ > most_places) return wrong(fmt::format("more than {} masses", most_places));
        if (groups_.size() > most_groups)
            return wrong(fmt::format("more than {} masses with different values", most_groups));
        return success();
    }
    Status addSpring(Place a, Place b, double stiffness, double damping) {
        Ends& ends = springs_[{{a.first, b.first}, {stiffness, damping}}];
        ends.first.push_back(a.second);
        ends.second.push_back(b.second);
        if (ends.first.size() > most_places)
            return wrong(fmt::format("more than {} springs of one kind", most_places));
        if (springs_.size() > most_groups)
            return wrong(fmt::format("more than {} springs with different values", most_groups));
        return success();
    }

    Status line(const Words& words);
    Status material(const Words& words);
    Status spring(const Words& words);

    double rate_;  ///< [1/s]
    std::map<std::string, double> parameters_;
    std::vector<Group> groups_;
    std::map<std::string, Place> modules_;
    /// By the groups of both ends, and by stiffness and damping.
    std::map<std::pair<Place, std::pair<double, double>>, Ends> springs_;
    std::vector<std::string> left_out_;
    std::size_t places_ = 0;
};

constexpr const char* fixed = "kind = \"fixed\"\n";

Status Reader::line(const Words& words) {
    if (words.empty()) return success();
    if (words[0].size() < 2 || words[0][0] != '@' || words.size() < 3)
        return wrong("a line is '@name module values'");
    const std::string &module = words[1], name = words[0].substr(1);
    if (module == "param") {
        const auto number = value(words[2]);
        if (!number) return number.error();
        parameters_[name] = *number;
        return success();
    }
    if (module == "posOutput" || module == "frcInput" || module == "posInput")
        left_out_.push_back(printable(fmt::format("{}", fmt::join(words, " "))));
    if (module == "posOutput" || module == "frcInput") return success();
    if (module == "ground" || module == "posInput" || module == "mass" || module == "osc")
        return material(words);
    if (module == "spring" || module == "springDamper" || module == "damper") return spring(words);
    return wrong(
        fmt::format("'{}' has no counterpart: there are param, ground, mass, osc, spring, "
                    "springDamper and damper; leave it out, or write a [[link]] for it",
                    printable(module)));
}

Status Reader::material(const Words& words) {
    const auto numbers = values(words, 2);
    if (!numbers) return numbers.error();
    const std::string& module = words[1];
    const std::size_t expected = module == "mass" ? 3 : module == "osc" ? 5 : 1;
    if (numbers->size() != expected)
        return wrong(fmt::format("'{}' has {} values, not {}", module, expected, numbers->size()));
    if (expected == 1) return addNamed(words[0], fixed, numbers->front());
    const double mass = numbers->front(), now = numbers->end()[-2], before = numbers->back();
    if (!(mass > 0)) return wrong(fmt::format("the mass {} is not above 0", mass));
    const std::string keys = fmt::format("mass = {}\nvelocity = [0, 0, {}]\n", mass, (now - before) * rate_);
    const Status added = addNamed(words[0], keys, now);
    if (!added || module == "mass") return added;
    if (!((*numbers)[1] >= 0 && (*numbers)[2] >= 0)) return wrong("stiffness and damping are at least 0");
    return addSpring(modules_[words[0]], add(fixed, 0), (*numbers)[1], (*numbers)[2]);
}

Status Reader::spring(const Words& words) {
    const std::string& module = words[1];
    const std::size_t most = module == "damper" ? 1 : 2;
    if (words.size() < 4 + (module == "springDamper" ? 2 : 1) || words.size() > 4 + most)
        return wrong(
            fmt::format("'{}' joins two modules and has {} value{}", module, most, most == 1 ? "" : "s"));
    for (const std::size_t k : {2, 3})
        if (!modules_.contains(words[k]))
            return wrong(fmt::format("no module before this line is named '{}'", printable(words[k])));
    if (words[2] == words[3]) return wrong("a spring has two ends");
    const auto numbers = values(words, 4);
    if (!numbers) return numbers.error();
    const double stiffness = module == "damper" ? 0 : numbers->front(),
                 damping = module == "damper" || numbers->size() > 1 ? numbers->back() : 0;
    if (!(stiffness >= 0 && damping >= 0)) return wrong("stiffness and damping are at least 0");
    return addSpring(modules_[words[2]], modules_[words[3]], stiffness, damping);
}

std::string Reader::scene(const std::string& name) const {
    std::string out = fmt::format(
        "# From a model of MIMS. Masses move along z; side by side in x they stand in the order of the "
        "file.\n");
    // A frame is a whole number of steps, some 2 ms: a step of another length would be another model.
    constexpr double frames = 100;
    const double interval = std::ceil(rate_ / 500) / rate_;
    for (const std::string& line : left_out_) out += fmt::format("# left out: {}\n", line);
    out += fmt::format(
        "format = 1\nname = \"{}\"\n\n[time]\nduration = {}\nframe_interval = {}\n\n"
        "[world]\ngravity = [0, 0, 0]\n\n[network]\nrate = {}\ndimensions = 1\nunits = \"algorithm\"\n",
        name, frames * interval, interval, rate_);
    constexpr double apart = 0.01;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        std::vector<std::string> positions;
        for (std::size_t k = 0; k < groups_[g].positions.size(); ++k)
            positions.push_back(fmt::format("[{}, 0, {}]", apart * static_cast<double>(groups_[g].places[k]),
                                            groups_[g].positions[k]));
        out += fmt::format("\n[[masses]]\nname = \"m{}\"\n{}radius = {}\npositions = [{}]\n", g,
                           groups_[g].keys, 0.4 * apart, fmt::join(positions, ", "));
    }
    std::size_t l = 0;
    for (const auto& [key, ends] : springs_) {
        const auto& [groups, numbers] = key;
        out += fmt::format(
            "\n[[link]]\nname = \"l{}\"\nkind = \"spring\"\npairs = \"list\"\nbetween = [\"m{}\", \"m{}\"]\n"
            "length = 0\nstiffness = {}\ndamping = {}\nfirst = [{}]\nsecond = [{}]\n",
            l++, groups.first, groups.second, numbers.first, numbers.second, fmt::join(ends.first, ", "),
            fmt::join(ends.second, ", "));
    }
    return out;
}

}  // namespace

Result<std::string> sceneOfMims(std::string_view text, const std::string& name, double rate) {
    Reader reader(rate);
    if (const Status done = reader.read(text); !done) return done.error();
    return reader.scene(name);
}

}  // namespace talus::io
