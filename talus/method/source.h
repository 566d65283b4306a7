#pragma once
#include <string_view>

#include "talus/environment/sources/flaws.h"
#include "talus/method/method.h"

/// Functions for methods with regions and schedules (environment/sources/) in their settings.
namespace talus::method {

/// Reads the mesh of a region that has one, scales it and moves it to its position. Errors are at the key
/// `file`.
void loadRegion(const Checking& checking, std::string_view section, std::size_t index,
                environment::Region& region);

/// Adds the file of a region that has one.
void addInput(const environment::Region& region, std::vector<Input>& inputs);

/// Adds an error for each flaw. Returns whether there is none.
bool report(const Checking& checking, std::string_view section, std::size_t index,
            const std::vector<environment::Flaw>& flaws);

}  // namespace talus::method
