#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/settings/parameter.h"

namespace talus::settings {

/// A key that was renamed, or moved to another section.
struct MovedKey {
    std::string_view key;
    std::string_view to;  ///< what to write instead: "gravity in [world]", "max_change"
};

/// A section of a scene file: the top (name ""), a table [name], or a list of tables [[name]].
struct Section {
    std::string_view name;
    bool many = false;
    std::size_t max_count = 1;  ///< largest number of entries in a scene
    std::string_view doc;
    std::vector<Parameter> parameters;

    std::vector<MovedKey> moved = {};  ///< keys that were here in earlier versions

    // Access to the objects that the entries fill, in the struct of the section's owner. Without `many` there
    // is always one object.
    std::function<std::size_t(const void* owner)> size = {};
    std::function<void*(void* owner, std::size_t index)> object = {};
    std::function<void(void* owner)> append = {};  ///< adds a default-constructed object
    std::shared_ptr<const void> defaults = {};     ///< a default-constructed object
    std::size_t owner = 0;                         ///< index of the owner (Registry::add)

    /// "[[contact]]", "[time]", "the top of the file".
    std::string title() const;
    /// "in [time]", "at the top of the file".
    std::string where() const;
    /// Every key once, in order.
    std::vector<std::string> keys() const;
    /// All rows of a key.
    std::vector<const Parameter*> rows(std::string_view key) const;
    /// Whether the condition of a row holds for an object of this section.
    bool applies(const Parameter& row, const void* entry) const;
    /// The value of a row where a scene does not give it. @pre the row is not required
    Value defaultOf(const Parameter& row) const { return row.get(defaults.get()); }
    bool named() const { return !rows("name").empty() && rows("name").front()->identifier; }
};

// NOLINTBEGIN(performance-unnecessary-value-param): `rows` is moved, which the check does not see in these.
/// A section with one object: a member of the owner's struct.
template <class Owner, class T>
Section single(std::string_view name, T Owner::*member, std::string_view doc, std::vector<Parameter> rows) {
    return {.name = name,
            .doc = doc,
            .parameters = std::move(rows),
            .size = [](const void*) -> std::size_t { return 1; },
            .object = [member](void* owner, std::size_t) -> void* {
                return &(static_cast<Owner*>(owner)->*member);
            },
            .append = [](void*) {},
            .defaults = std::make_shared<const T>()};
}

/// A section that a scene may leave out: its object is a std::optional member of the owner's struct.
template <class Owner, class T>
Section optional(std::string_view name, std::optional<T> Owner::*member, std::string_view doc,
                 std::vector<Parameter> rows) {
    return {.name = name,
            .doc = doc,
            .parameters = std::move(rows),
            .size = [member](const void* owner) -> std::size_t {
                return (static_cast<const Owner*>(owner)->*member).has_value() ? 1 : 0;
            },
            .object = [member](void* owner, std::size_t) -> void* {
                std::optional<T>& value = static_cast<Owner*>(owner)->*member;
                if (!value) value.emplace();
                return &*value;
            },
            .append = [member](void* owner) { (static_cast<Owner*>(owner)->*member).emplace(); },
            .defaults = std::make_shared<const T>()};
}

/// A section with many objects: a std::vector member of the owner's struct.
template <class Owner, class T>
Section many(std::string_view name, std::size_t max_count, std::vector<T> Owner::*member,
             std::string_view doc, std::vector<Parameter> rows) {
    const auto items = [member](void* owner) -> std::vector<T>& {
        return static_cast<Owner*>(owner)->*member;
    };
    return {.name = name,
            .many = true,
            .max_count = max_count,
            .doc = doc,
            .parameters = std::move(rows),
            .size = [items](const void* owner) { return items(const_cast<void*>(owner)).size(); },
            .object = [items](void* owner, std::size_t i) -> void* { return &items(owner)[i]; },
            .append = [items](void* owner) { items(owner).emplace_back(); },
            .defaults = std::make_shared<const T>()};
}

/// The same section for an owner whose struct has the present owner's struct as a member.
template <class Outer, class Owner>
Section within(Owner Outer::*member, Section section) {
    const auto inner = [member](void* outer) -> void* { return &(static_cast<Outer*>(outer)->*member); };
    section.size = [inner, size = std::move(section.size)](const void* outer) {
        return size(inner(const_cast<void*>(outer)));
    };
    section.object = [inner, object = std::move(section.object)](void* outer, std::size_t i) {
        return object(inner(outer), i);
    };
    section.append = [inner, append = std::move(section.append)](void* outer) { append(inner(outer)); };
    return section;
}
// NOLINTEND(performance-unnecessary-value-param)

/// A row in short for a hint: "N/m^1.5, > 0, default 50000".
std::string brief(const Section& section, const Parameter& row);
/// The type of a row: "a number", "a list of 3 numbers", "one of \"linear\", \"lee-herrmann\"".
std::string typeText(const Parameter& row);
/// An example of a value as it can be in a file, with its unit.
std::string exampleOf(const Section& section, const Parameter& row);

}  // namespace talus::settings
