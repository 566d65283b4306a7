#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "talus/core/check.h"
#include "talus/math/vec.h"

/// The description of a key of a scene file, with functions that read and write its value in a struct.
namespace talus::settings {

/// The value of a key. monostate: an optional value that is absent (written as Parameter::absent).
using Value =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, Vec3d, std::vector<std::string>,
                 std::vector<std::int64_t>, std::vector<double>, std::vector<Vec3d>>;

enum class Kind { Boolean, Integer, Number, Text, Vector, TextList, IntegerList, NumberList, VectorList };

/// The range of a number (of each component of a vector or list).
struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool open_min = false;  ///< min itself is excluded
    bool open_max = false;

    bool contains(double value) const;
    /// "> 0", ">= 0 and < 1", or "" where every number is allowed.
    std::string text() const;
};
inline Range above(double min) { return {.min = min, .open_min = true}; }
inline Range atLeast(double min) { return {.min = min}; }
inline Range between(double min, double max) { return {.min = min, .max = max}; }

/// A condition that holds where another key of the same table has one of these values. No key: it always
/// holds.
struct Condition {
    std::string_view key = {};
    std::vector<std::string_view> values = {};
    /// `law = "linear"`, `shape = "box-inside" or "box-outside"`.
    std::string text() const;
};

/// A row of the registry. A key has several rows where its unit or meaning depends on another key.
struct Parameter {
    std::string_view key;
    std::string_view unit = {};  ///< SI; "" for a pure number
    Range range = {};
    Condition when = {};
    bool required = false;
    bool identifier = false;                     ///< text that can be a file name: letters, digits, - and _
    std::string_view refers_to = {};             ///< the text must be the name of an entry of this table
    std::string_view or_to = {};                 ///< or of this table
    std::string_view or_word_of = {};            ///< or the value of this key in an entry of these tables
    std::string_view absent = {};                ///< the text that means no value ("auto")
    std::size_t length = 0;                      ///< of a list; 0: any length
    std::vector<std::string_view> choices = {};  ///< the texts that are allowed
    std::string_view doc = {};                   ///< its meaning in one line

    // Filled in by parameter() and choice():
    Kind kind = Kind::Number;
    Range limits = {};  ///< range of the type of an integer, or of the unit of other numbers (magnitudes.h)
    std::function<Value(const void* object)> get = {};
    std::function<void(void* object, const Value& value)> set = {};

    bool holdsNumbers() const {
        return kind == Kind::Number || kind == Kind::Vector || kind == Kind::NumberList ||
               kind == Kind::VectorList;
    }
    /// The range that a value must be in: `range`, and for numbers other than integers also `limits`.
    Range allowed() const;
};

/// magnitudesOf() for the unit and range of a row.
Range limitsOf(const Parameter& row);

template <class M>
constexpr Kind kindOf() {
    if constexpr (std::is_same_v<M, bool>)
        return Kind::Boolean;
    else if constexpr (std::is_integral_v<M>)
        return Kind::Integer;
    else if constexpr (std::is_same_v<M, double> || std::is_same_v<M, std::optional<double>>)
        return Kind::Number;
    else if constexpr (std::is_same_v<M, std::string>)
        return Kind::Text;
    else if constexpr (std::is_same_v<M, Vec3d>)
        return Kind::Vector;
    else if constexpr (std::is_same_v<M, std::vector<std::string>>)
        return Kind::TextList;
    else if constexpr (std::is_same_v<M, std::vector<double>>)
        return Kind::NumberList;
    else if constexpr (std::is_same_v<M, std::vector<Vec3d>>)
        return Kind::VectorList;
    else {
        static_assert(std::is_same_v<M, std::vector<int>>);
        return Kind::IntegerList;
    }
}

template <class M>
Value toValue(const M& member) {
    if constexpr (std::is_integral_v<M> && !std::is_same_v<M, bool>)
        return static_cast<std::int64_t>(member);
    else if constexpr (std::is_same_v<M, std::optional<double>>)
        return member ? Value(*member) : Value();
    else if constexpr (std::is_same_v<M, std::vector<int>>)
        return std::vector<std::int64_t>(member.begin(), member.end());
    else
        return member;
}

/// @pre the value has the parameter's kind and is in its range
template <class M>
void fromValue(M& member, const Value& value) {
    if constexpr (std::is_integral_v<M> && !std::is_same_v<M, bool>)
        member = static_cast<M>(std::get<std::int64_t>(value));
    else if constexpr (std::is_same_v<M, std::optional<double>>) {
        member.reset();
        if (const double* number = std::get_if<double>(&value)) member = *number;
    } else if constexpr (std::is_same_v<M, std::vector<int>>) {
        const auto& list = std::get<std::vector<std::int64_t>>(value);
        member.assign(list.begin(), list.end());
    } else
        member = std::get<M>(value);
}

/// A row for a member of T. @param access a pointer to the member, or a function from T& to M&
template <class T, class Access>
Parameter parameterOf(Access access, Parameter row) {
    using M = std::remove_cvref_t<std::invoke_result_t<Access, T&>>;
    row.kind = kindOf<M>();
    if constexpr (std::is_integral_v<M> && sizeof(M) < 8) {
        row.limits = between(std::numeric_limits<M>::min(), std::numeric_limits<M>::max());
    }
    if (row.holdsNumbers()) row.limits = limitsOf(row);
    row.get = [access](const void* object) {
        return toValue<M>(std::invoke(access, *static_cast<T*>(const_cast<void*>(object))));
    };
    row.set = [access](void* object, const Value& value) {
        fromValue<M>(std::invoke(access, *static_cast<T*>(object)), value);
    };
    return row;
}

template <class T, class M>
Parameter parameter(M T::*member, Parameter row) {
    return parameterOf<T>(member, std::move(row));
}

/// The text for each value of an enumeration.
template <class E>
using Words = std::vector<std::pair<std::string_view, E>>;

template <class T, class E>
Parameter choice(E T::*member, Words<E> words, Parameter row) {
    row.kind = Kind::Text;
    for (const auto& [word, value] : words) row.choices.push_back(word);
    row.get = [member, words](const void* object) -> Value {
        for (const auto& [word, value] : words)
            if (value == static_cast<const T*>(object)->*member) return std::string(word);
        TALUS_ASSERT(false, "an enumeration value has no word in the registry");
        return {};
    };
    row.set = [member, words](void* object, const Value& value) {
        for (const auto& [word, meaning] : words)
            if (word == std::get<std::string>(value)) static_cast<T*>(object)->*member = meaning;
    };
    return row;
}

/// A value as TOML: 0.04, "auto", [0.0, 0.0, -9.81].
std::string toToml(const Value& value, const Parameter& row);

}  // namespace talus::settings
