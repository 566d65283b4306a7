#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/scene/parameter.h"
#include "talus/scene/scene.h"

/// The one list of what a scene file may say. Reader, checks, `--set`, explanations, JSON Schema,
/// docs/scene-format.md and the resolved scene of a run all come from these rows.
namespace talus::scene {

/// A part of a scene file: the top (name ""), [name], or [[name]] for each of many.
struct Section {
    std::string_view name;
    bool many = false;
    std::size_t most = 1;  ///< entries that a scene may have
    std::string_view doc;
    std::vector<Parameter> parameters;

    // The objects of a scene that this section describes; a section that is not `many` has one, always.
    std::function<std::size_t(const Scene&)> size = {};
    std::function<void*(Scene&, std::size_t)> object = {};
    std::function<void(Scene&)> append = {};    ///< adds a default-constructed object
    std::shared_ptr<const void> defaults = {};  ///< a default-constructed object

    const void* objectOf(const Scene& scene, std::size_t index) const;
    /// "[[contact]]", "[time]", "the top of the file".
    std::string title() const;
    /// "in [time]", "at the top of the file".
    std::string where() const;
    /// Every key once, in order.
    std::vector<std::string> keys() const;
    /// All rows of a key.
    std::vector<const Parameter*> rows(std::string_view key) const;
    /// Whether a row's condition holds for an object of this section.
    bool applies(const Parameter& row, const void* entry) const;
    /// The value that a row has when a scene does not give it; required rows have none.
    Value defaultOf(const Parameter& row) const { return row.get(defaults.get()); }
    bool named() const { return !rows("name").empty() && rows("name").front()->identifier; }
};

std::span<const Section> registry();
/// Null when there is no such section.
const Section* findSection(std::string_view name);
std::vector<std::string> sectionNames();

/// "N/m^1.5, > 0, default 50000": what fits in a hint.
std::string brief(const Section& section, const Parameter& row);
/// "a number", "a list of 3 numbers", "one of \"linear\", \"lee-herrmann\"".
std::string typeText(const Parameter& row);
/// A value that could stand in a file, with a unit where there is one.
std::string exampleOf(const Section& section, const Parameter& row);

}  // namespace talus::scene
