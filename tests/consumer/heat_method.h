#pragma once
#include <talus/method/method.h>

namespace outside {

/// Heat that spreads in a flat plate: a method that Talus does not have. It stands on the program's own list
/// of methods (heat_main.cpp); docs/adding-a-method.md goes through it.
talus::method::Method heat();

}  // namespace outside
