#pragma once
#include <string>
#include <vector>

#include "talus/grains/law/law_row.h"

namespace talus::grains {

/// Makes the doc of the key `law`: "Force law: \"linear\" (spring and dashpot of a given restitution), ...".
std::string describeLaws(LawRows laws);

/// The key `law` of [[contact]] and the keys of all laws, each with the laws that it applies to.
/// @param doc must outlive the returned parameters
std::vector<settings::Parameter> lawParameters(LawRows laws, std::string_view doc);

template <class List>
std::vector<settings::Parameter> lawParameters() {
    static const std::string doc = describeLaws(List::rows());
    return lawParameters(List::rows(), doc);
}

}  // namespace talus::grains
