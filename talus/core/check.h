#pragma once

namespace talus {
/// Prints the failed condition and aborts the program. For bugs in Talus; never for mistakes in the user's
/// input.
[[noreturn]] void failAssertion(const char* condition, const char* why, const char* file, int line);
}  // namespace talus

/// Aborts where the condition does not hold. On in every build, so the condition must be cheap.
#define TALUS_ASSERT(condition, why) \
    (static_cast<bool>(condition) ? void(0) : ::talus::failAssertion(#condition, why, __FILE__, __LINE__))

/// The same for costly conditions: on only in the debug and sanitizer presets (TALUS_VALIDATE).
#ifdef TALUS_VALIDATE
#define TALUS_VALIDATION(condition, why) TALUS_ASSERT(condition, why)
inline constexpr bool talus_validates = true;
#else
#define TALUS_VALIDATION(condition, why) void(0)
inline constexpr bool talus_validates = false;
#endif
