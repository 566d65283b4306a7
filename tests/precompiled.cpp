// Owns the precompiled header that all test executables share (tests/CMakeLists.txt).
