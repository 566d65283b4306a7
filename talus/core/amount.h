#pragma once
#include <string>

namespace talus {

/// A length as text, in the unit that suits its size: "0.2 um", "6 mm", "2.5 m", "12 km"; three digits.
/// @param metres >= 0
std::string lengthText(double metres);

/// A mass as text, in the unit that suits its size; three digits: "0.2 ug", "216 mg", "15.6 kg", "125 t".
/// @param kilograms >= 0
std::string massText(double kilograms);

}  // namespace talus
