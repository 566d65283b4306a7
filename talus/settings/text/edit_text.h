#pragma once
#include <span>
#include <string>
#include <string_view>

#include "talus/core/result.h"
#include "talus/settings/registry.h"

namespace talus::settings {

/// The text of a scene file with the values of `--set path=value` written into it. Everything else stays as
/// it is: comments, order and blanks. A key that the text does not have is added behind the last key of its
/// table; a [section] is added at the end.
/// Errors (Input): the text or an option cannot be read, with what is wrong; a value that has to be changed
/// by hand, with its key. The result reads as the text does with these options, or there is none.
Result<std::string> withOverrides(const Registry& registry, std::string_view text,
                                  std::span<const std::string> overrides);

}  // namespace talus::settings
