#pragma once
#include <iterator>
#include <utility>
#include <vector>

#include "talus/settings/parameter.h"

/// Helpers for rows that several sections have in common.
namespace talus::settings {

/// Converts rows for a base class of T to rows for T.
template <class T, class Base>
std::vector<Parameter> ofBase(std::vector<Parameter> rows) {
    for (Parameter& row : rows) {
        row.get = [get = std::move(row.get)](const void* object) {
            return get(static_cast<const Base*>(static_cast<const T*>(object)));
        };
        row.set = [set = std::move(row.set)](void* object, const Value& value) {
            set(static_cast<Base*>(static_cast<T*>(object)), value);
        };
    }
    return rows;
}

/// Concatenates lists of rows.
inline std::vector<Parameter> joined(std::vector<std::vector<Parameter>> lists) {
    std::vector<Parameter> all;
    for (std::vector<Parameter>& rows : lists)
        all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    return all;
}

}  // namespace talus::settings
