#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/settings/parameter.h"

namespace talus::settings {

/// A key that is in another section now, or has another name.
struct MovedKey {
    std::string_view key;
    std::string_view to;  ///< what to write now: "gravity in [world]", "max_change"
};

/// A part of a scene file: the top (name ""), [name], or [[name]] for each of many.
struct Section {
    std::string_view name;
    bool many = false;
    std::size_t most = 1;  ///< entries that a scene may have
    std::string_view doc;
    std::vector<Parameter> parameters;

    std::vector<MovedKey> moved = {};  ///< keys that were here in earlier versions

    // The objects that this section describes, in the struct of who declares it (its owner); a section that
    // is not `many` has one, always.
    std::function<std::size_t(const void* owner)> size = {};
    std::function<void*(void* owner, std::size_t index)> object = {};
    std::function<void(void* owner)> append = {};  ///< adds a default-constructed object
    std::shared_ptr<const void> defaults = {};     ///< a default-constructed object
    std::size_t owner = 0;                         ///< which it is (Registry::add)

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

// NOLINTBEGIN(performance-unnecessary-value-param): `rows` is moved, which the check does not see in these.
/// A section whose one object is a member of the owner's struct.
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

/// A section that a scene may leave out: its one object is a std::optional.
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

/// A section of many: a std::vector in the owner's struct.
template <class Owner, class T>
Section many(std::string_view name, std::size_t most, std::vector<T> Owner::*member, std::string_view doc,
             std::vector<Parameter> rows) {
    const auto items = [member](void* owner) -> std::vector<T>& {
        return static_cast<Owner*>(owner)->*member;
    };
    return {.name = name,
            .many = true,
            .most = most,
            .doc = doc,
            .parameters = std::move(rows),
            .size = [items](const void* owner) { return items(const_cast<void*>(owner)).size(); },
            .object = [items](void* owner, std::size_t i) -> void* { return &items(owner)[i]; },
            .append = [items](void* owner) { items(owner).emplace_back(); },
            .defaults = std::make_shared<const T>()};
}

/// The same section where its owner's struct is a member of a larger one.
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

/// "N/m^1.5, > 0, default 50000": what fits in a hint.
std::string brief(const Section& section, const Parameter& row);
/// "a number", "a list of 3 numbers", "one of \"linear\", \"lee-herrmann\"".
std::string typeText(const Parameter& row);
/// A value that could stand in a file, with a unit where there is one.
std::string exampleOf(const Section& section, const Parameter& row);

}  // namespace talus::settings
