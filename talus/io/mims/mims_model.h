#pragma once
#include <string>
#include <string_view>

#include "talus/core/result.h"

namespace talus::io {

/// The scene of a model of MIMS (Mass Interaction Model Scripter, files .mdl), which mi-gen and the models of
/// Faust use (Leonard and Villeneuve, Sound and Music Computing 2019). A line is a module:
///
///     @name param VALUE                      a number, for other lines
///     @name ground X0                        a fixed point
///     @name mass M X0 X1                     a mass at X0, one step before at X1
///     @name osc M K Z X0 X1                  the same with a spring to 0
///     @name spring|springDamper @A @B K Z    (spring also without Z)   damper @A @B Z
///     # comment
///
/// A value is a number, a name, or a formula in brackets. All modules move along one axis (z), parameters are
/// those of the algorithm. Inputs and outputs of sound (posInput, frcInput, posOutput) become comments;
/// masses that an input would move stand still. Error (Input) that names the line: for modules that are not
/// listed here (contacts have a side, which links of Talus do not), and for what cannot be read.
/// @param name of the scene @param rate steps a second [1/s]
Result<std::string> sceneOfMims(std::string_view text, const std::string& name, double rate);

}  // namespace talus::io
