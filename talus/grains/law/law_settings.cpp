#include "talus/grains/law/law_settings.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace talus::grains {
namespace {

using settings::Parameter;
using settings::Value;

bool same(const Parameter& a, const Parameter& b) {
    return a.key == b.key && a.unit == b.unit && a.doc == b.doc && a.range.text() == b.range.text() &&
           a.absent == b.absent;
}

Parameter lawRow(LawRows laws, std::string_view doc) {
    Parameter row{.key = "law", .doc = doc};
    row.kind = settings::Kind::Text;
    for (const LawRow* law : laws) row.choices.push_back(law->name);
    row.get = [](const void* object) -> Value {
        return std::string(static_cast<const Contact*>(object)->law->name);
    };
    row.set = [laws](void* object, const Value& value) {
        for (const LawRow* law : laws)
            if (law->name == std::get<std::string>(value)) static_cast<Contact*>(object)->law = Law(*law);
    };
    return row;
}

}  // namespace

std::string describeLaws(LawRows laws) {
    std::string text = "Force law: ";
    for (std::size_t k = 0; k < laws.size(); ++k) {
        text += fmt::format("\"{}\"", laws[k]->name);
        const bool last = k + 1 == laws.size();
        if (!last && laws[k + 1]->line == laws[k]->line)
            text += " and ";
        else
            text += fmt::format(" ({}){}", laws[k]->line, last ? "." : ", ");
    }
    return text;
}

std::vector<Parameter> lawParameters(LawRows laws, std::string_view doc) {
    std::vector<LawKey> found;
    for (const LawRow* law : laws)
        for (LawKey& key : law->keys()) {
            const auto known = std::find_if(found.begin(), found.end(),
                                            [&](const LawKey& other) { return same(other.row, key.row); });
            LawKey& row = known != found.end() ? *known : found.emplace_back(std::move(key));
            row.row.when.key = "law";
            row.row.when.values.push_back(law->name);
        }
    // Sort by group, then in the order in which the laws list the keys. Rows of a key with the same unit are
    // adjacent.
    std::map<std::string_view, std::size_t> first;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> first_of_unit;
    for (std::size_t k = 0; k < found.size(); ++k) {
        first.emplace(found[k].row.key, k);
        first_of_unit.emplace(std::pair(found[k].row.key, found[k].row.unit), k);
    }
    const auto order = [&](const LawKey& key) {
        return std::tuple(key.group, first.at(key.row.key), first_of_unit.at({key.row.key, key.row.unit}));
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](const LawKey& a, const LawKey& b) { return order(a) < order(b); });
    std::vector<Parameter> rows{lawRow(laws, doc)};
    for (LawKey& key : found) rows.push_back(std::move(key.row));
    return rows;
}

}  // namespace talus::grains
