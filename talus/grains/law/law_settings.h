#pragma once
#include <string>
#include <vector>

#include "talus/grains/law/law_row.h"

namespace talus::grains {

/// "Force law: \"linear\" (spring and dashpot of a given restitution), ...": the doc of the key `law`.
std::string describeLaws(LawRows laws);

/// The key `law` of [[contact]], and the keys that the laws have, each with the laws that it applies to.
/// @param doc outlives what is returned
std::vector<settings::Parameter> lawParameters(LawRows laws, std::string_view doc);

template <class List>
std::vector<settings::Parameter> lawParameters() {
    static const std::string doc = describeLaws(List::rows());
    return lawParameters(List::rows(), doc);
}

}  // namespace talus::grains
