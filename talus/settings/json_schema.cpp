#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "talus/settings/explain.h"
#include "talus/settings/registry.h"

namespace talus::settings {
namespace {

using Json = nlohmann::ordered_json;

void addRange(Json& schema, const Range& range) {
    if (std::isfinite(range.min)) schema[range.open_min ? "exclusiveMinimum" : "minimum"] = range.min;
    if (std::isfinite(range.max)) schema[range.open_max ? "exclusiveMaximum" : "maximum"] = range.max;
}

/// A number, or a text with a unit. Only plain numbers have a range, since a text may have any unit.
Json numberSchema(const Parameter& row) {
    Json schema{{"type", {"number", "string"}}};
    addRange(schema, row.allowed());
    return schema;
}

Json textSchema(const Parameter& row) {
    Json schema{{"type", "string"}};
    if (!row.choices.empty())
        schema["enum"] = std::vector<std::string>(row.choices.begin(), row.choices.end());
    if (row.identifier) schema["pattern"] = "^[A-Za-z0-9_-]{1,64}$";
    return schema;
}

Json integerSchema(const Parameter& row) {
    Json schema{{"type", "integer"}};
    addRange(schema, row.limits);
    addRange(schema, row.range);
    return schema;
}

Json listSchema(Json items, std::size_t length) {
    Json schema{{"type", "array"}, {"items", std::move(items)}};
    if (length > 0) schema.update({{"minItems", length}, {"maxItems", length}});
    return schema;
}

Json valueSchema(const Parameter& row) {
    switch (row.kind) {
        case Kind::Boolean: return {{"type", "boolean"}};
        case Kind::Integer: return integerSchema(row);
        case Kind::Number: return numberSchema(row);
        case Kind::Text: return textSchema(row);
        case Kind::Vector: return listSchema(numberSchema(row), 3);
        case Kind::TextList: return listSchema(textSchema(row), row.length);
        case Kind::IntegerList: return listSchema(integerSchema(row), row.length);
        case Kind::NumberList: return listSchema(numberSchema(row), row.length);
        case Kind::VectorList: return listSchema(listSchema(numberSchema(row), 3), row.length);
    }
    return {};
}

std::string description(const Section& section, const Parameter& row) {
    std::string text(row.doc);
    if (!row.unit.empty()) text += fmt::format(" Unit: {}.", row.unit);
    if (!row.when.key.empty()) text += fmt::format(" Only where {}.", row.when.text());
    if (!row.required) text += fmt::format(" Default: {}.", toToml(section.defaultOf(row), row));
    return text;
}

/// The keys that cannot be used where a text such as `file` is given, and those where it is not.
void addTextConditions(const Section& section, const Parameter& selector, Json& all) {
    for (const bool given : {true, false}) {
        Json properties = Json::object();
        for (const Parameter& row : section.parameters)
            if (row.when.key == selector.key && row.when.values.empty() != given)
                properties[std::string(row.key)] = false;
        if (properties.empty()) continue;
        Json test{{"properties", {{selector.key, {{given ? "minLength" : "maxLength", given ? 1 : 0}}}}}};
        if (given) test["required"] = {selector.key};
        all.push_back({{"if", test}, {"then", {{"properties", properties}}}});
    }
}

/// For each value of a key such as `law`: the keys that cannot be used, and those that must be given.
Json conditions(const Section& section) {
    Json all = Json::array();
    for (const Parameter& selector : section.parameters) {
        if (selector.kind == Kind::Text && selector.choices.empty())
            addTextConditions(section, selector, all);
        for (const std::string_view choice : selector.choices) {
            Json properties = Json::object(), required = Json::array();
            std::set<std::string_view> used;
            for (const Parameter& row : section.parameters) {
                if (row.when.key != selector.key) continue;
                const auto& values = row.when.values;
                if (std::find(values.begin(), values.end(), choice) == values.end()) {
                    if (!used.contains(row.key)) properties[std::string(row.key)] = false;
                    continue;
                }
                used.insert(row.key);
                properties[std::string(row.key)] = valueSchema(row);
                if (row.required) required.push_back(row.key);
            }
            if (properties.empty()) continue;
            Json test{{"properties", {{selector.key, {{"const", choice}}}}}};
            // The default holds also where the key is absent.
            const bool is_default = std::get<std::string>(section.defaultOf(selector)) == choice;
            if (!is_default) test["required"] = {selector.key};
            Json then{{"properties", properties}};
            if (!required.empty()) then["required"] = required;
            all.push_back({{"if", test}, {"then", then}});
        }
    }
    return all;
}

Json sectionSchema(const Section& section) {
    Json properties = Json::object(), required = Json::array();
    for (const Parameter& row : section.parameters) {
        const std::string key(row.key);
        if (!properties.contains(key)) {
            // The schema for a key with several rows is in the conditions.
            properties[key] = section.rows(row.key).size() == 1 ? valueSchema(row) : Json::object();
            properties[key]["description"] = description(section, row);
        }
        if (row.required && row.when.key.empty()) required.push_back(row.key);
    }
    Json schema{{"type", "object"}, {"description", section.doc}, {"properties", properties}};
    schema["additionalProperties"] = false;
    if (!required.empty()) schema["required"] = required;
    if (const Json all = conditions(section); !all.empty()) schema["allOf"] = all;
    return schema;
}

}  // namespace

std::string formatAsJsonSchema(const Registry& registry) {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Talus scene"}};
    if (const Section* top = registry.find("")) schema.update(sectionSchema(*top));
    for (const Section& section : registry.sections()) {
        if (section.name.empty()) continue;
        Json table = sectionSchema(section);
        const std::string name(section.name);
        schema["properties"][name] =
            section.many
                ? Json{{"type", "array"}, {"maxItems", section.max_count}, {"items", std::move(table)}}
                : std::move(table);
    }
    return schema.dump(2) + "\n";
}

}  // namespace talus::settings
