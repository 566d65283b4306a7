#pragma once
#include <string_view>

#include "talus/environment/sources/flaws.h"
#include "talus/method/method.h"

/// What a method does with the regions and schedules of its part of a scene.
namespace talus::method {

/// Reads the mesh of a region that has one, and puts it in its place. What is wrong is an error at `file`.
void loadRegion(const Checking& checking, std::string_view section, std::size_t index,
                environment::Region& region);

/// Adds the file of a region that has one.
void addInput(const environment::Region& region, std::vector<Input>& inputs);

/// An error for each flaw. Whether there is none.
bool report(const Checking& checking, std::string_view section, std::size_t index,
            const std::vector<environment::Flaw>& flaws);

}  // namespace talus::method
