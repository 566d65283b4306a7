#pragma once
#include <string>

/// Where the checkout and its program lie. Defined in a file that CMake writes (paths.cpp.in), the only one
/// with a path in it: all other objects are the same in every checkout, so that a compiler cache can share
/// them.
namespace talus::test {

/// A file of the checkout. @param name relative to its root, as in "scenes/dam-break.toml"
std::string sourceFile(const std::string& name);

/// The built `talus`; a test that calls it is built after it (tests/CMakeLists.txt).
std::string talusProgram();

}  // namespace talus::test
